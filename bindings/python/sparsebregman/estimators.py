# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Estimators for scikit-learn: regression and classification with at most a given number of nonzero coefficients."""

from __future__ import annotations

from inspect import signature
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils import validation
from sklearn.utils.validation import check_is_fitted

from ._matrix import Matrix
from ._notices import about, warn
from ._objects import State, keys
from ._problem import Problem
from ._solver import Solver
from ._spelling import hint, translated
from ._values import by_name, numbers


def _validated(estimator: BaseEstimator, *data: Any, **checks: Any) -> Any:
    """Arrays that the estimator may work with; scikit-learn 1.6 made a function of the method, and 1.7 removed that."""
    if hasattr(validation, "validate_data"):
        return validation.validate_data(estimator, *data, **checks)
    return estimator._validate_data(*data, **checks)


def _checked_weights(sample_weight: Any, m: int) -> np.ndarray:
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.ndim == 0:
        weights = np.full(m, weights)
    if weights.shape != (m,):
        raise ValueError(f"sample_weight has shape {weights.shape}, expected ({m},)")
    bad = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(bad) > 0:
        raise ValueError(f"sample_weight[{bad[0]}] is {weights[bad[0]]}; weights must be finite and not negative")
    return weights


class _Fit(NamedTuple):
    """What was fitted to one target."""

    coefficients: np.ndarray
    intercept: float
    iterations: int
    state: State
    proved: bool
    gap: float


class _SparseLinear(SelectorMixin, BaseEstimator):
    """What all estimators share: parameters, validation, a fit with an intercept, and the selection of features."""

    # SelectFromModel asks for this: coefficients are zero except where a feature was chosen, so its threshold is next to 0.
    penalty = "l1"

    def __new__(cls, *_: Any, **parameters: Any) -> Any:
        """Refuses parameters that are called otherwise here, or that are options of the solver."""
        known = signature(cls.__init__).parameters
        for name in parameters:
            if name not in known:
                options = [key.name for key in keys("solver").values() if key.kind == "option"]
                option = name if name in options else translated(name, options)
                meant = hint(name, known) or (f'; the solver has options={{"{option}": ...}}' if option else "")
                other = None if meant else translated(name, signature(Solver).parameters)
                meant = f"; sparsebregman.Solver has {other}" if other else meant
                raise TypeError(f"{cls.__name__} has no parameter {name!r}{meant}")
        return super().__new__(cls)

    _loss: str
    _bound = "n_nonzero"  # the parameter that bounds the number of nonzeros
    _least = 0  # its smallest value; 0 fits the intercept alone

    def __init__(
        self,
        n_nonzero: int | None = None,
        *,
        ridge: float = 0.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        positive: bool = False,
        groups: ArrayLike | None = None,
        method: str = "auto",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.n_nonzero = n_nonzero
        self.ridge = ridge
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.positive = positive
        self.groups = groups
        self.method = method
        self.options = options

    def _validate(self, X: Any, y: Any, sample_weight: Any, **checks: Any) -> tuple[Any, np.ndarray, Any]:
        for data, name in ((X, "X"), (y, "y"), (sample_weight, "sample_weight")):
            strange = isinstance(data, dict) or hasattr(data, "matvec") or (data is None and name == "X")
            if strange or np.ma.isMaskedArray(data):  # a mask would be dropped
                numbers(data, name, "an array or a sparse matrix" if name == "X" else "an array")
        X, y = _validated(self, X, y, accept_sparse="csc", dtype=np.float64, **checks)
        n = X.shape[1]
        bound = getattr(self, self._bound)
        if bound is not None and not (isinstance(bound, Integral) and self._least <= bound <= n):
            least = self._least
            raise ValueError(f"{self._bound} is {bound!r}; it must be a whole number from {least} to n_features = {n}")
        if sample_weight is not None:
            sample_weight = _checked_weights(sample_weight, len(y))
            kept = np.flatnonzero(sample_weight)  # a row of weight zero is as if it were not there
            if len(kept) == 0:
                raise ValueError("sample_weight is zero everywhere, so no sample counts")
            if len(kept) < len(y):
                X, y, sample_weight = X[kept], y[kept], sample_weight[kept]
            if np.all(sample_weight == 1):
                sample_weight = None
        return X, y, sample_weight

    def _sparsity(self, X: Any, b: np.ndarray, weights: np.ndarray | None) -> int:
        """The number of nonzeros to fit to one target."""
        return self.n_nonzero if self.n_nonzero is not None else max(1, X.shape[1] // 10)

    def _fit_one(self, X: Any, b: np.ndarray, weights: np.ndarray | None) -> _Fit:
        s = self._sparsity(X, b, weights)
        solver = Solver(self._problem(X, b, weights), s, **self._solver_options())
        state = solver._run()
        if state in (State.ITERATION_LIMIT, State.TIME_LIMIT):
            limit = "max_iterations" if state == State.ITERATION_LIMIT else "time_limit"
            sentence = f"{limit} ended the run before it converged: a larger one in options, or data on one scale, may help"
            warn(sentence, ConvergenceWarning)
        for sentence in about(solver, "the chosen features"):
            warn(sentence)
        return _Fit(solver.solution, solver.intercept, solver.iterations, state, solver.proved == 1, solver.gap)

    def _get_support_mask(self) -> np.ndarray:
        check_is_fitted(self)
        return np.atleast_2d(self.coef_ != 0).any(axis=0)

    def transform(self, X: ArrayLike) -> np.ndarray:
        """The columns of X whose coefficients are not zero, for some class."""
        check_is_fitted(self)
        return self._transform(_validated(self, X, dtype=None, accept_sparse="csr", reset=False))

    def _problem(self, X: Any, b: np.ndarray, weights: np.ndarray | None) -> Problem:
        return Problem(
            Matrix(X),
            b,
            self._loss,
            weights=weights,
            ridge=self.ridge,
            intercept=bool(self.fit_intercept),
            standardize=bool(self.standardize),
        )

    def _solver_options(self) -> dict[str, Any]:
        groups = by_name(self.groups, "groups", list(getattr(self, "feature_names_in_", ())) or None)
        return {"groups": groups, "positive": self.positive, "method": self.method, **(self.options or {})}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # scikit-learn 1.6 and newer asks
        tags.input_tags.sparse = True
        return tags

    def _decision(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        X = _validated(self, X, accept_sparse="csr", reset=False)
        return safe_sparse_dot(X, self.coef_.T, dense_output=True) + self.intercept_


class SparseRegressor(RegressorMixin, _SparseLinear):
    """Least squares with at most `n_nonzero` nonzero coefficients.

    Parameters
    ----------
    n_nonzero : int, optional
        Largest number of nonzero coefficients, the intercept not counted; a tenth of the features by default.
    ridge : float
        Adds ridge/2 ||coef||^2 to the sum of squares / 2.
    fit_intercept : bool
        Whether there is an intercept.
    standardize : bool
        Whether the ridge and the method see columns of standard deviation 1; `coef_` is on the scale of the data.
    positive : bool
        Whether coefficients must not be negative.
    groups : array_like of int, optional
        One number per feature; `n_nonzero` then counts groups of features with equal numbers.
    method : str
        The library's method.
    options : dict, optional
        More options of the solver; ``sparsebregman.keys("solver")`` lists them.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
    intercept_ : float
    state_ : State
        Why the run ended.
    proved_ : bool
        Whether the search has proved that no other coefficients allowed fit better.
    gap_ : float
        How far the objective can be above the lowest one of any coefficients allowed, relative to itself.
    n_iter_ : int
    n_features_in_ : int

    Examples
    --------
    >>> from sparsebregman import SparseRegressor
    >>> X = [[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0], [2.0, 0.0, 1.0]]
    >>> SparseRegressor(n_nonzero=1).fit(X, [5.0, 3.0, 1.0, 3.0]).coef_.round(6)
    array([0., 0., 2.])
    """

    _loss = "least_squares"

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> SparseRegressor:
        """Fits the coefficients to the data."""
        X, y, weights = self._validate(X, y, sample_weight, y_numeric=True)
        fit = self._fit_one(X, np.asarray(y, dtype=np.float64), weights)
        self.coef_, self.intercept_ = fit.coefficients, fit.intercept
        self.state_, self.proved_, self.gap_ = fit.state, fit.proved, fit.gap
        self.n_iter_ = max(1, fit.iterations)
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """X coef_ + intercept_."""
        return self._decision(X)


class SparseClassifier(ClassifierMixin, _SparseLinear):
    """Logistic regression with at most `n_nonzero` nonzero coefficients per class, one class against the rest.

    Parameters
    ----------
    n_nonzero : int, optional
        Largest number of nonzero coefficients of each class, the intercept not counted; a tenth of the features by
        default.
    ridge : float
        Adds ridge/2 ||coef||^2 to the logistic loss; without it separable data have no minimiser.
    fit_intercept : bool
        Whether there is an intercept.
    standardize : bool
        Whether the ridge and the method see columns of standard deviation 1; `coef_` is on the scale of the data.
    positive : bool
        Whether coefficients must not be negative.
    groups : array_like of int, optional
        One number per feature; `n_nonzero` then counts groups of features with equal numbers.
    method : str
        The library's method.
    options : dict, optional
        More options of the solver.

    Attributes
    ----------
    classes_ : ndarray
    coef_ : ndarray of shape (1, n_features) for two classes, (n_classes, n_features) for more
    intercept_ : ndarray
    state_ : list of State
        Why each run ended, one for each row of `coef_`.
    proved_ : ndarray of bool
        Whether the search has proved that no other coefficients allowed fit better, for each row of `coef_`.
    gap_ : ndarray of float
        How far each objective can be above the lowest one, relative to itself; infinite where nothing is known.
    n_iter_ : int
    n_features_in_ : int
    """

    _loss = "logistic"

    def __init__(
        self,
        n_nonzero: int | None = None,
        *,
        ridge: float = 1.0,
        fit_intercept: bool = True,
        standardize: bool = False,
        positive: bool = False,
        groups: ArrayLike | None = None,
        method: str = "auto",
        options: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(
            n_nonzero,
            ridge=ridge,
            fit_intercept=fit_intercept,
            standardize=standardize,
            positive=positive,
            groups=groups,
            method=method,
            options=options,
        )

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> SparseClassifier:
        """Fits the coefficients to the data."""
        X, y, weights = self._validate(X, y, sample_weight)
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        if len(self.classes_) < 2:
            raise ValueError(f"the data have only one class: {self.classes_[0]!r}")
        positive = self.classes_[1:] if len(self.classes_) == 2 else self.classes_
        fits = [self._fit_one(X, np.where(y == c, 1.0, 0.0), weights) for c in positive]
        self.coef_ = np.array([fit.coefficients for fit in fits])
        self.intercept_ = np.array([fit.intercept for fit in fits])
        self.state_ = [fit.state for fit in fits]
        self.proved_ = np.array([fit.proved for fit in fits])
        self.gap_ = np.array([fit.gap for fit in fits])
        self.n_iter_ = max(1, *(fit.iterations for fit in fits))
        return self

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """The log-odds of the second class, or of each class against the rest."""
        scores = self._decision(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X: ArrayLike) -> np.ndarray:
        """The likeliest class."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]

    def predict_proba(self, X: ArrayLike) -> np.ndarray:
        """The probability of each class; with more than two, those of one against the rest, divided by their sum."""
        scores = self.decision_function(X)
        p = np.exp(-np.logaddexp(0, -scores))
        if p.ndim == 1:
            return np.column_stack([1 - p, p])
        return p / p.sum(axis=1, keepdims=True)
