# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Fits for a range of sparsities, and the choice among them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ._library import library
from ._notices import about_path, warn
from ._objects import Iterative, State, keys
from ._problem import Problem
from ._solver import Solver
from ._values import expect, label, refuse_unknown, whole

# What a path of a problem hands to the solver that makes its fits.
_SOLVER = {key.name for key in keys("solver").values() if key.kind == "option"}.difference(keys("path"))
_SOLVER.update(("groups", "bounds", "positive", "kept", "dsm", "kernel"))


class Path(Iterative):
    """Fits for a range of sparsities, chosen among by cross-validation or an information criterion.

    Parameters
    ----------
    pattern : Solver or Problem
        Every fit is made as this solver would make it, at another sparsity: with its problem, options, dictionary,
        kernel, groups, bounds and kept variables. Later changes to it do not matter. A problem stands for a solver of
        it with the arguments and options of :class:`Solver` that are given here.
    monitor : callable, optional
        Called with the path after every fit and from time to time during one; a true result stops the run.
    **options
        Options such as ``last``, the largest sparsity, ``folds`` and ``criterion``; ``sparsebregman.keys("path")``
        lists them. With a problem also ``groups``, ``bounds``, ``positive``, ``kept``, ``dsm``, ``kernel`` and the
        options of the solver, such as ``method``; a name that both have, such as ``seed``, is the path's.

    Examples
    --------
    >>> import numpy as np, sparsebregman
    >>> A = np.random.default_rng(1).standard_normal((60, 30))
    >>> b = A[:, [4, 9]] @ [2.0, -1.0] + 0.1 * np.sin(np.arange(60.0))
    >>> path = sparsebregman.Path(sparsebregman.Problem(A, b), last=6, folds=5)
    >>> print(path.run(), "with", path.chosen)
    target reached with 2
    >>> np.flatnonzero(path.coefficients())
    array([4, 9])
    """

    __slots__ = ("_n", "_problem")
    kind = "path"
    _n: int
    _problem: Problem

    def __init__(
        self,
        pattern: Solver | Problem,
        *,
        monitor: Callable[[Path], Any] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(pattern, Problem):
            of_solver = {name: options.pop(name) for name in _SOLVER.intersection(options)}
            solver = Solver(pattern, 1, **of_solver)
        else:
            expect(pattern, Solver, "pattern")
            solver = pattern
        self._create(solver._calls_back, library.path_create, solver._pointer)
        self._n, self._problem = solver._n, solver._problem
        if isinstance(pattern, Problem):  # what the path does not know may be meant for the solver
            own = {name for name, key in keys("path").items() if key.kind == "option"}
            refuse_unknown(options, own | self._arguments() | _SOLVER)
        self.set(**options)
        if monitor is not None:
            self.monitor = monitor

    def run(self, *, progress: bool = False) -> State:
        """Makes all fits, or goes on after a stop; ``progress`` shows a line on standard error.

        Ctrl-C raises ``KeyboardInterrupt``; the fits that were made stay, and the next ``run`` makes the others. A
        :class:`DataWarning` says which fits separate the classes, or those of which folds.
        """
        state = self._run_with_progress() if progress else self._advance(None)
        for sentence in about_path(self) if not self.closed else ():
            warn(sentence)
        return state

    def _progress(self) -> str:
        return f"fit {self.fits:7d} of {self.fits_total:7d}"

    def coefficients(self, s: int | None = None) -> np.ndarray:
        """The fit to all observations with at most s nonzeros; by default with the ``chosen`` number of them."""
        x = np.empty(self._n)
        library.path_get_coefficients(self._pointer, self.chosen if s is None else whole(s, "s"), x)
        return self._problem._outside(x)

    def intercept(self, s: int | None = None) -> float:
        """The intercept that belongs to ``coefficients(s)``; 0 where the problem has none."""
        wanted = self.chosen if s is None else whole(s, "s")
        found = self.series("intercept")[self.series("sparsity") == wanted]
        if len(found) == 0:
            self.coefficients(wanted)  # raises, with the range
        return float(found[0])

    def series(self, name: str = "objective") -> np.ndarray:
        """One number for each sparsity that has been fitted, ascending; NaN where it is not known.

        Parameters
        ----------
        name : str
            "sparsity", "objective", "support_size", "intercept", "state", "iterations", "proved" (1 where it is proved
            that no fit is better), "separated" (1 where the classes are separated, so that f has no minimiser), "aic",
            "bic", "ebic", "gic", "cv_mean", "cv_error" or "cv_separated" (the number of folds whose fit is separated).
        """
        pointer, count = self._pointer, ctypes.c_int64()
        key = label(name, "name")
        library.path_get_series(pointer, key, None, 0, count)
        values = np.empty(count.value)
        if count.value > 0:
            library.path_get_series(pointer, key, values, len(values), count)
        return values

    def __repr__(self) -> str:
        if self.closed:
            return "<closed Path>"
        chosen = f"chosen {self.chosen}" if self.chosen >= self.first else "nothing chosen"
        return f"<Path, {self.fits} of {self.fits_total} fits, {self.state}, {chosen}>"
