// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A second problem on the same matrix, with an intercept or standardised columns as the first one has, costs O(m): the
// products, the standardised matrix and its Gram columns are those of the first. Columns of any size are standardised.
#include <cmath>
#include <memory>

#include "api/handles.hpp"
#include "cmocka.hpp"
#include "oracle.hpp"
#include "problem/centred.hpp"
#include "problem/csc.hpp"
#include "problem/dense.hpp"
#include "problem/gram.hpp"
#include "problem/linear_model.hpp"

namespace {

using namespace oracle;

/// An A that counts its products.
struct Counted {
  LeastSquares f;
  int products = 0;
};

int times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  auto& counted = *static_cast<Counted*>(user);
  ++counted.products;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t i = 0; i < rows; ++i) {
      Y[c * rows + i] = 0;
      for (std::int64_t j = 0; j < cols; ++j) Y[c * rows + i] += counted.f.A[at(j * rows + i)] * X[c * cols + j];
    }
  return 0;
}

int transposed_times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  auto& counted = *static_cast<Counted*>(user);
  ++counted.products;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < cols; ++j) {
      Y[c * cols + j] = 0;
      for (std::int64_t i = 0; i < rows; ++i) Y[c * cols + j] += counted.f.A[at(j * rows + i)] * X[c * rows + i];
    }
  return 0;
}

void OK(sbreg_status status) {
  if (status != SBREG_OK) fail_msg("answered %d: %s", status, sbreg_last_error());
}

void a_second_standardised_problem_makes_no_product(void**) {
  Rng rng(2314);
  Counted counted{compressed_sensing(rng, 12, 9, 3, 0.1)};
  sbreg_matrix* A = nullptr;
  OK(sbreg_matrix_create_operator(&A, 12, 9, times, transposed_times, &counted, nullptr));
  for (int repeat = 0; repeat < 2; ++repeat)
    for (int intercept = 0; intercept < 2; ++intercept)
      for (int standardize = 0; standardize < 2; ++standardize) {
        sbreg_problem* problem = nullptr;
        OK(sbreg_problem_create_linear(&problem, A, "least_squares", counted.f.b.data()));
        OK(sbreg_problem_set_int(problem, "intercept", intercept));
        OK(sbreg_problem_set_int(problem, "standardize", standardize));
        sbreg_problem_destroy(problem);
        if (repeat == 0 && intercept + standardize == 2) assert_true(counted.products > 0);
        if (repeat == 1) assert_int_equal(counted.products, 0);
        if (repeat == 0 && intercept + standardize == 2) counted.products = 0;
      }
  sbreg_matrix_destroy(A);
}

void standardised_problems_share_their_gram_columns(void**) {
  Rng rng(2315);
  const Index m = 40, n = 60, s = 6;
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
  const std::shared_ptr<const sbreg::Matrix> A = sbreg::DenseMatrix::copy(m, n, sbreg::DenseView{f.A.data(), m, false});
  Vector other = f.b;
  for (double& b : other) b = 2 - b;
  sbreg::LinearModel first(A, sbreg::find_loss("least_squares"), f.b),
      second(A, sbreg::find_loss("least_squares"), other);
  for (sbreg::LinearModel* model : {&first, &second}) {
    model->options.intercept = model->options.standardize = 1;
    model->update();
  }
  sbreg::SparseVector x(n, s);
  x.assign_dense(sparse_gaussian(rng, n, s));
  for (const sbreg::LinearModel* model : {&first, &second}) {
    const auto evaluator = model->evaluator(s);
    std::vector<double> state(at(evaluator->state_size())), g(at(n));
    evaluator->evaluate(x, state);
    evaluator->gradient(x, state, g);
    assert_int_equal(model->matrix().gram()->made(), s);
  }
  assert_ptr_equal(&first.matrix(), &second.matrix());
  second.set_weights(Vector(at(m), 2.0));  // weights make a matrix of the problem's own
  assert_ptr_not_equal(&first.matrix(), &second.matrix());
}

void matrices_made_from_sparse_data_count_their_entries(void**) {
  const std::int32_t start[] = {0, 1, 2, 3, 5}, rows[] = {0, 3, 2, 1, 4};
  const double values[] = {1, 2, 3, 4, 5};
  const sbreg::CscMatrix<std::int32_t> A(6, 4, {start, rows, values, 0});
  const sbreg::CentredMatrix centred(A);
  assert_true(centred.entries() == 5 && A.standardised(true, true).entries() == 5);
  for (Index s = 1; s <= 4; ++s) {
    assert_int_equal(centred.gram_pays(s), A.gram_pays(s));
    assert_int_equal(A.standardised(true, true).gram_pays(s), A.gram_pays(s));
  }
}

/// A sparse matrix that counts the columns that are written out.
class Written final : public sbreg::Matrix {
 public:
  explicit Written(const sbreg::Matrix& A) : Matrix(A.rows(), A.cols()), A_(A) {}
  [[nodiscard]] const char* storage() const noexcept override { return A_.storage(); }
  void multiply_columns(sbreg::ConstIndexVec S, sbreg::ConstVec u, sbreg::Vec y) const override {
    A_.multiply_columns(S, u, y);
  }
  void multiply_transpose(sbreg::ConstVec r, sbreg::Vec g) const override { A_.multiply_transpose(r, g); }
  void multiply_block(Index k, const double* X, double* Y) const override { A_.multiply_block(k, X, Y); }
  void multiply_transpose_block(Index k, const double* X, double* Y) const override {
    A_.multiply_transpose_block(k, X, Y);
  }
  void copy_columns(Index first, Index count, double* out) const override {
    columns += count;
    A_.copy_columns(first, count, out);
  }
  void multiply_transpose_columns(sbreg::ConstIndexVec S, sbreg::ConstVec r, sbreg::Vec out) const override {
    A_.multiply_transpose_columns(S, r, out);
  }
  void column_norms(sbreg::Vec norms) const override { A_.column_norms(norms); }

  mutable Index columns = 0;

 private:
  const sbreg::Matrix& A_;
};

/// The lengths of centred columns, of which only the constant one has to be looked at.
void lengths_of_centred_sparse_columns_write_out_no_column(void**) {
  const std::int32_t start[] = {0, 1, 2, 3, 7, 7}, rows[] = {0, 3, 2, 0, 1, 2, 3};
  const double values[] = {1, 2, 3e100, 5, 5, 5, 5}, expected[] = {0.75, 3, 6.75e200, 0, 0};
  const sbreg::CscMatrix<std::int32_t> sparse(4, 5, {start, rows, values, 0});
  const Written A(sparse);
  const sbreg::CentredMatrix centred(A);
  Vector norms(5);
  centred.column_norms(norms);
  for (std::size_t j = 0; j < norms.size(); ++j) assert_true(std::abs(norms[j] - expected[j]) <= 1e-15 * expected[j]);
  assert_int_equal(A.columns, 1);  // the constant one
}

/// With columns of any size and weights of any size standardised data are those of the data of ordinary size.
void columns_and_weights_of_any_size_are_standardised(void**) {
  Rng rng(2405);
  const Index m = 12, n = 5;
  LeastSquares f = compressed_sensing(rng, m, n, 2, 0.1);
  for (double& a : f.A) a += 0.5;
  const Vector x0 = sparse_gaussian(rng, n, n);
  for (double size : {1e-300, 1e-200, 1e-170, 1e-150, 1e150, 1e155, 1e200, 1e300})
    for (double weight : {0.0, 1e-300, 1e300})
      for (int intercept = 0; intercept < 2; ++intercept) {
        Vector scaled[2];
        double values[2];
        for (int large = 0; large < 2; ++large) {
          LeastSquares g = f;
          Vector x = x0;
          const double factor = large != 0 ? size : 1;
          for (Index i = 0; i < m; ++i) g.A[at(2 * m + i)] *= factor;
          x[2] /= factor;
          sbreg_problem* problem = nullptr;
          OK(sbreg_problem_create_least_squares(&problem, m, n, g.A.data(), m, SBREG_COL_MAJOR, g.b.data()));
          OK(sbreg_problem_set_int(problem, "intercept", intercept));
          OK(sbreg_problem_set_int(problem, "standardize", 1));
          if (weight > 0) OK(sbreg_problem_set_weights(problem, Vector(at(m), large != 0 ? weight : 1).data()));
          OK(sbreg_problem_value(problem, x.data(), &values[large]));
          if (large != 0 && weight > 0) values[large] /= weight;
          const sbreg::ConstVec scale = problem->core->scale();
          scaled[large].assign(scale.begin(), scale.end());
          scaled[large][2] /= factor;
          sbreg_problem_destroy(problem);
        }
        if (!(std::abs(values[1] - values[0]) <= 1e-10 * values[0]))
          fail_msg("size %g, weight %g: f = %.17g and not %.17g\n", size, weight, values[1], values[0]);
        for (std::size_t j = 0; j < scaled[0].size(); ++j)
          if (!(std::abs(scaled[1][j] - scaled[0][j]) <= 1e-10 * scaled[0][j]))
            fail_msg("size %g, weight %g: scale %zu is %g and not %g\n", size, weight, j, scaled[1][j], scaled[0][j]);
      }
}

/// Whatever the numbers are, a call answers with numbers or refuses, and a run that fails leaves a point.
void no_call_answers_with_nan(void**) {
  Rng rng(2406);
  const Index m = 10, n = 6, s = 2;
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
  Vector labels(at(m));
  for (Index i = 0; i < m; ++i) labels[at(i)] = i % 3 == 0 ? 1 : 0;
  for (double size : {1.0, 1e155, 1e200, 1e308})
    for (double weight : {1.0, 1e300, 1e308})
      for (double at_x : {0.0, 1.0, 1e200})
        for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
          for (int options = 0; options < 4; ++options) {
            LeastSquares g = f;
            for (Index i = 0; i < m; ++i) g.A[at(m + i)] *= size / 4;
            const bool labelled = loss == std::string("logistic") || loss == std::string("poisson");
            sbreg_matrix* A = nullptr;
            sbreg_problem* problem = nullptr;
            sbreg_solver* solver = nullptr;
            OK(sbreg_matrix_create_dense(&A, m, n, g.A.data(), m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
            OK(sbreg_problem_create_linear(&problem, A, loss, labelled ? labels.data() : g.b.data()));
            (void)sbreg_problem_set_int(problem, "standardize", options % 2);
            (void)sbreg_problem_set_int(problem, "intercept", options / 2);
            if (weight != 1) (void)sbreg_problem_set_weights(problem, Vector(at(m), weight).data());
            Vector x(at(n)), answer(at(n), -3.0);
            x[1] = at_x;
            x[3] = -at_x;
            double value = -3;
            if (sbreg_problem_value(problem, x.data(), &value) == SBREG_OK)
              assert_false(std::isnan(value));
            else
              assert_true(value == -3);
            if (sbreg_problem_gradient(problem, x.data(), answer.data()) == SBREG_OK)
              for (double v : answer) assert_true(std::isfinite(v));
            else
              for (double v : answer) assert_true(v == -3);
            value = -3;
            if (sbreg_problem_intercept(problem, x.data(), &value) == SBREG_OK)
              assert_true(std::isfinite(value));
            else
              assert_true(value == -3);
            if (sbreg_solver_create(&solver, problem, s) == SBREG_OK) {
              for (const char* method : {"auto", "iht-lsr"}) {
                (void)sbreg_solver_set_text(solver, "method", method);
                (void)sbreg_solver_set_int(solver, "max_iterations", 8);
                (void)sbreg_solver_run(solver);
                OK(sbreg_solver_get_solution(solver, answer.data()));
                for (double v : answer)
                  if (!std::isfinite(v)) fail_msg("%s, size %g, weight %g: solution %g\n", loss, size, weight, v);
              }
            }
            sbreg_solver_destroy(solver);
            sbreg_problem_destroy(problem);
            sbreg_matrix_destroy(A);
          }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_second_standardised_problem_makes_no_product),
      cmocka_unit_test(standardised_problems_share_their_gram_columns),
      cmocka_unit_test(matrices_made_from_sparse_data_count_their_entries),
      cmocka_unit_test(lengths_of_centred_sparse_columns_write_out_no_column),
      cmocka_unit_test(columns_and_weights_of_any_size_are_standardised),
      cmocka_unit_test(no_call_answers_with_nan),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
