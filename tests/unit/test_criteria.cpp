// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Likelihoods, criteria and deviances against R. The numbers below are AIC(fit) and BIC(fit) of R 4.2 for
//
//     x1 <- c(1,2,3,4,5,6,7,8,9,10);                 x2 <- c(2,-1,0,3,-2,1,4,-3,2,0)
//     y <- c(1.1,2.3,2.7,4.9,4.4,6.6,8.1,6.9,9.8,10.2); l <- c(0,0,1,0,1,0,1,1,0,1); k <- c(1,0,2,3,1,4,6,2,7,9)
//     w <- c(1,2,1,0.5,3,0,1,2,1,1.5);               v <- c(1,2,1,3,1,4,2,1,1,2)
//
// and the fits that each row names, with glm.control(epsilon = 1e-14).
#include "bregman.hpp"
#include "path/folds.hpp"
#include "problem/likelihood.hpp"

namespace {

using namespace oracle;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

constexpr Index m = 10;
const Vector columns = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2, -1, 0, 3, -2, 1, 4, -3, 2, 0};
const Vector y = {1.1, 2.3, 2.7, 4.9, 4.4, 6.6, 8.1, 6.9, 9.8, 10.2}, l = {0, 0, 1, 0, 1, 0, 1, 1, 0, 1},
             k = {1, 0, 2, 3, 1, 4, 6, 2, 7, 9}, w = {1, 2, 1, 0.5, 3, 0, 1, 2, 1, 1.5},
             v = {1, 2, 1, 3, 1, 4, 2, 1, 1, 2};

double only(const Path& path, const char* name) {
  Index count = 0;
  double value = 0;
  OK(sbreg_path_get_series(path.get(), name, &value, 1, &count));
  assert_int_equal(count, 1);
  return value;
}

struct Row {
  const char* loss;
  const Vector& b;
  const Vector weights;  // empty: none
  bool intercept;
  double aic, bic;
};

void criteria_are_those_of_r(void**) {
  const Row rows[] = {
      {"least_squares", y, {}, true, 11.7852964866247, 12.9956368586009},  // lm(y ~ x1 + x2)
      {"least_squares", y, {}, false, 10.0247347467939, 10.932490025776},  // lm(y ~ x1 + x2 - 1)
      {"least_squares", y, w, true, 13.3871752474801, 14.176073556825},    // lm(y ~ x1 + x2, weights = w)
      {"logistic", l, {}, true, 16.7538524524607, 17.6616077314429},       // glm(l ~ x1 + x2, binomial)
      {"logistic", l, v, true, 24.3871749155674, 25.2949301945496},        // glm(l ~ x1 + x2, binomial, weights = v)
      {"poisson", k, {}, true, 36.1431506141902, 37.0509058931723},        // glm(k ~ x1 + x2, poisson)
      {"poisson", k, {}, false, 35.6331774795292, 36.2383476655173},       // glm(k ~ x1 + x2 - 1, poisson)
      {"poisson", k, v, true, 62.1692038294586, 63.0769591084408},         // glm(k ~ x1 + x2, poisson, weights = v)
  };
  for (const Row& row : rows)
    for (const bool standardize : {false, true}) {
      const Problem problem = make_linear(make_dense(m, 2, columns), row.loss, row.b);
      if (!row.weights.empty()) OK(sbreg_problem_set_weights(problem.get(), row.weights.data()));
      OK(sbreg_problem_set_int(problem.get(), "intercept", row.intercept ? 1 : 0));
      OK(sbreg_problem_set_int(problem.get(), "standardize", standardize ? 1 : 0));
      const Solver pattern = make_solver(problem, 2, "auto", {});
      sbreg_path* handle = nullptr;
      OK(sbreg_path_create(&handle, pattern.get()));
      const Path path(handle);
      OK(sbreg_path_set_int(handle, "first", 2));
      OK(sbreg_path_set_int(handle, "last", 2));
      OK(sbreg_path_set_real(handle, "ebic_gamma", 0.5));
      OK(sbreg_path_run(handle));
      ASSERT_AT_MOST(std::abs(only(path, "aic") - row.aic), 1e-10 * row.aic);
      ASSERT_AT_MOST(std::abs(only(path, "bic") - row.bic), 1e-10 * row.bic);
      // Two variables were chosen among two.
      ASSERT_AT_MOST(std::abs(only(path, "ebic") - (row.bic + 2 * std::log(2))), 1e-10 * row.bic);
    }
}

void log_factorials_are_sums_of_logarithms(void**) {
  Real sum = 0;
  for (int count = 0; count <= 300; ++count) {
    if (count > 0) sum += std::log(static_cast<Real>(count));
    ASSERT_AT_MOST(std::abs(sbreg::log_factorial(count) - sum), 1e-14L * (1 + sum));
  }
  // Between whole numbers the recurrence log x! = log (x-1)! + log x, and (1/2)! = sqrt(pi)/2.
  ASSERT_AT_MOST(std::abs(sbreg::log_factorial(0.5) - std::log(std::sqrt(std::acos(-1.0)) / 2)), 1e-14);
  for (double x = 1.25; x < 40; x += 0.75)
    ASSERT_AT_MOST(std::abs(sbreg::log_factorial(x) - sbreg::log_factorial(x - 1) - std::log(x)), 1e-13);
}

/// Every deviance is 0 where the prediction is as good as any, and twice the loss above the least one elsewhere.
void deviances_are_measured_from_the_best_margins(void**) {
  using sbreg::losses::huber, sbreg::losses::least_squares, sbreg::losses::logistic, sbreg::losses::poisson,
      sbreg::losses::quartic;
  const Vector weights = {2, 1, 0, 3}, b = {0, 2, 5, 7};
  const sbreg::Observations data{b, weights, 1.0};
  Vector slope(4);
  const auto deviance = [&](const sbreg::Loss& loss, const Vector& t) {
    return sbreg::mean_deviance(loss, data, t, slope);
  };
  for (const sbreg::Loss* loss : {&least_squares, &huber, &quartic}) assert_true(deviance(*loss, b) == 0);
  ASSERT_AT_MOST(std::abs(deviance(poisson, {-800, std::log(2.0), 1, std::log(7.0)})), 1e-14);
  const Vector t = {0.5, 1, -1, 2};
  Real expected = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Real mean = std::exp(static_cast<Real>(t[i]));
    expected += 2 * weights[i] * ((b[i] > 0 ? b[i] * std::log(b[i] / mean) : 0) - (b[i] - mean)) / 6;
  }
  ASSERT_AT_MOST(std::abs(deviance(poisson, t) - expected), 1e-14 * expected);
  ASSERT_AT_MOST(std::abs(deviance(least_squares, t) - (2 * 0.25 + 1 + 3 * 25) / 6), 1e-14);
  const Vector labels = {0, 1, 1, 1};
  const sbreg::Observations classes{labels, weights, 1.0};
  assert_true(sbreg::mean_deviance(logistic, classes, Vector{-800, 800, 3, 800}, slope) == 0);
}

/// A number with mean mu, by products of uniform ones.
double poisson_count(Rng& rng, double mu) {
  double count = 0;
  for (double product = rng.uniform(), limit = std::exp(-mu); product > limit; product *= rng.uniform()) ++count;
  return count;
}

/// Counts between 0 and about 100, of which five variables out of twenty tell the mean. Their size differs so much from
/// fold to fold that a score without the saturated term has a standard error which covers every sparsity.
void cross_validation_of_counts_finds_the_variables(void**) {
  constexpr Index rows = 300, n = 20;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Rng rng(seed);
    const Vector A = gaussian(rng, rows * n);
    Vector b;
    for (Index i = 0; i < rows; ++i) {
      const double size[] = {0.6, -0.5, 0.4, 0.3, -0.25};
      double t = 1.2;
      for (Index j = 0; j < 5; ++j) t += size[j] * A[at(j * rows + i)];
      b.push_back(poisson_count(rng, std::exp(t)));
    }
    const Problem problem = make_linear(make_dense(rows, n, A), "poisson", b);
    OK(sbreg_problem_set_int(problem.get(), "intercept", 1));
    const Solver pattern = make_solver(problem, 1, "auto", {});
    sbreg_path* handle = nullptr;
    OK(sbreg_path_create(&handle, pattern.get()));
    const Path path(handle);
    OK(sbreg_path_set_int(handle, "last", 10));
    OK(sbreg_path_set_int(handle, "folds", 10));
    OK(sbreg_path_run(handle));
    std::int64_t chosen = 0;
    OK(sbreg_path_get_int(handle, "chosen", &chosen));
    assert_in_range(chosen, 4, 6);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(criteria_are_those_of_r),
      cmocka_unit_test(log_factorials_are_sums_of_logarithms),
      cmocka_unit_test(deviances_are_measured_from_the_best_margins),
      cmocka_unit_test(cross_validation_of_counts_finds_the_variables),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
