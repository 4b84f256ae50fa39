# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The call in one line, and whole numbers wherever one goes to the library."""

import itertools
import os
import signal
import threading

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator

import sparsebregman as sb


def test_s_is_required(noisy):
    A, b = noisy
    for call in (lambda: sb.solve(A, b), lambda: sb.solve(sb.Problem(A, b)), lambda: sb.solve(A, b, loss="huber")):
        with pytest.raises(TypeError, match="s, the largest number of nonzeros, is missing"):
            call()
    with pytest.raises(TypeError, match="b, the observations, is missing"):
        sb.solve(A, s=3)


def test_a_problem_and_s_are_enough(noisy):
    problem = sb.Problem(*noisy)
    wanted = sb.solve(*noisy, 3).x
    for result in (sb.solve(problem, 3), sb.solve(problem, s=3), sb.solve(problem, None, 3)):
        np.testing.assert_array_equal(result.x, wanted)


def test_a_problem_has_its_own_options(noisy):
    A, b = noisy
    problem = sb.Problem(A, b, ridge=0.5)
    for wrong in ({"loss": "least_squares"}, {"b": b}, {"weights": np.ones(40)}, {"ridge": 1.0}, {"intercept": 1}):
        with pytest.raises(TypeError, match=f"made already: give {next(iter(wrong))} to Problem, not to solve"):
            sb.solve(problem, s=3, **wrong)
    with pytest.raises(sb.OptionError):
        sb.solve(problem, 3, rigde=1.0)
    assert problem.ridge == 0.5
    np.testing.assert_allclose(sb.solve(problem, 3).x, sb.solve(A, b, 3, ridge=0.5).x)
    assert sb.solve(A, b, 3, loss="huber", huber_delta=0.1).solver._problem.loss == "huber"


def test_where_the_search_proves_that_nothing_is_lower_the_result_says_so():
    random = np.random.default_rng(3)
    A, b = random.standard_normal((30, 12)), random.standard_normal(30)
    result = sb.solve(A, b, 3)
    assert result.proved is True and result.solver.proved == 1
    residuals = (np.linalg.lstsq(A[:, list(S)], b, rcond=None)[1][0] for S in itertools.combinations(range(12), 3))
    assert result.objective == pytest.approx(min(residuals) / 2)
    assert sb.solve(A, b, 3, method="iht", max_iterations=1).proved is False
    model = sb.SparseRegressor(3).fit(A, b)
    assert model.proved_ is True
    assert sb.SparseRegressor(3, method="iht", options={"max_iterations": 1}).fit(A, b).proved_ is False
    assert sb.SparseRegressorCV(3, random_state=0).fit(A, b).proved_ is True


def test_control_c_hands_over_the_solver(noisy):
    endless = dict(method="iht", max_iterations=10**12, stationarity_tolerance=0)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as caught:
        sb.solve(*noisy, 10, **endless)
    timer.join()
    solver = caught.value.solver
    assert solver.iterations > 0 and solver.best_objective < sb.Problem(*noisy).value(np.zeros(80))
    before = solver.iterations
    solver.step(5)
    assert solver.iterations == before + 5


def complex_data(m=30, n=40):
    random = np.random.default_rng(9)
    A = random.standard_normal((m, n)) + 1j * random.standard_normal((m, n))
    x = np.zeros(n, dtype=complex)
    x[[7, 30]] = [1 + 2j, -3 + 0.5j]
    return A, A @ x, x


def test_a_complex_matrix_asks_for_complex_numbers():
    A, b, x = complex_data()
    for layout in (A, np.asfortranarray(A), A.tolist(), A[::-1][::-1]):
        result = sb.solve(layout, b, 2)
        np.testing.assert_allclose(result.x, x, atol=1e-9)
        assert result.support.tolist() == [7, 30] == result.solver.support.tolist()
    problem, other = sb.Problem(A, b), sb.Problem.complex_least_squares(A, b)
    assert problem.value(x + 1j) == other.value(x + 1j) == pytest.approx(np.linalg.norm(A @ np.full(40, 1j)) ** 2 / 2)
    start = np.where(np.arange(40) == 7, x, 0)
    assert sb.check_coordinatewise(problem, 2, start).enters == 30
    assert sb.Solver(problem, 2).check_coordinatewise(start).enters == 30
    assert problem.check_gradient(x + 1j)[0] < 1e-6 and problem.check_gradient(x + 1j)[1] < 40
    for unsupported in ({"loss": "logistic"}, {"weights": np.ones(30)}):
        with pytest.raises(sb.UnsupportedError, match="complex numbers are for the loss least_squares without weights"):
            sb.solve(A, b, 2, **unsupported)
    for form in (sparse.csc_matrix(A), aslinearoperator(A)):
        with pytest.raises(sb.UnsupportedError, match="need A as an array"):
            sb.solve(form, b, 2)
    with pytest.raises(sb.DimensionError):
        sb.solve(A[0], b, 2)


def test_complex_observations_of_a_real_matrix_ask_for_complex_numbers():
    A, _, x = complex_data()
    A = A.real
    for layout, b in ((A, A @ x), (A.tolist(), (A @ x).tolist()), (A.astype(np.float32).astype(float), A.astype(np.float32) @ x)):
        np.testing.assert_allclose(sb.solve(layout, b, 2).x, x, atol=1e-6)
    for form in (sb.Matrix(A), sparse.csc_matrix(A), aslinearoperator(A)):
        with pytest.raises(sb.UnsupportedError, match="need A as an array, not as a Matrix"):
            sb.solve(form, A @ x, 2)


def test_a_path_over_complex_data_has_complex_coefficients():
    A, b, x = complex_data()
    path = sb.Path(sb.Problem(A, b), last=3, independent=1)
    path.run()
    assert path.coefficients(1).shape == (40,) and np.iscomplexobj(path.coefficients(1))
    np.testing.assert_allclose(path.coefficients(2), x, atol=1e-9)
    np.testing.assert_array_equal(path.coefficients(2), sb.solve(A, b, 2).x)


@pytest.mark.parametrize("bad", [2.0, "2", None, [2], np.float64(2)])
def test_whole_numbers_are_asked_for_by_name(noisy, bad):
    A, b = noisy
    problem, x = sb.Problem(A, b), np.zeros(80)
    matrix, kernel = sb.DSM.from_weights(np.ones(80)), sb.Kernel(80, "quadratic")
    path, solver = sb.Path(problem, last=2), sb.Solver(problem, 2)
    path.run()
    calls = {
        "s": [
            lambda: sb.Solver(problem, bad),
            lambda: sb.solve_least_squares(A, b, bad),
            lambda: sb.check_stationarity(problem, matrix, bad, x),
            lambda: sb.check_bregman(problem, kernel, 1.0, bad, x),
            lambda: sb.check_coordinatewise(problem, bad, x),
            lambda: sb.witness_stationarity(problem, matrix, bad, x),
            lambda: sb.witness_bregman(problem, kernel, 1.0, bad, x),
        ],
        "count": [lambda: solver.step(bad), lambda: sb.DSM(problem).step(bad)],
        "n": [lambda: sb.Kernel(bad, "quadratic"), lambda: sb.Problem.custom(bad, np.sum, np.ones_like)],
        "max_iterations": [lambda: solver.set(max_iterations=bad)],
        "seed": [lambda: sb.Matrix(A).check_adjoint(bad)],
        "shape": [lambda: sb.Matrix.operator((40, bad), lambda X: X, lambda Y: Y)],
    }
    if bad is not None:  # where None means something else
        calls["s"] += [lambda: sb.solve(A, b, bad), lambda: path.coefficients(bad), lambda: path.intercept(bad)]
    else:
        calls["count"].clear()
    for name, functions in calls.items():
        for function in functions:
            with pytest.raises(TypeError, match=rf"^{name}.* must be a whole number, got "):
                function()


def test_whole_numbers_of_other_types_and_those_too_large(noisy):
    assert sb.solve(*noisy, np.int32(3)).solver.sparsity == 3
    with pytest.raises(sb.ArgumentError, match="64 bits"):
        sb.solve(*noisy, 2**64 + 3)  # 3, cut off


def test_what_is_of_another_kind_is_named(noisy):
    A, b = noisy
    problem = sb.Problem(A, b)
    for call, says in (
        (lambda: sb.solve(A, b, 2, loss=3), "loss must be text, got 3"),
        (lambda: sb.solve(A, b, 2, dsm="linear"), "dsm must be a DSM, got 'linear'"),
        (lambda: sb.solve(A, b, 2, dsm=[problem]), "dsm must be a DSM, got <Problem"),
        (lambda: sb.solve(A, b, 2, kernel="quartic"), "kernel must be a Kernel, got 'quartic'"),
        (lambda: sb.Solver(A, 2), "problem must be a Problem, got array"),
        (lambda: sb.DSM(A), "problem must be a Problem, got array"),
        (lambda: sb.DSM(problem, None), "model must be text, got None"),
        (lambda: sb.Kernel(3, 4), "name must be text, got 4"),
        (lambda: sb.Path(A), "pattern must be a Solver, got array"),
    ):
        with pytest.raises(TypeError, match=says):
            call()
    for call, says in (
        (lambda: sb.solve(A, b[:, None], 2), rf"b has shape \({len(b)}, 1\), expected one dimension"),
        (lambda: sb.solve(A[0], b, 2), rf"A has shape \({A.shape[1]},\), expected two dimensions"),
        (lambda: sb.solve(A, b, 2, bounds=(0, [1, 2])), "upper has length 2, expected"),
        (lambda: sb.solve(A, b, 2, kept=[True]), r"kept has shape \(1,\), expected \(\d+,\) of a mask"),
    ):
        with pytest.raises(sb.DimensionError, match=says):
            call()


def test_bounds_are_a_pair(noisy):
    for bounds in ((0, 1, 2), (0,)):
        with pytest.raises(TypeError, match="bounds must be a pair, lower and upper"):
            sb.solve(*noisy, 3, bounds=bounds)
