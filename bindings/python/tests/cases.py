# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Reads tests/data/cases; the format is in its README.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from conftest import SOURCE

FOLDER = SOURCE / "tests" / "data" / "cases"
_CONVERT = {"int": int, "real": float, "text": str}


@dataclass
class Case:
    loss: str
    s: int
    problem_options: dict[str, int | float | str]
    solver_options: dict[str, int | float | str]
    A: np.ndarray
    b: np.ndarray
    weights: np.ndarray | None
    x: np.ndarray
    objective: float


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem != "bad-inputs")


def _numbers(line: str) -> np.ndarray:
    return np.array([float(word) for word in line.split()])


def option(line: str) -> dict[str, int | float | str]:
    kind, name, value = line.split()
    return {name: _CONVERT[kind](value)}


def _options(lines: Iterator[str]) -> dict[str, int | float | str]:
    count = int(next(lines).split()[1])
    return {name: value for _ in range(count) for name, value in option(next(lines)).items()}


def _matrix(lines: Iterator[str], n: int) -> np.ndarray:
    assert next(lines) == "A"
    return np.array([_numbers(next(lines)) for _ in range(n)]).T


def _vector(lines: Iterator[str], name: str) -> np.ndarray:
    assert next(lines) == name
    return _numbers(next(lines))


def read(name: str) -> Case:
    lines = iter((FOLDER / f"{name}.txt").read_text().splitlines())
    loss = next(lines).split()[1]
    _, n, s = map(int, next(lines).split()[1:])
    problem_options, solver_options = _options(lines), _options(lines)
    A, b = _matrix(lines, n), _vector(lines, "b")
    weights = _numbers(next(lines)) if next(lines) == "weights 1" else None
    x, objective = _vector(lines, "x"), float(_vector(lines, "objective")[0])
    return Case(loss, s, problem_options, solver_options, A, b, weights, x, objective)


def bad_inputs() -> tuple[np.ndarray, np.ndarray, list[str]]:
    lines = iter((FOLDER / "bad-inputs.txt").read_text().splitlines())
    _, n, _ = map(int, next(lines).split()[1:])
    A, b = _matrix(lines, n), _vector(lines, "b")
    count = int(next(lines).split()[1])
    return A, b, [next(lines) for _ in range(count)]
