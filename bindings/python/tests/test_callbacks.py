# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Functions that the library calls: results, exceptions, Ctrl-C, threads, garbage."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest
from conftest import needs

import sparsebregman as sb

custom = needs("sbreg_problem_create_custom")
operator = needs("sbreg_matrix_create_operator")


class Mistake(Exception):
    pass


def fail(*_):
    raise Mistake("mine")


def long_run(noisy, **more):
    """A run that would last for minutes."""
    return sb.Solver(sb.Problem(*noisy), 10, method="iht", max_iterations=10**9, stationarity_tolerance=0, **more)


def test_monitor_watches_and_stops(noisy):
    seen = []
    solver = sb.Solver(sb.Problem(*noisy), 4, monitor=lambda s: seen.append(s.best_objective) or len(seen) == 3)
    assert solver.run() == sb.State.STOPPED
    assert len(seen) == 3 == solver.iterations
    solver.monitor = None
    assert solver.run() != sb.State.STOPPED
    assert len(seen) == 3
    with pytest.raises(TypeError):
        solver.monitor = 3


def test_exception_of_a_monitor_comes_back_as_itself(noisy):
    mistake = Mistake("mine")

    def monitor(solver):
        if solver.iterations == 2:
            raise mistake

    solver = sb.Solver(sb.Problem(*noisy), 4, monitor=monitor)
    with pytest.raises(Mistake) as caught:
        solver.run()
    assert caught.value is mistake and mistake.__context__ is None
    assert solver.iterations == 2 and np.isfinite(solver.solution).all()
    solver.monitor = None
    solver.run()


def test_using_the_running_solver_inside_its_monitor_is_refused(noisy):
    solver = sb.Solver(sb.Problem(*noisy), 4, monitor=lambda s: s.run())
    with pytest.raises(sb.StateError):
        solver.run()


def test_closing_the_running_solver_inside_its_monitor_is_safe(noisy):
    solver = sb.Solver(sb.Problem(*noisy), 4, monitor=lambda s: s.close())
    solver.run()
    assert solver.closed


def test_a_run_inside_a_monitor_of_another(noisy):
    problem = sb.Problem(*noisy)
    inner = []

    def monitor(solver):
        inner.append(sb.solve(problem, s=2).objective)

    sb.Solver(problem, 4, max_iterations=2, monitor=monitor).run()
    assert len(inner) == 2 and inner[0] == inner[1]


def test_garbage_collection_in_the_middle_of_a_run(noisy):
    A, b = noisy

    def monitor(solver):
        sb.Solver(sb.Problem(A, b), 2).step()
        gc.collect()

    solver = sb.Solver(sb.Problem(A.copy(), b), 4, method="iht", max_iterations=5, monitor=monitor)
    gc.collect()
    solver.run()
    assert solver.solution @ solver.solution > 0


def test_a_watched_solver_is_collected(noisy):
    solver = sb.Solver(sb.Problem(*noisy), 4, monitor=lambda s: False)
    solver.run()
    alive = weakref.ref(solver)
    del solver
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("progress", [False, True])
@pytest.mark.parametrize("monitor", [None, lambda solver: False])
def test_interrupt_leaves_the_best_point(noisy, progress, monitor, capsys):
    solver = long_run(noisy, monitor=monitor)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    handler = signal.getsignal(signal.SIGINT)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.run(progress=progress)
    timer.join()
    assert signal.getsignal(signal.SIGINT) is handler
    assert solver.state in (sb.State.RUNNING, sb.State.STOPPED) and solver.iterations > 0
    assert np.count_nonzero(solver.solution) <= 10 and solver.best_objective < sb.Problem(*noisy).value(np.zeros(80))
    before = solver.iterations
    solver.step(5)
    assert solver.iterations == before + 5
    assert (f"iteration {before:7d}" in capsys.readouterr().err) == progress


def test_interrupt_inside_a_monitor(noisy):
    def monitor(solver):
        if solver.iterations == 3:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)

    solver = long_run(noisy, monitor=monitor)
    with pytest.raises(KeyboardInterrupt):
        solver.run()
    assert solver.iterations in (3, 4)


@pytest.mark.parametrize("monitor", [None, lambda solver: False])
def test_a_handler_of_ones_own_is_called_once_and_the_run_goes_on(noisy, monitor):
    calls = []
    previous = signal.signal(signal.SIGINT, lambda *_: calls.append(1))
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        assert long_run(noisy, time_limit=0.3, monitor=monitor).run() == sb.State.TIME_LIMIT
    finally:
        signal.signal(signal.SIGINT, previous)
    assert calls == [1]


def test_a_run_in_pieces_is_the_same_run(noisy):
    problem = sb.Problem(*noisy)
    whole, watched = sb.Solver(problem, 6, history=1), sb.Solver(problem, 6, history=1, monitor=lambda s: False)
    whole.run()
    watched.run()
    np.testing.assert_array_equal(whole.series(), watched.series())


def test_threads_with_solvers_of_their_own(recovery):
    A, b, x = recovery
    matrix = sb.Matrix(A)
    found, failures = {}, []

    def work(k):
        try:
            for _ in range(5):
                found[k] = sb.solve(matrix, b * (k + 1), s=5, monitor=lambda s: False).x
            with pytest.raises(Mistake):
                sb.solve(matrix, b, s=5, monitor=fail)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    for k in range(4):
        np.testing.assert_allclose(found[k], (k + 1) * x, atol=1e-8)


def test_two_threads_in_one_solver_do_not_crash(noisy):
    solver = long_run(noisy, time_limit=0.3)
    outcomes = []

    def work():
        try:
            outcomes.append(solver.run())
        except sb.StateError as refusal:
            outcomes.append(refusal)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 2 and sb.State.TIME_LIMIT in outcomes
    assert np.count_nonzero(solver.solution) <= 10


def test_leaving_python_while_a_thread_runs(noisy, tmp_path):
    program = tmp_path / "leave.py"
    program.write_text(
        "import threading, time, numpy as np, sparsebregman as sb\n"
        "A = np.random.default_rng(0).standard_normal((40, 80))\n"
        "solver = sb.Solver(sb.Problem(A, A[:, 0] + A[:, 1] ** 2), 9, method='iht', max_iterations=10**9,\n"
        "                   stationarity_tolerance=0, monitor=lambda s: False)\n"
        "threading.Thread(target=solver.run, daemon=True).start()\n"
        "time.sleep(0.2)\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@custom
@pytest.mark.parametrize("together", [False, True])
def test_custom_objective_is_least_squares(recovery, together):
    A, b, x = recovery
    kept = []

    def value(y):
        kept.append(y)
        return np.sum((A @ y - b) ** 2) / 2

    def gradient(y):
        return A.T @ (A @ y - b)

    problem = sb.Problem.custom(
        80,
        (lambda y: (value(y), gradient(y))) if together else value,
        True if together else gradient,
        hessian=lambda y, support: A[:, support].T @ A[:, support],
        curvature=lambda X: A.T @ (A @ X),
    )
    gc.collect()
    assert problem.value(x) == pytest.approx(0, abs=1e-20)
    np.testing.assert_allclose(problem.gradient(np.zeros(80)), -A.T @ b)
    np.testing.assert_allclose(sb.solve(problem, s=5, method="newton").x, x, atol=1e-7)
    assert all(np.isfinite(y).all() for y in kept)  # arrays that a callback keeps are its own


@custom
def test_exceptions_of_custom_objectives_come_back_as_themselves():
    good = sb.Problem.custom(3, lambda x: x @ x, lambda x: 2 * x)
    assert good.value([1, 2, 3]) == 14
    with pytest.raises(Mistake):
        sb.Problem.custom(3, fail, fail).value([1, 2, 3])
    with pytest.raises(Mistake):
        sb.Problem.custom(3, lambda x: x @ x, fail).gradient([1, 2, 3])
    with pytest.raises(sb.DimensionError, match=r"gradient returned an array of shape \(2,\)"):
        sb.Problem.custom(3, lambda x: x @ x, lambda x: x[:2]).gradient([1, 2, 3])
    with pytest.raises(TypeError):
        sb.Problem.custom(3, lambda x: None, lambda x: x).value([1, 2, 3])
    with pytest.raises(Mistake):
        sb.solve(sb.Problem.custom(3, fail, fail, curvature=lambda X: X), s=1)
    with pytest.raises(Mistake):
        sb.DSM(sb.Problem.custom(3, lambda x: x @ x, lambda x: 2 * x, curvature=fail), "lipschitz").run()
    with pytest.raises(sb.ArgumentError):
        sb.Problem.custom(3, "x", "y")


@needs("sbreg_problem_check_gradient")
def test_a_wrong_gradient_is_found():
    x = np.array([1.0, -2.0, 0.5])
    good = sb.Problem.custom(3, lambda y: np.sum(y**4), lambda y: 4 * y**3)
    assert good.check_gradient(x)[0] < 1e-7
    bad = sb.Problem.custom(3, lambda y: np.sum(y**4), lambda y: 4 * y**3 + [0, 0, 9])
    discrepancy, where = bad.check_gradient(x)
    assert discrepancy > 0.1 and where == 2


@operator
@pytest.mark.parametrize("method", ["auto", "search", "newton", "gpnp", "iht-lsr", "mfista", "iht"])
def test_nan_from_an_operator_is_an_error_with_every_method(method, recovery):
    A, b, _ = recovery
    matrix = sb.Matrix.operator(A.shape, lambda X: np.full((len(b), X.shape[1]), np.nan), lambda Y: A.T @ Y)
    with pytest.raises(sb.NumericError):
        sb.solve(matrix, b, 5, method=method)


@custom
def test_nan_from_a_custom_objective_is_an_error_and_no_crash():
    problem = sb.Problem.custom(3, lambda x: np.nan, lambda x: np.full(3, np.nan), curvature=lambda X: X)
    with pytest.raises(sb.Error):
        sb.solve(problem, s=1)


@operator
def test_exceptions_of_operators_come_back_as_themselves():
    matrix = sb.Matrix.operator((3, 4), fail, fail)
    with pytest.raises(Mistake):
        sb.solve(matrix, np.ones(3), s=1)
    with pytest.raises(Mistake):
        matrix.check_adjoint()
    with pytest.raises(sb.DimensionError, match="apply returned"):
        sb.Matrix.operator((3, 4), lambda X: X, lambda Y: Y).check_adjoint()
    with pytest.raises(TypeError):
        sb.Matrix.operator((3, 4), None, None)


@operator
def test_an_operator_is_released_with_the_last_object_that_uses_it():
    class Identity:
        def apply(self, X):
            return X

    identity = Identity()
    alive = weakref.ref(identity)
    problem = sb.Problem(sb.Matrix.operator((3, 3), identity.apply, identity.apply), np.ones(3))
    del identity
    gc.collect()
    assert alive() is not None and problem.value(np.zeros(3)) == 1.5
    del problem
    gc.collect()
    assert alive() is None


@needs("sbreg_kernel_create_custom")
def test_exceptions_of_kernels_come_back_as_themselves(noisy):
    with pytest.raises(Mistake):  # the library tries the functions at once
        sb.Kernel.custom(80, fail, fail, fail)
    fine = [True]

    def derivative(i, t):
        return t if fine else fail()

    kernel = sb.Kernel.custom(80, lambda i, t: t * t / 2, derivative, lambda i, t: t)
    solver = sb.Solver(sb.Problem(*noisy), 4, kernel=kernel, method="bpg")
    fine.clear()
    with pytest.raises(Mistake):
        solver.run()
