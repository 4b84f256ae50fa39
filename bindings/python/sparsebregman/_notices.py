# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What a caller should know about a fit, besides its numbers: one sentence each, as a warning."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np

from ._objects import State, keys

_SEPARATE = (
    "separate the classes (or mark counts of zero), so the best coefficients are infinite, "
    "and those returned are only where the run ended; ridge > 0 makes them finite"
)
_ENOUGH = 10  # observations; the mean of fewer is far from 0 by chance


class DataWarning(UserWarning):
    """The data do not determine what was asked for, or the model leaves out what they show; the text says what to do."""


def _constant_column(A: Any) -> bool:
    """Whether one of the columns is a constant, which serves as an intercept."""
    if hasattr(A, "tocsc"):
        A = A.tocsc()
        full = np.flatnonzero(np.diff(A.indptr) == A.shape[0])
        return any(np.ptp(A.data[A.indptr[j] : A.indptr[j + 1]]) == 0 for j in full)
    array = np.asarray(A)
    same = (array[1:100] == array[0]).all(axis=0)  # few columns pass, and only those are read to their end
    return any(array[0, j] != 0 and (array[:, j] == array[0, j]).all() for j in np.flatnonzero(same))


def missing_intercept(A: Any, b: Any, weights: Any) -> str | None:
    """A sentence when a constant alone explains more than half of the sum of squares of b, and A has no such column."""
    if hasattr(A, "rmatmat") or not (hasattr(A, "tocsc") or np.ndim(A) == 2):
        return None  # columns that cannot be looked at
    b = np.asarray(b, dtype=np.float64)
    w = np.ones(len(b)) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(b) < _ENOUGH:
        return None
    total, mean = w @ b**2, (w @ b) / w.sum()
    if not w.sum() * mean**2 > total / 2 or _constant_column(A):
        return None
    return (
        f"b has mean {mean:.4g}, and the model has no intercept: intercept=1 adds one, intercept=0 says that none is wanted"
    )


def about(solver: Any, what: str = "the chosen columns") -> list[str]:
    """Sentences about a run that has ended."""
    found = []
    rank, size = solver.rank if "rank" in keys(solver.kind) else -1, solver.support_size
    if 0 <= rank < size:
        found.append(f"{what} depend on each other ({size} have rank {rank}), so other coefficients fit as well")
    unused = min(solver.sparsity, solver.columns) - size if solver._free and not solver._problem._complex else 0
    if unused > 0 and solver.state in (State.STATIONARY, State.SEARCHED):
        found.append(
            f"{what} are {size}, though {size + unused} are allowed: the others depend on them, or have no effect besides theirs"
        )
    if solver.separated == 1:
        found.append(f"{what} {_SEPARATE}")
    return found


def about_path(path: Any) -> list[str]:
    """Sentences about a path that has ended."""
    s = path.series("sparsity")
    fits, folds = (s[path.series(name) > 0] for name in ("separated", "cv_separated"))  # not known is NaN, and not > 0
    if len(fits) == 0 == len(folds):
        return []
    where, at = ("", fits) if len(fits) > 0 else ("in some folds ", folds)
    return [f"{where}the columns chosen at s = {', '.join(f'{k:.0f}' for k in at)} {_SEPARATE}"]


def warn(sentence: str, kind: type[Warning] = DataWarning) -> None:
    """A warning that points to the first line outside this package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, kind, stacklevel=level)
