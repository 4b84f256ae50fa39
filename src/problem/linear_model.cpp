// SPDX-License-Identifier: BSD-3-Clause
#include "problem/linear_model.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels.hpp"
#include "problem/gram.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

/// A point's state is the margins t = Ax followed by the derivatives w .* loss'(t, b).
class LinearEvaluator final : public Evaluator {
 public:
  LinearEvaluator(const LinearModel& model, Index s)
      : model_(model), packed_(to_size(std::min(s, model.dimension()))), scratch_(to_size(model.rows())) {
    // Gram columns give the gradient of least squares in n s instead of n m operations.
    if (model.loss().is_least_squares && model.weights().empty() && 2 * s <= model.rows()) {
      gram_ = model.matrix().gram();
    }
    if (gram_ != nullptr) {
      constant_.resize(to_size(model.dimension()));
      model.matrix().multiply_transpose(model.observations(), constant_);
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
      gram_->multiply_columns(x.support(), pack(x), scratch_, g);
      for (std::size_t i = 0; i < g.size(); ++i) g[i] -= constant_[i];
    } else {
      model_.matrix().multiply_transpose(state.last(to_size(model_.rows())), g);
    }
    add_ridge_gradient(model_.options.ridge, x, g);
  }

  [[nodiscard]] std::optional<double> residual_norm(ConstVec state) const override {
    if (!model_.loss().is_least_squares) return std::nullopt;
    const ConstVec t = state.first(to_size(model_.rows()));
    const ConstVec derivative = state.last(to_size(model_.rows()));
    if (model_.weights().empty())
      return std::sqrt(kernels().dot(model_.rows(), derivative.data(), derivative.data()));
    double squares = 0;
    for (std::size_t i = 0; i < t.size(); ++i) squares += derivative[i] * (t[i] - model_.observations()[i]);
    return std::sqrt(squares);
  }

 private:
  ConstVec pack(const SparseVector& x) noexcept {
    std::size_t k = 0;
    for (Index i : x.support()) packed_[k++] = x[i];
    return {packed_.data(), k};
  }

  const LinearModel& model_;
  Gram* gram_ = nullptr;
  std::vector<double> constant_;  // A'b, with the Gram columns only
  std::vector<double> packed_;
  std::vector<double> scratch_;
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
