// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Least squares with nearly dependent, badly scaled and dependent columns, against quadruple precision. The contract:
// f at the solution is within 1e-10 f(0) of the minimum on its support up to a condition number of 1e10 of the columns
// scaled to length 1; beyond that f is no more than 10 times what the exact minimiser has when it is rounded to double.
#include <string>

#include "consistency.hpp"
#include "hard_data.hpp"
#include "quad.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

int cases = 0, proofs = 0;

/// Runs the method and holds its solution to the contract on the columns T, which hold the solution's support.
void assert_contract(const LeastSquares& f, Index s, const char* method, const Support& T, const Solver& solver,
                     const char* what) {
  const std::string told = contradiction(solver.get(), static_cast<double>(f.value_at_zero()));
  if (!told.empty()) fail_msg("%s: %s\n", what, told.c_str());
  const Vector x = solution_of(solver);
  std::vector<double> on_T;
  for (Index j : T) on_T.push_back(x[at(j)]);
  const QuadFit fit = quad_fit(f, T);
  const auto value = static_cast<double>(quad_value(f, T, on_T));
  const auto at_zero = static_cast<double>(f.value_at_zero());
  const double most =
      fit.condition <= 1e10 ? fit.f + 1e-10 * at_zero : 10 * std::max(fit.rounded, fit.f) + 1e-10 * at_zero;
  if (!(value <= most))
    fail_msg("%s, %s, m = %d, n = %d, s = %d, condition %.2g: f = %.17g, minimum %.17g, rounded %.17g, f(0) %.17g\n",
             what, method, static_cast<int>(f.m), static_cast<int>(f.n), static_cast<int>(s), fit.condition, value,
             fit.f, fit.rounded, at_zero);
  // What the library says of f is what quadruple precision says, up to the rounding of residuals.
  double size = 0;
  for (std::size_t k = 0; k < T.size(); ++k) {
    double largest = 0;
    for (Index i = 0; i < f.m; ++i) largest = std::max(largest, std::abs(f.entry(i, T[k])));
    size += largest * std::abs(on_T[k]);
  }
  const double slack = 1e-14 * static_cast<double>(f.m) * (size + std::sqrt(at_zero));
  const double claimed = get_real(solver, "best_objective");
  ASSERT_AT_MOST(std::abs(std::sqrt(std::max(claimed, 0.0)) - std::sqrt(value)), slack);
}

void check(const LeastSquares& f, Index s, const char* what,
           std::initializer_list<const char*> methods = {"auto", "search", "newton", "gpnp"}) {
  const Problem problem = make_problem(f);
  for (const char* method : methods) {
    const Solver solver = plain_solver(problem, s, method);
    OK(sbreg_solver_run(solver.get()));
    // With s = n the support is not chosen: all columns may be used.
    const Support T = s == f.n ? all_of(f.n) : support_of(solution_of(solver));
    ++cases;
    assert_contract(f, s, method, T, solver, what);
    ASSERT_AT_MOST(get_int(solver, "rank"), get_int(solver, "support_size"));
  }
}

/// Two columns that differ by a relative e and b their difference: an exact fit.
void near_copies_are_fitted_as_by_qr(void**) {
  Rng rng(11);
  for (const double e : {1e-3, 1e-5, 3e-6, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10})
    for (int instance = 0; instance < 3; ++instance) {
      LeastSquares f{12, 2, gaussian(rng, 24), Vector(12)};
      for (Index i = 0; i < 12; ++i) f.A[at(12 + i)] = f.A[at(i)] * (1 + e * rng.normal());
      for (Index i = 0; i < 12; ++i) f.b[at(i)] = (f.entry(i, 1) - f.entry(i, 0)) / e;
      check(f, 2, "near copies");
    }
}

void ordinary_least_squares_is_as_accurate_as_qr(void**) {
  Rng rng(12);
  for (int power = 2; power <= 14; ++power)
    for (const Index n : {2, 5, 9})
      for (int instance = 0; instance < 3; ++instance)
        check(conditioned(rng, n + 3 + 10 * instance, n, std::pow(10.0, power)), n, "singular values");
  for (Index n = 2; n <= 10; ++n) check(hilbert(rng, n), n, "Hilbert");
  for (const Index n : {5, 8, 11, 14}) check(vandermonde(rng, 20, n), n, "Vandermonde");
}

void a_chosen_support_is_refitted_as_by_qr(void**) {
  Rng rng(13);
  for (int power = 2; power <= 14; ++power)
    for (int instance = 0; instance < 4; ++instance)
      check(conditioned(rng, 24, 12, std::pow(10.0, power)), 2 + 2 * instance, "singular values, s < n");
}

void scales_of_columns_do_not_matter(void**) {
  Rng rng(14);
  for (int instance = 0; instance < 24; ++instance) {
    LeastSquares f = conditioned(rng, 20, 8, instance % 2 == 0 ? 10 : 1e6);
    scale_columns(f, rng, instance % 3 == 0 ? 14 : instance % 3 == 1 ? 60 : 140);
    check(f, instance % 4 == 0 ? 8 : 3, "scales", {"auto", "search"});  // thresholds of the paper's methods have units
  }
}

/// A column and twice that column: the coefficient of one of them is 0, whatever else is in the support.
void dependent_columns_get_a_basic_fit(void**) {
  Rng rng(16);
  for (int instance = 0; instance < 8; ++instance) {
    const Index m = 15, n = 2 + instance % 4;
    LeastSquares f{m, n, gaussian(rng, m * n), gaussian(rng, m)};
    for (Index i = 0; i < m; ++i) f.A[at(m + i)] = (instance < 4 ? 2 : 0.3) * f.A[at(i)];
    const Problem problem = make_problem(f);
    for (const char* method : {"auto", "search", "newton", "gpnp"}) {
      const Solver solver = plain_solver(problem, n, method);
      OK(sbreg_solver_run(solver.get()));
      ++cases;
      const Vector x = solution_of(solver);
      assert_true(x[0] == 0 || x[1] == 0);
      assert_int_equal(get_int(solver, "support_size"), n - 1);
      assert_int_equal(get_int(solver, "rank"), n - 1);
      Support others = all_of(n);
      others.erase(others.begin() + 1);
      const double best = quad_fit(f, others).f;  // 0.3 times a column is not quite dependent in quadruple precision
      if (instance >= 4) assert_int_equal(get_int(solver, "proved"), 0);
      ASSERT_AT_MOST(get_real(solver, "best_objective"), best + 1e-10 * static_cast<double>(f.value_at_zero()));
    }
  }
}

void squares_that_vanish_are_refused_with_a_sentence(void**) {
  Rng rng(18);
  for (const double length : {1e-141, 1e-170, 1e-300}) {
    LeastSquares f{8, 4, gaussian(rng, 32), gaussian(rng, 8)};
    for (double& v : f.b) v *= length;
    const Problem problem = make_problem(f);
    sbreg_solver* solver = nullptr;
    assert_int_equal(sbreg_solver_create(&solver, problem.get(), 2), SBREG_E_NUMERIC);
    assert_non_null(std::strstr(sbreg_last_error(), "multiply b"));
  }
  LeastSquares f{8, 4, gaussian(rng, 32), gaussian(rng, 8)};
  for (double& v : f.b) v *= 1e-130;
  check(f, 2, "small b");
}

/// The lowest minimum of all supports of s columns.
double quad_best(const LeastSquares& f, Index s) {
  double best = static_cast<double>(f.value_at_zero());
  for_each_support(f.n, s, [&](const Support& S) { best = std::min(best, quad_fit(f, S).f); });
  return best;
}

/// Copies, near copies down to one bit, sums that are nearly columns, columns of all sizes: what is proved is true.
void a_proof_is_true_in_quadruple_precision(void**) {
  Rng rng(19);
  int proved = 0;
  for (int instance = 0; instance < 400; ++instance) {
    const Index m = 5 + instance % 7, n = 6, s = instance % 11 == 0 ? n : 1 + instance % 3;
    LeastSquares f{m, n, gaussian(rng, m * n), gaussian(rng, m)};
    const double apart = instance % 5 == 0 ? 0 : std::pow(10.0, -1 - 15 * rng.uniform());
    const int kind = instance % 4;
    for (Index i = 0; i < m && kind > 0; ++i) {
      const double base = kind == 1 ? f.entry(i, 0) : f.entry(i, 0) - (kind == 2 ? 0.5 : 1) * f.entry(i, 1);
      f.A[at(5 * m + i)] = base + apart * rng.normal();
    }
    if (instance % 3 == 0) scale_columns(f, rng, 20);
    const Problem problem = make_problem(f);
    if (instance % 6 == 1) OK(sbreg_problem_set_int(problem.get(), "standardize", 1));
    const double best = quad_best(f, s);
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, s, method);
      OK(sbreg_solver_run(solver.get()));
      ++cases;
      if (get_int(solver, "proved") == 0) continue;
      ++proved;
      ++proofs;
      ASSERT_AT_MOST(get_real(solver, "lower_bound"), best);
      const double exact = 1e-20 * static_cast<double>(f.value_at_zero());
      ASSERT_AT_MOST(get_real(solver, "best_objective"), best * (1 + 1e-5) + exact);
    }
  }
  assert_true(proved > 400);
}

/// With an intercept, a level of b that is far larger than what varies: no bound is above the best f, and proofs do not
/// get lost.
void a_large_level_costs_no_digits(void**) {
  Rng rng(20);
  int proved = 0;
  for (int power = 0; power <= 11; ++power)
    for (int instance = 0; instance < 6; ++instance) {
      const Index m = 9, n = 5, s = 1 + instance % 3;
      LeastSquares f{m, n, gaussian(rng, m * n), gaussian(rng, m)};
      for (double& v : f.b) v += std::pow(10.0, power) * (1 + rng.uniform());
      LeastSquares with_ones = f;
      with_ones.n = n + 1;
      with_ones.A.insert(with_ones.A.end(), at(m), 1.0);
      const double level = quad_fit(with_ones, {n}).f;
      double best = level;
      for_each_support(n, s, [&](Support S) {
        S.push_back(n);
        best = std::min(best, quad_fit(with_ones, S).f);
      });
      const Problem problem = make_problem(f);
      OK(sbreg_problem_set_int(problem.get(), "intercept", 1));
      for (const char* method : {"auto", "search", "newton"}) {
        const Solver solver = plain_solver(problem, s, method);
        OK(sbreg_solver_run(solver.get()));
        ++cases;
        ASSERT_AT_MOST(get_real(solver, "lower_bound"), best);
        if (get_int(solver, "proved") == 0) continue;
        ++proved;
        ++proofs;
        ASSERT_AT_MOST(get_real(solver, "best_objective"), best * (1 + 1e-5));
      }
    }
  assert_true(proved >= 140);
}

/// Columns that nearly depend on each other, by near copies or by one large level of all columns, hide good supports
/// from a Gram matrix. Where supports are few, `auto` and `search` find the best one all the same.
void the_best_of_few_supports_is_found_up_to_condition_1e8(void**) {
  Rng rng(21);
  int hidden = 0;
  for (int instance = 0; instance < 60; ++instance) {
    const Index m = 8, n = 6, s = 2 + instance % 3;
    LeastSquares f{m, n, gaussian(rng, m * n), gaussian(rng, m)};
    const double size = std::pow(10.0, 1 + instance % 7);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) {
        if (instance % 2 == 0) f.A[at(j * m + i)] += size;
        if (instance % 2 == 1 && j >= 3) f.A[at(j * m + i)] = f.entry(i, j - 3) + f.entry(i, j) / size;
      }
    QuadFit best;
    best.f = static_cast<double>(f.value_at_zero());
    for_each_support(n, s, [&](const Support& S) {
      if (const QuadFit fit = quad_fit(f, S); fit.f < best.f) best = fit;
    });
    hidden += best.condition > 1e5 ? 1 : 0;
    const Problem problem = make_problem(f);
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, s, method);
      OK(sbreg_solver_run(solver.get()));
      ++cases;
      ASSERT_AT_MOST(best.condition, 1e10);
      ASSERT_AT_MOST(get_real(solver, "best_objective"),
                     best.f * (1 + 1e-6) + 1e-10 * static_cast<double>(f.value_at_zero()));
      ASSERT_AT_MOST(get_real(solver, "lower_bound"), best.f);
    }
  }
  assert_true(hidden >= 15);
}

/// A method that keeps both of two equal columns says so.
void the_rank_of_dependent_columns_is_told(void**) {
  Rng rng(17);
  LeastSquares f{9, 3, gaussian(rng, 27), gaussian(rng, 9)};
  std::copy_n(f.A.begin(), 9, f.A.begin() + 9);
  const Problem problem = make_problem(f);
  const Solver solver = plain_solver(problem, 3, "iht");
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "support_size"), 3);
  assert_int_equal(get_int(solver, "rank"), 2);
}

/// A column that is small beside the others explains b by itself.
void a_small_column_that_explains_b_is_found(void**) {
  Rng rng(15);
  for (const double scale : {1e-8, 1e-14, 1e-30, 1e-100}) {
    LeastSquares f{16, 6, gaussian(rng, 96), Vector(16)};
    for (Index i = 0; i < 16; ++i) f.b[at(i)] = 3 * f.A[at(2 * 16 + i)];
    for (Index i = 0; i < 16; ++i) f.A[at(2 * 16 + i)] *= scale;
    const Problem problem = make_problem(f);
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, 1, method);
      OK(sbreg_solver_run(solver.get()));
      ++cases;
      assert_true((support_of(solution_of(solver)) == Support{2}));
      ASSERT_AT_MOST(get_real(solver, "best_objective"), 1e-20 * static_cast<double>(f.value_at_zero()));
    }
  }
}

void every_case_was_run(void**) {
  print_message("%d cases, %d proofs compared with all supports\n", cases, proofs);
  assert_true(cases >= 1500 && proofs >= 400);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(near_copies_are_fitted_as_by_qr),
      cmocka_unit_test(ordinary_least_squares_is_as_accurate_as_qr),
      cmocka_unit_test(a_chosen_support_is_refitted_as_by_qr),
      cmocka_unit_test(scales_of_columns_do_not_matter),
      cmocka_unit_test(a_small_column_that_explains_b_is_found),
      cmocka_unit_test(dependent_columns_get_a_basic_fit),
      cmocka_unit_test(a_proof_is_true_in_quadruple_precision),
      cmocka_unit_test(a_large_level_costs_no_digits),
      cmocka_unit_test(the_best_of_few_supports_is_found_up_to_condition_1e8),
      cmocka_unit_test(the_rank_of_dependent_columns_is_told),
      cmocka_unit_test(squares_that_vanish_are_refused_with_a_sentence),
      cmocka_unit_test(every_case_was_run),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
