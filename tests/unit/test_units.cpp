// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The answer does not depend on the units of b or A, on the order of the columns or on their signs.
#include "bregman.hpp"

namespace {

using namespace oracle;

constexpr Index m = 30, n = 50, s = 4;

/// A problem and how to make it from scaled data: A a, b b; huber_delta is a residual, ridge a curvature.
struct Data {
  std::string loss;
  Vector A, b;
  double delta = 1;
};

Data make_data(const std::string& loss, std::uint64_t seed) {
  Rng rng(seed);
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.02);
  Data data{loss, f.A, f.b};
  if (loss == "logistic")
    for (double& v : data.b) v = v + 0.1 * rng.normal() > 0 ? 1 : 0;
  if (loss == "poisson")
    for (double& v : data.b) v = std::floor(std::exp(std::min(v, 3.0)) + rng.uniform());
  return data;
}

Vector solve(const Data& data, const char* method, Index iterations, const std::vector<Vector>& dictionary = {}) {
  const Matrix A = make_dense(m, n, data.A);
  const Problem problem = make_linear(A, data.loss.c_str(), data.b);
  OK(sbreg_problem_set_real(problem.get(), "huber_delta", data.delta));
  const Solver solver = make_solver(problem, s, method, dictionary);
  want_matrices_first(solver, method);
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", iterations));
  OK(sbreg_solver_run(solver.get()));
  return solution_of(solver);
}

Data scaled(Data data, double a, double b) {
  for (double& v : data.A) v *= a;
  for (double& v : data.b) v *= b;
  data.delta *= b;
  return data;
}

const char* const methods[] = {"iht",  "iwht",   "ciwht",  "iht-lsr", "ciwht-lsr",
                               "gpnp", "newton", "mfista", "bpg",     "auto"};

bool applies(const std::string& method, const std::string& loss) {
  const bool unbounded = loss == "quartic" || loss == "poisson";
  return !(unbounded && (method == "iht" || method == "iwht" || method == "ciwht" || method == "bpg"));
}

void assert_scaled(const Data& data, const char* method, const Vector& x, const Vector& reference, double factor,
                   double tolerance) {
  double unit = 0;
  for (double v : reference) unit = std::max(unit, std::abs(v * factor));
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(x[i] - reference[i] * factor) <= tolerance * unit))
      fail_msg("%s, %s, factor %g: x[%zu] = %.17g, not %.17g\n", data.loss.c_str(), method, factor, i, x[i],
               reference[i] * factor);
}

void powers_of_two_on_b_scale_x_to_the_bit(void**) {
  for (const char* loss : {"least_squares", "huber", "quartic"})
    for (const char* method : methods) {
      if (!applies(method, loss)) continue;
      const Data data = make_data(loss, 51);
      const Vector reference = solve(data, method, 40);
      for (int k = -25; k <= 25; k += 5)
        assert_scaled(data, method, solve(scaled(data, 1, std::exp2(k)), method, 40), reference, std::exp2(k), 0);
    }
}

void powers_of_two_on_A_scale_x_to_the_bit(void**) {
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (const char* method : methods) {
      if (!applies(method, loss)) continue;
      const Data data = make_data(loss, 52);
      const Vector reference = solve(data, method, 40);
      for (int k = -25; k <= 25; k += 5)
        assert_scaled(data, method, solve(scaled(data, std::exp2(k), 1), method, 40), reference, std::exp2(-k), 0);
      for (const int k : {-400, -300, 300, 400})  // squares of A'A overflow or vanish, A'A itself does not
        if (std::string(loss) == "least_squares")
          assert_scaled(data, method, solve(scaled(data, std::exp2(k), 1), method, 40), reference, std::exp2(-k), 0);
    }
}

void line_searches_bear_a_gradient_whose_square_overflows(void**) {
  for (const char* method : {"iht-lsr", "ciwht-lsr", "mfista"}) {
    const Data data = make_data("least_squares", 53);
    const Vector reference = solve(data, method, 40, {Vector(at(n), 8.0)});
    const Data large = scaled(data, 0x1p332, 0x1p200);  // f about 2^400, the gradient about 2^532
    assert_scaled(data, method, solve(large, method, 40, {Vector(at(n), 0x1p667)}), reference, 0x1p-132, 0);
  }
}

/// With weights in units of A'A and L found by backtracking.
void powers_of_two_scale_the_steps_of_a_quadratic_kernel_to_the_bit(void**) {
  for (const char* loss : {"least_squares", "huber", "quartic"}) {
    const Data data = make_data(loss, 55);
    Vector reference;
    const auto solve_by_kernel = [&](double a, double b) {
      const Data now = scaled(data, a, b);
      const Problem problem = make_linear(make_dense(m, n, now.A), loss, now.b);
      OK(sbreg_problem_set_real(problem.get(), "huber_delta", now.delta));
      const TestKernel kernel{"quadratic", 1, a * a, 4, Vector(at(n), 3.0)};
      const Solver solver = make_bpg(problem, s, kernel.handle(), 0);
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 40));
      OK(sbreg_solver_run(solver.get()));
      return solution_of(solver);
    };
    reference = solve_by_kernel(1, 1);
    for (int k = -25; k <= 25; k += 5) {
      assert_scaled(data, "bpg", solve_by_kernel(1, std::exp2(k)), reference, std::exp2(k), 0);
      assert_scaled(data, "bpg", solve_by_kernel(std::exp2(k), 1), reference, std::exp2(-k), 0);
    }
  }
}

void powers_of_ten_scale_x_over_sixteen_orders(void**) {
  for (const char* method : methods) {
    const Data data = make_data("least_squares", 53);
    const Vector reference = solve(data, method, 2000);
    for (int k = -8; k <= 8; k += 4) {
      const double factor = std::pow(10.0, k);
      assert_scaled(data, method, solve(scaled(data, 1, factor), method, 2000), reference, factor, 1e-7);
      assert_scaled(data, method, solve(scaled(data, factor, 1), method, 2000), reference, 1 / factor, 1e-7);
    }
  }
}

void permuted_columns_permute_x_and_a_changed_sign_flips_it(void**) {
  for (const char* loss : {"least_squares", "logistic", "poisson", "quartic"})
    for (const char* method : methods) {
      if (!applies(method, loss)) continue;
      const Data data = make_data(loss, 54);
      const std::vector<Vector> identity{Vector(at(n), 6.0)};  // above A'A; computed ones start at random
      const Vector reference = solve(data, method, 30, identity);
      Data changed = data;
      Vector expected(at(n));
      for (Index j = 0; j < n; ++j) {
        const Index to = (7 * j + 3) % n;  // 7 and 50 have no common divisor
        const double sign = j % 3 == 0 ? -1 : 1;
        for (Index i = 0; i < m; ++i) changed.A[at(to * m + i)] = sign * data.A[at(j * m + i)];
        expected[at(to)] = sign * reference[at(j)];
      }
      assert_scaled(data, method, solve(changed, method, 30, identity), expected, 1, 1e-6);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(powers_of_two_on_b_scale_x_to_the_bit),
      cmocka_unit_test(powers_of_two_on_A_scale_x_to_the_bit),
      cmocka_unit_test(line_searches_bear_a_gradient_whose_square_overflows),
      cmocka_unit_test(powers_of_two_scale_the_steps_of_a_quadratic_kernel_to_the_bit),
      cmocka_unit_test(powers_of_ten_scale_x_over_sixteen_orders),
      cmocka_unit_test(permuted_columns_permute_x_and_a_changed_sign_flips_it),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
