# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What a new user meets: names from other packages, data that are none, and warnings about what the data do not tell."""

import copy
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, aslinearoperator
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectFromModel

import sparsebregman as sb


@pytest.fixture
def data():
    random = np.random.default_rng(5)
    A = random.standard_normal((40, 20))
    return A, A[:, [2, 5, 11]] @ [2.0, -1.5, 0.01] + 0.001 * random.standard_normal(40)


@pytest.mark.parametrize(
    "foreign, here",
    {
        "max_iter": "max_iterations", "maxiter": "max_iterations", "tol": "stationarity_tolerance", "random_state": "seed",
        "x0": "start", "sparsity": "s", "n_nonzero_coefs": "s", "alpha": "ridge", "C": "ridge", "n_jobs": "threads",
        "fit_intercept": "intercept=1", "normalize": "standardize=1", "sample_weight": "weights", "verbose": "progress=True",
        "callback": "monitor", "timeout": "time_limit", "family": "loss", "algorithm": "method", "nonneg": "positive=True",
        "lower": "bounds=(lower, upper)", "X": "A", "y": "b",
    }.items(),
)  # fmt: skip
def test_names_of_other_packages_get_the_name_here(data, foreign, here):
    with pytest.raises(sb.OptionError) as error:
        sb.solve(*data, **{foreign: 1})
    assert str(error.value) == f"there is no option '{foreign}'; here it is {here}"


def test_every_object_knows_its_own_names(data):
    problem = sb.Problem(*data)
    for call, here in (
        (lambda: sb.solve(X=data[0], y=data[1], s=3), "here it is A"),
        (lambda: sb.Solver(problem, 3, x0=1), "here it is start"),
        (lambda: sb.Solver(problem, 3, max_iter=1), "here it is max_iterations"),
        (lambda: sb.Problem(*data, fit_intercept=True), "here it is intercept=1"),
        (lambda: sb.Problem(*data, sample_weight=data[1]), "here it is weights"),
        (lambda: sb.Path(problem, cv=5), "here it is folds"),
        (lambda: sb.Path(problem, max_iter=5), "here it is max_iterations"),  # of the solver that makes the fits
        (lambda: sb.Path(problem, max_nonzero=5), "here it is last"),
        (lambda: sb.DSM(problem, "linear", tol=1e-3), "here it is gap_tolerance"),
        (lambda: sb.SparseRegressor(3, options={"max_iter": 5}).fit(*data), "here it is max_iterations"),
        (lambda: sb.solve(*data, 3, rigde=1), "did you mean ridge?"),  # an option of the problem, not of the solver
        (lambda: sb.solve(*data, 3, grups=1), "did you mean groups?"),
    ):
        with pytest.raises(sb.OptionError) as error:
            call()
        assert here in str(error.value)
    for name in sb.keys("solver"):
        if sb.keys("solver")[name].kind == "option" and name != "method":
            sb.Solver(problem, 3).get(name)  # no name here is foreign
    solver = sb.Solver(problem, 3)
    for call in (lambda: solver.max_iter, lambda: setattr(solver, "max_iter", 5)):
        with pytest.raises(AttributeError, match="Solver has no attribute 'max_iter'; here it is max_iterations"):
            call()
    with pytest.raises(AttributeError, match="did you mean best_objective?"):
        solver.best_objectiv
    assert not hasattr(solver, "__array__")


@pytest.mark.parametrize(
    "kind, foreign, here",
    [
        ("SparseRegressor", "max_iter", 'the solver has options={"max_iterations": ...}'),
        ("SparseRegressor", "effort", 'the solver has options={"effort": ...}'),
        ("SparseClassifier", "C", "here it is ridge"),
        ("SparseClassifier", "s", "here it is n_nonzero"),
        ("SparseRegressor", "x0", "sparsebregman.Solver has start"),
        ("SparseRegressor", "tol", 'the solver has options={"stationarity_tolerance": ...}'),
        ("SparseRegressor", "random_state", 'the solver has options={"seed": ...}'),
        ("SparseRegressor", "sparsity", "here it is n_nonzero"),
        ("SparseRegressorCV", "folds", "here it is cv"),
        ("SparseClassifierCV", "n_nonzero", "here it is max_nonzero"),
        ("SparseRegressorCV", "fit_intercep", "did you mean fit_intercept?"),
    ],
)
def test_estimators_know_the_names_of_other_packages(kind, foreign, here):
    with pytest.raises(TypeError) as error:
        getattr(sb, kind)(**{foreign: 1})
    assert str(error.value) == f"{kind} has no parameter '{foreign}'; {here}"


def test_columns_of_a_data_frame_have_names(data):
    A, b = data
    frame = pd.DataFrame(A, columns=[f"v{j}" for j in range(20)])
    by_index = sb.solve(A, b, 2, kept=[11, 3]).x
    for kept in (["v11", "v3"], np.array(["v3", "v11"]), np.isin(np.arange(20), [3, 11])):
        np.testing.assert_array_equal(sb.solve(frame, b, 2, kept=kept).x, by_index)
    np.testing.assert_array_equal(sb.solve(frame, b, 2, kept="v3").x, sb.solve(A, b, 2, kept=3).x)
    with pytest.raises(sb.OptionError, match="kept: there is no column 'v111'; did you mean v11"):
        sb.solve(frame, b, 2, kept=["v111"])
    with pytest.raises(TypeError, match="kept must be whole numbers"):
        sb.solve(A, b, 2, kept=["v3"])
    frame.columns = ["same"] * 20
    with pytest.raises(ValueError, match="kept: 20 columns are called 'same'; give their indices"):
        sb.solve(frame, b, 2, kept="same")
    labels = np.repeat(list("abcdefghij"), 2)
    np.testing.assert_array_equal(sb.solve(A, b, 2, groups=labels).x, sb.solve(A, b, 2, groups=np.arange(20) // 2).x)


def test_what_is_given_for_columns_by_name_goes_to_those_columns(data):
    A, b = data
    names = [f"v{j}" for j in range(20)]
    frame = pd.DataFrame(A, columns=names)
    backwards = lambda values: pd.Series(values, index=names)[::-1]
    expected = sb.solve(A, b, 2, bounds=(np.where(np.arange(20) == 5, -1.0, -np.inf), None)).x
    for lower in (pd.Series({"v5": -1.0}), {"v5": -1.0}, backwards([-1.0 if j == 5 else -np.inf for j in range(20)])):
        np.testing.assert_array_equal(sb.solve(frame, b, 2, bounds=(lower, None)).x, expected)
    expected = sb.solve(A, b, 2, kept=3).x
    for kept in (backwards(np.arange(20) == 3), {"v3": True}, pd.Series({"v3": True, "v5": False})):
        np.testing.assert_array_equal(sb.solve(frame, b, 2, kept=kept).x, expected)
    pairs = np.arange(20) // 2
    for groups in (backwards(pairs), dict(zip(names, pairs))):
        np.testing.assert_array_equal(sb.solve(frame, b, 2, groups=groups).x, sb.solve(A, b, 2, groups=pairs).x)
        model = sb.SparseRegressor(2, groups=groups).fit(frame, b)
        np.testing.assert_array_equal(model.coef_, sb.SparseRegressor(2, groups=pairs).fit(A, b).coef_)
    start = np.eye(20)[11]
    for given in (backwards(start), {"v11": 1.0}):
        np.testing.assert_array_equal(sb.Solver(sb.Problem(frame, b), 2, start=given).solution, start)
    plain = pd.Series(np.where(np.arange(20) == 5, -1.0, -np.inf))  # its index is that of places
    np.testing.assert_array_equal(sb.solve(frame, b, 2, bounds=(plain, None)).x, sb.solve(frame, b, 2, bounds=({"v5": -1.0}, None)).x)
    for call, kind, text in (
        (lambda: sb.solve(frame, b, 2, bounds=({"v55": -1.0}, None)), sb.OptionError, "lower: there is no column 'v55'; did you mean v5"),
        (lambda: sb.solve(frame, b, 2, groups={"v5": 1}), ValueError, "groups has no value for the column 'v0'"),
        (lambda: sb.solve(A, b, 2, bounds=({"v5": -1.0}, None)), TypeError, "lower is a dict, but the columns of A have no names"),
        (lambda: sb.solve(frame, b, 2, bounds=(pd.Series([0.0, 0.0], index=["v5", "v5"]), None)), ValueError, "lower names a column twice"),
        (lambda: sb.solve(frame, b, 2, bounds={"v5": (0, 1)}), TypeError, "bounds must be a pair"),
    ):
        with pytest.raises(kind, match=text):
            call()


def test_data_that_are_none_are_refused_in_one_sentence(data):
    A, b = data
    masked = np.ma.masked_greater(A, 2)
    for call, kind, text in (
        (lambda: sb.solve(None, b, 3), TypeError, "A is None; it must be an array"),
        (lambda: sb.Problem(None, b), TypeError, "A is None; it must be an array, a sparse matrix or a LinearOperator"),
        (lambda: sb.solve({"a": 1}, b, 3), TypeError, "A is a dict; it must be an array, a sparse matrix or a LinearOperator"),
        (lambda: sb.solve(A, {"a": 1}, 3), TypeError, "b is a dict; it must be an array of numbers"),
        (lambda: sb.Problem(A, None), TypeError, "b is None"),
        (lambda: sb.solve(masked, b, 3), ValueError, f"A has {np.ma.count_masked(masked)} masked entries"),
        (lambda: sb.solve(A, np.ma.masked_equal(b, b[3]), 3), ValueError, "b has 1 masked entry"),
        (lambda: sb.SparseRegressor(3).fit(None, b), TypeError, "X is None; it must be an array or a sparse matrix"),
        (lambda: sb.SparseRegressor(3).fit({"a": 1}, b), TypeError, "X is a dict; it must be an array or a sparse matrix"),
        (lambda: sb.SparseRegressor(3).fit(aslinearoperator(A), b), TypeError, "X is a .*; it must be an array or a sparse matrix"),
        (lambda: sb.SparseRegressor(3).fit(masked, b), ValueError, "X has .* masked entries"),
        (lambda: sb.SparseRegressor(3).fit(A, np.ma.masked_equal(b, b[3])), ValueError, "y has 1 masked entry"),
        (lambda: sb.solve(A, b, 3, weights=np.zeros(40)), ValueError, "weights are all zero, so no observation counts"),
        (lambda: sb.solve(A, b, 3, weights=-np.ones(40)), ValueError, r"^weights\[0\]"),
        (lambda: sb.solve(pd.DataFrame(A).assign(city="Rome"), b, 3), TypeError, "the column 'city' of A does not hold numbers, but object"),
        (lambda: sb.solve([["x", 1.0]] * 40, b, 1), TypeError, "A must be real numbers, not <U"),
        (lambda: sb.solve(np.full((40, 2), "x", dtype=object), b, 1), ValueError, "A must be numbers: could not convert"),
        (lambda: sb.solve(A, b, 3, start=np.ones(20)), ValueError, "^start has 20 nonzeros but s is 3"),
        (lambda: sb.solve(A, b, 3, time_limit="long"), TypeError, "time_limit must be a number, got 'long'"),
        (lambda: sb.SparseRegressor(3).fit(A, b, np.zeros(40)), ValueError, "sample_weight is zero everywhere"),
    ):
        with pytest.raises(kind, match=text):
            call()
    np.testing.assert_array_equal(sb.solve(np.ma.array(A), b, 3).x, sb.solve(A, b, 3).x)  # nothing is masked
    none = dict.fromkeys(("weights", "groups", "bounds", "kept", "start", "dsm", "kernel", "monitor"))
    np.testing.assert_array_equal(sb.solve(A, b, 3, **none).x, sb.solve(A, b, 3).x)


def test_a_linear_operator_without_its_transpose_is_refused_in_one_sentence(data):
    A, b = data

    class Half(LinearOperator):
        def __init__(self):
            super().__init__(np.float64, A.shape)

        def _matvec(self, x):
            return A @ x

    for operator in (LinearOperator(A.shape, matvec=lambda x: A @ x), Half()):
        with pytest.raises(TypeError, match="^A is a LinearOperator without rmatvec, the product with its transpose, which is needed$"):
            sb.solve(operator, b, 3)

    def wrong(y):
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        sb.solve(LinearOperator(A.shape, matvec=lambda x: A @ x, rmatvec=wrong), b, 3)


def test_a_missing_intercept_is_said_when_a_constant_explains_more_than_half(data):
    A, b = data
    far = b + 20
    for call in (
        lambda: sb.solve(A, far, 3),
        lambda: sb.solve(A.tolist(), far, 3),
        lambda: sb.solve(sparse.csr_matrix(A), far, 3),
        lambda: sb.solve(A, far, 3, loss="huber"),
        lambda: sb.solve(A, far, 3, loss="quartic"),
        lambda: sb.solve(A, np.where(np.arange(40) < 5, 50, b), 3, weights=(np.arange(40) < 5) + 1e-6),
    ):
        with pytest.warns(sb.DataWarning, match="b has mean .*, and the model has no intercept: intercept=1 adds one"):
            call()
    constant = np.column_stack([A, np.full(40, 2.0)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb.solve(A, b, 3)
        sb.solve(A, far, 3, intercept=1)
        sb.solve(A, far, 3, intercept=0)  # asked for
        sb.solve(constant, far, 4)
        sb.solve(sparse.csc_matrix(constant), far, 4)
        sb.solve(A[:9], far[:9], 3)  # too few to tell
        sb.solve(A, (b > 0).astype(float), 2, loss="logistic", ridge=1.0)


@pytest.mark.skipif("rank" not in sb.keys("solver"), reason="the library does not tell the rank yet")
def test_dependent_columns_are_said_or_left_out(data):
    """A fit has no dependent columns, or says that it has."""
    A, b = data
    twice = np.column_stack([A[:, [2, 5]], 2 * A[:, [2, 5]]])
    for s in (3, 4):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            result = sb.solve(twice, b, s)
        columns = twice[:, result.support]
        dependent = np.linalg.matrix_rank(columns) < columns.shape[1]
        assert dependent == any("depend on each other" in str(warning.message) for warning in caught)
        assert np.abs(result.x).max() < 100
        fewer = any("the others depend on them" in str(warning.message) for warning in caught)
        assert fewer == (len(result.support) < s)  # and is told why
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb.solve(twice, b, 2)
    with pytest.warns(sb.DataWarning, match="the chosen features are 2, though 4 are allowed: the others depend on them"):
        sb.SparseRegressor(4).fit(twice, b)
    with pytest.warns(sb.DataWarning, match="the chosen columns depend on each other"):
        sb.Solver(sb.Problem(twice, b), 4, method="iht").run()


def test_separated_classes_are_said(data):
    A, b = data
    labels = (A[:, 2] > 0).astype(float)
    with pytest.warns(sb.DataWarning, match="the chosen columns separate the classes"):
        sb.solve(A, labels, 2, loss="logistic")
    with pytest.warns(sb.DataWarning, match="the chosen features separate the classes") as caught:
        sb.SparseClassifier(2, ridge=0.0).fit(A, labels)
    assert caught[0].filename == __file__
    problem = sb.Problem(A, labels, "logistic")
    with pytest.warns(sb.DataWarning, match="the chosen columns separate the classes"):
        sb.Solver(problem, 1).run()
    with pytest.warns(sb.DataWarning, match="the columns chosen at s = 1, 2 separate the classes"):
        sb.Path(problem, last=2).run()
    with pytest.warns(sb.DataWarning, match="the columns chosen at s = 1, 2, 3 separate the classes"):
        sb.SparseClassifierCV(3, ridge=0.0, random_state=0).fit(A, labels)
    x = np.r_[1:11, 10.5, 11.5:20.5]
    labels_but_two = (x > 10.2).astype(float)
    labels_but_two[9:11] = 1.0, 0.0  # without one of these the classes are separated
    with pytest.warns(sb.DataWarning, match="in some folds the columns chosen at s = 1 separate the classes"):
        sb.Path(sb.Problem(x[:, None], labels_but_two, "logistic", intercept=1), last=1, folds=20).run()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb.SparseClassifier(2).fit(A, labels)


def test_a_run_that_hits_a_limit_warns_as_scikit_learn_does(data):
    A, b = data
    limited = {"method": "iht", "options": {"max_iterations": 2}}
    for model, target in (
        (sb.SparseRegressor(3, **limited), b),
        (sb.SparseClassifier(3, **limited), b > 0),
        (sb.SparseRegressorCV(3, random_state=0, **limited), b),
        (sb.SparseClassifierCV(3, random_state=0, **limited), b > 0),
    ):
        with pytest.warns(ConvergenceWarning, match="max_iterations ended the run before it converged"):
            model.fit(A, target)
        assert np.all(np.atleast_1d(model.state_) == sb.State.ITERATION_LIMIT)
        assert not np.any(model.proved_)
    with pytest.warns(ConvergenceWarning, match="time_limit"):
        sb.SparseRegressor(3, options={"time_limit": 0.0}).fit(A, b)


def test_every_estimator_says_its_state_and_whether_it_is_proved(data):
    A, b = data
    labels = np.digitize(b, [-1.0, 1.0])
    for model in (sb.SparseRegressor(3), sb.SparseRegressorCV(4, random_state=0)):
        model.fit(A, b)
        assert model.state_ != sb.State.RUNNING and isinstance(model.proved_, bool)
        assert model.gap_ >= 0 and model.proved_ == (model.gap_ <= 1e-5)
    for model in (sb.SparseClassifier(2), sb.SparseClassifierCV(2, random_state=0)):
        model.fit(A, labels)
        assert len(model.state_) == 3 and model.proved_.shape == (3,) and model.proved_.dtype == bool


def test_estimators_select_features(data):
    A, b = data
    for model, target in ((sb.SparseRegressor(3), b), (sb.SparseRegressorCV(5, random_state=0), b), (sb.SparseClassifier(2), b > 0)):
        model.fit(A, target)
        chosen = np.flatnonzero(np.atleast_2d(model.coef_).any(axis=0))
        np.testing.assert_array_equal(model.get_support(indices=True), chosen)
        np.testing.assert_array_equal(model.transform(A), A[:, chosen])
        np.testing.assert_array_equal(model.get_feature_names_out(), [f"x{j}" for j in chosen])
    # The third coefficient is a hundredth of the others: a threshold at their mean would drop it.
    kept = SelectFromModel(sb.SparseRegressor(3)).fit(A, b)
    np.testing.assert_array_equal(kept.get_support(indices=True), [2, 5, 11])


def test_results_can_be_pickled_and_copied(data):
    result = sb.solve(*data, 3)
    other = pickle.loads(pickle.dumps(result))
    assert other.solver is None
    for name in ("objective", "state", "iterations", "intercept", "proved"):
        assert getattr(other, name) == getattr(result, name)
    np.testing.assert_array_equal(other.x, result.x)
    np.testing.assert_array_equal(other.support, result.support)
    assert copy.copy(result).solver is result.solver
    deep = copy.deepcopy(result)
    assert deep.solver is result.solver and deep.x is not result.x
    unknown = pickle.loads(pickle.dumps(sb.State(99)))  # of a newer library
    assert (unknown, str(unknown)) == (99, "state 99")
    for kind in sb.Error.__subclasses__():
        error = pickle.loads(pickle.dumps(kind("text", -77)))
        assert (type(error), str(error), error.code) == (kind, "text", -77)


def test_the_estimators_are_listed_before_they_are_loaded():
    assert {"SparseRegressor", "SparseClassifier", "SparseRegressorCV", "SparseClassifierCV", "solve"} <= set(dir(sb))
