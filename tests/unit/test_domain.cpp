// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// An objective of the caller's with a domain, f = sum (x_i - c_i)^2 / 2 - log(1 - x_i^2): outside of |x_i| < 1 the
// callback answers +infinity. The best point is known: f is separable, and coordinates with a larger |c_i| gain more.
#include <cstring>

#include "bregman.hpp"

namespace {

using namespace oracle;

constexpr Index n = 12, s = 4;

struct Barrier {
  Vector c;
  double outside = INFINITY;  // what the callback answers there
  Index left = 0;             // how often it was asked outside
};

int objective(Index, const double* x, double* f, double* g, void* user) {
  auto& self = *static_cast<Barrier*>(user);
  *f = 0;
  for (std::size_t i = 0; i < self.c.size(); ++i) {
    if (std::abs(x[i]) >= 1) {
      ++self.left;
      *f = self.outside;
      if (g != nullptr) g[0] = NAN;  // nobody may look at it
      return 0;
    }
    *f += 0.5 * (x[i] - self.c[i]) * (x[i] - self.c[i]) - std::log1p(-x[i] * x[i]);
    if (g != nullptr) g[i] = x[i] - self.c[i] + 2 * x[i] / (1 - x[i] * x[i]);
  }
  return 0;
}

int hessian(Index, const double* x, Index k, const Index* S, double* H, void*) {
  std::fill_n(H, k * k, 0.0);
  for (Index i = 0; i < k; ++i) {
    const double u = 1 - x[S[i]] * x[S[i]];
    H[i * k + i] = 1 + (4 - 2 * u) / (u * u);
  }
  return 0;
}

Barrier make_barrier(std::uint64_t seed) {
  Rng rng(seed);
  Barrier self;
  for (Index i = 0; i < n; ++i)
    self.c.push_back((rng.below(2) == 0 ? 3.0 : -3.0) * static_cast<double>((5 * i) % n + 1));
  return self;
}

Problem make_problem(Barrier& self, bool second = true) {
  sbreg_problem* out = nullptr;
  OK(sbreg_problem_create_custom(&out, n, objective, second ? hessian : nullptr, nullptr, &self, nullptr));
  return Problem(out);
}

/// f at the best point: the s largest |c_i| are fitted, each by bisection of its derivative.
double best_value(const Barrier& self) {
  Vector gains;
  double total = 0;
  for (const double c : self.c) {
    double low = 0, high = 1;
    for (int k = 0; k < 200; ++k) {
      const double x = 0.5 * (low + high);
      (x - std::abs(c) + 2 * x / (1 - x * x) > 0 ? high : low) = x;
    }
    total += 0.5 * c * c;
    gains.push_back(0.5 * c * c - (0.5 * (low - std::abs(c)) * (low - std::abs(c)) - std::log1p(-low * low)));
  }
  std::sort(gains.rbegin(), gains.rend());
  for (Index k = 0; k < s; ++k) total -= gains[at(k)];
  return total;
}

void assert_ends_at_the_best(const Problem& problem, const Barrier& self, const Solver& solver, const char* method) {
  if (sbreg_solver_run(solver.get()) != SBREG_OK) fail_msg("%s: %s\n", method, sbreg_last_error());
  const double f = get_real(solver, "best_objective");
  const double best = best_value(self);
  if (!(std::abs(f - best) <= 1e-6 * best)) fail_msg("%s: f = %.12g, best %.12g\n", method, f, best);
  double again = 0;
  OK(sbreg_problem_value(problem.get(), solution_of(solver).data(), &again));
  assert_true(std::isfinite(again));
}

void every_method_with_a_line_search_stays_in_the_domain_and_finds_the_best_point(void**) {
  for (const char* method : {"auto", "search", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista"})
    for (const bool second : {true, false}) {
      const std::string name(method);
      if (!second && (name == "search" || name == "gpnp" || name == "newton")) continue;
      Barrier self = make_barrier(1);
      const Problem problem = make_problem(self, second);
      const Solver solver = make_solver(problem, s, method, {Vector(at(n), 2.0)});
      assert_ends_at_the_best(problem, self, solver, method);
    }
}

void bpg_finds_an_L_that_stays_in_the_domain(void**) {
  for (const char* name : {"quadratic", "quartic"}) {
    Barrier self = make_barrier(2);
    const Problem problem = make_problem(self);
    sbreg_kernel* made = nullptr;
    OK(sbreg_kernel_create(&made, n, name));
    const Solver solver = make_solver(problem, s, "bpg", {});
    OK(sbreg_solver_set_kernel(solver.get(), made));
    sbreg_kernel_destroy(made);
    assert_ends_at_the_best(problem, self, solver, name);
    assert_true(self.left > 0);
  }
}

/// The first step of 36 / 2 leaves the domain by far. The weights are no bound on the curvature, so nothing is said of
/// where the run ends.
void a_fixed_step_that_leaves_the_domain_is_shortened(void**) {
  for (const char* method : {"iht", "iwht", "ciwht", "bpg"}) {
    Barrier self = make_barrier(3);
    const Problem problem = make_problem(self);
    const Solver solver = make_solver(problem, s, method, {Vector(at(n), 2.0)});
    OK(sbreg_solver_set_int(solver.get(), "max_iterations", 50));
    const double start = get_real(solver, "objective");
    if (sbreg_solver_run(solver.get()) != SBREG_OK) fail_msg("%s: %s\n", method, sbreg_last_error());
    assert_true(self.left > 0);
    assert_true(get_real(solver, "best_objective") < start);
  }
}

void groups_and_bounds_stay_in_the_domain(void**) {
  for (const char* method : {"auto", "search", "newton", "mfista"}) {
    Barrier self = make_barrier(4);
    const Problem problem = make_problem(self);
    const Solver solver = make_solver(problem, s, method, {Vector(at(n), 2.0)});
    const Vector low(at(n), -5.0), high(at(n), 5.0);
    OK(sbreg_solver_set_bounds(solver.get(), low.data(), high.data()));
    assert_ends_at_the_best(problem, self, solver, method);
  }
}

void the_value_is_infinite_outside_and_there_is_no_gradient(void**) {
  Barrier self = make_barrier(5);
  const Problem problem = make_problem(self);
  Vector x(at(n), 0.0), g(at(n));
  x[3] = 2;
  double f = 0;
  OK(sbreg_problem_value(problem.get(), x.data(), &f));
  assert_true(f == INFINITY);
  assert_int_equal(sbreg_problem_gradient(problem.get(), x.data(), g.data()), SBREG_E_NUMERIC);
  assert_non_null(std::strstr(sbreg_last_error(), "domain"));
  double off = 1;
  x[3] = 0.999999;  // a difference of the usual width would leave the domain
  OK(sbreg_problem_check_gradient(problem.get(), x.data(), 0, &off, nullptr));
  ASSERT_AT_MOST(off, 1e-3);
}

void a_start_outside_a_NaN_and_minus_infinity_are_errors(void**) {
  Barrier self = make_barrier(6);
  const Problem problem = make_problem(self);
  const Solver solver = make_solver(problem, s, "newton", {Vector(at(n), 2.0)});
  Vector x(at(n), 0.0);
  x[0] = 1.5;
  assert_int_equal(sbreg_solver_set_start(solver.get(), x.data()), SBREG_E_NUMERIC);
  for (const double outside : {static_cast<double>(NAN), -static_cast<double>(INFINITY)}) {
    Barrier bad = make_barrier(6);
    bad.outside = outside;
    const Problem harmful = make_problem(bad);
    double f = 0;
    assert_int_equal(sbreg_problem_value(harmful.get(), x.data(), &f), SBREG_E_NUMERIC);
    const Solver run = make_solver(harmful, s, "newton", {Vector(at(n), 2.0)});
    assert_int_equal(sbreg_solver_run(run.get()), SBREG_E_NUMERIC);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_method_with_a_line_search_stays_in_the_domain_and_finds_the_best_point),
      cmocka_unit_test(bpg_finds_an_L_that_stays_in_the_domain),
      cmocka_unit_test(a_fixed_step_that_leaves_the_domain_is_shortened),
      cmocka_unit_test(groups_and_bounds_stay_in_the_domain),
      cmocka_unit_test(the_value_is_infinite_outside_and_there_is_no_gradient),
      cmocka_unit_test(a_start_outside_a_NaN_and_minus_infinity_are_errors),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
