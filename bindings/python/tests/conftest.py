# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Data that several tests use."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

SOURCE = Path(os.environ.get("SBREG_SOURCE_DIR", Path(__file__).resolve().parents[3]))


def exported() -> set[str]:
    return set((SOURCE / "tests" / "abi" / "exported-symbols.txt").read_text().split())


def needs(symbol: str) -> pytest.MarkDecorator:
    """Leaves a test out while the library does not export `symbol`, by its own list."""
    return pytest.mark.skipif(symbol not in exported(), reason=f"the library does not export {symbol} yet")


@pytest.fixture
def recovery():
    """A 40 x 80 system with an exact solution of 5 nonzeros: A, b, x."""
    random = np.random.default_rng(1)
    A = random.standard_normal((40, 80))
    x = np.zeros(80)
    x[random.choice(80, 5, replace=False)] = random.choice([-1, 1], 5) * random.uniform(1, 2, 5)
    return A, A @ x, x


@pytest.fixture
def noisy():
    """A 40 x 80 system without an exact sparse solution: a run has something to do."""
    random = np.random.default_rng(2)
    return random.standard_normal((40, 80)), random.standard_normal(40)
