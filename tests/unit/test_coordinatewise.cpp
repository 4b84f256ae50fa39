// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The best single swap against brute force over all pairs.
#include "bregman.hpp"

namespace {

using namespace oracle;

constexpr Index m = 9, n = 14, s = 3;

/// Every pair by golden-section search on f itself.
double brute_force(const Problem& problem, Index most, const Vector& x) {
  const double f = value_of(problem, x);
  double best = f;
  const auto minimise = [&](const Vector& base, std::size_t j) {
    const auto at_t = [&](double t) {
      Vector y = base;
      y[j] += t;
      return value_of(problem, y);
    };
    double low = -64, high = 64;
    const double golden = 0.61803398874989485;
    for (int k = 0; k < 90; ++k) {
      const double a = high - golden * (high - low), b = low + golden * (high - low);
      (at_t(a) < at_t(b) ? high : low) = at_t(a) < at_t(b) ? b : a;
    }
    best = std::min(best, at_t((low + high) / 2));
  };
  const Support S = support_of(x);
  if (static_cast<Index>(S.size()) < most) {
    for (std::size_t j = 0; j < x.size(); ++j) minimise(x, j);
  } else {
    for (Index i : S) {
      Vector base = x;
      base[at(i)] = 0;
      for (std::size_t j = 0; j < x.size(); ++j) minimise(base, j);
    }
  }
  return f - best;
}

void the_best_swap_is_that_of_brute_force(void**) {
  Rng rng(31);
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (const double penalty : {0.05, 0.4})
      for (const Index nonzeros : {s, s - 1}) {
        Vector b = gaussian(rng, m);
        if (loss == std::string("logistic"))
          for (double& v : b) v = v > 0 ? 1 : -1;
        if (loss == std::string("poisson"))
          for (double& v : b) v = std::floor(3 * std::abs(v));
        const Matrix A = make_dense(m, n, gaussian(rng, m * n));
        const Problem problem = make_linear(A, loss, b);
        OK(sbreg_problem_set_real(problem.get(), "ridge", penalty));
        OK(sbreg_problem_set_real(problem.get(), "quartic_penalty", penalty > 0.1 ? penalty : 0));
        const Vector x = sparse_gaussian(rng, n, nonzeros);
        const Swap swap = best_swap_of(problem, s, x);
        const double expected = brute_force(problem, s, x);
        if (!(std::abs(swap.decrease - expected) <= 1e-9 * (1 + expected)))
          fail_msg("%s: %.12g, not %.12g\n", loss, swap.decrease, expected);
        assert_true(swap.enters >= 0 && swap.enters < n);
        assert_true(nonzeros < s ? swap.leaves == -1 : x[at(swap.leaves)] != 0);
      }
}

void quadratics_with_weights_and_ridge_are_exact(void**) {
  Rng rng(32);
  const LeastSquares data = compressed_sensing(rng, m, n, s, 0.1);
  const Symmetric H = data.hessian();
  Vector Q(at(n * n)), q(at(n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) Q[at(j * n + i)] = static_cast<double>(H(i, j));
    for (Index k = 0; k < m; ++k) q[at(i)] += data.entry(k, i) * data.b[at(k)];
  }
  sbreg_problem* handle = nullptr;
  OK(sbreg_problem_create_quadratic(&handle, n, Q.data(), n, q.data()));
  const Problem quadratic(handle), squares = make_problem(data);
  const Vector x = sparse_gaussian(rng, n, s);
  const Swap a = best_swap_of(quadratic, s, x), b = best_swap_of(squares, s, x);
  ASSERT_AT_MOST(std::abs(a.decrease - b.decrease), 1e-12 * b.decrease);
  assert_int_equal(a.leaves, b.leaves);
  assert_int_equal(a.enters, b.enters);
}

void a_global_minimum_has_no_swap(void**) {
  Rng rng(33);
  for (int trial = 0; trial < 5; ++trial) {
    const LeastSquares data = compressed_sensing(rng, m, n, s, 0.1);
    const Symmetric H = data.hessian();
    Vector best;
    for_each_support(n, s, [&](const Support& S) {
      const Vector x = data.minimiser(H, S);
      if (best.empty() || data.value(x) < data.value(best)) best = x;
    });
    const Swap swap = best_swap_of(make_problem(data), s, best);
    ASSERT_AT_MOST(swap.decrease, 1e-14);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_best_swap_is_that_of_brute_force),
      cmocka_unit_test(quadratics_with_weights_and_ridge_are_exact),
      cmocka_unit_test(a_global_minimum_has_no_swap),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
