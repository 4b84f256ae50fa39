// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What a search says it has proved, beyond least squares: quadratics by their model, other losses where every support
// was tried, and what needs no search at all. Least squares itself is in test_search.cpp.
#include <cstring>

#include "bregman.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

/// f of least squares but for b'b/2, by Q = A'A - shift I and q = A'b.
Problem quadratic_of(const LeastSquares& f, double shift = 0) {
  Vector Q(at(f.n * f.n)), q(at(f.n), 0.0);
  for (Index j = 0; j < f.n; ++j) {
    for (Index i = 0; i < f.m; ++i) q[at(j)] += f.entry(i, j) * f.b[at(i)];
    for (Index k = 0; k < f.n; ++k) {
      double total = j == k ? -shift : 0;
      for (Index i = 0; i < f.m; ++i) total += f.entry(i, j) * f.entry(i, k);
      Q[at(j * f.n + k)] = total;
    }
  }
  sbreg_problem* problem = nullptr;
  OK(sbreg_problem_create_quadratic(&problem, f.n, Q.data(), f.n, q.data()));
  return Problem(problem);
}

bool says_proved(const Solver& solver) {
  const char* strategy = nullptr;
  OK(sbreg_solver_get_text(solver.get(), "strategy", &strategy));
  return std::strstr(strategy, "proved") != nullptr;
}

/// Runs auto and search, which must both prove that f has the minimum `best`, or both prove nothing.
void assert_proved(const Problem& problem, Index s, bool proved, double best) {
  for (const char* method : {"auto", "search"}) {
    const Solver solver = plain_solver(problem, s, method);
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "proved"), proved ? 1 : 0);
    assert_int_equal(says_proved(solver), proved);
    if (!proved) continue;
    const auto state = get_int(solver, "state");  // f may also have reached the lower bound of its loss
    assert_true(state == SBREG_STATIONARY || state == SBREG_TARGET_REACHED);
    ASSERT_AT_MOST(std::abs(get_real(solver, "best_objective") - best), 1e-9 * std::abs(best));
  }
}

void the_best_support_of_a_definite_quadratic_is_proved(void**) {
  Rng rng(701);
  for (int instance = 0; instance < 24; ++instance) {
    const Index n = 11, s = 1 + instance % n;
    const LeastSquares f = compressed_sensing(rng, 18, n, 4, instance % 2 == 0 ? 0.5 : 5);
    assert_proved(quadratic_of(f), s, true, best_subset(f, s) - static_cast<double>(f.value_at_zero()));
  }
}

/// The bounds decide 847 660 528 supports.
void a_quadratic_may_have_many_supports(void**) {
  Rng rng(702);
  const LeastSquares f = compressed_sensing(rng, 120, 40, 10, 0.5);
  const Solver squares = plain_solver(make_problem(f), 10, "auto");
  OK(sbreg_solver_run(squares.get()));
  assert_int_equal(get_int(squares, "proved"), 1);
  const double best = get_real(squares, "best_objective") - static_cast<double>(f.value_at_zero());
  assert_proved(quadratic_of(f), 10, true, best);
}

/// On some supports of three f has no minimum, or on all five more than one.
void nothing_false_is_proved_of_a_quadratic_that_is_not_definite(void**) {
  Rng rng(703);
  int bounded = 0;
  for (int instance = 0; instance < 20; ++instance) {
    const bool singular = instance % 2 == 0;
    const LeastSquares f = compressed_sensing(rng, singular ? 4 : 9, 5, 2, 1);
    const Problem problem = quadratic_of(f, singular ? 0 : 6);
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, 3, method);
      bounded += sbreg_solver_run(solver.get()) == SBREG_OK ? 1 : 0;
      if (!singular) assert_int_equal(get_int(solver, "proved"), 0);
      const auto unit = static_cast<double>(f.value_at_zero());
      const double best = best_subset(f, 3) - unit;  // without the shift
      if (singular) ASSERT_AT_MOST(get_real(solver, "lower_bound"), best + 1e-12 * unit);
    }
  }
  assert_true(bounded >= 20);
}

/// Along a variable without curvature a quadratic falls for ever, and one in units that squares cannot hold explains b.
void nothing_is_proved_where_a_variable_seems_to_have_no_curvature(void**) {
  const Vector Q = {2, 0, 0, 0, 3, 0, 0, 0, 0}, q = {1, 1, 5};
  sbreg_problem* handle = nullptr;
  OK(sbreg_problem_create_quadratic(&handle, 3, Q.data(), 3, q.data()));
  const Problem quadratic(handle);
  const Vector b = {1, 2, 3, 4};
  const Problem tiny = make_linear(make_dense(4, 2, {1e-170, 2e-170, 3e-170, 4e-170, 1, -1, 1, 1}), "least_squares", b);
  const Problem zero = make_linear(make_dense(4, 2, {0, 0, 0, 0, 1, -1, 1, 1}), "least_squares", b);
  for (const Problem* problem : {&quadratic, &tiny, &zero}) {
    const Solver solver = plain_solver(*problem, 1, "search");
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "proved"), problem == &zero ? 1 : 0);
  }
}

void with_all_variables_the_minimum_is_proved(void**) {
  Rng rng(704);
  for (const Index n : {Index{1}, Index{2}, Index{9}, Index{60}}) {
    const LeastSquares f = compressed_sensing(rng, 2 * n + 2, n, 1, 1);
    const double best = best_subset(f, n);
    assert_proved(make_problem(f), n, true, best);
    assert_proved(quadratic_of(f), n, true, best - static_cast<double>(f.value_at_zero()));
  }
  LeastSquares f = compressed_sensing(rng, 20, 6, 1, 1);
  for (Index i = 0; i < f.m; ++i) f.A[at(f.m + i)] = f.A[at(i)] + 1e-8 * rng.normal();
  assert_proved(make_problem(f), 6, false, 0);
}

/// Where a plane separates the data logistic loss has no minimum, and 0 is what it comes down to.
void a_proof_does_not_need_a_minimum(void**) {
  Rng rng(705);
  for (int instance = 0; instance < 10; ++instance) {
    LeastSquares f = compressed_sensing(rng, 20, 6, 2, 1);
    for (double& v : f.b) v = rng.uniform() < 0.5 ? 0 : 1;
    for (Index i = 0; i < f.m; ++i) f.A[at(2 * f.m + i)] = (f.b[at(i)] == 0 ? -1 : 1) * (0.1 + rng.uniform());
    const Matrix A = make_dense(f.m, f.n, f.A);
    assert_proved(make_linear(A, "logistic", f.b), 2, true, 0);
  }
}

/// What is left of a point when a group leaves may lie where f overflows: here columns 0 and 1 are all but opposite,
/// and large on them is what fits best at first.
void a_support_is_fitted_from_wherever_f_is_finite(void**) {
  const Vector A{-0.215, -2.999, 0.795, 0.673, -1.941, -0.217, -3,     0.793,  0.673, -1.939, 1.428, 0.452, -0.616,
                 1.661,  -2.412, 0.831, 0.213, -1.004, 0.104,  -1.365, -0.803, 1.512, 0.973,  0.108, -2.236};
  const Vector b{0, 0, 1, 1, 0};
  const std::int64_t group[] = {0, 1, 2, 2, 0};
  const Matrix matrix = make_dense(5, 5, A);
  const Solver solver = plain_solver(make_linear(matrix, "poisson", b), 2, "search");
  OK(sbreg_solver_set_groups(solver.get(), group));
  OK(sbreg_solver_run(solver.get()));
  ASSERT_AT_MOST(get_real(solver, "best_objective"), 2 + 1e-6);  // two observations are 1 and the others are 0
}

/// Rounding decides what a refit on such columns is.
void nothing_is_proved_of_other_losses_where_columns_depend_on_each_other(void**) {
  Rng rng(706);
  for (const char* loss : {"logistic", "huber", "poisson", "quartic"})
    for (const double difference : {1e-14, 1e-13}) {
      LeastSquares f = compressed_sensing(rng, 20, 6, 2, 1);
      for (Index i = 0; i < f.m; ++i) f.A[at(f.m + i)] = f.A[at(i)] + difference * rng.normal();
      for (double& v : f.b) v = rng.uniform() < 0.5 ? 0 : 1;
      const Matrix A = make_dense(f.m, f.n, f.A);
      assert_proved(make_linear(A, loss, f.b), 2, false, 0);
      const Problem ridged = make_linear(A, loss, f.b);
      OK(sbreg_problem_set_real(ridged.get(), "ridge", 0.1));
      const Solver solver = plain_solver(ridged, 2, "search");
      OK(sbreg_solver_run(solver.get()));
      assert_int_equal(get_int(solver, "proved"), 1);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_best_support_of_a_definite_quadratic_is_proved),
      cmocka_unit_test(a_quadratic_may_have_many_supports),
      cmocka_unit_test(nothing_false_is_proved_of_a_quadratic_that_is_not_definite),
      cmocka_unit_test(nothing_is_proved_where_a_variable_seems_to_have_no_curvature),
      cmocka_unit_test(with_all_variables_the_minimum_is_proved),
      cmocka_unit_test(a_proof_does_not_need_a_minimum),
      cmocka_unit_test(a_support_is_fitted_from_wherever_f_is_finite),
      cmocka_unit_test(nothing_is_proved_of_other_losses_where_columns_depend_on_each_other),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
