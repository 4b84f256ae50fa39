// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Gradients of least squares in single precision: as right as they say, in any units, refused where they would not be,
// and steps along them end where steps along exact ones do.
#include "problem/rough_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "problem/dense.hpp"
#include "problem/linear_model.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;
using sbreg::DenseMatrix;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// f with columns of lengths 10^U(-spread, spread).
LeastSquares instance(Rng& rng, Index m, Index n, Index s, double noise, double spread = 0) {
  LeastSquares f = compressed_sensing(rng, m, n, s, noise);
  for (Index j = 0; j < n; ++j) {
    const double length = std::pow(10, spread * (2 * rng.uniform() - 1));
    for (Index i = 0; i < m; ++i) f.A[at(j * m + i)] *= length;
  }
  return f;
}

/// The gradient of f at x as an evaluator for s nonzeros gives it, or nothing.
struct Answer {
  std::optional<sbreg::RoughGradients::Rough> rough;
  Vector g;
};
Answer ask(const LeastSquares& f, const Vector& x, Index s, double most = infinity, double ridge = 0) {
  sbreg::LinearModel model(std::make_shared<DenseMatrix>(f.m, f.n, sbreg::DenseView{f.A.data(), f.m, false}),
                           sbreg::find_loss("least_squares"), f.b);
  model.options.ridge = ridge;
  const auto evaluator = model.evaluator(s);
  sbreg::SparseVector at_x(f.n, s);
  at_x.assign_dense(x);
  Answer answer{std::nullopt, Vector(at(f.n), 7.0)};
  if (auto* const rough = evaluator->rough_gradients()) answer.rough = rough->rough_gradient(at_x, most, answer.g);
  return answer;
}

void no_entry_errs_by_more_than_it_says_and_the_size_is_right(void**) {
  Rng rng(1);
  for (const auto& [m, n, s, spread] : {std::tuple{64, 256, 20, 0.0}, std::tuple{64, 256, 48, 0.0},
                                        std::tuple{40, 193, 1, 0.0}, std::tuple{80, 200, 30, 2.0}}) {
    const LeastSquares f = instance(rng, m, n, s, 0.1, spread);
    for (int repeat = 0; repeat < 20; ++repeat) {
      Vector x = sparse_gaussian(rng, n, s);
      for (double& v : x) v *= std::pow(10, repeat % 5 - 2);
      const Answer answer = ask(f, x, s);
      assert_true(answer.rough.has_value());
      const RealVector exact = f.gradient(x);
      Real worst = 0;
      for (Index i = 0; i < n; ++i) worst = std::max(worst, std::abs(answer.g[at(i)] - exact[at(i)]));
      ASSERT_AT_MOST(worst, answer.rough->error);
      assert_true(worst > 1e-4L * answer.rough->error);  // and it says no more than it needs to
      ASSERT_AT_MOST(std::abs(answer.rough->size - norm(answer.g)), 1e-5L * norm(answer.g));
      ASSERT_AT_MOST(answer.rough->error, 1e-3L * norm(f.gradient(Vector(at(n), 0.0))) * (1 + norm(x)));
    }
  }
}

void powers_of_two_on_the_data_scale_it_to_the_bit(void**) {
  Rng rng(2);
  const LeastSquares f = instance(rng, 64, 256, 20, 0.1);
  const Vector x = sparse_gaussian(rng, 256, 20);
  const Answer plain = ask(f, x, 20);
  for (const int a : {-400, -3, 7, 400})
    for (const int b : {-400, 0, 60, 400}) {
      LeastSquares scaled = f;
      for (double& v : scaled.A) v = std::ldexp(v, a);
      for (double& v : scaled.b) v = std::ldexp(v, b);
      Vector moved = x;
      for (double& v : moved) v = std::ldexp(v, b - a);
      const Answer answer = ask(scaled, moved, 20);
      assert_true(answer.rough.has_value());
      assert_true(answer.rough->size == std::ldexp(plain.rough->size, a + b));
      assert_true(answer.rough->error == std::ldexp(plain.rough->error, a + b));
      for (std::size_t i = 0; i < x.size(); ++i) assert_true(answer.g[i] == std::ldexp(plain.g[i], a + b));
    }
}

void it_is_refused_where_single_precision_does_not_suit(void**) {
  Rng rng(3);
  const LeastSquares f = instance(rng, 64, 256, 20, 0.1);
  const Vector x = sparse_gaussian(rng, 256, 20);
  const double error = ask(f, x, 20).rough->error;
  assert_true(ask(f, x, 20, error).rough.has_value());
  const auto refuses = [&](const Answer& answer) {
    assert_false(answer.rough.has_value());
    for (double g : answer.g) assert_true(g == 7);
  };
  refuses(ask(f, x, 20, 0.999 * error));   // more accuracy is asked for
  refuses(ask(f, x, 20, infinity, 1e-3));  // a penalty is no part of the columns
  LeastSquares nothing = f;
  std::ranges::fill(nothing.b, 0.0);
  refuses(ask(nothing, x, 20));  // no unit
  LeastSquares uneven = f;
  for (Index i = 0; i < f.m; ++i) uneven.A[at(i)] *= 1e-7;
  refuses(ask(uneven, x, 20));                                                  // columns too different
  refuses(ask(instance(rng, 60, 191, 5, 0), sparse_gaussian(rng, 191, 5), 5));  // too small to pay
  LeastSquares gap = f;
  for (Index i = 0; i < f.m; ++i) gap.A[at(i)] = 0;
  assert_true(ask(gap, x, 20).rough.has_value());  // a column of zeros has no length
  Vector far = x;
  for (double& v : far) v *= 1e60;
  assert_false(ask(f, far, 20).rough.has_value());  // beyond the range
}

Solver newton(const Problem& problem, Index s, bool single) {
  Solver solver = plain_solver(problem, s, "newton");
  OK(sbreg_solver_set_text(solver.get(), "dictionary", "D1"));
  OK(sbreg_solver_set_int(solver.get(), "single_precision", single ? 1 : 0));
  return solver;
}

void steps_along_them_end_where_exact_ones_do(void**) {
  Rng rng(4);
  Index differ = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    const LeastSquares f = instance(rng, 64, 256, 22, 0);
    const Problem problem = make_problem(f);
    const Solver rough = newton(problem, 22, true), exact = newton(problem, 22, false);
    const std::vector<Vector> a = trajectory(rough, 400), b = trajectory(exact, 400);
    assert_int_equal(get_int(rough, "state"), get_int(exact, "state"));
    const Vector x = solution_of(rough), y = solution_of(exact);
    assert_true(support_of(x) == support_of(y));
    ASSERT_AT_MOST(norm(difference(x, y)), 1e-12L * norm(y));
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) differ += a[k] != b[k] ? 1 : 0;
  }
  assert_true(differ > 100);  // they are used
}

/// Where nothing is left of the gradient but its error.
void a_step_from_a_solution_is_the_one_in_double_precision(void**) {
  Rng rng(10);
  for (int repeat = 0; repeat < 5; ++repeat) {
    const LeastSquares f = instance(rng, 64, 256, 12, 0);
    const Problem problem = make_problem(f);
    const Solver finder = newton(problem, 12, true);
    OK(sbreg_solver_run(finder.get()));
    const Vector solution = solution_of(finder);
    ASSERT_AT_MOST(f.value(solution), 1e-20L * f.value_at_zero());
    const std::vector<Vector> dictionary = {feasible_identity(f, 1.001)};
    const auto step = [&](bool single) {
      const Solver solver = make_solver(problem, 16, "newton", dictionary);
      OK(sbreg_solver_set_int(solver.get(), "single_precision", single ? 1 : 0));
      OK(sbreg_solver_set_start(solver.get(), solution.data()));
      return trajectory(solver, 1).back();
    };
    assert_true(step(true) == step(false));
  }
}

void f_and_newton_points_are_in_double_precision(void**) {
  Rng rng(5);
  const LeastSquares f = instance(rng, 64, 256, 30, 0.05);
  const Solver solver = newton(make_problem(f), 30, true);
  const std::vector<Step> steps = trace(solver, 300);
  const Vector objective = series_of(solver, "objective");
  Index newton_points = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    ASSERT_AT_MOST(std::abs(objective[k] - f.value(steps[k].x)), 1e-14L * f.value_at_zero());
    if (steps[k].newton == 0) continue;
    ++newton_points;
    const Vector best = f.minimiser(f.hessian(), support_of(steps[k].x));
    ASSERT_AT_MOST(norm(difference(steps[k].x, best)), 1e-11L * norm(best));
  }
  assert_true(newton_points > 10);
}

void asking_for_the_gradient_changes_no_step_and_gives_the_exact_one(void**) {
  Rng rng(6);
  const LeastSquares f = instance(rng, 64, 256, 30, 0.05);
  const Problem problem = make_problem(f);
  const Solver silent = newton(problem, 30, true), asked = newton(problem, 30, true);
  for (int k = 0; k < 200; ++k) {
    const Vector x = iterate_of(asked);
    const Real size = norm(f.gradient(x));
    ASSERT_AT_MOST(std::abs(get_real(asked, "gradient_norm") - size), 1e-12L * size);
    OK(sbreg_solver_step(silent.get(), 1));
    OK(sbreg_solver_step(asked.get(), 1));
    assert_true(iterate_of(silent) == iterate_of(asked));
  }
}

/// Nor before the run: what a step may err by is measured by the step before it.
void asking_before_a_start_is_set_changes_no_step(void**) {
  Rng rng(8);
  const LeastSquares f = instance(rng, 64, 256, 20, 0.05);
  const Problem problem = make_problem(f);
  const std::vector<Vector> dictionary = {feasible_identity(f, 1.001)};
  const Vector start = sparse_gaussian(rng, 256, 20);
  const auto path = [&](bool asks) {
    const Solver solver = make_solver(problem, 20, "newton", dictionary);
    if (asks) assert_true(get_real(solver, "gradient_norm") > 0);
    OK(sbreg_solver_set_start(solver.get(), start.data()));
    return trajectory(solver, 20);
  };
  assert_true(path(true) == path(false));
}

void a_gradient_that_is_no_number_is_an_error(void**) {
  Rng rng(9);
  LeastSquares f = instance(rng, 64, 256, 20, 0.05);
  for (double& a : f.A) a *= 1e155;
  const Problem problem = make_problem(f);
  for (const char* method : {"newton", "mfista"}) {
    const Solver solver = make_solver(problem, 20, method, {Vector(256, 1e300)});
    double size = 0;
    for (int k = 0; k < 3; ++k) {
      const sbreg_status stepped = sbreg_solver_step(solver.get(), 1);
      const sbreg_status asked = sbreg_solver_get_real(solver.get(), "gradient_norm", &size);
      assert_true(stepped == SBREG_OK || stepped == SBREG_E_NUMERIC);
      assert_true(asked == SBREG_OK ? std::isfinite(size) : asked == SBREG_E_NUMERIC);
    }
  }
}

/// Safe steps, other methods and whatever the rough gradient refuses take the same steps with and without the option.
void nothing_else_depends_on_the_option(void**) {
  Rng rng(7);
  const LeastSquares f = instance(rng, 64, 256, 20, 0.1);
  const std::vector<Vector> dictionary = {feasible_identity(f, 1.001)};
  const auto path = [&](const Problem& problem, const char* method, const char* line_search, bool single) {
    const Solver solver = make_solver(problem, 20, method, dictionary);
    OK(sbreg_solver_set_text(solver.get(), "line_search", line_search));
    OK(sbreg_solver_set_int(solver.get(), "single_precision", single ? 1 : 0));
    return trajectory(solver, 60);
  };
  const Problem plain = make_problem(f), ridge = make_problem(f);
  OK(sbreg_problem_set_real(ridge.get(), "ridge", 0.01));
  for (const char* method : {"ciwht-lsr", "mfista", "auto", "search"})
    assert_true(path(plain, method, "growing", true) == path(plain, method, "growing", false));
  assert_true(path(plain, "newton", "none", true) == path(plain, "newton", "none", false));
  assert_true(path(ridge, "newton", "growing", true) == path(ridge, "newton", "growing", false));
  assert_false(path(plain, "newton", "growing", true) == path(plain, "newton", "growing", false));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(no_entry_errs_by_more_than_it_says_and_the_size_is_right),
      cmocka_unit_test(powers_of_two_on_the_data_scale_it_to_the_bit),
      cmocka_unit_test(it_is_refused_where_single_precision_does_not_suit),
      cmocka_unit_test(steps_along_them_end_where_exact_ones_do),
      cmocka_unit_test(a_step_from_a_solution_is_the_one_in_double_precision),
      cmocka_unit_test(f_and_newton_points_are_in_double_precision),
      cmocka_unit_test(asking_for_the_gradient_changes_no_step_and_gives_the_exact_one),
      cmocka_unit_test(asking_before_a_start_is_set_changes_no_step),
      cmocka_unit_test(a_gradient_that_is_no_number_is_an_error),
      cmocka_unit_test(nothing_else_depends_on_the_option),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
