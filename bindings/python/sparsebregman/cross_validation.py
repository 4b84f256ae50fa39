# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Estimators for scikit-learn that choose the number of nonzero coefficients by cross-validation."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.utils import check_random_state

from ._matrix import Matrix
from ._path import Path
from ._problem import Problem
from ._solver import Solver
from .estimators import SparseClassifier, SparseRegressor, _SparseLinear


def _with_ones(X: Any) -> Any:
    ones = np.ones((X.shape[0], 1))
    return sparse.hstack([X, ones], format="csc") if sparse.issparse(X) else np.hstack([X, ones])


class _CrossValidated(_SparseLinear):
    """Chooses the number of nonzeros of each target on a path."""

    _bound = "max_nonzero"

    def __init__(
        self,
        max_nonzero: int | None = None,
        *,
        cv: int = 5,
        rule: str = "one-standard-error",
        ridge: float = 0.0,
        fit_intercept: bool = True,
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
        self.sparsities_ = np.arange(1, self.cv_mean_.shape[1] + 1)
        return self

    def _sparsity(self, X: Any, b: np.ndarray, weights: np.ndarray | None) -> int:
        m, n = X.shape
        if m < self.cv:
            raise ValueError(f"cv={self.cv} folds need as many samples, but n_samples = {m}")
        last = self.max_nonzero if self.max_nonzero is not None else max(1, min(n, m // 2, 100))
        ones = 0  # how many of the nonzeros are the intercept
        if self.fit_intercept and self._loss == "least_squares" and not sparse.issparse(X):
            X, b = X - np.average(X, axis=0, weights=weights), b - np.average(b, weights=weights)
        elif self.fit_intercept:
            X, ones = _with_ones(X), 1
        # Folds are drawn from the samples in an order of their values, so that the given order does not matter.
        order = np.lexsort((X @ np.sin(np.arange(1.0, X.shape[1] + 1)), b))
        weights = weights[order] if weights is not None else None
        problem = Problem(Matrix(X[order]), b[order], self._loss, weights=weights, ridge=self.ridge)
        solver = Solver(problem, 1, method=self.method, **(self.options or {}))
        path = Path(
            solver,
            first=1 + ones,
            last=last + ones,
            folds=self.cv,
            seed=self._seed,
            rule=self.rule,
            threads=effective_n_jobs(self.n_jobs),
        )
        path.run()
        s = path.chosen - ones
        self._choices.append((s, path.series("cv_mean"), path.series("cv_error")))
        return s


class SparseRegressorCV(_CrossValidated, SparseRegressor):
    """Least squares with a number of nonzero coefficients that cross-validation chooses.

    Parameters
    ----------
    max_nonzero : int, optional
        Largest number of nonzero coefficients to try, the intercept not counted; by default the smallest of n_features,
        half of n_samples and 100. Every number from 1 on is tried.
    cv : int
        Number of folds. They do not depend on the order of the samples. For the choice, dense data are centred once.
    rule : str
        "one-standard-error" takes the smallest number whose mean error is within one standard error of the best,
        "best" the best.
    ridge : float
        Adds ridge/2 ||coef||^2 to the sum of squares / 2.
    fit_intercept : bool
        Whether there is an intercept.
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
        Largest number of nonzero coefficients of a class to try, the intercept not counted; by default the smallest of
        n_features, half of n_samples and 100. Every number from 1 on is tried.
    cv : int
        Number of folds. They do not depend on the order of the samples.
    rule : str
        "one-standard-error" takes the smallest number whose mean score is within one standard error of the best,
        "best" the best.
    ridge : float
        Adds ridge/2 ||coef||^2 to the logistic loss; without it separable data have no minimiser.
    fit_intercept : bool
        Whether there is an intercept.
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
            method=method,
            random_state=random_state,
            n_jobs=n_jobs,
            options=options,
        )

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> SparseClassifierCV:
        """Chooses the numbers of coefficients and fits them to the data."""
        return self._choosing(SparseClassifier.fit, X, y, sample_weight)
