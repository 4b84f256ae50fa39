# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The estimators: scikit-learn's own checks, and what they find."""

import itertools
import pickle
from types import SimpleNamespace
from unittest import SkipTest

import numpy as np
import pytest
from conftest import needs
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.utils import validation
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

from sparsebregman import SparseClassifier, SparseRegressor, solve


@parametrize_with_checks([SparseRegressor(), SparseClassifier()])
def test_every_check_of_scikit_learn(estimator, check):
    try:
        check(estimator)
    except SkipTest as reason:  # a check that lacks something, such as pandas, has not passed
        pytest.fail(str(reason))


@pytest.mark.skipif(not hasattr(BaseEstimator, "_validate_data"), reason="this scikit-learn is a newer one itself")
@pytest.mark.parametrize("model", [SparseRegressor(), SparseClassifier()])
def test_a_newer_scikit_learn_validates_by_a_function_and_asks_for_tags(model, monkeypatch):
    validate, calls = BaseEstimator._validate_data, []

    def validate_data(_estimator, /, X="no_validation", y="no_validation", reset=True, **checks):
        calls.append(checks)
        return validate(_estimator, X, y, reset=reset, **checks)

    monkeypatch.setattr(validation, "validate_data", validate_data, raising=False)  # as 1.6 has it
    monkeypatch.setattr(type(model), "_validate_data", None, raising=False)  # 1.7 has none
    monkeypatch.delattr(validation, "_check_sample_weight")  # whose arguments change
    check_estimator(model)
    assert calls
    plain = SimpleNamespace(input_tags=SimpleNamespace(sparse=False))
    monkeypatch.setattr(BaseEstimator, "__sklearn_tags__", lambda self: plain, raising=False)
    assert model.__sklearn_tags__().input_tags.sparse


def data(m=120, n=20):
    random = np.random.default_rng(3)
    X = random.standard_normal((m, n)) + 2
    truth = np.zeros(n)
    truth[[2, 5, 11]] = [2.0, -1.5, 1.0]
    return X, truth, X @ truth + 4 + 0.01 * random.standard_normal(m)


def test_regression_finds_the_features_and_the_intercept():
    X, truth, y = data()
    model = SparseRegressor(3).fit(X, y)
    np.testing.assert_array_equal(np.flatnonzero(model.coef_), [2, 5, 11])
    np.testing.assert_allclose(model.coef_, truth, atol=0.01)
    assert model.intercept_ == pytest.approx(4, abs=0.05)
    assert model.score(X, y) > 0.999
    design = np.column_stack([X[:, [2, 5, 11]], np.ones(len(y))])
    np.testing.assert_allclose(np.linalg.lstsq(design, y, rcond=None)[0], [*model.coef_[[2, 5, 11]], model.intercept_])


@needs("sbreg_matrix_create_csc")
def test_sparse_data_give_the_same_model():
    X, _, y = data()
    X = np.where(X > 2, X, 0)
    y = X[:, [2, 5, 11]] @ [2.0, -1.5, 1.0] + 4
    dense, thin = (SparseRegressor(3).fit(A, y) for A in (X, sparse.csr_matrix(X)))
    np.testing.assert_allclose(dense.coef_, thin.coef_, atol=1e-6)
    assert dense.intercept_ == pytest.approx(thin.intercept_, abs=1e-5)
    labels = y > np.median(y)
    dense, thin = (SparseClassifier(3).fit(A, labels) for A in (X, sparse.csc_matrix(X)))
    np.testing.assert_allclose(dense.coef_, thin.coef_, atol=1e-6)


def test_weights_of_the_samples_are_repetitions():
    X, _, y = data(40)
    y = y + np.sin(np.arange(40))
    weight = np.arange(40) % 3
    for model in (SparseRegressor(4), SparseRegressor(4, fit_intercept=False), SparseClassifier(4)):
        target = y if isinstance(model, SparseRegressor) else y > np.median(y)
        a = clone(model).fit(X, target, sample_weight=weight)
        b = clone(model).fit(np.repeat(X, weight, axis=0), np.repeat(target, weight))
        np.testing.assert_allclose(a.coef_, b.coef_, atol=1e-7)
    with pytest.raises(ValueError):
        SparseRegressor(4).fit(X, y, sample_weight=np.zeros(40))
    with pytest.raises(ValueError, match=r"sample_weight\[1\] is -1.0; weights must be finite and not negative"):
        SparseRegressor(4).fit(X, y, sample_weight=-weight)
    with pytest.raises(ValueError, match="sample_weight has shape"):
        SparseRegressor(4).fit(X, y, sample_weight=weight[1:])
    one, none = SparseRegressor(4).fit(X, y, sample_weight=2.0), SparseRegressor(4).fit(X, y)
    np.testing.assert_allclose(one.coef_, none.coef_)


def test_classification_agrees_with_logistic_regression_on_its_features():
    X, truth, y = data()
    labels = np.where(y > np.median(y), "high", "low")
    model = SparseClassifier(3, ridge=0.5).fit(X, labels)
    chosen = np.flatnonzero(model.coef_[0])
    np.testing.assert_array_equal(chosen, [2, 5, 11])
    other = LogisticRegression(C=2.0, tol=1e-10, max_iter=10000).fit(X[:, chosen], labels)
    np.testing.assert_allclose(model.coef_[:, chosen], other.coef_, rtol=1e-3)
    np.testing.assert_allclose(model.intercept_, other.intercept_, rtol=1e-3)
    np.testing.assert_allclose(model.predict_proba(X), other.predict_proba(X[:, chosen]), atol=1e-3)
    assert set(model.predict(X)) == {"high", "low"}


def test_the_best_pair_of_all_pairs_classifies_real_data():
    X, y = load_breast_cancer(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    pairs = itertools.combinations(range(X.shape[1]), 2)
    least = min(solve(X[:, pair], y, s=2, loss="logistic", intercept=True).objective for pair in pairs)
    assert solve(X, y, s=2, loss="logistic", intercept=True).objective == pytest.approx(least, rel=1e-9)


def test_more_than_two_classes():
    X, _, y = data()
    labels = np.digitize(y, np.quantile(y, [0.33, 0.66]))
    model = SparseClassifier(3).fit(X, labels)
    assert model.coef_.shape == (3, 20)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    assert model.score(X, labels) > 0.6


def test_search_over_the_number_of_nonzeros():
    X, _, y = data()
    search = GridSearchCV(SparseRegressor(method="newton"), {"n_nonzero": [1, 2, 3]}, cv=3).fit(X, y)
    assert search.best_params_ == {"n_nonzero": 3}
    copied = pickle.loads(pickle.dumps(search.best_estimator_))
    np.testing.assert_array_equal(copied.predict(X), search.predict(X))


@pytest.mark.parametrize("bad", [-1, 21, 2.5, "three"])
def test_a_bad_number_of_nonzeros_is_refused(bad):
    X, _, y = data()
    with pytest.raises(ValueError, match="n_nonzero"):
        SparseRegressor(bad).fit(X, y)
