# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Minimise a smooth f(x) over vectors with at most s nonzeros.

>>> import sparsebregman
>>> sparsebregman.solve([[2.0, 1.0, 0.0], [0.0, 1.0, 3.0]], [4.0, 0.0], s=1).x
array([2., 0., 0.])

``solve`` is the call in one line; ``Matrix``, ``Problem``, ``DSM``, ``Kernel`` and ``Solver`` are the objects behind
it, and ``Path`` chooses s. Options are keyword arguments and attributes, and ``keys("solver")`` lists them as the library documents them.
``SparseRegressor`` and ``SparseClassifier`` are estimators for scikit-learn, and ``SparseRegressorCV`` and
``SparseClassifierCV`` choose s by cross-validation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _library
from ._dsm import DSM, Kernel
from ._errors import (
    ArgumentError,
    CallbackError,
    DimensionError,
    Error,
    FileError,
    InternalError,
    LibraryError,
    MemoryError,
    NotFiniteError,
    NumericError,
    OptionError,
    StateError,
    UnsupportedError,
)
from ._matrix import Matrix
from ._notices import DataWarning
from ._objects import Key, State, keys
from ._path import Path
from ._problem import Problem
from ._solve import Result, solve, solve_least_squares
from ._solver import (
    Solver,
    Swap,
    Witness,
    check_bregman,
    check_coordinatewise,
    check_stationarity,
    witness_bregman,
    witness_stationarity,
)

if TYPE_CHECKING:
    from .cross_validation import SparseClassifierCV, SparseRegressorCV
    from .estimators import SparseClassifier, SparseRegressor

__version__: str = _library.library.version_string().decode()

__all__ = [
    "ArgumentError",
    "CallbackError",
    "DSM",
    "DataWarning",
    "DimensionError",
    "Error",
    "FileError",
    "InternalError",
    "Kernel",
    "Key",
    "LibraryError",
    "Matrix",
    "MemoryError",
    "NotFiniteError",
    "NumericError",
    "OptionError",
    "Path",
    "Problem",
    "Result",
    "Solver",
    "SparseClassifier",
    "SparseClassifierCV",
    "SparseRegressor",
    "SparseRegressorCV",
    "State",
    "StateError",
    "Swap",
    "UnsupportedError",
    "Witness",
    "check_bregman",
    "check_coordinatewise",
    "check_stationarity",
    "keys",
    "solve",
    "solve_least_squares",
    "witness_bregman",
    "witness_stationarity",
]


def __dir__() -> list[str]:
    """With the estimators, which are loaded at their first use."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """The estimators, loaded at their first use: scikit-learn is not needed for anything else."""
    if name in ("SparseRegressor", "SparseClassifier"):
        from . import estimators

        return getattr(estimators, name)
    if name in ("SparseRegressorCV", "SparseClassifierCV"):
        from . import cross_validation

        return getattr(cross_validation, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
