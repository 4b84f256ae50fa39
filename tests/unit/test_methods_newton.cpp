// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The Newton step on the support: exact for least squares, defined for any data, the same by both ways of solving.
#include "solver/step/newton.hpp"

#include <new>

#include "problem/dense.hpp"
#include "problem/linear_model.hpp"
#include "solver/run/methods.hpp"
#include "solver/solver.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

std::shared_ptr<const sbreg::Matrix> by_columns(const LeastSquares& f) {
  return sbreg::DenseMatrix::copy(f.m, f.n, {f.A.data(), f.m, false});
}

/// A matrix known by its products alone, which fail once their number is up.
class Fragile final : public sbreg::Matrix {
 public:
  explicit Fragile(const LeastSquares& f) : Matrix(f.m, f.n), dense_(by_columns(f)) {}

  [[nodiscard]] const char* storage() const noexcept override { return "fragile"; }
  void multiply_columns(sbreg::ConstIndexVec S, sbreg::ConstVec u, sbreg::Vec y) const override {
    if (left-- == 0) throw std::bad_alloc();
    dense_->multiply_columns(S, u, y);
  }
  void multiply_transpose(sbreg::ConstVec r, sbreg::Vec g) const override { dense_->multiply_transpose(r, g); }
  void multiply_block(Index k, const double* X, double* Y) const override { dense_->multiply_block(k, X, Y); }
  void multiply_transpose_block(Index k, const double* X, double* Y) const override {
    dense_->multiply_transpose_block(k, X, Y);
  }
  void copy_columns(Index first, Index count, double* out) const override { dense_->copy_columns(first, count, out); }
  void multiply_transpose_columns(sbreg::ConstIndexVec S, sbreg::ConstVec r, sbreg::Vec out) const override {
    dense_->multiply_transpose_columns(S, r, out);
  }
  void column_norms(sbreg::Vec norms) const override { dense_->column_norms(norms); }
  [[nodiscard]] bool gram_pays(Index /*s*/) const noexcept override { return false; }

  mutable Index left = -1;

 private:
  std::shared_ptr<const sbreg::Matrix> dense_;
};

/// f as the library sees it, and a point of it.
struct Model {
  Model(const LeastSquares& f, Index s) : Model(f, s, by_columns(f), 0) {}
  Model(const LeastSquares& f, Index s, std::shared_ptr<const sbreg::Matrix> matrix, double ridge)
      : problem(std::move(matrix), sbreg::find_loss("least_squares"), f.b),
        evaluator((problem.options.ridge = ridge, problem.evaluator(s))),
        point(*evaluator, f.n, s) {}
  void move_to(const Vector& x) {
    point.x.assign_dense(x);
    point.evaluate(*evaluator);
  }
  /// The Newton point from x.
  Vector newton(sbreg::Newton& solve, const Vector& x) {
    move_to(x);
    sbreg::SparseVector v(problem.dimension(), static_cast<Index>(support_of(x).size()));
    return solve(*evaluator, point, v) ? Vector(v.values().begin(), v.values().end()) : x;
  }

  sbreg::LinearModel problem;
  std::unique_ptr<sbreg::Evaluator> evaluator;
  sbreg::Point point;
};

Vector random_on(Rng& rng, Index n, const Support& S) {
  Vector x(at(n), 0.0);
  for (Index i : S) x[at(i)] = rng.normal() + 3;
  return x;
}

/// The gradient on the support, in units of the largest entry at zero.
Real gradient_on(const LeastSquares& f, const Vector& x) {
  const RealVector g = f.gradient(x), g0 = f.gradient(Vector(at(f.n), 0.0));
  Real unit = 0, largest = 0;
  for (Real v : g0) unit = std::max(unit, std::abs(v));
  for (Index i : support_of(x)) largest = std::max(largest, std::abs(g[at(i)]));
  return largest / unit;
}

void a_newton_step_on_the_true_support_recovers_exactly(void**) {
  Rng rng(51);
  for (const auto& [m, n, s] : {std::tuple{64, 256, 20}, std::tuple{64, 256, 35}, std::tuple{64, 256, 60},
                                std::tuple{200, 300, 150}, std::tuple{5, 9, 1}}) {
    LeastSquares f = compressed_sensing(rng, m, n, s, 0);
    const Vector truth = sparse_gaussian(rng, n, s);
    const RealVector b = f.times(truth);
    std::ranges::copy(b, f.b.begin());
    Model model(f, s);
    const sbreg::Structure plain(f.n, s);
    sbreg::Newton newton(*model.evaluator, plain);
    const Vector v = model.newton(newton, random_on(rng, n, support_of(truth)));
    ASSERT_AT_MOST(norm(difference(v, truth)), (s < 50 ? 1e-12L : 1e-9L) * norm(truth));
  }
}

void a_solver_on_the_true_support_is_done_in_one_step(void**) {
  Rng rng(52);
  LeastSquares f = compressed_sensing(rng, 64, 256, 20, 0);
  const Vector truth = sparse_gaussian(rng, 256, 20);
  const RealVector b = f.times(truth);
  std::ranges::copy(b, f.b.begin());
  const Problem problem = make_problem(f);
  const Solver solver = plain_solver(problem, 20, "newton");
  OK(sbreg_solver_set_text(solver.get(), "line_search", "none"));
  OK(sbreg_solver_add_dsm(solver.get(), make_dsm(feasible_identity(f.hessian(), 1e6)).get()));  // a tiny step
  OK(sbreg_solver_set_start(solver.get(), random_on(rng, 256, support_of(truth)).data()));
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "iterations"), 1);
  assert_int_equal(get_int(solver, "newton_steps"), 1);
  assert_int_equal(get_int(solver, "state"), SBREG_TARGET_REACHED);
  ASSERT_AT_MOST(norm(difference(solution_of(solver), truth)), 1e-12L * norm(truth));
}

/// A ridge is as many more rows of A.
LeastSquares with_ridge(const LeastSquares& f, double ridge) {
  LeastSquares wider{f.m + f.n, f.n, Vector(at((f.m + f.n) * f.n)), Vector(at(f.m + f.n))};
  std::ranges::copy(f.b, wider.b.begin());
  for (Index j = 0; j < f.n; ++j) {
    std::copy_n(f.A.begin() + j * f.m, f.m, wider.A.begin() + j * wider.m);
    wider.A[at(j * wider.m + f.m + j)] = std::sqrt(ridge);
  }
  return wider;
}

void the_newton_point_minimises_over_the_support_as_it_changes_by_a_few_indices(void**) {
  Rng rng(53);
  // Gram columns, products with A, and a factor by LAPACK.
  for (const auto& [m, n, s, rounds] : {std::tuple{40, 90, 8, 60}, {40, 90, 30, 60}, {200, 240, 150, 8}})
    for (const bool products : {false, true})
      for (const double ridge : {0.0, 0.3}) {
        const LeastSquares f = compressed_sensing(rng, m, n, s, 0.2), whole = with_ridge(f, ridge);
        const Symmetric H = whole.hessian();
        const auto fragile = std::make_shared<const Fragile>(f);
        Model model(f, s, products ? fragile : by_columns(f), ridge);
        const sbreg::Structure plain(f.n, s);
        sbreg::Newton newton(*model.evaluator, plain);  // one object: rows and factors are reused
        Vector x = sparse_gaussian(rng, n, s);
        for (int round = 0; round < rounds; ++round) {
          const Support S = support_of(x);
          if (products && round % 7 == 0) {  // a step that fails half way leaves nothing wrong behind
            model.move_to(x);
            fragile->left = round % 3;
            sbreg::SparseVector v(n, s);
            try {
              newton(*model.evaluator, model.point, v);
            } catch (const std::bad_alloc&) {
            }
            fragile->left = -1;
          }
          const Vector v = model.newton(newton, x);
          ASSERT_AT_MOST(norm(difference(v, whole.minimiser(H, S))), 1e-10L * (1 + norm(v)));
          for (int swaps = round % 4; swaps > 0; --swaps) {  // none, one, two or three exchanges, or fewer entries
            x[at(S[rng.below(S.size())])] = 0;
            if (round % 5 != 0) x[rng.below(at(n))] = 1;
          }
          if (support_of(x).empty() || static_cast<Index>(support_of(x).size()) > s) x = sparse_gaussian(rng, n, s);
        }
      }
}

/// With momentum a step starts from y, whatever became of the Newton point that was tried before.
void a_step_that_failed_with_momentum_and_newton_is_taken_as_if_it_had_not(void**) {
  Rng rng(58);
  const LeastSquares f = compressed_sensing(rng, 30, 60, 8, 0.1);
  const auto fragile = std::make_shared<const Fragile>(f);
  const auto problem = std::make_shared<sbreg::LinearModel>(fragile, sbreg::find_loss("least_squares"), f.b);
  const auto make = [&] {
    auto solver = std::make_unique<sbreg::Solver>(problem, 8);
    solver->options.method = "mfista";
    sbreg::apply_method(solver->options);
    solver->options.newton = 1;
    solver->add_scaling(feasible_identity(f.hessian(), 1.001));
    solver->prepare([] { return true; });
    return solver;
  };
  Index latest = 0;  // the product that failed: in a trial, in the Hessian, at the Newton point
  for (Index fails_at = 0; fails_at < 16; ++fails_at) {
    const auto usual = make(), disturbed = make();
    for (int step = 0; step < 40; ++step) {
      usual->step();
      fragile->left = fails_at;
      try {
        disturbed->step();
      } catch (const std::bad_alloc&) {
        latest = fails_at;
        fragile->left = -1;
        disturbed->step();
      }
      fragile->left = -1;
      assert_int_equal(usual->run().counters.iterations, disturbed->run().counters.iterations);
      ASSERT_AT_MOST(std::abs(usual->run().current.f - disturbed->run().current.f), 1e-12 * usual->run().current.f);
    }
    assert_true(usual->run().counters.newton_steps > 0);
  }
  assert_true(latest > 3);
}

/// One object on one support after the other, and a new one on each: twice or nearly twice the same column, within
/// bounds, on more coordinates than the support, on both sides of where LAPACK makes the factor.
void a_newton_step_does_not_depend_on_those_before(void**) {
  Rng rng(57);
  for (const auto& [m, n, s] : {std::tuple{40, 60, 20}, {300, 330, 150}})
    for (const double apart : {-1.0, 0.0, 1e-7, 1e-6})  // of the last columns from the first ones; -1: no twins
      for (const bool bounded : {false, true}) {
        if (bounded && s > 20) continue;
        LeastSquares f = compressed_sensing(rng, m, n, s, 0.3);
        for (Index j = 0; j < 6 && apart >= 0; ++j)
          for (Index i = 0; i < m; ++i)
            f.A[at((n - 1 - j) * m + i)] = f.A[at(j * m + i)] + apart * rng.normal() / std::sqrt(m);
        sbreg::Structure structure(n, s);
        if (bounded) structure.set_bounds(Vector(at(n), -0.2), Vector(at(n), 0.2));
        Model model(f, s);
        sbreg::Newton kept(*model.evaluator, structure);
        Vector x(at(n), 0.0);
        const Index most[] = {s, s - 10, s - 30, s, s - 1, s / 2};
        for (int round = 0; round < 18; ++round) {
          const auto size = static_cast<std::size_t>(std::max<Index>(most[round % 6], 8));
          while (support_of(x).size() < size) {
            const bool twin = rng.below(3) == 0;
            const std::size_t j = rng.below(twin ? 6 : at(n));
            x[twin && rng.below(2) == 0 ? at(n) - 1 - j : j] = 0.1;
          }
          for (Support S = support_of(x); S.size() > size; S = support_of(x)) x[at(S[rng.below(S.size())])] = 0;
          const Support T = support_of(x);
          Vector from = x;
          if (round % 4 == 3) from[at(T[rng.below(T.size())])] = 0;  // T is larger than the support
          model.move_to(from);
          sbreg::Newton anew(*model.evaluator, structure);
          sbreg::SparseVector v(n, s), expected(n, s);
          assert_true(kept.on(*model.evaluator, model.point, T, v));
          assert_true(anew.on(*model.evaluator, model.point, T, expected));
          const Vector a(v.values().begin(), v.values().end()), b(expected.values().begin(), expected.values().end());
          ASSERT_AT_MOST(std::abs(f.value(a) - f.value(b)), 1e-5L * f.value(b));
          if (apart <= 0) ASSERT_AT_MOST(norm(a), 100);  // the minimiser on columns that are nearly alike is large
          if (apart < 0) ASSERT_AT_MOST(norm(difference(a, b)), 1e-9L * (1 + norm(b)));
          if (!bounded) assert_int_equal(kept.solved_for_all(), anew.solved_for_all());
          x[at(T[rng.below(T.size())])] = 0;
        }
      }
}

/// Data whose supports depend: every column twice; more columns than rows; everything.
void newton_is_safe_on_dependent_columns(void**) {
  Rng rng(54);
  struct Shape {
    Index m, n, s;
    bool duplicates;
  };
  for (const Shape& shape : {Shape{20, 40, 16, true}, Shape{10, 40, 25, false}, Shape{12, 30, 30, false},
                             Shape{12, 30, 30, true}, Shape{200, 400, 180, true}, Shape{100, 400, 300, false}}) {
    LeastSquares f = compressed_sensing(rng, shape.m, shape.n, std::min(shape.s, shape.m), 0.1);
    if (shape.duplicates)
      for (Index j = 0; j < shape.n / 2; ++j)
        std::copy_n(f.A.begin() + j * shape.m, shape.m, f.A.begin() + (j + shape.n / 2) * shape.m);
    Support S;  // pairs of equal columns first
    for (Index k = 0; k < shape.s; ++k) S.push_back(k % 2 == 0 ? k / 2 : shape.n / 2 + k / 2);
    std::ranges::sort(S);
    Model model(f, shape.s);
    const sbreg::Structure plain(f.n, shape.s);
    sbreg::Newton newton(*model.evaluator, plain);
    const Vector x = random_on(rng, shape.n, S);
    const Vector v = model.newton(newton, x);
    for (double entry : v) assert_true(std::isfinite(entry));
    ASSERT_AT_MOST(f.value(v), f.value(x));
    ASSERT_AT_MOST(gradient_on(f, v), 1e-6L);
    for (const char* method : {"gpnp", "newton"}) {
      const Problem problem = make_problem(f);
      const Solver solver = plain_solver(problem, shape.s, method);
      OK(sbreg_solver_set_text(solver.get(), "dictionary", "lipschitz"));
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 300));
      OK(sbreg_solver_run(solver.get()));
      ASSERT_AT_MOST(get_real(solver, "best_objective"), f.value_at_zero());
      for (double entry : solution_of(solver)) assert_true(std::isfinite(entry));
    }
  }
}

/// Which way is taken depends on s alone, so the same small support can go both.
void conjugate_gradients_agree_with_the_factor(void**) {
  Rng rng(55);
  const Index n = sbreg::Newton::largest_factor + 40;
  const LeastSquares f = compressed_sensing(rng, 90, n, 40, 0.1);
  Model model(f, sbreg::Newton::largest_factor + 1);
  const sbreg::Structure small(n, 40), large(n, sbreg::Newton::largest_factor + 1);
  sbreg::Newton by_factor(*model.evaluator, small);
  sbreg::Newton by_gradients(*model.evaluator, large);
  for (int round = 0; round < 5; ++round) {
    const Vector x = sparse_gaussian(rng, n, 40);
    const Vector a = model.newton(by_factor, x), b = model.newton(by_gradients, x);
    ASSERT_AT_MOST(norm(difference(a, b)), 1e-8L * norm(a));
  }
}

void a_support_above_the_largest_factor_is_solved_too(void**) {
  Rng rng(56);
  const Index m = 60, n = sbreg::Newton::largest_factor + 200, s = sbreg::Newton::largest_factor + 100;
  const LeastSquares f = compressed_sensing(rng, m, n, 30, 0.1);
  const Problem problem = make_problem(f);
  const Solver solver = plain_solver(problem, s, "gpnp");
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", 20));
  OK(sbreg_solver_run(solver.get()));
  ASSERT_AT_MOST(get_real(solver, "best_objective"), 1e-16L * f.value_at_zero());  // s > m: b is met exactly
  assert_true(get_int(solver, "newton_steps") > 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_newton_step_on_the_true_support_recovers_exactly),
      cmocka_unit_test(a_solver_on_the_true_support_is_done_in_one_step),
      cmocka_unit_test(the_newton_point_minimises_over_the_support_as_it_changes_by_a_few_indices),
      cmocka_unit_test(a_step_that_failed_with_momentum_and_newton_is_taken_as_if_it_had_not),
      cmocka_unit_test(a_newton_step_does_not_depend_on_those_before),
      cmocka_unit_test(newton_is_safe_on_dependent_columns),
      cmocka_unit_test(conjugate_gradients_agree_with_the_factor),
      cmocka_unit_test(a_support_above_the_largest_factor_is_solved_too),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
