// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What the end of a run says is true of the point it ends at, with any combination of options and at any scale.
#include <limits>

#include "bregman.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

Dsm lipschitz(const Problem& problem) {
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create(&dsm, problem.get(), "lipschitz"));
  Dsm owned(dsm);
  OK(sbreg_dsm_run(dsm));
  return owned;
}

void with_a_line_search_and_no_restart_a_stationary_end_is_stationary(void**) {
  Rng rng(601);
  int stationary = 0;
  for (const char* method : {"iht-lsr", "gpnp", "mfista"})
    for (int instance = 0; instance < 25; ++instance) {
      const LeastSquares f = compressed_sensing(rng, 20, 30, 5, 1);
      const Problem problem = make_problem(f);
      const Dsm dsm = lipschitz(problem);
      const Solver solver = plain_solver(problem, 5, method);
      OK(sbreg_solver_set_text(solver.get(), "restart", "none"));
      OK(sbreg_solver_add_dsm(solver.get(), dsm.get()));
      OK(sbreg_solver_run(solver.get()));
      if (get_int(solver, "state") != SBREG_STATIONARY) continue;
      ++stationary;
      Vector x(at(f.n));
      OK(sbreg_solver_get_iterate(solver.get(), x.data()));
      double violation = -1;
      OK(sbreg_check_stationarity(problem.get(), dsm.get(), 5, x.data(), &violation));
      ASSERT_AT_MOST(violation, 1e-12 * static_cast<double>(f.value_at_zero()));
    }
  assert_true(stationary > 40);
}

/// b is orthogonal to every column, also where all of them are 0.
void where_the_gradient_is_zero_every_method_ends_at_once(void**) {
  for (const double entry : {0.0, 1.0})
    for (const char* method :
         {"auto", "search", "iht", "iwht", "ciwht", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista", "bpg"}) {
      const LeastSquares f{3, 2, {entry, 0, 0, 0, entry, 0}, {0, 0, 1}};
      const Problem problem = make_problem(f);
      for (const Index period : {1, 100}) {
        const Solver solver = plain_solver(problem, 1, method);
        OK(sbreg_solver_set_int(solver.get(), "dsm_period", period));
        OK(sbreg_solver_run(solver.get()));
        assert_int_equal(get_int(solver, "state"), SBREG_STATIONARY);
        ASSERT_AT_MOST(get_int(solver, "iterations"), 2);
        assert_true(get_real(solver, "best_objective") == 0.5);
      }
    }
}

void a_period_without_end_never_turns_over(void**) {
  Rng rng(602);
  const LeastSquares f = compressed_sensing(rng, 20, 30, 3, 0);
  const Problem problem = make_problem(f);
  const Dsm dsm = lipschitz(problem);
  Vector counts;
  for (const std::int64_t period : {std::int64_t{1000000}, std::numeric_limits<std::int64_t>::max()}) {
    const Solver solver = plain_solver(problem, 3, "ciwht");
    OK(sbreg_solver_set_int(solver.get(), "dsm_period", period));
    OK(sbreg_solver_set_int(solver.get(), "max_iterations", 400));
    for (int k = 0; k < 2; ++k) OK(sbreg_solver_add_dsm(solver.get(), dsm.get()));
    OK(sbreg_solver_run(solver.get()));
    counts.push_back(static_cast<double>(get_int(solver, "iterations")));
  }
  assert_true(counts[0] > 1 && counts[0] == counts[1]);
}

void a_run_that_diverges_is_not_called_stationary(void**) {
  Rng rng(603);
  const LeastSquares f = compressed_sensing(rng, 20, 30, 3, 1);
  const Problem problem = make_problem(f);
  const Vector w(at(f.n), 1e-30);
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create_weights(&dsm, f.n, w.data()));
  const Dsm owned(dsm);
  const Solver solver = plain_solver(problem, 3, "iht");
  OK(sbreg_solver_add_dsm(solver.get(), dsm));
  OK(sbreg_solver_step(solver.get(), 2));
  assert_int_equal(get_int(solver, "state"), SBREG_RUNNING);
}

void the_history_ends_with_the_results(void**) {
  Rng rng(604);
  for (int instance = 0; instance < 40; ++instance) {
    const LeastSquares f = compressed_sensing(rng, 8, 12, 3, 1);
    const Problem problem = make_problem(f);
    const Solver solver = plain_solver(problem, 3, "auto");
    OK(sbreg_solver_set_int(solver.get(), "history", 1));
    OK(sbreg_solver_set_real(solver.get(), "effort", instance % 2));
    OK(sbreg_solver_run(solver.get()));
    for (const char* name : {"objective", "best_objective"}) {
      std::int64_t count = 0;
      OK(sbreg_solver_get_history(solver.get(), name, nullptr, 0, &count));
      Vector series(at(count));
      OK(sbreg_solver_get_history(solver.get(), name, series.data(), count, &count));
      assert_true(series.back() == get_real(solver, name));
    }
  }
}

void a_violation_goes_with_the_square_of_the_scale(void**) {
  Rng rng(605);
  LeastSquares f = compressed_sensing(rng, 20, 30, 3, 1);
  const Vector zero(at(f.n), 0.0);
  double expected = -1;
  for (const double scale : {1.0, 0x1p-280, 0x1p+280}) {
    LeastSquares g = f;
    for (double& v : g.A) v *= scale;
    for (double& v : g.b) v *= scale;
    const Problem problem = make_problem(g);
    const Dsm dsm = lipschitz(problem);
    double violation = -1;
    OK(sbreg_check_stationarity(problem.get(), dsm.get(), 3, zero.data(), &violation));
    if (scale == 1) expected = violation;
    ASSERT_AT_MOST(std::abs(violation / scale / scale - expected), 1e-6 * expected);
  }
}

/// Bounds and numbers whose products leave the range: at most s nonzeros all the same, and nothing beyond them.
void structure_survives_the_ends_of_the_range(void**) {
  Rng rng(606);
  const Index m = 4, n = 9;
  const Vector lower(at(n), 0.0);
  for (const double a : {1e150, 1e-150, 1e-300})
    for (const double b : {1e-160, 1e150})
      for (const char* method : {"iht", "iht-lsr", "gpnp", "auto"}) {
        LeastSquares f = compressed_sensing(rng, m, n, 1, 1);
        for (double& v : f.A) v *= a;
        for (double& v : f.b) v *= b;
        sbreg_problem* raw = nullptr;
        if (sbreg_problem_create_least_squares(&raw, m, n, f.A.data(), m, SBREG_COL_MAJOR, f.b.data()) != SBREG_OK)
          continue;
        const Problem problem(raw);
        sbreg_solver* solver = nullptr;
        if (sbreg_solver_create(&solver, raw, 1) != SBREG_OK) continue;
        const Solver owned(solver);
        OK(sbreg_solver_set_text(solver, "method", method));
        OK(sbreg_solver_set_bounds(solver, lower.data(), nullptr));
        OK(sbreg_solver_set_int(solver, "max_iterations", 200));
        static_cast<void>(sbreg_solver_run(solver));  // may say that it left the range
        Vector x(at(n));
        OK(sbreg_solver_get_iterate(solver, x.data()));
        assert_true(std::ranges::count(x, 0.0) >= n - 1);
      }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(with_a_line_search_and_no_restart_a_stationary_end_is_stationary),
      cmocka_unit_test(where_the_gradient_is_zero_every_method_ends_at_once),
      cmocka_unit_test(a_period_without_end_never_turns_over),
      cmocka_unit_test(a_run_that_diverges_is_not_called_stationary),
      cmocka_unit_test(the_history_ends_with_the_results),
      cmocka_unit_test(a_violation_goes_with_the_square_of_the_scale),
      cmocka_unit_test(structure_survives_the_ends_of_the_range),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
