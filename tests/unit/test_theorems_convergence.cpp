// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Convergence of the whole sequence (paper, theorem L_convergence) and its rate (corollary convergence_rate). Once the
// pattern S no longer changes, a step is x_S <- x_S - D_S^{-1} g_S, so with x* the minimiser on S
//
//     ||x_{k+1} - x*||^2_D <= ||x_k - x*||^2_D - ||g_S||^2_{D_S^{-1}}             (eq. D_convergence3)
//     f(x_k) - f(x*)       <= ||x_0 - x*||^2_D / 2k                                k counted from the identification
//     f(x_k) - f(x*)       <= (1 - sigma)^{2k} (f(x_0) - f(x*)),                   sigma = lambda_min(D_S^{-1/2} H_S
//     D_S^{-1/2})
//
// (for a quadratic the error is multiplied by I - D^{-1} H, whose eigenvalues lie in [0, 1 - sigma]; the paper's
// general bound is 1 - sigma for f). On S, f(x) - f(x*) = ||A (x - x*)||^2 / 2, so no difference of objectives is ever
// formed.
#include "handles.hpp"

namespace {

using namespace oracle;

struct Run {
  LeastSquares f;
  Symmetric H;
  Vector d;
  std::vector<Vector> x;
  std::size_t identified;  // the first iterate with the last pattern
  Support S;

  [[nodiscard]] RealVector error(std::size_t k, const RealVector& limit) const {
    RealVector e(limit.size());
    for (std::size_t i = 0; i < e.size(); ++i) e[i] = x[k][i] - limit[i];
    return e;
  }
  [[nodiscard]] Real gap(std::size_t k, const RealVector& limit) const {
    const Real length = norm(f.times(error(k, limit)));
    return length * length / 2;
  }
};

/// How far rounding may throw a step off, in the norms of D and of A (D >= A'A): a few units in the last place of x.
Real rounding(const Run& r, const RealVector& limit) { return 16 * 0x1p-52L * std::sqrt(weighted_square(limit, r.d)); }

/// sigma, the strong convexity on the last pattern in the norm of D.
Real convexity(const Run& r) { return r.H.scaled(r.d, r.S).eigenvalues().front(); }

Run run(LeastSquares f, Index s, Vector d, const Vector& start, Index count) {
  Symmetric H = f.hessian();
  const Solver solver = make_solver(make_problem(f), s, "iwht", {d});
  OK(sbreg_solver_set_start(solver.get(), start.data()));
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", count));
  std::vector<Vector> x = trajectory(solver, count);
  Support S = support_of(x.back());
  std::size_t identified = x.size() - 1;
  while (identified > 0 && support_of(x[identified - 1]) == S) --identified;
  return {std::move(f), std::move(H), std::move(d), std::move(x), identified, std::move(S)};
}

/// Several random instances, each run once for all tests.
const std::vector<Run>& runs() {
  static const std::vector<Run> all = [] {
    Rng rng(40);
    std::vector<Run> out;
    for (const auto& [m, n, s] :
         {std::tuple{20, 40, 4}, std::tuple{15, 30, 6}, std::tuple{40, 12, 5}, std::tuple{9, 9, 9}})
      for (int repeat = 0; repeat < 4; ++repeat) {
        LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
        Vector d = feasible_random(rng, f.hessian(), 1.01);
        out.push_back(run(std::move(f), s, std::move(d), sparse_gaussian(rng, n, s), 1000));
      }
    return out;
  }();
  return all;
}

/// Calls check with every run and the minimiser on its last pattern.
template <class Check>
void for_each_run(Check check) {
  for (const Run& r : runs()) {
    assert_true(r.x.size() - r.identified > 30);
    check(r, r.f.exact_minimiser(r.H, r.S));
  }
}

void the_sequence_converges_to_the_optimum_of_its_last_pattern(void**) {
  for_each_run([](const Run& r, const RealVector& limit) {
    const Real sigma = convexity(r), first = std::sqrt(weighted_square(r.error(r.identified, limit), r.d));
    const Real last = std::sqrt(weighted_square(r.error(r.x.size() - 1, limit), r.d));
    const auto steps = static_cast<Real>(r.x.size() - 1 - r.identified);
    ASSERT_AT_MOST(last, std::pow(1 - sigma, steps) * first + rounding(r, limit) / sigma);
  });
}

void every_step_in_the_last_pattern_comes_closer_by_the_gradient(void**) {
  for_each_run([](const Run& r, const RealVector& limit) {
    for (std::size_t k = r.identified; k + 1 < r.x.size(); ++k) {
      const RealVector g = r.f.gradient(r.x[k]);
      Real closer = weighted_square(r.error(k, limit), r.d);
      for (Index i : r.S) closer -= g[at(i)] * g[at(i)] / r.d[at(i)];
      ASSERT_AT_MOST(0, closer);
      ASSERT_AT_MOST(std::sqrt(weighted_square(r.error(k + 1, limit), r.d)), std::sqrt(closer) + rounding(r, limit));
    }
  });
}

/// Cauchy: no two points of the tail from k on are farther apart than twice the distance of x_k from the limit.
void the_tail_of_the_sequence_is_cauchy(void**) {
  for_each_run([](const Run& r, const RealVector& limit) {
    const Real tolerance = rounding(r, limit) / convexity(r);
    Real farthest = 0;  // max over l > k of ||x_l - limit||_D
    for (std::size_t k = r.x.size(); k-- > r.identified;) {
      const Real distance = std::sqrt(weighted_square(r.error(k, limit), r.d));
      ASSERT_AT_MOST(farthest, distance + tolerance);
      farthest = std::max(farthest, distance);
    }
  });
}

void f_falls_like_one_over_k_once_the_pattern_is_fixed(void**) {
  for_each_run([](const Run& r, const RealVector& limit) {
    const Real start = weighted_square(r.error(r.identified, limit), r.d);
    for (std::size_t k = r.identified + 1; k < r.x.size(); ++k)
      ASSERT_AT_MOST(r.gap(k, limit), start / static_cast<Real>(2 * (k - r.identified)));
  });
}

/// Eigenvalues 1, 1/4, 1/16, ... of the Gram matrix, each twice: some of them always lies near 1/2k, where
/// lambda (1 - lambda)^{2k} is largest, so that 1/k is what one sees over a long stretch.
void one_over_k_is_the_rate_of_an_ill_conditioned_instance(void**) {
  const Index n = 24;
  LeastSquares f{n, n, Vector(at(n * n), 0.0), Vector(at(n), 0.0)};
  for (Index i = 0; i < n; ++i) f.b[at(i)] = f.A[at(i * n + i)] = std::ldexp(1.0, -static_cast<int>(i / 2));
  const RealVector limit(at(n), 1);
  const Run r = run(f, n, Vector(at(n), 1.0001), Vector(at(n), 0.0), 3000);
  const Real start = weighted_square(r.error(0, limit), r.d);
  assert_int_equal(r.x.size(), 3001);
  for (std::size_t k = 1; k < r.x.size(); ++k) {
    ASSERT_AT_MOST(r.gap(k, limit), start / static_cast<Real>(2 * k));
    if (k >= 10) ASSERT_AT_MOST(0.1L / static_cast<Real>(k), r.gap(k, limit));
  }
}

void the_rate_is_linear_under_restricted_strong_convexity(void**) {
  for_each_run([](const Run& r, const RealVector& limit) {
    const Real sigma = convexity(r);
    assert_true(sigma > 0 && sigma < 1);
    for (std::size_t k = r.identified; k + 1 < r.x.size(); ++k)
      ASSERT_AT_MOST(std::sqrt(r.gap(k + 1, limit)), (1 - sigma) * std::sqrt(r.gap(k, limit)) + rounding(r, limit));
  });
}

/// The rate of the theory is attained in the long run: a shorter or longer step than D^{-1} would show here.
void the_observed_rate_tends_to_that_of_the_theory(void**) {
  Rng rng(41);
  const LeastSquares f = compressed_sensing(rng, 30, 60, 5, 0.1);
  const Vector d = feasible_random(rng, f.hessian(), 1.01);
  const Run r = run(f, 5, d, Vector(60, 0.0), 3000);
  const RealVector limit = r.f.exact_minimiser(r.H, r.S);
  const Real sigma = convexity(r);
  std::size_t k = r.identified;
  while (k + 1 < r.x.size() && r.gap(k + 1, limit) > 1e-20L * r.f.value_at_zero()) ++k;
  assert_true(k > r.identified + 100);
  const Real observed = std::sqrt(r.gap(k, limit) / r.gap(k - 1, limit));
  ASSERT_AT_MOST(std::abs(observed - (1 - sigma)), 1e-3L * sigma);
}

/// No strong convexity on the pattern: two equal columns inside it. The minimisers are a line, and the sequence still
/// settles on one point of it: the one that keeps d_0 x_0 - d_1 x_1 of the first iterate in the pattern.
void the_sequence_converges_where_minimisers_are_not_unique(void**) {
  Rng rng(42);
  LeastSquares f = compressed_sensing(rng, 12, 10, 3, 0);
  std::copy_n(f.A.begin(), 12, f.A.begin() + 12);  // column 1 = column 0
  for (Index i = 0; i < 12; ++i) f.b[at(i)] = 5 * f.entry(i, 0) + 3 * f.entry(i, 4) + 0.01 * rng.normal();
  Vector d = feasible_random(rng, f.hessian(), 1.01);
  Vector start(10, 0.0);
  start[0] = 4;
  start[1] = 3;
  start[4] = 2;
  const Run r = run(f, 3, d, start, 3000);
  assert_true((r.S == Support{0, 1, 4}));
  assert_int_equal(r.identified, 0);
  const Vector& last = r.x.back();
  const Real kept = 4 * static_cast<Real>(d[0]) - 3 * static_cast<Real>(d[1]);
  ASSERT_AT_MOST(std::abs(d[0] * static_cast<Real>(last[0]) - d[1] * static_cast<Real>(last[1]) - kept), 1e-12L * 100);
  const RealVector limit(last.begin(), last.end());
  for (std::size_t k = 0; k + 1 < r.x.size(); ++k)
    ASSERT_AT_MOST(weighted_square(r.error(k + 1, limit), d), weighted_square(r.error(k, limit), d) + 1e-24L);
  const RealVector g = f.gradient(last);
  for (Index i : r.S) ASSERT_AT_MOST(std::abs(g[at(i)]), 1e-12L);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_sequence_converges_to_the_optimum_of_its_last_pattern),
      cmocka_unit_test(every_step_in_the_last_pattern_comes_closer_by_the_gradient),
      cmocka_unit_test(the_tail_of_the_sequence_is_cauchy),
      cmocka_unit_test(f_falls_like_one_over_k_once_the_pattern_is_fixed),
      cmocka_unit_test(one_over_k_is_the_rate_of_an_ill_conditioned_instance),
      cmocka_unit_test(the_rate_is_linear_under_restricted_strong_convexity),
      cmocka_unit_test(the_observed_rate_tends_to_that_of_the_theory),
      cmocka_unit_test(the_sequence_converges_where_minimisers_are_not_unique),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
