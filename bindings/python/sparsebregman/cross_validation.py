# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Estimators for scikit-learn that choose the number of nonzero coefficients by cross-validation."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike
from sklearn.utils import check_random_state

from ._path import Path
from ._solver import Solver
from .estimators import SparseClassifier, SparseRegressor, _SparseLinear


class _CrossValidated(_SparseLinear):
    """Chooses the number of nonzeros of each target on a path."""

    _bound = "max_nonzero"
    _least = 1

    def __init__(
        self,
        max_nonzero: int | None = None,
        *,
        cv: int = 5,
        rule: str = "one-standard-error",
        ridge: float = 0.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        positive: bool = False,
        groups: ArrayLike | None = None,
        method: str = "auto",
        random_state: Any = None,
        n_jobs: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.max_nonzero = max_nonzero
        self.cv = cv
        self.rule = rule
        self.ridge = ridge
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.positive = positive
        self.groups = groups
        self.method = method
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.options = options

    def _choosing(self, fit: Any, *data: Any) -> Any:
        """Calls `fit`, which fits one target after the other, and keeps what was chosen for each."""
        if not isinstance(self.cv, Integral) or self.cv < 2:
            raise ValueError(f"cv is {self.cv!r}; it must be a whole number of folds, at least 2")
        fixed = isinstance(self.random_state, Integral)
        self._seed = self.random_state if fixed else check_random_state(self.random_state).randint(2**31 - 1)
        self._choices: list[tuple[int, np.ndarray, np.ndarray]] = []
        try:
            fit(self, *data)
            self.s_, self.cv_mean_, self.cv_error_ = (np.array(values) for values in zip(*self._choices))
        finally:
            del self._seed, self._choices
        self.sparsities_ = np.arange(self.cv_mean_.shape[1])
        return self

    def _sparsity(self, X: Any, b: np.ndarray, weights: np.ndarray | None) -> int:
        m, n = X.shape
        if m < self.cv:
            raise ValueError(f"cv={self.cv} folds need as many samples, but n_samples = {m}")
        # Folds are drawn from the samples in an order of their values, so that the given order does not matter.
        order = np.lexsort((X @ np.sin(np.arange(1.0, n + 1)), b))
        weights = weights[order] if weights is not None else None
        path = Path(
            Solver(self._problem(X[order], b[order], weights), 1, **self._solver_options()),
            first=0,
            last=self.max_nonzero if self.max_nonzero is not None else 0,
            folds=self.cv,
            seed=self._seed,
            rule=self.rule,
            threads=effective_n_jobs(self.n_jobs),
        )
        path.run()
        self._choices.append((path.chosen, path.series("cv_mean"), path.series("cv_error")))
        return path.chosen


class SparseRegressorCV(_CrossValidated, SparseRegressor):
    """Least squares with a number of nonzero coefficients that cross-validation chooses.

    Parameters
    ----------
    max_nonzero : int, optional
        Largest number of nonzero coefficients to try, the intercept not counted; by default what leaves two
        samples per coefficient, at most 100. Every number from 0 on is tried.
    cv : int
        Number of folds. They do not depend on the order of the samples, and each has its own intercept and scales.
    rule : str
        "one-standard-error" takes the smallest number whose mean error is within one standard error of the best,
        "best" the best.
    ridge : float
        Adds ridge/2 ||coef||^2 to the sum of squares / 2.
    fit_intercept : bool
        Whether there is an intercept.
    standardize : bool
        Whether the ridge and the method see columns of standard deviation 1; `coef_` is on the scale of the data.
    positive : bool
        Whether coefficients must not be negative.
    groups : array_like of int, optional
        One number per feature; `max_nonzero` and `s_` then count groups of features with equal numbers.
    method : str
        The library's method.
    random_state : int, RandomState instance or None
        Seed of the folds; an int makes the choice reproducible.
    n_jobs : int, optional
        Folds that are fitted at the same time; the result does not depend on it.
    options : dict, optional
        More options of the solver; ``sparsebregman.keys("solver")`` lists them.

    Attributes
    ----------
    s_ : int
        The number that was chosen.
    sparsities_ : ndarray of shape (n_sparsities,)
        The numbers that were tried.
    cv_mean_, cv_error_ : ndarray of shape (n_sparsities,)
        Mean over the folds of the mean squared error on the held-out samples, and its standard error.
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    state_ : State
        Why the run of the chosen number ended.
    proved_ : bool
        Whether the search has proved that no other `s_` coefficients allowed fit better.
    gap_ : float
        How far the objective can be above the lowest one of any `s_` coefficients allowed, relative to itself.
    n_iter_ : int
    n_features_in_ : int

    Examples
    --------
    >>> import numpy as np
    >>> from sparsebregman import SparseRegressorCV
    >>> X = np.random.default_rng(1).standard_normal((60, 20))
    >>> y = X[:, [4, 9]] @ [2.0, -1.0] + 5 + 0.1 * np.sin(np.arange(60.0))
    >>> model = SparseRegressorCV(6, random_state=0).fit(X, y)
    >>> model.s_, np.flatnonzero(model.coef_)
    (2, array([4, 9]))
    """

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> SparseRegressorCV:
        """Chooses the number of coefficients and fits them to the data."""
        self._choosing(SparseRegressor.fit, X, y, sample_weight)
        self.s_, self.cv_mean_, self.cv_error_ = int(self.s_[0]), self.cv_mean_[0], self.cv_error_[0]
        return self


class SparseClassifierCV(_CrossValidated, SparseClassifier):
    """Logistic regression with numbers of nonzero coefficients that cross-validation chooses, one for each class.

    Parameters
    ----------
    max_nonzero : int, optional
        Largest number of nonzero coefficients of a class to try, the intercept not counted; by default what
        leaves two samples per coefficient, at most 100. Every number from 0 on is tried.
    cv : int
        Number of folds. They do not depend on the order of the samples, and each has its own intercept and scales.
    rule : str
        "one-standard-error" takes the smallest number whose mean score is within one standard error of the best,
        "best" the best.
    ridge : float
        Adds ridge/2 ||coef||^2 to the logistic loss; without it separable data have no minimiser.
    fit_intercept : bool
        Whether there is an intercept.
    standardize : bool
        Whether the ridge and the method see columns of standard deviation 1; `coef_` is on the scale of the data.
    positive : bool
        Whether coefficients must not be negative.
    groups : array_like of int, optional
        One number per feature; `max_nonzero` and `s_` then count groups of features with equal numbers.
    method : str
        The library's method.
    random_state : int, RandomState instance or None
        Seed of the folds; an int makes the choice reproducible.
    n_jobs : int, optional
        Folds that are fitted at the same time; the result does not depend on it.
    options : dict, optional
        More options of the solver.

    Attributes
    ----------
    s_ : ndarray of shape (1,) for two classes, (n_classes,) for more
        The numbers that were chosen.
    sparsities_ : ndarray of shape (n_sparsities,)
        The numbers that were tried.
    cv_mean_, cv_error_ : ndarray of shape (len(s_), n_sparsities)
        Mean over the folds of twice the mean logistic loss on the held-out samples, and its standard error.
    classes_ : ndarray
    coef_ : ndarray of shape (1, n_features) for two classes, (n_classes, n_features) for more
    intercept_ : ndarray
    state_ : list of State
        Why the runs of the chosen numbers ended, one for each row of `coef_`.
    proved_ : ndarray of bool
        Whether the search has proved that no other coefficients allowed fit better, for each row of `coef_`.
    gap_ : ndarray of float
        How far each objective can be above the lowest one, relative to itself; infinite where nothing is known.
    n_iter_ : int
    n_features_in_ : int
    """

    def __init__(
        self,
        max_nonzero: int | None = None,
        *,
        cv: int = 5,
        rule: str = "one-standard-error",
        ridge: float = 1.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        positive: bool = False,
        groups: ArrayLike | None = None,
        method: str = "auto",
        random_state: Any = None,
        n_jobs: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(
            max_nonzero,
            cv=cv,
            rule=rule,
            ridge=ridge,
            fit_intercept=fit_intercept,
            standardize=standardize,
            positive=positive,
            groups=groups,
            method=method,
            random_state=random_state,
            n_jobs=n_jobs,
            options=options,
        )

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> SparseClassifierCV:
        """Chooses the numbers of coefficients and fits them to the data."""
        return self._choosing(SparseClassifier.fit, X, y, sample_weight)
