# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The call in one line, and what it returns."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._dsm import DSM, Kernel
from ._library import library
from ._matrix import Matrix, dense_layout
from ._notices import about, missing_intercept, warn
from ._objects import State, keys
from ._problem import Problem
from ._solver import Solver
from ._values import refuse_unknown, vector, whole


@dataclass(frozen=True)
class Result:
    """What a run found.

    It can be pickled. The solver lives in this process only, so a copy that was pickled has None in its place.
    """

    x: np.ndarray  #: the best point
    objective: float  #: f at x
    support: np.ndarray  #: indices of the nonzeros of x
    state: State  #: why the run ended
    iterations: int
    solver: Solver | None = field(repr=False)  #: for everything else, and to go on
    intercept: float = 0.0  #: with the option ``intercept``
    proved: bool = False  #: whether the search has proved that no point allowed has a lower f

    def __reduce__(self) -> Any:
        values = (getattr(self, entry.name) for entry in fields(self))
        return Result, tuple(None if isinstance(value, Solver) else value for value in values)

    def __copy__(self) -> Result:
        return replace(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Result:
        return replace(self, x=self.x.copy(), support=self.support.copy())


@lru_cache(maxsize=None)
def _problem_options() -> frozenset[str]:
    """Options that `solve` hands to the problem; a name that both have is the solver's."""
    problem, solver = (
        {key.name for key in keys(kind).values() if key.kind == "option"} for kind in ("problem", "solver")
    )
    return frozenset(problem - solver)


def solve(
    A: Any = None,
    b: ArrayLike | None = None,
    s: int | None = None,
    *,
    loss: str | None = None,
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    bounds: tuple[ArrayLike | None, ArrayLike | None] | None = None,
    positive: bool = False,
    kept: ArrayLike | None = None,
    start: ArrayLike | None = None,
    dsm: DSM | Iterable[DSM] | None = (),
    kernel: Kernel | None = None,
    monitor: Callable[[Solver], Any] | None = None,
    progress: bool = False,
    **options: int | float | str,
) -> Result:
    """Minimises loss(Ax; b) over vectors with at most s nonzeros.

    Parameters
    ----------
    A : array_like, sparse matrix, LinearOperator, Matrix or Problem
        The matrix; a complex array asks for a complex x. Or a whole problem: ``solve(problem, s)``.
    b : array_like
        Observations, one per row.
    s : int
        Largest number of nonzeros.
    loss, weights
        As for :class:`Problem`; the loss is "least_squares" where nothing is given.
    groups, bounds, positive, kept, start, dsm, kernel, monitor
        As for :class:`Solver`.
    progress : bool
        Shows a line on standard error during the run.
    **options
        Options of the solver and, where A is no problem already, of the problem.

    Returns
    -------
    Result
        With the attributes x, objective, support, state, iterations, solver, intercept and proved.

    Warns
    -----
    DataWarning
        When the chosen columns separate the classes, or when a constant alone explains more than half of the sum of
        squares of at least ten observations and there is no intercept.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C; its attribute ``solver`` has the best point so far, and ``solver.run()`` goes on.

    Examples
    --------
    >>> import sparsebregman
    >>> sparsebregman.solve([[2.0, 1.0, 0.0], [0.0, 1.0, 3.0]], [4.0, 0.0], s=1).x
    array([2., 0., 0.])
    """
    if options:
        refuse_unknown(options, _known())
    if A is None:
        raise TypeError("A is None; it must be an array, a sparse matrix, a LinearOperator, a Matrix or a Problem")
    of_problem = {name: options.pop(name) for name in _problem_options().intersection(options)} if options else {}
    made = isinstance(A, Problem)
    if made and s is None:  # solve(problem, s)
        b, s = None, b
    if s is None:
        raise TypeError("s, the largest number of nonzeros, is missing")
    if made:
        given = {"b": b, "loss": loss, "weights": weights, **of_problem}
        wrong = [name for name, value in given.items() if value is not None]
        if wrong:
            raise TypeError(f"the problem is made already: give {', '.join(wrong)} to Problem, not to solve")
        problem = A
    else:
        if b is None:
            raise TypeError("b, the observations, is missing")
        problem = Problem(A, b, "least_squares" if loss is None else loss, weights=weights, **of_problem)
    solver = Solver(
        problem,
        s,
        groups=groups,
        bounds=bounds,
        positive=positive,
        kept=kept,
        start=start,
        dsm=dsm,
        kernel=kernel,
        monitor=monitor,
        **options,
    )
    try:
        state = solver._run(progress)
    except KeyboardInterrupt as interrupt:
        interrupt.solver = solver  # type: ignore[attr-defined]
        raise
    x, objective, iterations = solver.solution, solver.best_objective, solver.iterations
    intercept = solver.intercept if made or of_problem else 0.0
    notes = about(solver)
    if not made and "intercept" not in of_problem and problem.loss in ("least_squares", "huber", "quartic"):
        notes += [missing_intercept(A, b, weights)] if not problem._complex and not isinstance(A, Matrix) else []
    for note in notes:
        if note is not None:
            warn(note)
    return Result(x, objective, x.nonzero()[0], state, iterations, solver, intercept, solver.proved == 1)


@lru_cache(maxsize=None)
def _known() -> frozenset[str]:
    """What `solve` takes by name."""
    table = {**keys("solver"), **keys("problem")}
    options = {key.name for key in table.values() if key.kind == "option"}
    return frozenset(options.union(inspect.signature(solve).parameters) - {"options"})


def solve_least_squares(A: ArrayLike, b: ArrayLike, s: int) -> tuple[np.ndarray, float]:
    """The C function of that name: x and ||Ax - b||^2 / 2 by default options, with nothing in between.

    It cannot be interrupted; :func:`solve` can.
    """
    array, ld, order = dense_layout(A)
    m, n = array.shape
    x, objective = np.empty(n), ctypes.c_double()
    library.solve_least_squares(m, n, array, ld, order, vector(b, m, "b"), whole(s, "s"), x, objective)
    return x, objective.value
