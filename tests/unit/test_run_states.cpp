// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The state in which a run ends, its strategy and its proof tell one story.
#include <cstring>

#include "bregman.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

const char* const all_methods[] = {"auto",      "search", "iht",    "iwht",   "ciwht", "iht-lsr",
                                   "ciwht-lsr", "gpnp",   "newton", "mfista", "bpg"};

bool says_proved(const Solver& solver) {
  const char* strategy = nullptr;
  OK(sbreg_solver_get_text(solver.get(), "strategy", &strategy));
  return std::strstr(strategy, "proved") != nullptr;
}

void an_exact_recovery_is_proved_by_every_method(void**) {
  Rng rng(901);
  const LeastSquares f = compressed_sensing(rng, 60, 80, 3, 0);
  const Problem problem = make_problem(f);
  for (const char* method : all_methods) {
    const Solver solver = plain_solver(problem, 3, method);
    OK(sbreg_solver_run(solver.get()));
    if (get_int(solver, "state") != SBREG_TARGET_REACHED)
      fail_msg("%s: state %lld", method, static_cast<long long>(get_int(solver, "state")));
    assert_int_equal(get_int(solver, "proved"), 1);
    assert_true(says_proved(solver));
  }
}

void f_at_its_lower_bound_is_proved_for_other_losses(void**) {
  Rng rng(902);
  const LeastSquares f = compressed_sensing(rng, 60, 40, 3, 0);
  const Matrix A = make_dense(f.m, f.n, f.A);
  const Problem huber = make_linear(A, "huber", f.b);
  for (const char* method : {"auto", "search", "newton"}) {
    const Solver solver = plain_solver(huber, 3, method);
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "state"), SBREG_TARGET_REACHED);
    assert_int_equal(get_int(solver, "proved"), 1);
    assert_true(says_proved(solver));
  }
}

/// Data that x = 0, or the intercept alone, fits exactly: f(0) = 0, beside which nothing can be small.
void data_that_zero_fits_are_proved_by_every_method(void**) {
  Rng rng(905);
  const Vector A = gaussian(rng, 30 * 8);
  for (const char* loss : {"least_squares", "huber", "quartic"})
    for (const double level : {0.0, 3.0})
      for (const char* method : all_methods) {
        const Problem problem = make_linear(make_dense(30, 8, A), loss, Vector(30, level));
        OK(sbreg_problem_set_int(problem.get(), "intercept", level != 0 ? 1 : 0));
        const Solver solver = plain_solver(problem, 2, method);
        if (sbreg_solver_run(solver.get()) == SBREG_E_UNSUPPORTED) continue;  // no safe step
        if (get_int(solver, "proved") != 1 || get_real(solver, "best_objective") != 0)
          fail_msg("%s, %s: f = %g, proved %d", loss, method, get_real(solver, "best_objective"),
                   static_cast<int>(get_int(solver, "proved")));
        assert_true(says_proved(solver));
      }
  // The fourth power of these is 0 in double precision, and x = 0 does not fit them.
  const Problem tiny = make_linear(make_dense(30, 8, A), "quartic", Vector(30, 1e-90));
  const Solver solver = plain_solver(tiny, 2, "newton");
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "proved"), 0);
}

/// A penalty keeps f above 0, a quadratic has no bound, and a loose tolerance proves nothing.
void nothing_is_proved_above_the_lower_bound(void**) {
  Rng rng(903);
  const LeastSquares f = compressed_sensing(rng, 60, 80, 3, 0);
  const Problem ridged = make_problem(f);
  OK(sbreg_problem_set_real(ridged.get(), "ridge", 1e-3));
  const Solver first = plain_solver(ridged, 3, "newton");
  OK(sbreg_solver_run(first.get()));
  assert_int_equal(get_int(first, "proved"), 0);
  const Problem problem = make_problem(f);
  const Solver loose = plain_solver(problem, 3, "newton");
  OK(sbreg_solver_set_real(loose.get(), "residual_tolerance", 0.5));
  OK(sbreg_solver_run(loose.get()));
  assert_true(get_real(loose, "best_objective") > 0 || get_int(loose, "proved") == 1);
  assert_int_equal(get_int(loose, "proved"), says_proved(loose));
}

/// Counts of 1e15 at a mean of 1: Newton's first step is too long by 2^45.
void large_counts_are_fitted(void**) {
  for (const auto& [m, n, s] : {std::tuple{100, 20, 3}, std::tuple{20, 3, 1}, std::tuple{40, 8, 8}})
    for (const double count : {1e3, 1e11, 1e13, 1e15}) {
      Rng rng(904);
      const Vector A = gaussian(rng, m * n);
      Vector b;
      for (Index i = 0; i < m; ++i) b.push_back(std::floor(count * std::exp(0.3 * A[at(i)]) * rng.uniform()));
      const Problem problem = make_linear(make_dense(m, n, A), "poisson", b);
      const Solver solver = plain_solver(problem, s, "search");
      OK(sbreg_solver_run(solver.get()));
      const Vector x = solution_of(solver);
      Vector g(at(n));
      OK(sbreg_problem_gradient(problem.get(), x.data(), g.data()));
      double largest = 0;
      for (const Index i : support_of(x)) largest = std::max(largest, std::abs(g[at(i)]));
      if (!(largest <= 1e-13 * count * static_cast<double>(m)))
        fail_msg("counts %g, state %lld: gradient %g", count, static_cast<long long>(get_int(solver, "state")),
                 largest);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(an_exact_recovery_is_proved_by_every_method),
      cmocka_unit_test(f_at_its_lower_bound_is_proved_for_other_losses),
      cmocka_unit_test(data_that_zero_fits_are_proved_by_every_method),
      cmocka_unit_test(nothing_is_proved_above_the_lower_bound),
      cmocka_unit_test(large_counts_are_fitted),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
