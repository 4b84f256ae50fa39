# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The objects: options, arrays, lifetimes, errors."""

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest
from conftest import needs
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator

import sparsebregman as sb
from sparsebregman import _callbacks


def test_recovery_in_one_line(recovery):
    A, b, x = recovery
    result = sb.solve(A, b, s=5)
    np.testing.assert_allclose(result.x, x, atol=1e-9)
    assert result.state == sb.State.TARGET_REACHED
    assert str(result.state) == "target reached"
    assert "Result" in repr(result)


def test_every_layout_gives_the_same_result(recovery):
    A, b, x = recovery
    wide = np.empty((80, 160))
    wide[::2, ::2] = A
    padded = np.zeros((40, 100))
    padded[:, :80] = A
    for layout in (A.tolist(), np.asfortranarray(A), wide[::2, ::2], padded[:, :80], padded.T[:80].T, A[::-1][::-1]):
        np.testing.assert_allclose(sb.solve(layout, b, s=5).x, x, atol=1e-9)
    np.testing.assert_allclose(sb.solve(A.astype("f4"), A.astype("f4") @ x, s=5).x, x, atol=1e-6)
    np.testing.assert_allclose(sb.solve(A.astype(">f8"), b, s=5).x, x, atol=1e-9)


def test_a_float64_array_is_used_in_place_and_released():
    A = np.asfortranarray(np.zeros((600, 600)))  # few numbers are copied all the same
    alive = weakref.ref(A)
    matrix = sb.Matrix(A)
    problem = sb.Problem(matrix, np.ones(600))
    A[0, 0] = 3
    assert problem.value(np.eye(1, 600).ravel()) == 301.5
    del A, matrix
    gc.collect()
    assert alive() is not None
    assert problem.value(np.zeros(600)) == 300
    del problem
    gc.collect()
    assert alive() is None
    by_rows = np.arange(9.0).reshape(3, 3)
    alive, matrix = weakref.ref(by_rows), sb.Matrix(by_rows, copy=False)
    del by_rows
    assert alive() is not None
    matrix.close()
    gc.collect()
    assert alive() is None


def test_a_copy_is_independent():
    A = np.eye(3)
    matrix = sb.Matrix(A, copy=True)
    A[:] = 7
    assert sb.Problem(matrix, np.zeros(3)).value(np.ones(3)) == 1.5


def test_a_failed_create_holds_nothing():
    before = len(_callbacks._alive)
    with pytest.raises(sb.NotFiniteError):
        sb.Matrix(np.full((3, 3), np.nan))
    gc.collect()
    assert len(_callbacks._alive) <= before


def test_options_and_results_come_from_the_table(noisy):
    solver = sb.Solver(sb.Problem(*noisy), 4, line_search_trials=3, method="gpnp")
    assert solver.line_search_trials == 3  # the method was set first
    solver.max_iterations = 7
    assert solver.run() == sb.State.ITERATION_LIMIT == solver.state
    assert solver.iterations == 7 == solver.get("iterations")
    assert solver.options()["max_iterations"] == 7
    assert set(sb.keys("solver")) <= set(dir(solver))
    assert sb.keys("solver")["max_iterations"].type == "int"
    with pytest.raises(AttributeError):
        solver.max_iteration = 3
    with pytest.raises(sb.OptionError, match="max_iterations"):
        solver.set(max_iteration=3)
    assert "iterations after which" in sb.Solver.max_iterations.__doc__
    with pytest.raises(sb.OptionError):
        solver.get("objektive")
    with pytest.raises(TypeError):
        solver.max_iterations = 2.5
    with pytest.raises(AttributeError):
        solver.iterations = 3
    with pytest.raises(AttributeError):
        solver.nonsense
    solver.max_iterations = 9
    solver.run()
    assert solver.iterations == 9


def test_stepping_and_the_iteration_protocol(noisy):
    solver = sb.Solver(sb.Problem(*noisy), 4, method="iht", max_iterations=20, history=1)
    assert solver.step(3) == sb.State.RUNNING
    counts = [state.iterations for state in solver]
    assert counts == list(range(4, 21))
    assert solver.state == sb.State.ITERATION_LIMIT
    assert solver.step() == sb.State.ITERATION_LIMIT
    objective = solver.history("objective")
    np.testing.assert_array_equal(solver.series("objective"), objective)
    np.testing.assert_array_equal(solver.history(), objective)
    assert solver.get("history") == 1 == solver.options()["history"]
    assert len(objective) == 21
    assert np.all(np.diff(objective) <= 1e-12)
    assert np.count_nonzero(solver.iterate) <= 4
    np.testing.assert_array_equal(solver.support, np.flatnonzero(solver.solution))


def test_a_start_and_several_scaling_matrices(noisy):
    A, b = noisy
    problem = sb.Problem(A, b)
    matrices = [sb.DSM(problem, "lipschitz"), sb.DSM.from_weights(np.full(80, 400.0))]
    for matrix in matrices:
        matrix.run()
    start = np.zeros(80)
    start[3] = 0.1
    result = sb.solve(problem, s=3, start=start, dsm=matrices, method="ciwht")
    assert result.solver.dictionary_size == 2
    assert result.objective <= problem.value(start)
    assert sb.check_stationarity(problem, matrices[0], 3, result.x) < 1e-6


def test_weights_and_gradient():
    A, b, w = np.arange(6.0).reshape(3, 2), np.ones(3), np.array([0.0, 1, 2])
    problem = sb.Problem(A, b, weights=w)
    x = np.array([0.5, -1])
    r = A @ x - b
    assert problem.value(x) == pytest.approx(np.sum(w * r**2) / 2)
    np.testing.assert_allclose(problem.gradient(x), A.T @ (w * r))


def test_quadratic_reads_one_triangle_in_either_layout():
    Q = np.array([[4.0, 99.0], [1.0, 3.0]])
    for layout in (np.ascontiguousarray, np.asfortranarray):
        assert sb.Problem.quadratic(layout(Q), [0.0, 0.0]).value([1.0, 1.0]) == pytest.approx(4.5)
    with pytest.raises(sb.DimensionError):
        sb.Problem.quadratic(np.ones((2, 3)), np.ones(2))


def test_closed_objects_answer_and_nothing_crashes(noisy):
    problem = sb.Problem(*noisy)
    with sb.Solver(problem, 3) as solver:
        problem.close()
        solver.run()  # the solver keeps the problem
    for use in (solver.run, lambda: solver.solution, lambda: solver.state, lambda: problem.value(np.zeros(80))):
        with pytest.raises(sb.StateError, match="closed"):
            use()
    with pytest.raises(sb.StateError):
        sb.Solver(problem, 3)
    solver.close()
    assert "closed" in repr(solver) and "closed" in repr(problem)


def test_handles_are_not_pickled_and_a_copy_is_the_same(noisy):
    problem = sb.Problem(*noisy)
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(problem)
    assert copy.deepcopy(problem) is problem


def test_representations(noisy):
    problem = sb.Problem(*noisy)
    text = repr([sb.Matrix(np.eye(2)), problem, sb.DSM(problem, "lipschitz"), sb.Solver(problem, 3)])
    assert "Matrix 2 x 2" in text and "least_squares in 80" in text and "lipschitz" in text and "3 of 80" in text


@pytest.mark.parametrize("A", [np.ones((2, 2), complex), np.array([["a", "b"]]), np.ones(3), np.ones((2, 2, 2)), None])
def test_what_is_no_real_matrix_is_refused(A):
    with pytest.raises((TypeError, ValueError)):
        sb.Matrix(A)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
def test_empty_matrices_are_refused(shape):
    with pytest.raises(sb.Error):
        sb.Matrix(np.empty(shape))


def test_a_temporary_array_lives_through_the_call():
    problem = sb.Problem(np.ones((1, 5000)), [0])
    for _ in range(20):
        assert problem.value([1] * 5000) == 5000**2 / 2  # converted to a temporary float64 array


@needs("sbreg_matrix_create_csc")
def test_sparse_matrices_of_every_kind():
    dense = np.array([[0.0, 2, 0], [1, 0, 3]])
    repeated = sparse.coo_matrix(([1, 1, 1, 3], ([0, 0, 1, 1], [1, 1, 0, 2])), shape=(2, 3))
    unsorted = sparse.csc_matrix((np.array([3.0, 1.0]), np.array([1, 0]), np.array([0, 2, 2, 2])), shape=(2, 3))
    x = np.array([1.0, 2, 3])
    kinds = (sparse.csc_matrix, sparse.csr_matrix, sparse.coo_array)
    for A in (*(kind(dense) for kind in kinds), sparse.csc_matrix(dense.astype(int))):
        assert sb.Problem(A, [0, 0]).value(x) == pytest.approx(np.sum((dense @ x) ** 2) / 2)
    for A in (repeated, unsorted):
        assert sb.Problem(A, [0, 0]).value(x) == pytest.approx(np.sum((A @ x) ** 2) / 2)
    matrix = sb.Matrix(sparse.csc_matrix(dense), copy=True)
    assert matrix.shape == (2, 3)
    with pytest.raises(sb.NotFiniteError):
        sb.Matrix(sparse.csc_matrix(np.array([[np.nan]])))
    with pytest.raises(TypeError):
        sb.Matrix(sparse.csc_matrix(dense * 1j))


@needs("sbreg_matrix_create_operator")
def test_an_operator_is_its_matrix(recovery):
    A, b, x = recovery
    for matrix in (sb.Matrix(aslinearoperator(A)), sb.Matrix.operator(A.shape, lambda X: A @ X, lambda Y: A.T @ Y)):
        assert matrix.check_adjoint() < 1e-12
        np.testing.assert_allclose(sb.solve(matrix, b, s=5).x, x, atol=1e-9)
    assert sb.Matrix.operator(A.shape, lambda X: A @ X, lambda Y: -A.T @ Y).check_adjoint() > 0.1


@needs("sbreg_dsm_margin")
def test_scaling_matrices_bound_the_curvature(noisy):
    problem = sb.Problem(*noisy)
    for model in ("lipschitz", "linear", "quadratic"):
        matrix = sb.DSM(problem, model)
        matrix.run()
        assert matrix.margin(problem) > -1e-8
    weighted = sb.DSM(problem, "linear", cost=np.linspace(1, 2, 80), start=matrix, gap_tolerance=1e-2)
    weighted.monitor = lambda dsm: dsm.iterations >= 2
    assert weighted.run() in (sb.State.STOPPED, sb.State.TARGET_REACHED)
    assert weighted.weights.shape == weighted.extracted_weights.shape == (80,)
    assert weighted.step() in sb.State


@needs("sbreg_kernel_create")
def test_kernels(noisy):
    A, b = noisy
    problem = sb.Problem(A, b)
    L = np.linalg.norm(A, 2) ** 2 * 1.01
    builtin = sb.Kernel(80, "quadratic", weights=np.ones(80))
    custom = sb.Kernel.custom(80, lambda i, t: t * t / 2, lambda i, t: t, lambda i, t: t)
    for kernel in (builtin, custom):
        solver = sb.Solver(problem, 4, kernel=kernel, method="bpg", max_iterations=500)
        solver.run()
        assert sb.check_bregman(problem, kernel, L, 4, solver.solution) < 1e-3 * problem.value(np.zeros(80))


@needs("sbreg_witness_stationarity")
def test_a_witness_is_where_f_is_lower(noisy):
    A, b = noisy
    problem = sb.Problem(A, b)
    matrix = sb.DSM(problem, "linear")
    matrix.run()
    kernel = sb.Kernel(80, "quadratic", weights=matrix.weights)
    x = np.zeros(80)
    x[[0, 1, 2]] = 0.1
    before = x.copy()
    for found in (sb.witness_stationarity(problem, matrix, 3, x), sb.witness_bregman(problem, kernel, 1.0, 3, x)):
        assert np.array_equal(x, before)
        assert np.count_nonzero(found.y) <= 3
        assert not np.array_equal(found.y, x)
        assert problem.value(found.y) <= problem.value(x) - found.violation + 1e-9
    assert found.violation == sb.check_bregman(problem, kernel, 1.0, 3, x)
    assert sb.witness_stationarity(problem, matrix, 3, x).violation == sb.check_stationarity(problem, matrix, 3, x)
    exact = sb.Problem(np.eye(3), [1.0, 2.0, 3.0])
    violation, y = sb.witness_stationarity(exact, sb.DSM.from_weights(np.ones(3)), 1, [0, 0, 3.0])
    assert violation == 0
    assert np.array_equal(y, [0, 0, 3])
    violation, y = sb.witness_stationarity(exact, sb.DSM.from_weights(np.ones(3)), 1, [1, 0, 0])
    assert violation == pytest.approx(4)
    assert np.array_equal(y, [0, 0, 3])
    with pytest.raises(sb.ArgumentError, match="x has 3 nonzeros"):
        sb.witness_stationarity(problem, matrix, 2, x)


@needs("sbreg_check_coordinatewise")
def test_coordinatewise_check():
    problem = sb.Problem(np.eye(3), [1.0, 2.0, 3.0])
    assert sb.check_coordinatewise(problem, 1, [0, 0, 3.0]).decrease == pytest.approx(0)
    swap = sb.check_coordinatewise(problem, 1, [1.0, 0, 0])
    assert (swap.leaves, swap.enters) == (0, 2)
    assert swap.decrease == pytest.approx(4)
