# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The estimators that choose the number of nonzeros: scikit-learn's own checks, and what they choose."""

from unittest import SkipTest

import numpy as np
import pytest
from scipy import sparse
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from sparsebregman import SparseClassifierCV, SparseRegressor, SparseRegressorCV


@parametrize_with_checks([SparseRegressorCV(), SparseClassifierCV()])
def test_every_check_of_scikit_learn(estimator, check):
    try:
        check(estimator)
    except SkipTest as reason:
        pytest.fail(str(reason))


def data(m=120, n=20):
    random = np.random.default_rng(3)
    X = random.standard_normal((m, n)) + 2
    return X, X[:, [2, 5, 11]] @ [2.0, -1.5, 1.0] + 4 + 0.1 * random.standard_normal(m)


def test_the_number_of_features_of_the_truth_is_chosen():
    X, y = data()
    model = SparseRegressorCV(8, random_state=1).fit(X, y)
    assert model.s_ == 3
    np.testing.assert_array_equal(np.flatnonzero(model.coef_), [2, 5, 11])
    known = SparseRegressor(3).fit(X, y)
    np.testing.assert_allclose(model.coef_, known.coef_)
    assert model.intercept_ == pytest.approx(known.intercept_)
    assert model.sparsities_.tolist() == list(range(9))
    assert model.cv_mean_.shape == model.cv_error_.shape == (9,)
    assert model.cv_mean_[3] < 0.05 < 0.2 < model.cv_mean_[2]


def test_on_noise_no_feature_is_chosen_mostly():
    chosen = []
    for seed in range(10):
        random = np.random.default_rng(seed)
        X, y = random.standard_normal((60, 10)), random.standard_normal(60)
        model = SparseRegressorCV(5, random_state=seed).fit(X, y)
        chosen.append(model.s_)
    assert chosen.count(0) >= 8
    none = SparseRegressor(0).fit(X, y)
    assert not none.coef_.any() and none.intercept_ == pytest.approx(y.mean())
    np.testing.assert_allclose(none.predict(X), y.mean())


def test_the_rule_of_one_standard_error():
    X, y = data()
    best = SparseRegressorCV(8, rule="best", random_state=1).fit(X, y)
    assert best.s_ == np.argmin(best.cv_mean_)
    within = best.cv_mean_ <= best.cv_mean_.min() + best.cv_error_[best.s_]
    assert SparseRegressorCV(8, random_state=1).fit(X, y).s_ == np.argmax(within)


def test_order_of_samples_and_threads_do_not_matter():
    X, y = data(60)
    one = SparseRegressorCV(6, random_state=4).fit(X, y)
    two = SparseRegressorCV(6, random_state=4, n_jobs=2).fit(X[::-1], y[::-1])
    np.testing.assert_allclose(one.cv_mean_, two.cv_mean_)
    np.testing.assert_allclose(one.coef_, two.coef_)
    other = SparseRegressorCV(6, random_state=5).fit(X, y)
    assert not np.allclose(one.cv_mean_, other.cv_mean_)


def left_out_one_by_one(X, y, weights):
    """Twice the mean loss of all linear fits without one sample, by the formula r_i / (1 - h_i)."""
    root = np.sqrt(weights)[:, None]
    ones = np.hstack([X, np.ones((len(y), 1))])
    hat = ones @ np.linalg.pinv(root * ones) * root.T
    return np.mean(((y - hat @ y) / (1 - np.diag(hat))) ** 2)


@pytest.mark.parametrize("standardize", [False, True])
def test_held_out_samples_play_no_part_in_intercept_means_and_scales(standardize):
    X, y = data(30, 12)
    weights = np.linspace(1, 3, 30)
    model = SparseRegressorCV(12, cv=30, standardize=standardize).fit(X, y, weights)
    assert model.cv_mean_[-1] == pytest.approx(left_out_one_by_one(X, y, weights), rel=1e-8)
    thin = SparseRegressorCV(12, cv=30, standardize=standardize).fit(sparse.csc_matrix(X), y, weights)
    np.testing.assert_allclose(thin.cv_mean_, model.cv_mean_, rtol=1e-8)


def test_groups_and_signs_are_chosen_among():
    X, y = data()
    groups = np.arange(20) // 2  # features 2, 5 and 11 are in different ones
    model = SparseRegressorCV(6, groups=groups, random_state=1).fit(X, y)
    assert model.s_ == 3
    np.testing.assert_array_equal(np.unique(groups[model.coef_ != 0]), [1, 2, 5])
    positive = SparseRegressorCV(6, positive=True, random_state=1).fit(X, y)
    assert np.all(positive.coef_ >= 0)
    with pytest.raises(ValueError, match="groups"):
        SparseRegressorCV(11, groups=groups).fit(X, y)


def test_sparse_data_and_pipelines():
    X, _ = data()
    X = np.where(X > 2, X, 0)
    y = X[:, [2, 5, 11]] @ [2.0, -1.5, 1.0] + 4 + 0.1 * np.sin(np.arange(len(X)))
    thin = SparseRegressorCV(5, random_state=1).fit(sparse.csr_matrix(X), y)
    np.testing.assert_array_equal(np.flatnonzero(thin.coef_), [2, 5, 11])
    pipeline = make_pipeline(StandardScaler(), SparseRegressorCV(5, random_state=1)).fit(X, y)
    assert pipeline.score(X, y) > 0.99


def test_classes_have_numbers_of_their_own():
    X, y = data()
    binary = SparseClassifierCV(6, random_state=1).fit(X, y > np.median(y))
    assert binary.s_.tolist() == [np.count_nonzero(binary.coef_)]
    assert {2, 5, 11} <= set(np.flatnonzero(binary.coef_[0]))
    assert 1 < binary.s_[0] < 6
    labels = np.digitize(y, np.quantile(y, [0.33, 0.66]))
    many = SparseClassifierCV(4, random_state=1).fit(X, labels)
    assert many.s_.shape == (3,)
    assert many.cv_mean_.shape == (3, 5)
    assert [np.count_nonzero(row) for row in many.coef_] == many.s_.tolist()


@pytest.mark.parametrize("bad", [{"max_nonzero": 21}, {"cv": 1}, {"cv": 2.5}, {"cv": 200}, {"rule": "worst"}])
def test_bad_parameters_are_refused_by_name(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        SparseRegressorCV(**bad).fit(*data())
