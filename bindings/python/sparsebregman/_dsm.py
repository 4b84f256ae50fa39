# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Diagonal scaling matrices and Bregman kernels."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._callbacks import hold, kernel_derivative, kernel_inverse_derivative, kernel_value, release
from ._library import library
from ._objects import Iterative, Object, State
from ._problem import Problem
from ._values import expect, label, vector, whole


class DSM(Iterative):
    """A diagonal matrix D = Diag(w) with D - C positive semidefinite, where C bounds the Hessian of f.

    Parameters
    ----------
    problem : Problem
        Frozen by this use.
    model : str
        "lipschitz", "linear" or "quadratic".
    cost : array_like, optional
        Positive costs of the linear model.
    start : DSM, optional
        An earlier computation with as many columns to start from.
    **options
        Options such as ``gap_tolerance``; ``sparsebregman.keys("dsm")`` lists them.
    """

    __slots__ = ()
    kind = "dsm"

    def __init__(
        self,
        problem: Problem,
        model: str = "linear",
        *,
        cost: ArrayLike | None = None,
        start: DSM | None = None,
        **options: int | float | str,
    ) -> None:
        expect(problem, Problem, "problem")
        self._create(problem._calls_back, library.dsm_create, problem._pointer, label(model, "model"))
        self.set(**options)
        if cost is not None:
            library.dsm_set_cost(self._pointer, vector(cost, self.columns, "cost"))
        if start is not None:
            library.dsm_set_start(self._pointer, start._pointer)

    @classmethod
    def from_weights(cls, w: ArrayLike) -> DSM:
        """Weights of your own; nothing is proved about them."""
        w = vector(w, None, "w")
        self = cls.__new__(cls)
        self._create(False, library.dsm_create_weights, len(w), w)
        return self

    def step(self, count: int = 1) -> State:
        """Does up to `count` iterations."""
        return self._advance(count)

    def run(self) -> State:
        """Iterates until the gap or a limit is reached."""
        return self._advance(None)

    @property
    def weights(self) -> np.ndarray:
        """A copy of w."""
        w = np.empty(self.columns)
        library.dsm_get_weights(self._pointer, w)
        return w

    @property
    def extracted_weights(self) -> np.ndarray:
        """The weights read off the dual solution; they bound C only at convergence."""
        w = np.empty(self.columns)
        library.dsm_get_extracted_weights(self._pointer, w)
        return w

    def margin(self, problem: Problem) -> float:
        """The smallest eigenvalue of D - C, computed independently of how w was found."""
        eigenvalue = ctypes.c_double()
        self._call("margin", problem._pointer, eigenvalue)
        return eigenvalue.value

    def __repr__(self) -> str:
        return "<closed DSM>" if self.closed else f"<DSM {self.model}, {self.columns} weights, {self.state}>"


class _CustomKernel(NamedTuple):
    value: Callable[[int, float], float]
    derivative: Callable[[int, float], float]
    inverse_derivative: Callable[[int, float], float]


class Kernel(Object):
    """A separable Bregman kernel h(x) = sum of h_i(x_i) for the method "bpg".

    Parameters
    ----------
    n : int
        Number of variables.
    name : str
        Its name, such as "quadratic" or "quartic".
    weights : array_like, optional
        Positive weights of the coordinates.
    **options
        Its parameters; ``sparsebregman.keys("kernel")`` lists them.
    """

    __slots__ = ()
    kind = "kernel"

    def __init__(
        self, n: int, name: str, *, weights: ArrayLike | None = None, **options: int | float | str
    ) -> None:
        self._create(False, library.kernel_create, whole(n, "n"), label(name, "name"))
        self.set(**options)
        if weights is not None:
            library.kernel_set_weights(self._pointer, vector(weights, n, "weights"))

    @classmethod
    def custom(
        cls,
        n: int,
        value: Callable[[int, float], float],
        derivative: Callable[[int, float], float],
        inverse_derivative: Callable[[int, float], float],
        **options: int | float | str,
    ) -> Kernel:
        """A kernel of your own: h_i(t), its derivative and the inverse of the derivative, each called with (i, t)."""
        for function in (value, derivative, inverse_derivative):
            if not callable(function):
                raise TypeError(f"a kernel needs functions, not {type(function).__name__}")
        self = cls.__new__(cls)
        with hold(_CustomKernel(value, derivative, inverse_derivative)) as user:
            functions = (kernel_value, kernel_derivative, kernel_inverse_derivative)
            self._create(True, library.kernel_create_custom, whole(n, "n"), *functions, user, release)
        return self.set(**options)

    def __repr__(self) -> str:
        return "<closed Kernel>" if self.closed else f"<Kernel in {self.columns} variables>"
