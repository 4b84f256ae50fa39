// SPDX-License-Identifier: BSD-3-Clause
#include "problem/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/blas.hpp"
#include "linalg/kernels.hpp"
#include "problem/gram.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

/// A point's state is the margins t = Ax followed by the derivatives w .* loss'(t, b).
class LinearEvaluator final : public Evaluator {
 public:
  LinearEvaluator(const LinearModel& model, Index s)
      : model_(model),
        packed_(to_size(std::min(s, model.dimension()))),
        scratch_(to_size(model.rows())),
        second_(to_size(model.rows())) {
    // Gram columns give the gradient of least squares in n s instead of n m operations.
    if (model.loss().is_least_squares && model.weights().empty() && 2 * s <= model.rows()) {
      gram_ = model.matrix().gram();
    }
    if (gram_ != nullptr) {
      constant_.resize(to_size(model.dimension()));
      model.matrix().multiply_transpose(model.observations(), constant_);
      for (double& c : constant_) c = -c;
    }
  }

  [[nodiscard]] Index state_size() const noexcept override { return 2 * model_.rows(); }

  double evaluate(const SparseVector& x, Vec state) override {
    const auto m = to_size(model_.rows());
    const Vec t = state.first(m);
    model_.matrix().multiply_columns(x.support(), pack(x), t);
    return model_.loss().evaluate(t, model_.observations(), model_.weights(), state.last(m)) +
           ridge_value(model_.options.ridge, x);
  }

  void gradient(const SparseVector& x, ConstVec state, Vec g) override {
    if (gram_ != nullptr) {  // g = A'A x - A'b
      std::ranges::copy(constant_, g.begin());
      gram_->add_columns(x.support(), pack(x), scratch_, g);
    } else {
      model_.matrix().multiply_transpose(state.last(to_size(model_.rows())), g);
    }
    add_ridge_gradient(model_.options.ridge, x, g);
  }

  void gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) override {
    model_.matrix().multiply_transpose_columns(S, state.last(to_size(model_.rows())), out);
    for (std::size_t k = 0; k < S.size(); ++k) out[k] += model_.options.ridge * x[S[k]];
  }

  [[nodiscard]] bool constant_hessian() const noexcept override { return model_.loss().is_least_squares; }

  void hessian(const SparseVector& /*x*/, ConstVec state, ConstIndexVec S, ConstIndexVec R, double* out,
               Index ld) override {
    if (gram_ != nullptr) {
      for (std::size_t c = 0; c < R.size(); ++c) {
        const double* column = gram_->column(R[c], scratch_);
        double* target = out + to_index(c) * ld;
        for (std::size_t k = 0; k < S.size(); ++k) target[k] = column[S[k]];
      }
    } else if (columns_.empty()) {
      second_derivatives(state);
      const double one = 1;
      for (std::size_t c = 0; c < R.size(); ++c) {  // column c: A_S' Diag(second) a_{R[c]}
        model_.matrix().multiply_columns(R.subspan(c, 1), ConstVec{&one, 1}, scratch_);
        for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] *= second_[i];
        model_.matrix().multiply_transpose_columns(S, scratch_, {out + to_index(c) * ld, S.size()});
      }
    } else {
      second_derivatives(state);
      dense_hessian(S, R, out, ld);
    }
    add_ridge(S, R, out, ld);
  }

  /// Dense columns are gathered, so that the block is one matrix product.
  void prepare_hessian() override {
    if (gram_ != nullptr || model_.matrix().dense() == nullptr) return;
    columns_.resize(to_size(model_.rows()) * packed_.size());
    weighted_.resize(columns_.size());
  }

  void hessian_multiply(const SparseVector& /*x*/, ConstVec state, ConstIndexVec S, ConstVec p, Vec out) override {
    second_derivatives(state);
    model_.matrix().multiply_columns(S, p, scratch_);
    for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] *= second_[i];
    model_.matrix().multiply_transpose_columns(S, scratch_, out);
    for (std::size_t k = 0; k < S.size(); ++k) out[k] += model_.options.ridge * p[k];
  }

  [[nodiscard]] std::optional<double> residual_norm(ConstVec state) const override {
    if (!model_.loss().is_least_squares) return std::nullopt;
    const ConstVec t = state.first(to_size(model_.rows()));
    const ConstVec derivative = state.last(to_size(model_.rows()));
    if (model_.weights().empty()) return std::sqrt(kernels().dot(model_.rows(), derivative.data(), derivative.data()));
    double squares = 0;
    for (std::size_t i = 0; i < t.size(); ++i) squares += derivative[i] * (t[i] - model_.observations()[i]);
    return std::sqrt(squares);
  }

 private:
  /// out <- A_S' Diag(second) A_R.
  void dense_hessian(ConstIndexVec S, ConstIndexVec R, double* out, Index ld) {
    const Index m = model_.rows();
    for (std::size_t k = 0; k < S.size(); ++k) model_.matrix().copy_columns(S[k], 1, columns_.data() + to_index(k) * m);
    for (std::size_t c = 0; c < R.size(); ++c) {
      double* column = weighted_.data() + to_index(c) * m;
      model_.matrix().copy_columns(R[c], 1, column);
      for (std::size_t i = 0; i < second_.size(); ++i) column[i] *= second_[i];
    }
    blas::gemm(blas::Op::transpose, blas::Op::none, to_index(S.size()), to_index(R.size()), m, 1, columns_.data(), m,
               weighted_.data(), m, 0, out, ld);
  }

  void second_derivatives(ConstVec state) {
    model_.loss().second(state.first(second_.size()), model_.observations(), model_.weights(), second_);
  }

  void add_ridge(ConstIndexVec S, ConstIndexVec R, double* out, Index ld) const noexcept {
    if (model_.options.ridge == 0) return;
    for (std::size_t c = 0; c < R.size(); ++c)
      for (std::size_t k = 0; k < S.size(); ++k)
        if (S[k] == R[c]) out[to_index(c) * ld + to_index(k)] += model_.options.ridge;
  }

  ConstVec pack(const SparseVector& x) noexcept {
    std::size_t k = 0;
    for (Index i : x.support()) packed_[k++] = x[i];
    return {packed_.data(), k};
  }

  const LinearModel& model_;
  Gram* gram_ = nullptr;
  std::vector<double> constant_;  // -A'b, with the Gram columns only
  std::vector<double> packed_;
  std::vector<double> scratch_;
  std::vector<double> second_;   // second derivatives of the loss at the margins
  std::vector<double> columns_;  // A_S and Diag(second) A_R, for the Hessian of dense matrices
  std::vector<double> weighted_;
};

}  // namespace

LinearModel::LinearModel(std::shared_ptr<const Matrix> A, const Loss& loss, ConstVec b)
    : Problem(A->cols()), A_(std::move(A)), loss_(loss), b_(b.begin(), b.end()) {
  require_finite(b, "b");
  if (loss_.check != nullptr) loss_.check(b);
}

std::unique_ptr<Evaluator> LinearModel::evaluator(Index s) const { return std::make_unique<LinearEvaluator>(*this, s); }

std::optional<Curvature> LinearModel::curvature() const {
  Curvature c;
  c.n = dimension();
  c.factor = A_.get();
  c.row_weights = weights_;
  c.scale = loss_.curvature;
  c.ridge = options.ridge;
  return c;
}

double LinearModel::mean_curvature() const {
  const double weight =
      weights_.empty() ? 1
                       : std::accumulate(weights_.begin(), weights_.end(), 0.0) / static_cast<double>(weights_.size());
  return weight * loss_.curvature * A_->mean_column_norm() + options.ridge;
}

double LinearModel::residual_unit() const noexcept {
  if (!loss_.is_least_squares) return 0;
  double squares = 0;
  for (std::size_t i = 0; i < b_.size(); ++i) squares += (weights_.empty() ? 1 : weights_[i]) * b_[i] * b_[i];
  return std::sqrt(squares);
}

void LinearModel::set_weights(ConstVec weights) {
  require_finite(weights, "observation_weights");
  for (std::size_t i = 0; i < weights.size(); ++i)
    SBREG_REQUIRE(weights[i] >= 0, SBREG_E_ARGUMENT, "observation_weights[%lld] is %g; weights must not be negative",
                  static_cast<long long>(i), weights[i]);
  weights_.assign(weights.begin(), weights.end());
}

}  // namespace sbreg
