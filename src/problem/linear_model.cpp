// SPDX-License-Identifier: BSD-3-Clause
#include "problem/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "problem/centred.hpp"
#include "problem/linear_evaluator.hpp"
#include "support/checks.hpp"

namespace sbreg {

LinearModel::LinearModel(std::shared_ptr<const Matrix> A, const Loss& loss, ConstVec b)
    : Problem(A->cols()), A_(std::move(A)), loss_(loss), b_(b.begin(), b.end()) {
  require_finite(b, "b");
  if (loss_.prepare != nullptr) loss_.prepare(b_);
  if (loss_.couples) centred_ = std::make_unique<CentredMatrix>(*A_);
}

LinearModel::LinearModel(const LinearModel& other, ConstVec weights)
    : Problem(other.dimension()), A_(other.A_), loss_(other.loss_), b_(other.b_) {
  if (loss_.couples) centred_ = std::make_unique<CentredMatrix>(*A_);
  options = other.options;
  set_weights(weights);
}

std::shared_ptr<const Problem> LinearModel::reweighted(ConstVec weights) const {
  return std::shared_ptr<const Problem>(new LinearModel(*this, weights));
}

std::unique_ptr<Evaluator> LinearModel::evaluator(Index s) const { return std::make_unique<LinearEvaluator>(*this, s); }

Curvature LinearModel::curvature_by(double scale, ConstVec row_weights) const noexcept {
  Curvature c;
  c.n = dimension();
  c.factor = loss_.couples ? centred_.get() : A_.get();
  c.row_weights = row_weights;
  c.scale = scale;
  c.ridge = options.ridge;
  return c;
}

std::optional<Curvature> LinearModel::curvature() const {
  if (loss_.curvature == 0 || options.quartic_penalty > 0) return std::nullopt;
  return curvature_by(loss_.curvature, loss_.couples ? ConstVec() : weights_);
}

std::optional<Curvature> LinearModel::curvature_at_zero(std::vector<double>& row_weights) const {
  if (loss_.curvature > 0 && !loss_.couples) return curvature_by(loss_.curvature, weights_);  // not far from it
  row_weights = second_at_zero();
  // Rows without curvature at 0 gain some elsewhere; a column made of such rows must not look like a zero column.
  const double mean = std::accumulate(row_weights.begin(), row_weights.end(), 0.0) / static_cast<double>(rows());
  for (double& w : row_weights) w = mean > 0 ? std::max(w, 1e-2 * mean) : 1;
  return curvature_by(1, row_weights);
}

std::vector<double> LinearModel::second_at_zero() const {
  const std::vector<double> t(b_.size(), 0.0);
  std::vector<double> derivative(b_.size());
  std::vector<double> second(b_.size());
  loss_.evaluate(t, data(), derivative);
  loss_.second(t, derivative, data(), second);
  return second;
}

double LinearModel::mean_curvature() const {
  double weight = 0;  // mean second derivative by the margins: the bound, or where it says little that at x = 0
  if (loss_.curvature > 0 && !loss_.couples) {
    weight = loss_.curvature * (weights_.empty() ? 1
                                                 : std::accumulate(weights_.begin(), weights_.end(), 0.0) /
                                                       static_cast<double>(weights_.size()));
  } else {
    const auto second = second_at_zero();
    weight = std::accumulate(second.begin(), second.end(), 0.0) / static_cast<double>(second.size());
  }
  return weight * A_->mean_column_norm() + options.ridge;
}

double LinearModel::residual_unit() const noexcept {
  if (!loss_.is_least_squares) return 0;
  double squares = 0;
  for (std::size_t i = 0; i < b_.size(); ++i) squares += (weights_.empty() ? 1 : weights_[i]) * b_[i] * b_[i];
  return std::sqrt(squares);
}

void LinearModel::set_weights(ConstVec weights) {
  require_finite(weights, "observation_weights");
  double largest = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    SBREG_REQUIRE(weights[i] >= 0, SBREG_E_ARGUMENT, "observation_weights[%lld] is %g; weights must not be negative",
                  static_cast<long long>(i), weights[i]);
    largest = std::max(largest, weights[i]);
  }
  SBREG_REQUIRE(largest > 0 || !loss_.couples, SBREG_E_ARGUMENT,
                "observation_weights are all zero, and the logarithm of an empty sum is not defined");
  weights_.assign(weights.begin(), weights.end());
}

}  // namespace sbreg
