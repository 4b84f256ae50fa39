// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The gradient through cached columns of A'A equals the direct one, A'(Ax - b), for every storage of A.
#include "problem/gram.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

#include "api/handles.hpp"
#include "cmocka.hpp"
#include "linalg/sparse_vector.hpp"
#include "oracle.hpp"
#include "problem/dense.hpp"
#include "problem/gram_account.hpp"
#include "problem/linear_model.hpp"
#include "support/error.hpp"

namespace {

using namespace oracle;
using sbreg::DenseMatrix;
using sbreg::Gram;

constexpr Real unit = 0x1p-52L;

/// g computed against the exact one; the error of either formula is a few roundings of |A|'(|A||x| + |b|).
void assert_gradient(const LeastSquares& f, const Vector& x, const std::vector<double>& g) {
  const RealVector exact = f.gradient(x);
  for (Index j = 0; j < f.n; ++j) {
    Real magnitude = 0;
    for (Index i = 0; i < f.m; ++i) {
      Real t = std::abs(f.b[at(i)]);
      for (Index k = 0; k < f.n; ++k) t += std::abs(static_cast<Real>(f.entry(i, k)) * x[at(k)]);
      magnitude += std::abs(f.entry(i, j)) * t;
    }
    if (!(std::abs(g[at(j)] - exact[at(j)]) <= static_cast<Real>(f.m + f.n) * unit * magnitude))
      fail_msg("gradient[%lld] is %.17g, not %.17Lg\n", static_cast<long long>(j), g[at(j)], exact[at(j)]);
  }
}

Vector by_rows(const LeastSquares& f) {
  Vector rows(f.A.size());
  for (Index i = 0; i < f.m; ++i)
    for (Index j = 0; j < f.n; ++j) rows[at(i * f.n + j)] = f.entry(i, j);
  return rows;
}

void the_gradient_is_the_direct_one_with_and_without_the_cache(void**) {
  Rng rng(1);
  for (const auto& [m, n] : {std::pair{20, 37}, std::pair{64, 256}, std::pair{7, 5}}) {
    const LeastSquares f = compressed_sensing(rng, m, n, 3, 0.1);
    const Vector rows = by_rows(f);
    const std::shared_ptr<const DenseMatrix> storages[] = {
        std::make_shared<DenseMatrix>(m, n, sbreg::DenseView{f.A.data(), m, false}),
        std::make_shared<DenseMatrix>(m, n, sbreg::DenseView{rows.data(), n, true}),
        DenseMatrix::copy(m, n, sbreg::DenseView{rows.data(), n, true})};
    for (const auto& A : storages) {
      const sbreg::LinearModel model(A, sbreg::find_loss("least_squares"), f.b);
      for (Index s = 1; s <= std::min<Index>(m, n); s += 3) {  // 2s <= m goes through the cache, 2s > m does not
        const auto evaluator = model.evaluator(s);
        sbreg::SparseVector x(n, s);
        x.assign_dense(sparse_gaussian(rng, n, s));
        std::vector<double> state(at(evaluator->state_size())), g(at(n));
        const double value = evaluator->evaluate(x, state);
        evaluator->gradient(x, state, g);
        const Vector dense(x.values().begin(), x.values().end());
        assert_gradient(f, dense, g);
        assert_true(std::abs(value - f.value(dense)) <= static_cast<Real>(m + n) * unit * (f.value(dense) + 1));
      }
    }
  }
}

/// Weights that are squares of powers of two: A'WA is the Gram matrix of rows scaled without rounding.
void weighted_columns_are_those_of_scaled_rows(void**) {
  Rng rng(21);
  for (const auto& [m, n] : {std::pair{20, 37}, std::pair{64, 256}, std::pair{900, 200}}) {
    const LeastSquares f = compressed_sensing(rng, m, n, 3, 0.1);
    LeastSquares scaled = f;
    Vector weights;
    for (Index i = 0; i < m; ++i) {
      const double root = i % 7 == 0 ? 0 : std::ldexp(1.0, static_cast<int>(rng.below(4)) - 2);
      weights.push_back(root * root);
      for (Index j = 0; j < n; ++j) scaled.A[at(j * m + i)] *= root;
      scaled.b[at(i)] *= root;
    }
    const std::shared_ptr<const DenseMatrix> A = DenseMatrix::copy(m, n, sbreg::DenseView{f.A.data(), m, false});
    sbreg::LinearModel model(A, sbreg::find_loss("least_squares"), f.b);
    model.set_weights(weights);
    constexpr Index s = 4;
    const auto evaluator = model.evaluator(s);
    assert_true(evaluator->gradient_cost() == static_cast<double>(s * n));
    sbreg::SparseVector x(n, s);
    x.assign_dense(sparse_gaussian(rng, n, s));
    std::vector<double> state(at(evaluator->state_size())), g(at(n)), column(at(n));
    evaluator->evaluate(x, state);
    const Vector dense(x.values().begin(), x.values().end());
    evaluator->gradient(x, state, g);
    assert_gradient(scaled, dense, g);
    assert_true(model.gram()->made() > 0);
    for (const Index j : {Index{0}, Index{n / 2}, Index{n - 1}}) {
      evaluator->second_order()->hessian_column(j, column);
      for (Index k = 0; k < n; ++k) {
        Real exact = 0, magnitude = 0;
        for (Index i = 0; i < m; ++i) {
          const Real term = static_cast<Real>(scaled.entry(i, j)) * scaled.entry(i, k);
          exact += term;
          magnitude += std::abs(term);
        }
        assert_true(std::abs(column[at(k)] - exact) <= static_cast<Real>(m) * unit * magnitude);
      }
    }
  }
}

void a_column_is_the_product_with_that_column_of_A(void**) {
  Rng rng(2);
  const LeastSquares f = compressed_sensing(rng, 11, 19, 3, 0);
  const DenseMatrix A(f.m, f.n, {f.A.data(), f.m, false});
  Gram gram(A);
  std::vector<double> scratch(at(f.m));
  const Symmetric H = f.hessian();
  for (Index j : {3, 18, 0, 3}) {
    const double* column = gram.column(j, scratch);
    for (Index i = 0; i < f.n; ++i) assert_true(std::abs(column[i] - H(i, j)) <= 11 * unit);
  }
}

void the_matrix_keeps_one_cache_for_all_and_none_that_is_too_large(void**) {
  const Vector data(4096, 1.0);
  const DenseMatrix small(2, 2048, {data.data(), 2, false});
  assert_non_null(small.gram());
  assert_ptr_equal(small.gram(), small.gram());
  const DenseMatrix large(1, 4096, {data.data(), 1, false});
  assert_null(large.gram());
}

void threads_that_ask_at_once_see_the_same_columns(void**) {
  Rng rng(3);
  const LeastSquares f = compressed_sensing(rng, 30, 200, 3, 0);
  const DenseMatrix A(f.m, f.n, {f.A.data(), f.m, false});
  Gram reference(A), shared(A);
  std::vector<double> scratch(at(f.m));
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (Index j = 0; j < f.n; ++j) reference.column(j, scratch);
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      std::vector<double> own(at(f.m)), expected_scratch(at(f.m));
      for (Index j = 0; j < f.n; ++j) {
        const double* column = shared.column(j, own);
        const double* expected = reference.column(j, expected_scratch);
        for (Index i = 0; i < f.n; ++i) wrong[t] += column[i] == expected[i] ? 0 : 1;
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (int count : wrong) assert_int_equal(count, 0);
}

/// A product that fails as often as it is told to.
class FailingMatrix final : public sbreg::Matrix {
 public:
  explicit FailingMatrix(const sbreg::Matrix& A) : Matrix(A.rows(), A.cols()), A_(A) {}
  [[nodiscard]] const char* storage() const noexcept override { return "failing"; }
  void multiply_transpose(sbreg::ConstVec r, sbreg::Vec g) const override {
    if (failures.fetch_sub(1) > 0) sbreg::fail(SBREG_E_CALLBACK, "this product fails");
    A_.multiply_transpose(r, g);
  }
  void copy_columns(Index first, Index count, double* out) const override { A_.copy_columns(first, count, out); }
  void multiply_columns(sbreg::ConstIndexVec, sbreg::ConstVec, sbreg::Vec) const override {}
  void multiply_block(Index, const double*, double*) const override {}
  void multiply_transpose_block(Index, const double*, double*) const override {}
  void multiply_transpose_columns(sbreg::ConstIndexVec, sbreg::ConstVec, sbreg::Vec) const override {}
  void column_norms(sbreg::Vec) const override {}

  mutable std::atomic<int> failures{0};

 private:
  const sbreg::Matrix& A_;
};

void a_product_that_fails_leaves_the_column_to_the_next_who_asks(void**) {
  Rng rng(4);
  const LeastSquares f = compressed_sensing(rng, 11, 19, 3, 0);
  const DenseMatrix A(f.m, f.n, {f.A.data(), f.m, false});
  const FailingMatrix failing(A);
  Gram reference(A), gram(failing);
  failing.failures = 3;
  alarm(60);  // a thread that waits for ever must not keep the test from failing
  std::atomic<int> failed{0}, right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      std::vector<double> scratch(at(f.m)), other(at(f.m));
      try {
        const double* column = gram.column(7, scratch);
        right += std::equal(column, column + f.n, reference.column(7, other)) ? 1 : 0;
      } catch (const sbreg::Error&) {
        ++failed;
      }
    });
  for (std::thread& thread : threads) thread.join();
  alarm(0);
  assert_int_equal(failed, 3);
  assert_int_equal(right, 1);
}

/// The columns are the matrix's, or where there are weights the problem's.
void calls_that_ask_once_make_no_columns(void**) {
  const Index m = 60, n = 40, s = 5;  // few columns, so that the cache would pay for a long run at any s
  for (const bool standardize : {false, true})
    for (const bool weighted : {false, true}) {
      Rng rng(2301);
      const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
      sbreg_matrix* matrix = nullptr;
      sbreg_problem* problem = nullptr;
      sbreg_dsm* dsm = nullptr;
      sbreg_kernel* kernel = nullptr;
      assert_int_equal(
          sbreg_matrix_create_dense(&matrix, m, n, f.A.data(), m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr),
          SBREG_OK);
      assert_int_equal(sbreg_problem_create_linear(&problem, matrix, "least_squares", f.b.data()), SBREG_OK);
      assert_int_equal(sbreg_problem_set_int(problem, "standardize", standardize ? 1 : 0), SBREG_OK);
      if (weighted) assert_int_equal(sbreg_problem_set_weights(problem, Vector(at(m), 0.5).data()), SBREG_OK);
      const auto made = [&] { return dynamic_cast<const sbreg::LinearModel&>(*problem->core).gram()->made(); };
      const Vector x = sparse_gaussian(rng, n, s), w(at(n), 1e3);
      Vector out(at(n));
      double number = 0;
      assert_int_equal(sbreg_problem_value(problem, x.data(), &number), SBREG_OK);
      assert_int_equal(made(), 0);
      assert_int_equal(sbreg_problem_gradient(problem, x.data(), out.data()), SBREG_OK);
      assert_int_equal(made(), 0);
      assert_int_equal(sbreg_problem_check_gradient(problem, x.data(), 0, &number, nullptr), SBREG_OK);
      assert_int_equal(sbreg_problem_intercept(problem, x.data(), &number), SBREG_OK);
      assert_int_equal(made(), 0);
      assert_int_equal(sbreg_dsm_create_weights(&dsm, n, w.data()), SBREG_OK);
      assert_int_equal(sbreg_check_stationarity(problem, dsm, s, x.data(), &number), SBREG_OK);
      assert_int_equal(sbreg_witness_stationarity(problem, dsm, s, x.data(), &number, out.data()), SBREG_OK);
      assert_int_equal(sbreg_kernel_create(&kernel, n, "quadratic"), SBREG_OK);
      assert_int_equal(sbreg_check_bregman(problem, kernel, 1e3, s, x.data(), &number), SBREG_OK);
      assert_int_equal(made(), 0);
      assert_int_equal(sbreg_check_coordinatewise(problem, s, x.data(), &number, nullptr, nullptr), SBREG_OK);
      assert_true(made() <= s);  // whose exchange it considers
      sbreg_kernel_destroy(kernel);
      sbreg_dsm_destroy(dsm);
      sbreg_problem_destroy(problem);
      sbreg_matrix_destroy(matrix);
    }
}

void a_column_is_made_once_what_it_would_have_saved_has_been_spent(void**) {
  Rng rng(2302);
  const Index m = 300, n = 512, s = 60;
  const double product = m * n;
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
  const auto A = DenseMatrix::copy(m, n, sbreg::DenseView{f.A.data(), m, false});
  const std::shared_ptr<const DenseMatrix> shared(A.get(), [](const DenseMatrix*) {});
  const sbreg::LinearModel model(shared, sbreg::find_loss("least_squares"), f.b);
  for (const bool others_have_made_them : {false, true}) {  // a run does what it would do alone
    const auto evaluator = model.evaluator(s);
    sbreg::SparseVector x(n, s);
    std::vector<double> state(at(evaluator->state_size())), g(at(n));
    Rng points(2303);
    x.assign_dense(sparse_gaussian(points, n, s));
    evaluator->evaluate(x, state);
    // Until the columns are there the gradient is A' of the residual, to the bit.
    int direct = 0;
    for (std::vector<double> plain(at(n));; ++direct) {
      evaluator->gradient(x, state, g);
      A->multiply_transpose(state, plain);
      if (g != plain) break;
      if (!others_have_made_them) assert_int_equal(A->gram()->made(), 0);
    }
    assert_int_equal(A->gram()->made(), s);
    const double price = s * product - sbreg::GramAccount::allowance;
    const double saved = product - static_cast<double>(s * n);
    assert_int_equal(direct, static_cast<int>(std::ceil(price / saved)));
  }
}

void columns_of_a_small_matrix_are_made_at_once(void**) {
  Rng rng(2304);
  const Index m = 64, n = 256, s = 12;
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
  const std::shared_ptr<const DenseMatrix> A = DenseMatrix::copy(m, n, sbreg::DenseView{f.A.data(), m, false});
  const sbreg::LinearModel model(A, sbreg::find_loss("least_squares"), f.b);
  const auto evaluator = model.evaluator(s);
  sbreg::SparseVector x(n, s);
  std::vector<double> state(at(evaluator->state_size())), g(at(n));
  x.assign_dense(sparse_gaussian(rng, n, s));
  evaluator->evaluate(x, state);
  assert_int_equal(A->gram()->made(), 0);
  evaluator->gradient(x, state, g);
  assert_int_equal(A->gram()->made(), s);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(calls_that_ask_once_make_no_columns),
      cmocka_unit_test(a_column_is_made_once_what_it_would_have_saved_has_been_spent),
      cmocka_unit_test(columns_of_a_small_matrix_are_made_at_once),
      cmocka_unit_test(the_gradient_is_the_direct_one_with_and_without_the_cache),
      cmocka_unit_test(weighted_columns_are_those_of_scaled_rows),
      cmocka_unit_test(a_column_is_the_product_with_that_column_of_A),
      cmocka_unit_test(the_matrix_keeps_one_cache_for_all_and_none_that_is_too_large),
      cmocka_unit_test(threads_that_ask_at_once_see_the_same_columns),
      cmocka_unit_test(a_product_that_fails_leaves_the_column_to_the_next_who_asks),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
