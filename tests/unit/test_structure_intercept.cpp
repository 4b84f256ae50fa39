// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The options intercept and standardize: coefficients, intercept, value and gradient are those of the problem with an
// explicit column of ones that is kept, for every loss and storage; scaling the columns changes nothing but the units
// in which a ridge and the methods see them.
#include <cstring>
#include <deque>

#include "bregman.hpp"

namespace {

using namespace oracle;

constexpr Index m = 40, n = 9, s = 3;

Matrix make_matrix(const std::string& storage, Index rows, Index columns, const Vector& A) {
  static std::deque<Product> products;  // they outlive the matrices
  if (storage == "dense") return make_dense(rows, columns, A);
  if (storage == "csc") return make_csc(rows, columns, A);
  products.push_back({rows, columns, A});
  return make_operator(products.back());
}

struct Data {
  std::string loss;
  Vector A, b, w;
};

/// Columns with means far from zero and spreads from 0.1 to 10; some entries are zero, so that CSC has something to
/// keep.
Data make_data(const std::string& loss, std::uint64_t seed, bool weighted) {
  Rng rng(seed);
  Data data{loss, Vector(at(m * n)), Vector(at(m)), {}};
  for (Index j = 0; j < n; ++j) {
    const double mean = 2 * rng.normal(), spread = std::pow(10, 2 * rng.uniform() - 1);
    for (Index i = 0; i < m; ++i) data.A[at(j * m + i)] = rng.uniform() < 0.3 ? 0 : mean + spread * rng.normal();
  }
  for (Index i = 0; i < m; ++i) {
    const double t = 0.7 + 0.5 * (data.A[at(i)] - data.A[at(3 * m + i)]) / 5;
    double& b = data.b[at(i)];
    b = t + 0.3 * rng.normal();
    if (loss == "logistic") b = rng.uniform() < 1 / (1 + std::exp(-2 * t)) ? 1 : 0;
    if (loss == "poisson") b = std::floor(std::exp(std::min(t, 2.0)) + rng.uniform());
    if (weighted) data.w.push_back(static_cast<double>(rng.below(4)) / 2);
  }
  return data;
}

Problem make(const Data& data, const Vector& A, Index columns, bool intercept, bool standardize, double ridge,
             const char* storage = "dense") {
  const Matrix matrix = make_matrix(storage, m, columns, A);
  Problem problem = make_linear(matrix, data.loss.c_str(), data.b);
  if (!data.w.empty()) OK(sbreg_problem_set_weights(problem.get(), data.w.data()));
  OK(sbreg_problem_set_real(problem.get(), "ridge", ridge));
  OK(sbreg_problem_set_int(problem.get(), "intercept", intercept ? 1 : 0));
  OK(sbreg_problem_set_int(problem.get(), "standardize", standardize ? 1 : 0));
  return problem;
}

Vector with_ones(const Data& data) {
  Vector A = data.A;
  A.insert(A.end(), at(m), 1.0);
  return A;
}

const char* const losses[] = {"least_squares", "logistic", "huber", "quartic", "poisson"};

double intercept_of(const Problem& problem, const Vector& x) {
  double c = 0;
  OK(sbreg_problem_intercept(problem.get(), x.data(), &c));
  return c;
}

void values_and_gradients_are_those_with_the_best_explicit_intercept(void**) {
  for (const char* loss : losses)
    for (const char* storage : {"dense", "csc", "operator"})
      for (int kind = 0; kind < 4; ++kind) {
        const Data data = make_data(loss, 61, (kind & 1) != 0);
        const Problem problem = make(data, data.A, n, true, (kind & 2) != 0, 0, storage);
        const Problem explicit_one = make(data, with_ones(data), n + 1, false, false, 0);
        Rng rng(62);
        Vector x = sparse_gaussian(rng, n, s);
        for (double& v : x) v *= 0.05;
        Vector extended = x;
        extended.push_back(intercept_of(problem, x));
        const Vector g = gradient_of(problem, x), wanted = gradient_of(explicit_one, extended);
        const double f = value_of(problem, x), f_wanted = value_of(explicit_one, extended);
        ASSERT_AT_MOST(std::abs(f - f_wanted), 1e-11 * (1 + std::abs(f_wanted)));
        double unit = 0;
        for (Index j = 0; j < n; ++j) unit = std::max(unit, std::abs(wanted[at(j)]));
        ASSERT_AT_MOST(std::abs(wanted[at(n)]), 1e-9 * unit);  // nothing left to gain by the intercept
        for (Index j = 0; j < n; ++j) ASSERT_AT_MOST(std::abs(g[at(j)] - wanted[at(j)]), 1e-9 * unit);
        double discrepancy = -1;
        OK(sbreg_problem_check_gradient(problem.get(), x.data(), 0, &discrepancy, nullptr));
        ASSERT_AT_MOST(discrepancy, 1e-6);
      }
}

/// The derivative of the loss of one margin, and the loss.
std::pair<Real, Real> slope_and_loss(const std::string& loss, Real t, Real b) {
  const Real r = t - b;
  if (loss == "poisson") return {std::exp(t) - b, std::exp(t) - b * t};
  if (loss == "quartic") return {r * r * r, r * r * r * r / 4};
  if (loss == "huber") return {std::clamp(r, Real{-1}, Real{1}), std::abs(r) <= 1 ? r * r / 2 : std::abs(r) - 0.5L};
  const Real v = b == 1 ? -t : t, slope = 1 / (1 + std::exp(-v));
  return {b == 1 ? -slope : slope, std::max(v, Real{0}) + std::log1p(std::exp(-std::abs(v)))};
}

/// Margins far apart leave the loss almost no curvature by the intercept, or overflow exp at a wrong one. The oracle
/// bisects on the derivative, which grows with c, in extended precision.
void the_intercept_is_the_best_one_however_far_apart_the_margins_are(void**) {
  Rng rng(69);
  for (const std::string loss : {"logistic", "huber", "quartic", "poisson"})
    for (const double spread : {1.0, 30.0, 90.0, 230.0, 800.0})
      for (Index rows = 2; rows < 12; ++rows) {
        Vector t(at(rows)), b(at(rows));
        for (double& margin : t) margin = std::round(spread * (2 * rng.uniform() - 1));
        for (double& count : b) count = static_cast<double>(rng.below(loss == "logistic" ? 2 : 4));
        b[0] = 0;
        b[1] = 1;
        const Problem problem = make_linear(make_dense(rows, 1, t), loss.c_str(), b);
        OK(sbreg_problem_set_int(problem.get(), "intercept", 1));
        Real low = -2000, high = 2000, best = 0;
        for (int k = 0; k < 100; ++k) {
          const Real c = (low + high) / 2;
          Real slope = 0;
          for (std::size_t i = 0; i < t.size(); ++i) slope += slope_and_loss(loss, t[i] + c, b[i]).first;
          (slope > 0 ? high : low) = c;
        }
        for (std::size_t i = 0; i < t.size(); ++i) best += slope_and_loss(loss, t[i] + low, b[i]).second;
        ASSERT_AT_MOST(std::abs(value_of(problem, {1}) - best),
                       1e-11L * (std::abs(best) + (loss == "poisson" ? spread : 0)));
        const double c = intercept_of(problem, {1});
        Real slope = 0, size = 0;
        for (std::size_t i = 0; i < t.size(); ++i) {
          slope += slope_and_loss(loss, t[i] + Real{c}, b[i]).first;
          size += std::abs(slope_and_loss(loss, t[i] + Real{c}, b[i]).first);
        }
        ASSERT_AT_MOST(std::abs(slope), 1e-12L * (size + 1));
      }
}

void coefficients_are_those_of_a_kept_column_of_ones(void**) {
  for (const char* loss : losses)
    for (const bool standardize : {false, true})
      for (const char* storage : {"dense", "csc", "operator"}) {
        const Data data = make_data(loss, 63, standardize);
        const Problem problem = make(data, data.A, n, true, standardize, 0, storage);
        const Problem explicit_one = make(data, with_ones(data), n + 1, false, false, 0);
        // Every support is tried by both, so that both find the global minimum: single groups are groups all the same.
        const double infinite[n] = {1e30, 1e30, 1e30, 1e30, 1e30, 1e30, 1e30, 1e30, 1e30};
        const std::int64_t kept[] = {n};
        sbreg_solver* first = nullptr;
        sbreg_solver* second = nullptr;
        OK(sbreg_solver_create(&first, problem.get(), s));
        OK(sbreg_solver_create(&second, explicit_one.get(), s));
        const Solver a(first), b(second);
        OK(sbreg_solver_set_bounds(first, nullptr, infinite));
        OK(sbreg_solver_set_kept(second, kept, 1));
        OK(sbreg_solver_run(first));
        OK(sbreg_solver_run(second));
        const Vector x = solution_of(a), y = solution_of(b);
        double unit = 0;
        for (double v : y) unit = std::max(unit, std::abs(v));
        for (Index j = 0; j < n; ++j) ASSERT_AT_MOST(std::abs(x[at(j)] - y[at(j)]), 1e-7 * unit);
        ASSERT_AT_MOST(std::abs(get_real(a, "intercept") - y[at(n)]), 1e-6 * unit);
        ASSERT_AT_MOST(std::abs(get_real(a, "best_objective") - get_real(b, "best_objective")),
                       1e-10 * (1 + std::abs(get_real(b, "best_objective"))));
      }
}

/// ridge/2 sum (sd_j x_j)^2 is a ridge on columns divided by their standard deviations.
void a_ridge_sees_standardised_columns(void**) {
  const Data data = make_data("least_squares", 64, false);
  const Problem problem = make(data, data.A, n, true, true, 0.5);
  const Problem bare = make(data, data.A, n, true, false, 0);
  Rng rng(65);
  const Vector x = gaussian(rng, n);
  Real penalty = 0;
  for (Index j = 0; j < n; ++j) {
    Real mean = 0, squares = 0;
    for (Index i = 0; i < m; ++i) mean += data.A[at(j * m + i)] / Real{m};
    for (Index i = 0; i < m; ++i) squares += (data.A[at(j * m + i)] - mean) * (data.A[at(j * m + i)] - mean) / m;
    penalty += 0.25L * squares * x[at(j)] * x[at(j)];
  }
  ASSERT_AT_MOST(std::abs(value_of(problem, x) - value_of(bare, x) - penalty), 1e-10L * penalty);
}

void bounds_and_starts_are_on_the_scale_of_the_data(void**) {
  const Data data = make_data("least_squares", 66, false);
  const Problem problem = make(data, data.A, n, true, true, 0);
  sbreg_solver* solver = nullptr;
  OK(sbreg_solver_create(&solver, problem.get(), n));
  const Solver owned(solver);
  Vector lower(at(n), -0.013), upper(at(n), 0.0171), start(at(n), 0.0171);
  OK(sbreg_solver_set_bounds(solver, lower.data(), upper.data()));
  OK(sbreg_solver_set_start(solver, start.data()));
  const Vector back = iterate_of(owned);
  for (Index j = 0; j < n; ++j) assert_true(back[at(j)] == start[at(j)]);
  OK(sbreg_solver_run(solver));
  const Vector x = solution_of(owned);
  int held = 0;
  for (Index j = 0; j < n; ++j) {
    assert_true(x[at(j)] >= lower[at(j)] && x[at(j)] <= upper[at(j)]);
    held += x[at(j)] == lower[at(j)] || x[at(j)] == upper[at(j)] ? 1 : 0;
  }
  assert_true(held > 0);
}

void constant_columns_are_nothing_beside_an_intercept(void**) {
  for (const char* loss : losses) {
    Data data = make_data(loss, 67, false);
    for (Index i = 0; i < m; ++i) data.A[at(2 * m + i)] = 0.1;
    const Problem problem = make(data, data.A, n, true, false, 0);
    sbreg_solver* solver = nullptr;
    OK(sbreg_solver_create(&solver, problem.get(), n));
    const Solver owned(solver);
    OK(sbreg_solver_run(solver));
    assert_true(solution_of(owned)[2] == 0);
  }
}

void what_has_no_best_intercept_is_refused(void**) {
  Data data = make_data("logistic", 68, false);
  const auto refused = [&](const Data& d, sbreg_status code, const char* text) {
    const Matrix matrix = make_matrix("dense", m, n, d.A);
    const Problem problem = make_linear(matrix, d.loss.c_str(), d.b);
    assert_int_equal(sbreg_problem_set_int(problem.get(), "intercept", 1), code);
    assert_non_null(std::strstr(sbreg_last_error(), text));
    std::int64_t value = -1;
    OK(sbreg_problem_get_int(problem.get(), "intercept", &value));
    assert_int_equal(value, 0);
  };
  for (double& b : data.b) b = 1;
  refused(data, SBREG_E_ARGUMENT, "infinite");
  data.loss = "poisson";
  for (double& b : data.b) b = 0;
  refused(data, SBREG_E_ARGUMENT, "infinite");
  data.loss = "logsumexp";
  refused(data, SBREG_E_UNSUPPORTED, "no best one");
  sbreg_problem* quadratic = nullptr;
  const double Q[] = {1}, q[] = {1};
  OK(sbreg_problem_create_quadratic(&quadratic, 1, Q, 1, q));
  const Problem owned(quadratic);
  assert_int_equal(sbreg_problem_set_int(quadratic, "standardize", 1), SBREG_E_UNSUPPORTED);
  assert_non_null(std::strstr(sbreg_last_error(), "no columns"));
  OK(sbreg_problem_set_int(quadratic, "standardize", 0));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(values_and_gradients_are_those_with_the_best_explicit_intercept),
      cmocka_unit_test(the_intercept_is_the_best_one_however_far_apart_the_margins_are),
      cmocka_unit_test(coefficients_are_those_of_a_kept_column_of_ones),
      cmocka_unit_test(a_ridge_sees_standardised_columns),
      cmocka_unit_test(bounds_and_starts_are_on_the_scale_of_the_data),
      cmocka_unit_test(constant_columns_are_nothing_beside_an_intercept),
      cmocka_unit_test(what_has_no_best_intercept_is_refused),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
