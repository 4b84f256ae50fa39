# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Objectives."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._callbacks import curvature as curvature_callback
from ._callbacks import hessian as hessian_callback
from ._callbacks import hold, objective, release
from ._errors import ArgumentError, DimensionError, Error, UnsupportedError
from ._library import CURVATURE, HESSIAN, library, null
from ._matrix import Matrix, dense_layout
from ._objects import Object
from ._values import column_names, label, pairs, vector, whole


class _Custom(NamedTuple):
    value: Callable[[np.ndarray], Any]
    gradient: Callable[[np.ndarray], Any] | bool
    hessian: Callable[[np.ndarray, np.ndarray], Any] | None
    curvature: Callable[[np.ndarray], Any] | None


def _is_complex(values: Any) -> bool:
    if isinstance(values, Matrix):
        return False
    dtype = getattr(values, "dtype", None)
    return np.iscomplexobj(values) if dtype is None else getattr(dtype, "kind", "") == "c"


class Problem(Object):
    """f(x) = loss(Ax; b).

    Parameters
    ----------
    A : array_like, sparse matrix, LinearOperator or Matrix
        What is not a :class:`Matrix` becomes one, as ``Matrix(A)``: a float64 array that is stored by columns and has
        two megabytes or more is used in place, others are copied.
    b : array_like
        Observations, labels or counts, one per row. A complex array as A or b makes a problem of complex least
        squares, as :meth:`complex_least_squares` does.
    loss : str
        "least_squares", "logistic", "logsumexp", "huber", "quartic" or "poisson".
    weights : array_like, optional
        Nonnegative weights of the observations.
    **options
        The problem's options, such as ``ridge``, ``intercept`` and ``standardize``; ``sparsebregman.keys("problem")``
        lists them.

    Examples
    --------
    >>> import sparsebregman
    >>> f = sparsebregman.Problem([[1.0, 0.0], [0.0, 2.0]], [1.0, 1.0])
    >>> f.value([1.0, 0.0])
    0.5
    """

    __slots__ = ("_complex", "_n", "_names")
    kind = "problem"
    _complex: bool
    _names: list[str] | None  # of the columns of a data frame
    _n: int

    def __init__(
        self,
        A: Any,
        b: ArrayLike,
        loss: str = "least_squares",
        *,
        weights: ArrayLike | None = None,
        **options: int | float | str,
    ) -> None:
        self._names = column_names(A)
        if _is_complex(A) or _is_complex(b):
            if loss != "least_squares" or weights is not None:
                raise UnsupportedError("complex numbers are for the loss least_squares without weights")
            self._create_complex(A, b)
        else:
            matrix = A if isinstance(A, Matrix) else Matrix(A)
            m, self._n = matrix._shape
            self._complex = False
            b = vector(b, m, "b")
            self._create(matrix._calls_back, library.problem_create_linear, matrix._pointer, label(loss, "loss"), b)
        if weights is not None:
            self.set_weights(weights)
        self.set(**options)

    def _create_complex(self, A: Any, b: ArrayLike) -> None:
        if isinstance(A, Matrix) or hasattr(A, "tocsc") or hasattr(A, "matmat"):
            raise UnsupportedError("complex numbers need A as an array, not as a Matrix, a sparse matrix or an operator")
        array = np.asfortranarray(A, dtype=np.complex128)
        if array.ndim != 2:
            raise DimensionError(f"A has shape {array.shape}, expected two dimensions")
        m, n = array.shape
        self._n, self._complex = 2 * n, True
        real = array.T.reshape(-1).view(np.float64)
        create = library.problem_create_least_squares_complex
        self._create(False, create, m, n, real, max(m, 1), 0, pairs(b, 2 * m, "b"))

    @classmethod
    def quadratic(cls, Q: ArrayLike, q: ArrayLike, **options: int | float | str) -> Problem:
        """f(x) = x'Qx / 2 - q'x with a symmetric Q, of which the lower triangle is read."""
        array, ld, order = dense_layout(Q, "Q")
        n = array.shape[0]
        if array.shape != (n, n):
            raise DimensionError(f"Q has shape {array.shape}, expected a square")
        if order == 1:  # by rows: its lower triangle is the upper one by columns
            array, ld = np.asfortranarray(array), max(n, 1)
        q = vector(q, n, "q")
        self = cls.__new__(cls)
        self._n, self._complex, self._names = n, False, None
        self._create(False, library.problem_create_quadratic, n, array, ld, q)
        return self.set(**options)

    @classmethod
    def custom(
        cls,
        n: int,
        value: Callable[[np.ndarray], Any],
        gradient: Callable[[np.ndarray], Any] | bool,
        *,
        hessian: Callable[[np.ndarray, np.ndarray], Any] | None = None,
        curvature: Callable[[np.ndarray], Any] | None = None,
        **options: int | float | str,
    ) -> Problem:
        """An objective of your own on n variables.

        Parameters
        ----------
        n : int
            Number of variables.
        value, gradient : callable
            ``value(x)`` and ``gradient(x)``. With ``gradient=True``, ``value(x)`` returns the pair of both.
        hessian : callable, optional
            ``hessian(x, support)`` is the Hessian's block on the indices ``support``, for Newton steps.
        curvature : callable, optional
            ``curvature(X)`` is C X for an (n, k) array, with C a bound on the Hessian everywhere, for scaling matrices.
        **options
            The problem's options.
        """
        for function in (value, *(f for f in (gradient, hessian, curvature) if f is not None and f is not True)):
            if not callable(function):
                raise ArgumentError(f"a custom objective needs functions, not {type(function).__name__}")
        n = whole(n, "n")
        self = cls.__new__(cls)
        self._n, self._complex, self._names = n, False, None
        with hold(_Custom(value, gradient, hessian, curvature)) as user:
            functions = (
                objective,
                hessian_callback if hessian is not None else null(HESSIAN),
                curvature_callback if curvature is not None else null(CURVATURE),
            )
            self._create(True, library.problem_create_custom, n, *functions, user, release)
        return self.set(**options)

    @classmethod
    def complex_least_squares(cls, A: ArrayLike, b: ArrayLike, **options: int | float | str) -> Problem:
        """f(x) = ||Ax - b||^2 / 2 for an array A, b and x of complex numbers; s counts complex nonzeros.

        Points are complex arrays. The gradient pairs the derivatives by real and imaginary parts into one number.
        Groups, bounds, kept variables and scaling matrices have 2n real entries, of real and imaginary parts in turn.
        """
        self = cls.__new__(cls)
        self._names = None
        self._create_complex(A, b)
        return self.set(**options)

    def _point(self, x: ArrayLike, name: str = "x") -> np.ndarray:
        return pairs(x, self._n, name) if self._complex else vector(x, self._n, name)

    def _outside(self, x: np.ndarray) -> np.ndarray:
        return x.view(np.complex128) if self._complex else x

    def _variable(self, i: int) -> int | None:
        """The index of the variable that the library calls i; None where it names none."""
        if i < 0:
            return None
        return i // 2 if self._complex else i

    def set_weights(self, weights: ArrayLike) -> None:
        """Sets nonnegative weights of the observations, before the first use of the problem."""
        array = vector(weights, self.rows, "weights")
        if not array.any():
            raise ArgumentError("weights are all zero, so no observation counts")
        try:
            library.problem_set_weights(self._pointer, array)
        except Error as error:  # in this language's name of the argument
            raise type(error)(error.text.replace("observation_weights", "weights"), error.code) from None

    def value(self, x: ArrayLike) -> float:
        """f(x)."""
        f = ctypes.c_double()
        self._call("value", self._point(x), f)
        return f.value

    def gradient(self, x: ArrayLike) -> np.ndarray:
        """The gradient of f at x."""
        g = np.empty(self._n)
        self._call("gradient", self._point(x), g)
        return self._outside(g)

    def intercept_at(self, x: ArrayLike) -> float:
        """The best intercept of x with the option ``intercept``; zero without it."""
        intercept = ctypes.c_double()
        self._call("intercept", self._point(x), intercept)
        return intercept.value

    def check_gradient(self, x: ArrayLike, step: float = 0.0) -> tuple[float, int]:
        """Compares the gradient at x with central differences of f.

        Parameters
        ----------
        x : array_like
            The point.
        step : float
            Distance of the two points of a difference, relative to max(|x_i|, 1); 0 leaves it to the library.

        Returns
        -------
        discrepancy : float
            The largest difference, relative to the largest entry: about 1e-9 when the gradient is right.
        where : int
            The index of that entry.
        """
        discrepancy, where = ctypes.c_double(), ctypes.c_int64()
        self._call("check_gradient", self._point(x), step, discrepancy, where)
        return discrepancy.value, self._variable(where.value)

    def __repr__(self) -> str:
        return "<closed Problem>" if self.closed else f"<Problem {self.loss} in {self.columns} variables>"
