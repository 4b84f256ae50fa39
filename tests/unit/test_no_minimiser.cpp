// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Data without a minimiser: labels that a hyperplane separates, counts that are all zero, a soft maximum that falls for
// ever. Every method must end, at a finite point below its start, or answer that it left the range of doubles.
#include "bregman.hpp"

namespace {

using namespace oracle;

const char* const methods[] = {"auto", "iht", "iwht",   "ciwht",  "iht-lsr",
                               "gpnp", "bpg", "newton", "mfista", "ciwht-lsr"};

void run_all(const Problem& problem, Index s, const char* what, bool bounded) {
  for (const char* method : methods) {
    const std::string name(method);
    if (!bounded && (name == "iht" || name == "iwht" || name == "ciwht" || name == "bpg")) continue;
    const Solver solver = make_solver(problem, s, method, {});
    OK(sbreg_solver_set_int(solver.get(), "max_iterations", 2000));
    const double start = get_real(solver, "objective");
    const sbreg_status status = sbreg_solver_run(solver.get());
    if (status != SBREG_OK && status != SBREG_E_NUMERIC) fail_msg("%s, %s: %s\n", what, method, sbreg_last_error());
    if (status == SBREG_OK) assert_int_not_equal(get_int(solver, "state"), SBREG_RUNNING);
    const Vector x = solution_of(solver);
    for (double v : x) assert_true(std::isfinite(v));
    const double f = get_real(solver, "best_objective");
    if (!(f < start && std::isfinite(f))) fail_msg("%s, %s: f from %g to %g\n", what, method, start, f);
    assert_true(support_of(x).size() <= at(s));
    double again = 0;
    OK(sbreg_problem_value(problem.get(), x.data(), &again));
    ASSERT_AT_MOST(std::abs(again - f), 1e-12 * (start + std::abs(f)));
  }
}

void separable_labels_end_every_method(void**) {
  Rng rng(61);
  for (const auto& [m, n, s] : {std::tuple{20, 50, 5}, std::tuple{12, 12, 12}, std::tuple{30, 1, 1}}) {
    const Vector A = gaussian(rng, m * n);
    Vector b;
    for (Index i = 0; i < m; ++i) b.push_back(A[at(i)] > 0 ? 1 : 0);  // the sign of the first column
    run_all(make_linear(make_dense(m, n, A), "logistic", b), s, "separable", true);
  }
}

void separable_labels_are_separated_by_auto(void**) {
  Rng rng(62);
  const Index m = 40, n = 100, s = 3;
  const Vector A = gaussian(rng, m * n);
  Vector b;
  for (Index i = 0; i < m; ++i) b.push_back(A[at(i)] > 0 ? 1 : -1);
  const Problem problem = make_linear(make_dense(m, n, A), "logistic", b);
  const Solver solver = make_solver(problem, s, "auto", {});
  OK(sbreg_solver_run(solver.get()));
  const RealVector t = LeastSquares{m, n, A, {}}.times(solution_of(solver));
  for (Index i = 0; i < m; ++i) assert_true(t[at(i)] * b[at(i)] > 0);
  ASSERT_AT_MOST(get_real(solver, "best_objective"), 1e-6);
}

/// There the second derivatives vanish with f, and Newton points leave the range of doubles while f stays finite.
void separable_labels_end_at_a_finite_point_from_far_away(void**) {
  const Vector A = {0.129, 0.572, -0.074, 0.715, -0.345, 0.462, -0.045, 0.573}, b = {0, 1};
  const Problem four = make_linear(make_dense(2, 4, A), "logistic", b);
  const Problem one = make_linear(make_dense(2, 1, {1, -.9}), "logistic", {1, 0});
  const auto run_from = [](const Problem& problem, Index s, const char* method, const Vector& start) {
    const Solver solver = make_solver(problem, s, method, {});
    OK(sbreg_solver_set_start(solver.get(), start.data()));
    OK(sbreg_solver_run(solver.get()));
    for (double v : solution_of(solver)) assert_true(std::isfinite(v));
    ASSERT_AT_MOST(get_real(solver, "best_objective"), 1e-6);
  };
  for (const char* method : {"auto", "search"}) {
    run_from(four, 2, method, {0, -504.33831953, -2055.98457499, 0});
    run_from(one, 1, method, {-800});
    run_from(one, 1, method, {-2000});
  }
}

void counts_of_zero_end_every_method(void**) {
  Rng rng(63);
  const Index m = 15, n = 40, s = 4;
  Vector A = gaussian(rng, m * n);
  for (Index i = 0; i < m; ++i) A[at(i)] = 1 + rng.uniform();  // along the first column f falls to 0
  run_all(make_linear(make_dense(m, n, A), "poisson", Vector(at(m))), s, "no counts", false);
}

void a_soft_maximum_without_a_bottom_ends_every_method(void**) {
  Rng rng(64);
  const Index m = 15, n = 40, s = 4;
  Vector A = gaussian(rng, m * n);
  for (Index i = 0; i < m; ++i) A[at(i)] = 1 + rng.uniform();  // along the first column f falls for ever
  run_all(make_linear(make_dense(m, n, A), "logsumexp", gaussian(rng, m)), s, "no bottom", true);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(separable_labels_end_every_method),
      cmocka_unit_test(separable_labels_are_separated_by_auto),
      cmocka_unit_test(separable_labels_end_at_a_finite_point_from_far_away),
      cmocka_unit_test(counts_of_zero_end_every_method),
      cmocka_unit_test(a_soft_maximum_without_a_bottom_ends_every_method),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
