# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Groups, bounds, kept variables, intercepts and complex problems."""

import numpy as np
import pytest
from scipy import optimize, sparse

import sparsebregman as sb


@pytest.fixture
def rng():
    return np.random.default_rng(71)


@pytest.mark.parametrize("m, n", [(30, 10), (60, 40), (40, 80), (100, 90)])
def test_nonnegative_least_squares_equals_scipy(rng, m, n):
    A, b = rng.standard_normal((m, n)), rng.standard_normal(m)
    wanted, _ = optimize.nnls(A, b)
    for method in ("auto", "newton"):
        x = sb.solve(A, b, n, positive=True, method=method).x
        assert np.abs(x - wanted).max() <= 1e-10
        assert x.min() >= 0


def test_bounded_least_squares_equals_scipy(rng):
    A, b = rng.standard_normal((50, 20)), rng.standard_normal(50)
    lower, upper = -0.1 * rng.random(20), 0.1 * rng.random(20)
    wanted = optimize.lsq_linear(A, b, (lower, upper), method="bvls", tol=1e-14).x
    x = sb.solve(A, b, 20, bounds=(lower, upper)).x
    assert np.abs(x - wanted).max() <= 1e-10
    assert np.all((lower <= x) & (x <= upper))


def test_groups_are_zero_as_a_whole_and_kept_variables_are_not_counted(rng):
    A = rng.standard_normal((40, 12))
    x = np.zeros(12)
    x[[2, 3, 6, 7, 11]] = [1, -2, 3, 1, 4]
    groups = np.repeat(np.arange(6), 2)
    result = sb.solve(A, A @ x, 2, groups=groups, kept=[11])
    assert np.allclose(result.x, x)
    assert list(result.support) == [2, 3, 6, 7, 11]
    mask = np.zeros(12, dtype=bool)
    mask[11] = True
    assert np.array_equal(sb.solve(A, A @ x, 2, groups=groups, kept=mask).x, result.x)
    assert result.solver.check_coordinatewise().decrease <= 1e-12
    dsm = sb.DSM(sb.Problem(A, A @ x), "lipschitz")
    dsm.run()
    assert result.solver.check_stationarity(dsm) <= 1e-12
    assert result.solver.check_bregman(sb.Kernel(12, "quadratic"), 200.0) <= 1e-12


def test_a_witness_keeps_bounds_on_the_scale_of_the_data(rng):
    A, b = rng.standard_normal((50, 12)) * np.logspace(-1, 1, 12) + 2, 5 * rng.standard_normal(50)
    problem = sb.Problem(A, b, intercept=1, standardize=1)
    matrix = sb.DSM(problem, "linear")
    matrix.run()
    kernel = sb.Kernel(12, "quadratic", weights=matrix.weights)
    solver = sb.Solver(problem, 3, bounds=(-0.01, 0.02))
    start = solver.solution
    for found in (solver.witness_stationarity(matrix), solver.witness_bregman(kernel, 1.0)):
        assert np.count_nonzero(found.y) <= 3
        assert found.y.min() >= -0.01
        assert found.y.max() <= 0.02
        assert problem.value(found.y) <= problem.value(start) - found.violation + 1e-9
    assert solver.witness_stationarity(matrix, start).violation == solver.check_stationarity(matrix) > 0


def test_a_witness_of_a_complex_problem_is_complex(rng):
    A = rng.standard_normal((8, 10)) + 1j * rng.standard_normal((8, 10))
    problem = sb.Problem.complex_least_squares(A, A[:, 4] * (2 - 1j))
    matrix = sb.DSM(problem, "linear")
    matrix.run()
    found = sb.witness_stationarity(problem, matrix, 1, np.zeros(10, dtype=complex))
    assert np.iscomplexobj(found.y)
    assert np.count_nonzero(found.y) == 1
    assert problem.value(found.y) <= problem.value(np.zeros(10, dtype=complex)) - found.violation + 1e-9


def test_bad_structure_is_refused(rng):
    problem = sb.Problem(rng.standard_normal((5, 4)), rng.standard_normal(5))
    with pytest.raises(sb.DimensionError, match="groups has length 3, expected 4"):
        sb.Solver(problem, 1, groups=[0, 0, 1])
    with pytest.raises(sb.ArgumentError, match="only 1 groups"):
        sb.Solver(problem, 2, groups=[0, 0, 0, 0])
    with pytest.raises(sb.ArgumentError, match=r"lower\[0\], counted from 0, is 1"):
        sb.Solver(problem, 2, bounds=(1, None))
    with pytest.raises(TypeError, match="one of the two"):
        sb.Solver(problem, 2, bounds=(-1, 1), positive=True)
    with pytest.raises(sb.ArgumentError, match="outside 0..3"):
        sb.Solver(problem, 2, kept=[4])
    with pytest.raises(TypeError, match="whole numbers"):
        sb.Solver(problem, 2, kept=[0.5])


def test_intercept_equals_a_kept_column_of_ones(rng):
    A = rng.standard_normal((50, 8)) + 3
    A[rng.random(A.shape) < 0.5] = 0
    b = A[:, 1] - A[:, 5] + 7 + 0.1 * rng.standard_normal(50)
    explicit = sb.solve(np.column_stack([A, np.ones(50)]), b, 2, kept=[8]).x
    for data in (A, sparse.csc_matrix(A)):
        for standardize in (0, 1):
            result = sb.solve(data, b, 2, intercept=1, standardize=standardize)
            assert np.allclose(result.x, explicit[:8], atol=1e-10)
            assert result.intercept == pytest.approx(explicit[8])
            assert result.solver.intercept == result.intercept
            problem = sb.Problem(data, b, intercept=1, standardize=standardize)
            assert problem.intercept_at(result.x) == pytest.approx(result.intercept)


def test_complex_signals_are_recovered(rng):
    n, m, s = 64, 24, 3
    F = np.fft.fft(np.eye(n))[rng.permutation(n)[:m]] / np.sqrt(m)
    x = np.zeros(n, dtype=complex)
    x[rng.permutation(n)[:s]] = rng.standard_normal(s) + 1j * rng.standard_normal(s)
    problem = sb.Problem.complex_least_squares(F, F @ x)
    result = sb.solve(problem, s=s)
    assert np.allclose(result.x, x)
    assert list(result.support) == list(np.flatnonzero(x))
    y = rng.standard_normal(n) + 1j * rng.standard_normal(n)
    assert problem.value(y) == pytest.approx(0.5 * np.linalg.norm(F @ y - F @ x) ** 2)
    assert np.allclose(problem.gradient(y), F.conj().T @ (F @ y - F @ x))


def test_estimators_take_structure(rng):
    X = rng.standard_normal((60, 9)) + 1
    y = X[:, 0] - 2 * X[:, 1] + 3 * X[:, 6] + 5
    groups = np.repeat([0, 1, 2], 3)
    model = sb.SparseRegressor(2, groups=groups).fit(X, y)
    assert np.allclose(model.coef_, [1, -2, 0, 0, 0, 0, 3, 0, 0], atol=1e-8)
    assert model.intercept_ == pytest.approx(5)
    positive = sb.SparseRegressor(3, positive=True, standardize=True).fit(X, y)
    assert positive.coef_.min() >= 0
    labels = np.where(y + rng.standard_normal(60) > 6, "high", "low")
    dense = sb.SparseClassifier(3).fit(X, labels)
    same = sb.SparseClassifier(3).fit(sparse.csr_matrix(X), labels)
    assert np.allclose(dense.coef_, same.coef_, atol=1e-8)
    assert np.allclose(dense.intercept_, same.intercept_, atol=1e-8)
