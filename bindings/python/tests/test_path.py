# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Paths: what they find, and how they are watched and stopped."""

import itertools
import os
import signal
import threading

import numpy as np
import pytest

import sparsebregman as sb


TRUTH = [1, 3, 4]


def instance(m=60, n=30):
    random = np.random.default_rng(5)
    A = random.standard_normal((m, n))
    return A, A[:, TRUTH] @ [2.0, -1.0, 1.5] + 0.1 * random.standard_normal(m)


def best_subset(A, b, s):
    """By trying all."""
    points = []
    for support in itertools.combinations(range(A.shape[1]), s):
        x = np.zeros(A.shape[1])
        x[list(support)] = np.linalg.lstsq(A[:, support], b, rcond=None)[0]
        points.append(x)
    return min(points, key=lambda x: np.linalg.norm(A @ x - b))


def test_the_fits_descend_and_independent_ones_are_those_of_lone_solvers():
    problem = sb.Problem(*instance())
    path = sb.Path(problem, last=8)
    assert path.run() == sb.State.TARGET_REACHED
    np.testing.assert_array_equal(path.series("sparsity"), np.arange(1, 9))
    assert np.all(np.diff(path.series()) <= 0)
    alone = sb.Path(sb.Solver(problem, 1, method="newton"), last=4, independent=1)
    alone.run()
    for s in range(1, 5):
        solver = sb.Solver(problem, s, method="newton")
        solver.run()
        np.testing.assert_array_equal(alone.coefficients(s), solver.solution)
        assert problem.value(alone.coefficients(s)) == pytest.approx(alone.series("objective")[s - 1])


def test_cross_validation_and_criteria_choose_the_size_of_the_truth():
    problem = sb.Problem(*instance())
    for criterion in ("aic", "bic", "gic"):
        path = sb.Path(problem, last=8, criterion=criterion)
        path.run()
        assert path.chosen == 1 + np.argmin(path.series(criterion))
    for options in ({"folds": 5}, {"criterion": "ebic"}):
        path = sb.Path(problem, last=8, **options)
        path.run()
        assert path.chosen == 3
        np.testing.assert_array_equal(np.flatnonzero(path.coefficients()), TRUTH)
    assert np.isnan(path.series("cv_mean")).all()


def test_structure_and_intercept_hold_for_every_fit():
    A, b = instance()
    problem = sb.Problem(A, b + 7, intercept=1, standardize=1)
    pattern = sb.Solver(problem, 1, groups=np.arange(30) // 3, kept=[29], bounds=(None, 1.25))
    path = sb.Path(pattern, last=3, folds=4, independent=1)
    path.run()
    for s in (1, 2, 3):
        lone = sb.Solver(problem, s, groups=np.arange(30) // 3, kept=[29], bounds=(None, 1.25))
        lone.run()
        np.testing.assert_array_equal(path.coefficients(s), lone.solution)
        assert path.intercept(s) == path.series("intercept")[s - 1] == lone.intercept
        assert path.coefficients(s).max() <= 1.25 and path.coefficients(s)[29] != 0
    assert path.intercept() == path.intercept(path.chosen)
    with pytest.raises(sb.ArgumentError, match="1 .. 3"):
        path.intercept(4)


def test_a_path_of_a_problem_takes_what_its_solver_takes():
    A, b = instance()
    problem = sb.Problem(A, b)
    structure = {"groups": np.arange(30) // 3, "kept": [29], "bounds": (None, 1.25), "method": "newton", "max_iterations": 40}
    given = sb.Path(problem, last=3, seed=2, folds=3, **structure)
    pattern = sb.Path(sb.Solver(problem, 1, **structure), last=3, seed=2, folds=3)
    assert given.seed == 2 and given.folds == 3
    for path in (given, pattern):
        path.run()
    np.testing.assert_array_equal(given.series("cv_mean"), pattern.series("cv_mean"))
    for s in (1, 2, 3):
        np.testing.assert_array_equal(given.coefficients(s), pattern.coefficients(s))
    positive = sb.Path(problem, last=2, positive=True)
    positive.run()
    assert positive.coefficients(2).min() >= 0
    with pytest.raises(sb.OptionError):
        sb.Path(sb.Solver(problem, 1), method="newton")


def test_the_held_out_error_is_that_of_fits_without_the_fold():
    A, b = instance(20, 6)
    path = sb.Path(sb.Problem(A, b), last=3, folds=20)
    path.run()
    for s in (1, 2, 3):
        errors = []
        for i in range(20):
            rest = np.arange(20) != i
            errors.append((best_subset(A[rest], b[rest], s) @ A[i] - b[i]) ** 2)
        assert path.series("cv_mean")[s - 1] == pytest.approx(np.mean(errors), rel=1e-5)
        assert path.series("cv_error")[s - 1] == pytest.approx(np.std(errors, ddof=1) / np.sqrt(20), rel=1e-5)


def test_a_monitor_watches_stops_and_the_path_resumes(capsys):
    problem = sb.Problem(*instance())
    seen = []
    path = sb.Path(problem, last=8, folds=4, monitor=lambda path: seen.append(path.fits) or path.fits >= 5)
    assert path.run() == sb.State.STOPPED
    assert seen == sorted(seen) and path.chosen == 0 and path.fits < path.fits_total
    path.monitor = None
    assert path.run(progress=True) == sb.State.TARGET_REACHED
    assert f"fit {path.fits_total:7d} of {path.fits_total:7d}" in capsys.readouterr().err
    whole = sb.Path(problem, last=8, folds=4)
    whole.run()
    for name in ("objective", "cv_mean", "cv_error", "ebic"):
        np.testing.assert_array_equal(path.series(name), whole.series(name))


def test_an_exception_of_a_monitor_is_raised():
    class Enough(Exception):
        pass

    def monitor(path):
        raise Enough

    path = sb.Path(sb.Problem(*instance()), last=4, monitor=monitor)
    with pytest.raises(Enough):
        path.run()


def test_threads_do_not_change_the_result():
    paths = [sb.Path(sb.Problem(*instance()), last=8, folds=4, threads=threads) for threads in (1, 3)]
    for path in paths:
        path.run()
    np.testing.assert_array_equal(paths[0].series("cv_mean"), paths[1].series("cv_mean"))


def test_control_c_is_raised_and_the_fits_stay():
    random = np.random.default_rng(1)
    A, b = random.standard_normal((150, 600)), random.standard_normal(150)
    path = sb.Path(sb.Solver(sb.Problem(A, b), 1), last=75, folds=10)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        path.run()
    timer.join()
    assert path.state == sb.State.STOPPED
    assert path.fits < path.fits_total
    assert len(path.series("objective")) == len(path.series("sparsity"))


def test_errors_name_what_is_wrong():
    path = sb.Path(sb.Problem(*instance()), last=4)
    with pytest.raises(sb.StateError, match="run the path first"):
        path.coefficients(2)
    with pytest.raises(sb.OptionError, match="folds"):
        sb.Path(sb.Problem(*instance()), fold=3)
    with pytest.raises(sb.OptionError, match="cv_mean"):
        path.series("cv_means")
    assert repr(path).startswith("<Path, 0 of ")
    path.close()
    assert repr(path) == "<closed Path>"
    with pytest.raises(sb.StateError):
        path.run()
