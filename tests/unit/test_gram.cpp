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

#include "cmocka.hpp"
#include "linalg/sparse_vector.hpp"
#include "oracle.hpp"
#include "problem/dense.hpp"
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

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_gradient_is_the_direct_one_with_and_without_the_cache),
      cmocka_unit_test(a_column_is_the_product_with_that_column_of_A),
      cmocka_unit_test(the_matrix_keeps_one_cache_for_all_and_none_that_is_too_large),
      cmocka_unit_test(threads_that_ask_at_once_see_the_same_columns),
      cmocka_unit_test(a_product_that_fails_leaves_the_column_to_the_next_who_asks),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
