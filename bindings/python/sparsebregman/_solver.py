# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Runs: the solver object, and the checks of a point."""

from __future__ import annotations

import ctypes
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ._callbacks import calling
from ._dsm import DSM, Kernel
from ._errors import DimensionError, Error
from ._library import library
from ._notices import about, warn
from ._objects import Iterative, State
from ._problem import Problem
from ._values import by_name, expect, indices, label, vector, whole


_SIDES = (("lower", "upper"), (-np.inf, np.inf))  # of bounds, and what does not bound
_LARGE = 1000  # variables; the scaling matrices of fewer take no time worth an interruption
_LATE = ("ciwht-lsr", "newton", "mfista")  # methods that compute theirs in the middle of a run


class Solver(Iterative):
    """One run of minimising f over vectors with at most s nonzeros.

    Iterating over a solver does one iteration at a time and ends with the run.

    Parameters
    ----------
    problem : Problem
        Frozen by this use.
    s : int
        Largest number of nonzeros; of groups that have one, with ``groups``.
    groups : array_like of int, optional
        One number or label per variable: those with equal ones form a group, which is zero as a whole or counts as
        one.
    bounds : pair, optional
        Lower and upper bounds, each a number, an array or None; lower <= 0 <= upper. Where A was a data frame, a
        Series or a dict bounds the columns that it names; `groups`, `kept` and `start` take them, too.
    positive : bool
        The same as ``bounds=(0, None)``.
    kept : array_like, optional
        Variables that may always be nonzero and are not counted in s: an index, indices, a mask, or the names of
        columns where A was a data frame.
    start : array_like, optional
        A point with at most s nonzeros; zero otherwise.
    dsm : DSM or iterable of DSM, optional
        The dictionary of scaling matrices, in the order of their use.
    kernel : Kernel, optional
        The Bregman kernel of the method "bpg".
    monitor : callable, optional
        Called with the solver after every iteration; a true result stops the run.
    **options
        Options such as ``method``; ``sparsebregman.keys("solver")`` lists them.

    Examples
    --------
    >>> import sparsebregman
    >>> f = sparsebregman.Problem([[1.0, 0.0], [0.0, 2.0]], [1.0, 2.0])
    >>> solver = sparsebregman.Solver(f, 1)
    >>> state = solver.run()
    >>> solver.solution
    array([0., 1.])
    """

    __slots__ = ("_free", "_n", "_problem")
    kind = "solver"
    _methods = ("history",)
    _free: bool  # of groups, bounds and kept variables
    _n: int
    _problem: Problem

    def __init__(
        self,
        problem: Problem,
        s: int,
        *,
        groups: ArrayLike | None = None,
        bounds: tuple[ArrayLike | None, ArrayLike | None] | None = None,
        positive: bool = False,
        kept: ArrayLike | None = None,
        start: ArrayLike | None = None,
        dsm: DSM | Iterable[DSM] | None = (),
        kernel: Kernel | None = None,
        monitor: Callable[[Solver], Any] | None = None,
        **options: int | float | str,
    ) -> None:
        expect(problem, Problem, "problem")
        matrices = () if dsm is None else (dsm,) if isinstance(dsm, (DSM, str)) else tuple(dsm)
        for matrix in matrices:
            expect(matrix, DSM, "dsm")
        if kernel is not None:
            expect(kernel, Kernel, "kernel")
        calls_back = problem._calls_back or (kernel is not None and kernel._calls_back)
        self._create(calls_back, library.solver_create, problem._pointer, whole(s, "s"))
        self._n, self._problem = problem._n, problem
        self.set(**options)
        self._set_structure(groups, bounds, positive, kept)
        for matrix in matrices:
            library.solver_add_dsm(self._pointer, matrix._pointer)
        if kernel is not None:
            library.solver_set_kernel(self._pointer, kernel._pointer)
        if start is not None:
            try:
                start = by_name(start, "start", problem._names, 0.0)
                library.solver_set_start(self._pointer, problem._point(start, "start"))
            except Error as error:  # in this language's name of the argument
                raise type(error)(re.sub(r"\bx0\b", "start", error.text), error.code) from None
        if monitor is not None:
            self.monitor = monitor

    def _set_structure(self, groups: Any, bounds: Any, positive: bool, kept: Any) -> None:
        names = self._problem._names
        self._free = groups is None and bounds is None and kept is None and not positive
        if groups is not None:
            groups = np.asarray(by_name(groups, "groups", names))
            if groups.dtype.kind in "UO":  # labels of any kind
                groups = np.unique(groups.astype(str), return_inverse=True)[1]
            groups = indices(groups, "groups", self._n)
            if len(groups) != self._n:
                raise DimensionError(f"groups has length {len(groups)}, expected {self._n}")
            library.solver_set_groups(self._pointer, groups)
        if positive:
            if bounds is not None:
                raise TypeError("positive=True is bounds=(0, None): give one of the two")
            bounds = (0.0, None)
        if bounds is not None:
            if isinstance(bounds, dict) or np.isscalar(bounds) or len(bounds) != 2:
                raise TypeError(f"bounds must be a pair, lower and upper, got {bounds!r:.100}")
            bounds = (by_name(side, name, names, none) for side, name, none in zip(bounds, *_SIDES))
            lower, upper = (
                None if side is None else vector(np.full(self._n, side) if np.ndim(side) == 0 else side, self._n, name)
                for side, name in zip(bounds, _SIDES[0])
            )
            library.solver_set_bounds(self._pointer, lower, upper)
        if kept is not None:
            if getattr(kept, "dtype", None) == bool or isinstance(kept, dict):
                kept = np.asarray(by_name(kept, "kept", names, False), dtype=bool)
            kept = indices(kept, "kept", self._n, names)
            library.solver_set_kept(self._pointer, kept, len(kept))

    def step(self, count: int = 1) -> State:
        """Does up to `count` iterations, none when the run has ended; a limit that is raised resumes it."""
        return self._advance(count)

    def run(self, *, progress: bool = False) -> State:
        """Iterates to the end; ``progress`` shows a line on standard error. Ctrl-C leaves the best point.

        A :class:`DataWarning` says when the chosen columns depend on each other, or separate the classes.
        """
        state = self._run(progress)
        for sentence in about(self) if not self.closed else ():
            warn(sentence)
        return state

    def _run(self, progress: bool = False) -> State:
        """A run without a word about what it found."""
        if progress:
            return self._run_with_progress()
        if self._monitor is not None or self._calls_back:
            return self._advance(None)
        return self._run_unwatched()

    def _run_unwatched(self) -> State:
        """A run without a call per iteration, in pieces between which Python looks for Ctrl-C.

        Of a large problem the first iteration is watched: it may have to compute a dictionary of scaling matrices. So
        is the rest, where that may come later.
        """
        if self._n >= _LARGE:
            state = self._advance(1)
            if state != State.RUNNING:
                return state
            if self.dictionary_size == 1 and self.dictionary == "auto" and self.method in _LATE:
                return self._advance(None)
        self._unwatch()
        pointer, count = self._pointer, 64
        library.solver_retain(pointer)
        try:
            while True:
                start = time.monotonic()
                library.solver_step(pointer, count)
                state = self.state
                if state != State.RUNNING:
                    return state
                count = count * 2 if time.monotonic() - start < 0.01 else max(1, count // 2)
        finally:
            library.solver_destroy(pointer)

    def _progress(self) -> str:
        return f"iteration {self.iterations:7d}   objective {self.best_objective:13.6e}"

    def __iter__(self) -> Iterator[Solver]:
        while self.state in (State.RUNNING, State.STOPPED):
            before = self.iterations
            state = self.step()
            if self.iterations > before:
                yield self
            if state != State.RUNNING:
                return

    def _copy_point(self, name: str) -> np.ndarray:
        x = np.empty(self._n)
        getattr(library, f"solver_get_{name}")(self._pointer, x)
        return self._problem._outside(x)

    @property
    def solution(self) -> np.ndarray:
        """The best point so far."""
        return self._copy_point("solution")

    @property
    def iterate(self) -> np.ndarray:
        """The current point."""
        return self._copy_point("iterate")

    @property
    def support(self) -> np.ndarray:
        """The indices of the nonzeros of the solution, ascending."""
        count = ctypes.c_int64()
        library.solver_get_support(self._pointer, None, 0, count)
        index = np.empty(count.value, dtype=np.int64)
        if count.value > 0:
            library.solver_get_support(self._pointer, index, len(index), count)
        return np.unique(index // 2) if self._problem._complex else index

    def check_stationarity(self, dsm: DSM, x: ArrayLike | None = None) -> float:
        """As :func:`check_stationarity` of x (the solution), under the groups, bounds and kept variables of this run."""
        violation = ctypes.c_double()
        with calling():
            point = self._problem._point(self.solution if x is None else x)
            library.solver_check_stationarity(self._pointer, dsm._pointer, point, violation)
        return violation.value

    def check_bregman(self, kernel: Kernel, L: float, x: ArrayLike | None = None) -> float:
        """As :func:`check_bregman`, likewise."""
        violation = ctypes.c_double()
        with calling():
            point = self._problem._point(self.solution if x is None else x)
            library.solver_check_bregman(self._pointer, kernel._pointer, L, point, violation)
        return violation.value

    def check_coordinatewise(self, x: ArrayLike | None = None) -> Swap:
        """As :func:`check_coordinatewise`, likewise; a group is named by its lowest variable that is not kept."""
        decrease, leaves, enters = ctypes.c_double(), ctypes.c_int64(), ctypes.c_int64()
        with calling():
            point = self._problem._point(self.solution if x is None else x)
            library.solver_check_coordinatewise(self._pointer, point, decrease, leaves, enters)
        return Swap(decrease.value, self._problem._variable(leaves.value), self._problem._variable(enters.value))

    def witness_stationarity(self, dsm: DSM, x: ArrayLike | None = None) -> Witness:
        """As :func:`witness_stationarity` of x (the solution); y too keeps the groups, bounds and kept variables."""
        given = self.solution if x is None else x
        return _witness(self._problem, given, library.solver_witness_stationarity, self._pointer, dsm._pointer)

    def witness_bregman(self, kernel: Kernel, L: float, x: ArrayLike | None = None) -> Witness:
        """As :func:`witness_bregman`, likewise."""
        given = self.solution if x is None else x
        return _witness(self._problem, given, library.solver_witness_bregman, self._pointer, kernel._pointer, L)

    def history(self, name: str = "objective") -> np.ndarray:
        """A series recorded with the option ``history=1``, one number per iteration and the start first.

        Parameters
        ----------
        name : str
            "objective", "best_objective", "support_changed", "restarted" or "active_dsm".
        """
        pointer, count = self._pointer, ctypes.c_int64()
        key = label(name, "name")
        library.solver_get_history(pointer, key, None, 0, count)
        values = np.empty(count.value)
        if count.value > 0:
            library.solver_get_history(pointer, key, values, len(values), count)
        return values

    def series(self, name: str = "objective") -> np.ndarray:
        """The same as :meth:`history`."""
        return self.history(name)

    def __repr__(self) -> str:
        if self.closed:
            return "<closed Solver>"
        return f"<Solver {self.method}, {self.sparsity} of {self.columns}, {self.state}, {self.iterations} iterations>"


def check_stationarity(problem: Problem, dsm: DSM, s: int, x: ArrayLike) -> float:
    """The decrease that the model with the matrix D promises from x: zero exactly at D-stationary points."""
    violation = ctypes.c_double()
    with calling():
        x = problem._point(x)
        library.check_stationarity(problem._pointer, dsm._pointer, whole(s, "s"), x, violation)
    return violation.value


def check_bregman(problem: Problem, kernel: Kernel, L: float, s: int, x: ArrayLike) -> float:
    """The same with the Bregman distance L D_h of a kernel."""
    violation = ctypes.c_double()
    with calling():
        x = problem._point(x)
        library.check_bregman(problem._pointer, kernel._pointer, L, whole(s, "s"), x, violation)
    return violation.value


class Witness(NamedTuple):
    """How much a step promises to lower f, and where it leads."""

    violation: float  #: the promised decrease, as the check of the same name returns it
    y: np.ndarray  #: the point where it is promised; x itself when the violation is 0


def _witness(problem: Problem, x: ArrayLike, function: Callable[..., Any], *arguments: Any) -> Witness:
    violation = ctypes.c_double()
    with calling():
        point = problem._point(x)
        y = np.empty(problem._n)
        function(*arguments, point, violation, y)
    return Witness(violation.value, problem._outside(y))


def witness_stationarity(problem: Problem, dsm: DSM, s: int, x: ArrayLike) -> Witness:
    """What :func:`check_stationarity` measures, and the point y that the model says is better.

    Where y differs from x is where x can be improved. If the matrix lies above the curvature of f, as one computed for
    the problem does, ``problem.value(y) <= problem.value(x) - violation``.
    """
    return _witness(problem, x, library.witness_stationarity, problem._pointer, dsm._pointer, whole(s, "s"))


def witness_bregman(problem: Problem, kernel: Kernel, L: float, s: int, x: ArrayLike) -> Witness:
    """The same with the Bregman distance L D_h of a kernel."""
    return _witness(problem, x, library.witness_bregman, problem._pointer, kernel._pointer, L, whole(s, "s"))


class Swap(NamedTuple):
    """The best exchange of one nonzero."""

    decrease: float
    leaves: int | None  #: index that becomes zero
    enters: int | None  #: index that becomes nonzero


def check_coordinatewise(problem: Problem, s: int, x: ArrayLike) -> Swap:
    """The best decrease by changing one coordinate or exchanging one; none at a coordinatewise minimum."""
    decrease, leaves, enters = ctypes.c_double(), ctypes.c_int64(), ctypes.c_int64()
    with calling():
        x = problem._point(x)
        library.check_coordinatewise(problem._pointer, whole(s, "s"), x, decrease, leaves, enters)
    return Swap(decrease.value, problem._variable(leaves.value), problem._variable(enters.value))
