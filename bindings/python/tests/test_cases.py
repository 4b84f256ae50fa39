# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The cases that every language reproduces, and the inputs that every language refuses."""

import cases
import numpy as np
import pytest
from conftest import needs
from scipy import sparse

import sparsebregman as sb


def make_problem(case, A):
    if case.loss == "quadratic":
        return sb.Problem.quadratic(A, case.b, **case.problem_options)
    return sb.Problem(A, case.b, case.loss, weights=case.weights, **case.problem_options)


def check(case, A):
    result = sb.solve(make_problem(case, A), s=case.s, **case.solver_options)
    np.testing.assert_allclose(result.x, case.x, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(result.objective, case.objective, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(result.support, np.flatnonzero(result.x))


@pytest.mark.parametrize("name", cases.names())
@pytest.mark.parametrize("layout", [np.ascontiguousarray, np.asfortranarray])
def test_case_is_reproduced(name, layout):
    case = cases.read(name)
    check(case, layout(case.A))


@needs("sbreg_matrix_create_csc")
@pytest.mark.parametrize("name", [name for name in cases.names() if name != "quadratic"])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_case_is_reproduced_with_a_sparse_matrix(name, index):
    case = cases.read(name)
    A = sparse.csc_matrix(case.A)
    A.indices, A.indptr = A.indices.astype(index), A.indptr.astype(index)
    check(case, A)


def test_the_call_in_one_line_is_that_of_C():
    case = cases.read("default")
    x, objective = sb.solve_least_squares(case.A, case.b, case.s)
    np.testing.assert_allclose(x, case.x, rtol=1e-12, atol=1e-12)
    assert abs(objective - case.objective) < 1e-12


GOOD_A, GOOD_B, BAD = cases.bad_inputs()


def spoil(line):
    """The way from arrays to a result with the one change that `line` describes."""
    what, *words = line.split()[1:]
    A, b, s, loss = GOOD_A.copy(), GOOD_B.copy(), 2, "least_squares"
    weights, start, point, model = np.ones(4), np.eye(6)[0], np.ones(6), "lipschitz"
    own, series, problem_options, solver_options = np.full(6, 9.0), "objective", {}, {}
    last = words[-1]
    if what == "A":
        A[int(words[0]), int(words[1])] = float(last)
    elif what == "b":
        b[int(words[0])] = float(last)
    elif what == "b_length":
        b = np.ones(int(last))
    elif what == "s":
        s = int(last)
    elif what == "loss":
        loss = last
    elif what in ("labels", "counts"):
        loss, b = {"labels": "logistic", "counts": "poisson"}[what], np.ones(4)
        b[0] = float(last)
    elif what == "weight":
        weights[int(words[0])] = float(last)
    elif what == "weights_length":
        weights = np.ones(int(last))
    elif what == "start":
        start[int(words[0])] = float(last)
    elif what == "start_nonzeros":
        start[: int(last)] = 1
    elif what == "start_length":
        start = np.ones(int(last))
    elif what == "point_length":
        point = np.ones(int(last))
    elif what == "dsm":
        model = last
    elif what == "dsm_weight":
        own[int(words[0])] = float(last)
    elif what == "problem_option":
        problem_options = cases.option(" ".join(words))
    elif what == "solver_option":
        solver_options = cases.option(" ".join(words))
    elif what == "history":
        series = last
    else:
        raise AssertionError(f"unknown change {what}")
    problem = sb.Problem(A, b, loss, weights=weights, **problem_options)
    problem.value(point)
    sb.DSM(problem, model)
    sb.DSM.from_weights(own)
    solver = sb.Solver(problem, s, start=start, history=1, **solver_options)
    solver.run()
    solver.series(series)


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_refused(line):
    with pytest.raises(sb.Error) as caught:
        spoil(line)
    assert caught.value.code == int(line.split()[0])
    assert caught.value.text == str(caught.value) != ""
