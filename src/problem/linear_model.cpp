// SPDX-License-Identifier: BSD-3-Clause
#include "problem/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "problem/centred.hpp"
#include "problem/intercept.hpp"
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

double LinearModel::loss_at(const SparseVector& x, double intercept, ConstVec weights) const {
  std::vector<double> t(b_.size());
  std::vector<double> derivative(b_.size());
  A_->multiply_columns(x.support(), x.packed(), t);
  for (double& margin : t) margin += intercept;
  return loss_.evaluate(t, {b_, weights, options.huber_delta}, derivative);
}

std::unique_ptr<Evaluator> LinearModel::evaluator(Index s) const { return std::make_unique<LinearEvaluator>(*this, s); }

Curvature LinearModel::curvature_by(double scale, ConstVec row_weights) const noexcept {
  Curvature c;
  c.n = dimension();
  c.factor = loss_.couples ? centred_.get() : &matrix();
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
  const std::vector<double> t(b_.size(), finds_intercept() ? intercept_at_zero() : 0.0);
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
  return weight * matrix().mean_column_norm() + options.ridge;
}

double LinearModel::residual_unit() const noexcept {
  if (!loss_.is_least_squares) return 0;
  double squares = 0;
  const ConstVec b = data().b;
  for (std::size_t i = 0; i < b.size(); ++i) squares += (weights_.empty() ? 1 : weights_[i]) * b[i] * b[i];
  return std::sqrt(squares);
}

void LinearModel::set_weights(ConstVec weights) {
  require_finite(weights, "observation_weights");
  double largest = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    SBREG_REQUIRE(weights[i] >= 0, SBREG_E_ARGUMENT,
                  "observation_weights[%lld], counted from 0, is %g; weights must not be negative",
                  static_cast<long long>(i), weights[i]);
    largest = std::max(largest, weights[i]);
  }
  SBREG_REQUIRE(largest > 0 || !loss_.couples, SBREG_E_ARGUMENT,
                "observation_weights are all zero, and the logarithm of an empty sum is not defined");
  std::vector<double> copy(weights.begin(), weights.end());
  auto design = make_design(copy);
  weights_.swap(copy);
  design_ = std::move(design);
  if (loss_.couples) centred_ = std::make_unique<CentredMatrix>(matrix());
}

void LinearModel::update() {
  auto design = make_design(weights_);
  std::unique_ptr<const Matrix> centred;
  if (loss_.couples) centred = std::make_unique<CentredMatrix>(design ? *design->matrix : *A_);
  centred_ = std::move(centred);
  design_ = std::move(design);
}

/// In least squares the best intercept leaves centred data; elsewhere centred columns only make it easier to find.
std::unique_ptr<const LinearModel::Design> LinearModel::make_design(ConstVec weights) const {
  const bool centre = options.intercept != 0;
  if (!centre && options.standardize == 0) return nullptr;
  const Observations observations{b_, weights, options.huber_delta};
  if (centre) require_intercept(loss_, observations);
  auto design = std::make_unique<Design>();
  design->columns = standardise(*A_, weights, centre, options.standardize != 0);
  design->matrix = std::make_unique<StandardisedMatrix>(A_, design->columns);
  if (!centre) return design;
  std::vector<double> t(b_.size(), 0.0);
  std::vector<double> derivative(b_.size());
  std::vector<double> second(b_.size());
  design->level = best_intercept(loss_, observations, 0, t, derivative, second);
  if (loss_.is_least_squares) {
    design->b = b_;
    for (double& b : design->b) b -= design->level;
  }
  return design;
}

double LinearModel::intercept(const SparseVector& x) const {
  if (options.intercept == 0) return 0;
  double c = design_->level;
  if (finds_intercept()) {
    std::vector<double> t(b_.size());
    std::vector<double> derivative(b_.size());
    std::vector<double> second(b_.size());
    matrix().multiply_columns(x.support(), x.packed(), t);
    c = best_intercept(loss_, data(), design_->level, t, derivative, second);
  }
  // Columns were shifted and the variables scaled; what is left of a constant column is its level.
  for (Index j : x.support()) c -= design_->columns.shift[to_size(j)] * x[j] / design_->columns.scale[to_size(j)];
  return c;
}

}  // namespace sbreg
