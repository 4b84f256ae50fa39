// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// When f may go up. A step is accepted when f falls by sigma ||step||^2, sigma = sufficient_decrease times the mean of
// ||a_j||^2; the only others are the first step of line_search growing (n <= 1000), restarts, and the last trial of a
// line search, all counted in forced_steps. f is computed here from A and b in extended precision.
#include "trace.hpp"

namespace {

using namespace oracle;

constexpr double sufficient_decrease = 5e-5;  // the default; the columns have length 1
constexpr Index trials = 8;

struct Case {
  const char* method;
  const char* line_search;  // null: the method's own
  const char* restart;
  double scale = 0;  // positive: the matrix is this multiple of the largest eigenvalue, instead of the method's own
};
constexpr Case searching[] = {
    {"iht-lsr", nullptr, nullptr},     {"ciwht-lsr", nullptr, nullptr},   {"gpnp", nullptr, nullptr},
    {"newton", nullptr, nullptr},      {"iht-lsr", "paper", "gamma"},     {"ciwht-lsr", "paper", "gamma"},
    {"gpnp", "paper", "gamma"},        {"newton", "paper", "gamma"},      {"newton", "growing", "none"},
    {"ciwht-lsr", "none", "adaptive"}, {"ciwht-lsr", "growing", "gamma"}, {"ciwht-lsr", "paper", "none", 0.25},
    {"newton", "paper", "gamma", 0.25}};

struct Instance {
  LeastSquares f;
  Index s;
};

/// Recoverable, hard and noisy ones.
std::vector<Instance> instances() {
  Rng rng(41);
  std::vector<Instance> all;
  for (const auto& [m, n, s, noise] : {std::tuple{32, 96, 6, 0.0}, std::tuple{32, 96, 15, 0.0},
                                       std::tuple{32, 96, 18, 0.1}, std::tuple{20, 30, 12, 0.3}})
    all.push_back({compressed_sensing(rng, m, n, s, noise), s});
  return all;
}

Solver configured(const Problem& problem, const LeastSquares& f, Index s, const Case& c) {
  Solver solver = plain_solver(problem, s, c.method);
  if (c.scale > 0) OK(sbreg_solver_add_dsm(solver.get(), make_dsm(feasible_identity(f.hessian(), c.scale)).get()));
  if (c.line_search != nullptr) OK(sbreg_solver_set_text(solver.get(), "line_search", c.line_search));
  if (c.restart != nullptr) OK(sbreg_solver_set_text(solver.get(), "restart", c.restart));
  return solver;
}

void safe_step_methods_never_increase_f(void**) {
  for (const auto& [f, s] : instances()) {
    const Problem problem = make_problem(f);
    for (const char* method : {"iht", "iwht", "ciwht"}) {
      const std::vector<Step> steps = trace(plain_solver(problem, s, method), 300);
      assert_true(steps.size() > 10);
      for (std::size_t k = 1; k < steps.size(); ++k)
        ASSERT_AT_MOST(-1e-28L * f.value_at_zero(), f.decrease(steps[k - 1].x, steps[k].x));
    }
  }
}

void f_of_mfista_never_increases_between_restarts(void**) {
  Index restarts = 0, kept = 0;
  for (const auto& [f, s] : instances())
    for (const char* line_search : {"growing", "paper", "none"})
      for (const char* restart : {"adaptive", "gamma", "none"}) {
        const Solver solver = configured(make_problem(f), f, s, {"mfista", line_search, restart});
        const std::vector<Step> steps = trace(solver, 400);
        const Vector objective = series_of(solver, "objective");
        for (std::size_t k = 1; k < steps.size(); ++k) {
          restarts += steps[k].restarts;
          kept += steps[k].x == steps[k - 1].x ? 1 : 0;
          if (steps[k].restarts > 0) continue;
          ASSERT_AT_MOST(objective[k], objective[k - 1]);
          ASSERT_AT_MOST(-1e-13L * f.value_at_zero(), f.decrease(steps[k - 1].x, steps[k].x));
        }
      }
  assert_true(restarts > 0);
  assert_true(kept > 0);  // steps that would have gone up were seen
}

/// Every step of a searching method: what it violated, and what it was allowed to.
void every_step_without_sufficient_decrease_is_a_documented_one_and_counted(void**) {
  Index first = 0, restarted = 0, exhausted = 0;
  for (const auto& [f, s] : instances()) {
    const Problem problem = make_problem(f);
    for (const Case& c : searching) {
      const Solver solver = configured(problem, f, s, c);
      const char* line_search = nullptr;
      OK(sbreg_solver_get_text(solver.get(), "line_search", &line_search));
      const std::string kind = line_search;
      const std::vector<Step> steps = trace(solver, c.scale > 0 ? 60 : 500);  // too small a matrix ends in overflow
      const Real slack = 1e-12L * f.value_at_zero();
      for (std::size_t k = 1; k < steps.size(); ++k) {
        const Real length = norm(difference(steps[k].x, steps[k - 1].x));
        const Real missing = sufficient_decrease * length * length - f.decrease(steps[k - 1].x, steps[k].x);
        if (missing > slack) {  // a violation: counted, and one of the three kinds
          assert_int_equal(steps[k].forced, 1);
          if (steps[k].restarts > 0) {
            ++restarted;
          } else if (k == 1 && kind == "growing") {
            ++first;
          } else {
            assert_true(steps[k].trials >= (kind == "none" ? 1 : trials));
            ++exhausted;
          }
        } else if (steps[k].forced > 0 && steps[k].newton == 0) {  // counted, hence a violation up to rounding
          ASSERT_AT_MOST(-slack, missing);
        }
        assert_true(steps[k].forced <= 1);
      }
    }
  }
  assert_true(first > 0);
  assert_true(restarted > 0);
  assert_true(exhausted > 0);
}

void with_D_strictly_above_H_the_printed_line_search_forces_nothing(void**) {
  for (const auto& [f, s] : instances()) {
    const Problem problem = make_problem(f);
    const Symmetric H = f.hessian();
    Rng rng(5);
    const std::vector<Vector> dictionary = {feasible_random(rng, H, 1.01), feasible_identity(H, 1.01)};
    for (const char* method : {"ciwht-lsr", "newton"}) {
      const Solver solver = make_solver(problem, s, method, dictionary);
      OK(sbreg_solver_set_text(solver.get(), "line_search", "paper"));
      OK(sbreg_solver_set_text(solver.get(), "restart", "none"));
      const std::vector<Step> steps = trace(solver, 200);
      for (std::size_t k = 1; k < steps.size(); ++k)
        if (f.decrease(steps[k - 1].x, steps[k].x) > 1e-12L * f.value_at_zero()) assert_int_equal(steps[k].forced, 0);
    }
  }
}

void a_restart_never_loses_the_best_point(void**) {
  Index went_up = 0;
  for (const auto& [f, s] : instances()) {
    const Problem problem = make_problem(f);
    for (const Case& c : searching) {
      const Solver solver = configured(problem, f, s, c);
      OK(sbreg_solver_set_int(solver.get(), "history", 1));
      double best = get_real(solver, "objective");
      for (Index k = 0; k < (c.scale > 0 ? 60 : 300) && get_int(solver, "state") == SBREG_RUNNING; ++k) {
        OK(sbreg_solver_step(solver.get(), 1));
        best = std::min(best, get_real(solver, "objective"));
        went_up += get_real(solver, "objective") > best ? 1 : 0;
        if (get_int(solver, "state") != SBREG_STATIONARY)
          assert_true(get_real(solver, "best_objective") == best);
        else  // the end point replaces one that only rounding made look better
          ASSERT_AT_MOST(std::abs(get_real(solver, "best_objective") - best), 1e-13L * f.value_at_zero());
        double value = 0;
        OK(sbreg_problem_value(problem.get(), solution_of(solver).data(), &value));
        ASSERT_AT_MOST(std::abs(value - best), 1e-13L * f.value_at_zero());
      }
    }
  }
  assert_true(went_up > 100);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(safe_step_methods_never_increase_f),
      cmocka_unit_test(f_of_mfista_never_increases_between_restarts),
      cmocka_unit_test(every_step_without_sufficient_decrease_is_a_documented_one_and_counted),
      cmocka_unit_test(with_D_strictly_above_H_the_printed_line_search_forces_nothing),
      cmocka_unit_test(a_restart_never_loses_the_best_point),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
