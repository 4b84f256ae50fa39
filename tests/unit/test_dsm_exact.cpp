// SPDX-License-Identifier: BSD-3-Clause
// Certificates labelled "proven" in exact arithmetic. Doubles are rationals, so Diag(w) - C is known exactly and
// whether it is positive semidefinite is decided by elimination over the rationals (GMP).
#include "sparsebregman.h"

#include "cmocka.hpp"

#include <gmpxx.h>

#include <cmath>

#include "dsm_cases.hpp"

using namespace sbreg;
using namespace dsm_cases;

namespace {

using Rational = mpq_class;
using Exact = std::vector<Rational>;

/// C = scale A' Diag(weights) A + ridge I, n x n.
Exact exact_curvature(const Case& c, const Curvature& C) {
  const auto m = to_size(c.m);
  const auto n = to_size(c.n);
  std::vector<Rational> A(c.A.begin(), c.A.end());
  Exact result(n * n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i <= j; ++i) {
      Rational total = 0;
      for (std::size_t k = 0; k < m; ++k)
        total += A[i * m + k] * A[j * m + k] * (C.row_weights.empty() ? Rational(1) : Rational(C.row_weights[k]));
      total *= Rational(C.scale);
      if (i == j) total += Rational(C.ridge);
      result[j * n + i] = result[i * n + j] = total;
    }
  return result;
}

/// Elimination: a negative pivot, or a zero pivot with a nonzero row, is the only way not to be semidefinite.
bool is_semidefinite(Exact M, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const Rational pivot = M[k * n + k];
    if (pivot < 0) return false;
    if (pivot == 0) {
      for (std::size_t i = k + 1; i < n; ++i)
        if (M[k * n + i] != 0) return false;
      continue;
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      if (M[k * n + i] == 0) continue;
      const Rational factor = M[k * n + i] / pivot;
      for (std::size_t j = i; j < n; ++j) {
        M[i * n + j] -= factor * M[k * n + j];
        M[j * n + i] = M[i * n + j];
      }
    }
  }
  return true;
}

bool exactly_feasible(const Exact& C, ConstVec w) {
  const std::size_t n = w.size();
  Exact M(n * n);
  for (std::size_t i = 0; i < n * n; ++i) M[i] = -C[i];
  for (std::size_t j = 0; j < n; ++j) M[j * n + j] += Rational(w[j]);
  return is_semidefinite(std::move(M), n);
}

std::vector<Case> small_cases() {
  std::vector<Case> cases;
  std::uint64_t seed = 100;
  for (Index n : {2, 3, 5, 7})
    for (Index m : {1, 2, 4, 8}) cases.push_back(gaussian(m, n, ++seed));
  for (const Case& c : awkward())
    if (c.n <= 9) cases.push_back(c);
  Case zero = gaussian(3, 6, ++seed);
  for (std::size_t i = 0; i < 3; ++i) zero.A[6 + i] = 0;
  cases.push_back(zero);
  Case scaled = gaussian(3, 6, ++seed);
  for (std::size_t j = 0; j < 6; ++j)
    for (std::size_t i = 0; i < 3; ++i) scaled.A[j * 3 + i] *= std::pow(10.0, 3.0 * static_cast<double>(j) - 8);
  cases.push_back(scaled);
  return cases;
}

void every_proven_certificate_is_true_in_rational_arithmetic(void**) {
  int certificates = 0;
  for (const Case& c : small_cases())
    for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz})
      for (int variant = 0; variant < 3; ++variant) {
        Curved problem(c);
        std::vector<double> weights;
        if (variant == 1) {
          problem.C.ridge = 0.1;
          problem.C.scale = 0.25;
        }
        if (variant == 2)
          for (Index i = 0; i < c.m; ++i) weights.push_back(0.3 + static_cast<double>(i));
        problem.C.row_weights = weights;
        const Exact C = exact_curvature(c, problem.C);
        const auto dsm = make_dsm(problem.C, model);
        dsm->options.gap_tolerance = variant == 0 ? 1e-9 : 1e-4;
        assert_true(exactly_feasible(C, dsm->weights()));  // before the first step
        run(*dsm);
        assert_true(dsm->certificate() == Certificate::proven);
        if (!exactly_feasible(C, dsm->weights())) fail_msg("%s: a false proof\n", c.name.c_str());
        ++certificates;
      }
  assert_true(certificates >= 40);
}

void weights_infeasible_by_a_relative_1e_12_are_refused(void**) {
  int refused = 0;
  int accepted = 0;
  for (const Case& c : small_cases()) {
    const Curved problem(c);
    const Exact C = exact_curvature(c, problem.C);
    const auto dsm = make_dsm(problem.C, DsmModel::linear);
    dsm->options.gap_tolerance = 1e-6;
    run(*dsm);
    const std::vector<double> w(dsm->weights().begin(), dsm->weights().end());
    const auto at = [&](double factor) {
      std::vector<double> scaled = w;
      for (double& x : scaled) x *= factor;
      return scaled;
    };
    double low = 0;  // infeasible
    double high = 1;
    while (high - low > 0.5e-12) {
      const double middle = 0.5 * (low + high);
      (exactly_feasible(C, at(middle)) ? high : low) = middle;
    }
    const auto outside = at(high * (1 - 1e-12));
    assert_false(exactly_feasible(C, outside));
    if (prove_feasible(problem.C, outside)) fail_msg("%s: an infeasible scaling was proved\n", c.name.c_str());
    ++refused;
    accepted += prove_feasible(problem.C, at(high * (1 + 1e-11)));
  }
  assert_true(refused >= 20);
  if (accepted < refused * 9 / 10) fail_msg("only %d of %d feasible ones were proved\n", accepted, refused);
}

void quadratic_problems_given_by_their_matrix_are_proven_exactly_too(void**) {
  for (const Case& c : small_cases()) {
    const auto S = gram(c);
    const auto n = to_size(c.n);
    Exact C(S.begin(), S.end());
    // rounding may have made A'A indefinite by an ulp; the certificate is about the numbers given
    Curvature curvature;
    curvature.n = c.n;
    curvature.symmetric = S.data();
    for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
      const auto dsm = make_dsm(curvature, model);
      dsm->options.gap_tolerance = 1e-7;
      run(*dsm);
      assert_true(dsm->certificate() == Certificate::proven);
      assert_int_equal(dsm->weights().size(), n);
      if (!exactly_feasible(C, dsm->weights())) fail_msg("%s: a false proof\n", c.name.c_str());
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_proven_certificate_is_true_in_rational_arithmetic),
      cmocka_unit_test(weights_infeasible_by_a_relative_1e_12_are_refused),
      cmocka_unit_test(quadratic_problems_given_by_their_matrix_are_proven_exactly_too),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
