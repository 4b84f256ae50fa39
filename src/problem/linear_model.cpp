// SPDX-License-Identifier: BSD-3-Clause
#include "problem/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "linalg/cholesky.hpp"
#include "linalg/column_qr.hpp"
#include "problem/centred.hpp"
#include "problem/intercept.hpp"
#include "problem/likelihood.hpp"
#include "problem/linear_evaluator.hpp"
#include "support/checks.hpp"
#include "support/line_array.hpp"

namespace sbreg {
namespace {

/// What all observations of positive weight are, if they are all the same; 0 where there is none.
std::optional<double> common_value(const Observations& data) noexcept {
  std::optional<double> value;
  for (std::size_t i = 0; i < data.b.size(); ++i) {
    if (data.weight(i) == 0) continue;
    if (!value) value = data.b[i];
    if (data.b[i] != *value) return std::nullopt;
  }
  return value.value_or(0);
}

/// The entries of these rows; none of no vector.
std::vector<double> entries_of(ConstVec v, ConstIndexVec rows) {
  std::vector<double> out(v.empty() ? 0 : rows.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = v[to_size(rows[k])];
  return out;
}

}  // namespace

LinearModel::LinearModel(std::shared_ptr<const Matrix> A, const Loss& loss, ConstVec b)
    : Problem(A->cols()), A_(std::move(A)), loss_(loss), b_(b.begin(), b.end()) {
  require_finite(b, "b");
  if (loss_.prepare != nullptr) loss_.prepare(b_);
  setting_ = make_setting({});
}

LinearModel::LinearModel(const LinearModel& other, std::shared_ptr<const Matrix> A, std::vector<double> b,
                         ConstVec weights)
    : Problem(other.dimension()), A_(std::move(A)), loss_(other.loss_), b_(std::move(b)) {
  options = other.options;
  set_weights(weights);
}

/// Each loss is a sum over the observations, or over their exponentials, and penalties are no part of it: without some
/// rows f is what it is where these have weight zero.
std::shared_ptr<const Problem> LinearModel::on_rows(ConstIndexVec rows) const {
  if (auto A = A_->rows_only(rows))
    return std::shared_ptr<const Problem>(
        new LinearModel(*this, std::move(A), entries_of(b_, rows), entries_of(weights(), rows)));
  std::vector<double> weight(b_.size());
  for (Index i : rows) weight[to_size(i)] = weights().empty() ? 1 : weights()[to_size(i)];
  return std::shared_ptr<const Problem>(new LinearModel(*this, A_, b_, weight));
}

void LinearModel::require_rows(ConstIndexVec rows) const {
  const std::vector<double> b = entries_of(b_, rows);
  const std::vector<double> weight = entries_of(weights(), rows);
  if (!weight.empty()) require_weight(std::ranges::max(weight));
  if (options.intercept != 0)
    require_intercept(loss_, {b, weight, options.huber_delta}, std::vector<double>(b.size(), 0.0));
}

std::vector<int> LinearModel::strata() const {
  const ConstVec w = weights();
  if (loss_.escape == nullptr && std::ranges::find(w, 0.0) == w.end()) return {};
  std::vector<int> out(b_.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = loss_.escape != nullptr ? loss_.escape(b_[i]) : 0;
    if (!w.empty() && w[i] == 0) out[i] = weightless;
  }
  return out;
}

double LinearModel::mean_deviance(const SparseVector& x, double intercept, ConstIndexVec rows) const {
  std::vector<double> all(b_.size());
  A_->multiply_columns(x.support(), x.packed(), all);
  std::vector<double> t = entries_of(all, rows);
  for (double& margin : t) margin += intercept;
  const std::vector<double> b = entries_of(b_, rows);
  const std::vector<double> weight = entries_of(weights(), rows);
  std::vector<double> derivative(t.size());
  return sbreg::mean_deviance(loss_, {b, weight, options.huber_delta}, t, derivative);
}

double LinearModel::minus_two_log_likelihood(double loss) const {
  if (loss_.likelihood == Likelihood::none) return std::numeric_limits<double>::quiet_NaN();
  const double unit = residual_unit();
  return sbreg::minus_two_log_likelihood(loss_, {b_, weights(), options.huber_delta}, loss, 1e-24 * unit * unit);
}

bool LinearModel::separated(const SparseVector& x, const MayGo& may_go) const {
  if (loss_.escape == nullptr || !penalty().none() || x.count() == 0) return false;
  ChosenColumns chosen;
  const ConstIndexVec S = x.support();
  const auto size = S.size() + (options.intercept != 0 ? 1 : 0);
  chosen.columns.assign(size * b_.size(), 1.0);
  for (std::size_t k = 0; k < S.size(); ++k) {
    A_->copy_columns(S[k], 1, chosen.columns.data() + k * b_.size());
    chosen.values.push_back(scale().empty() ? x[S[k]] : x[S[k]] / scale()[to_size(S[k])]);
  }
  if (options.intercept != 0) chosen.values.push_back(intercept(x));
  const auto may = [&](Index k, double sign) { return k == to_index(S.size()) || may_go(S[to_size(k)], sign); };
  return falls_for_ever(loss_, {b_, weights(), options.huber_delta}, std::move(chosen), may);
}

std::unique_ptr<Evaluator> LinearModel::evaluator(Index s) const {
  return std::make_unique<LinearEvaluator>(*this, s, false);
}

std::unique_ptr<Evaluator> LinearModel::brief_evaluator() const {
  return std::make_unique<LinearEvaluator>(*this, dimension(), true);
}

Curvature LinearModel::curvature_by(double scale, ConstVec row_weights) const noexcept {
  Curvature c;
  c.n = dimension();
  c.factor = loss_.couples ? setting_.centred.get() : &matrix();
  c.row_weights = row_weights;
  c.scale = scale;
  c.ridge = options.ridge;
  return c;
}

std::optional<Curvature> LinearModel::curvature() const {
  if (loss_.curvature == 0 || options.quartic_penalty > 0) return std::nullopt;
  return curvature_by(loss_.curvature, loss_.couples ? ConstVec() : setting_.weights);
}

std::optional<Curvature> LinearModel::curvature_at_zero(std::vector<double>& row_weights) const {
  if (loss_.curvature > 0 && !loss_.couples) return curvature_by(loss_.curvature, setting_.weights);  // not far from it
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

/// Whether the columns S are independent by their Gram matrix. Where that leaves a doubt the answer is false, and qr
/// has factored the columns themselves. Observations without weight do not count.
bool LinearModel::clearly_independent(ConstIndexVec S, ColumnQr& qr) const {
  const Index k = to_index(S.size());
  const Index ld = whole_lines(k);
  std::vector<double> counts(b_.size(), 1.0);
  for (std::size_t i = 0; i < weights().size(); ++i) counts[i] = weights()[i] > 0 ? 1 : 0;
  std::vector<double> scratch(b_.size());
  LineVector gram(to_size(ld * k));
  std::vector<unsigned char> skipped(to_size(ld));
  matrix().weighted_gram(S, S, counts, scratch, gram.data(), ld);
  if (cholesky_factor(k, LineVector(gram).data(), gram.data(), ld, skipped.data(), 0, clear_pivot)) return true;
  double* const columns = qr.columns(rows(), k);
  for (Index c = 0; c < k; ++c) {
    double* const column = columns + c * rows();
    matrix().copy_columns(S[to_size(c)], 1, column);
    for (std::size_t i = 0; i < counts.size(); ++i) column[i] *= counts[i];
  }
  qr.factor();
  return false;
}

Index LinearModel::rank(ConstIndexVec S) const {
  ColumnQr qr;
  return clearly_independent(S, qr) ? to_index(S.size()) : qr.rank();
}

/// With A_1 the columns that are kept, A_2 the others and p the step: A_1 p_1 + A_2 p_2 = 0 and p_2 = -x_2.
bool LinearModel::make_basic(ConstIndexVec S, Vec values) const {
  ColumnQr qr;
  if (!penalty().none() || S.empty() || clearly_independent(S, qr) || qr.full_rank()) return false;
  std::vector<double> step(S.size(), 0.0);
  qr.solve(step, values);
  for (std::size_t k = 0; k < S.size(); ++k) values[k] += step[k];
  return true;
}

/// The columns a and c of A are parallel when a_k c_p = a_p c_k for all k, p being the place of the largest |a_p|. A
/// fused multiply-add gives the rounding error of a product, so that the comparison is exact.
bool LinearModel::parallel(Index i, Index j) const {
  constexpr double smallest = 1e-280;  // a product below it has no exact rounding error
  if (!penalty().none() || !columns_stored()) return false;
  std::vector<double> a(b_.size());
  std::vector<double> c(b_.size());
  A_->copy_columns(i, 1, a.data());
  A_->copy_columns(j, 1, c.data());
  const auto p = to_size(std::ranges::max_element(a, {}, [](double v) { return std::abs(v); }) - a.begin());
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double left = a[k] * c[p];
    const double right = a[p] * c[k];
    if (left != right || std::fma(a[k], c[p], -left) != std::fma(a[p], c[k], -right)) return false;
    if (!std::isfinite(left) || (left != 0 ? std::abs(left) < smallest : a[k] != 0 || c[k] != 0)) return false;
  }
  return true;
}

double LinearModel::mean_curvature() const {
  double weight = 0;  // mean second derivative by the margins: the bound, or where it says little that at x = 0
  if (loss_.curvature > 0 && !loss_.couples) {
    weight = loss_.curvature * (setting_.weights.empty()
                                    ? 1
                                    : std::accumulate(setting_.weights.begin(), setting_.weights.end(), 0.0) /
                                          static_cast<double>(setting_.weights.size()));
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
  for (std::size_t i = 0; i < b.size(); ++i)
    squares += (setting_.weights.empty() ? 1 : setting_.weights[i]) * b[i] * b[i];
  if (squares > 1e-280 && squares < 1e280) return std::sqrt(squares);
  double largest = 0;  // the squares overflow or vanish
  for (double v : b) largest = std::max(largest, std::abs(v));
  if (largest == 0) return 0;
  squares = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double relative = b[i] / largest;
    squares += (setting_.weights.empty() ? 1 : setting_.weights[i]) * relative * relative;
  }
  return largest * std::sqrt(squares);
}

bool LinearModel::fits_at_zero() const noexcept {
  const auto level = common_value({b_, weights(), options.huber_delta});
  return level && (options.intercept != 0 || *level == 0);
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
  if (!weights.empty()) require_weight(largest);
  setting_ = make_setting({weights.begin(), weights.end()});
}

void LinearModel::require_weight(double largest) const {
  SBREG_REQUIRE(largest > 0 || !loss_.couples, SBREG_E_ARGUMENT,
                "observation_weights are all zero, and the logarithm of an empty sum is not defined");
}

void LinearModel::update() { setting_ = make_setting(setting_.weights); }

LinearModel::Setting LinearModel::make_setting(std::vector<double> weights) const {
  Setting setting;
  setting.design = make_design(weights);
  if (loss_.couples) setting.centred = std::make_unique<CentredMatrix>(setting.matrix_or(*A_));
  setting.weights = std::move(weights);
  setting.least = least_loss({b_, setting.weights, options.huber_delta});
  return setting;
}

/// The least loss of any margins, rounded down.
double LinearModel::least_loss(const Observations& data) const {
  if (loss_.nonnegative) return 0;
  if (loss_.least == nullptr) return -infinity;
  double size = 0;  // of what is summed
  for (std::size_t i = 0; i < data.b.size(); ++i)
    size += data.weight(i) * std::abs(data.b[i]) * (1 + std::abs(std::log(std::max(data.b[i], 1e-300))));
  return loss_.least(data) - 2e-16 * static_cast<double>(data.b.size() + 16) * size;
}

/// In least squares the best intercept leaves centred data; elsewhere centred columns only make it easier to find.
std::unique_ptr<const LinearModel::Design> LinearModel::make_design(ConstVec weights) const {
  const bool centre = options.intercept != 0;
  if (!centre && options.standardize == 0) return nullptr;
  const Observations observations{b_, weights, options.huber_delta};
  std::vector<double> t(b_.size(), 0.0);
  if (centre) require_intercept(loss_, observations, t);
  auto design = std::make_unique<Design>();
  const bool scale = options.standardize != 0;
  if (!weights.empty())
    design->own = std::make_unique<const StandardisedMatrix>(*A_, standardise(*A_, weights, centre, scale));
  design->matrix = weights.empty() ? &A_->standardised(centre, scale) : design->own.get();
  if (!centre) return design;
  std::vector<double> derivative(b_.size());
  std::vector<double> second(b_.size());
  const auto level_of = [&](const Observations& data) {
    std::ranges::fill(t, 0.0);
    return best_intercept(loss_, data, 0, t, derivative, second).c;
  };
  design->level = level_of(observations);
  if (!loss_.is_least_squares) return design;
  // The level is a rounded number. What it has left of the mean is taken out as well, so that the centred observations
  // err relative to themselves, and not relative to the level.
  const auto common = common_value(observations);
  design->level = common.value_or(design->level);
  design->b = b_;
  for (double& b : design->b) b -= design->level;
  const double rest = common ? 0 : level_of({design->b, weights, options.huber_delta});
  for (double& b : design->b) b -= rest;
  design->level += rest;
  return design;
}

Gram* LinearModel::gram() const {
  if (setting_.weights.empty()) return matrix().gram();
  if (!Gram::fits(dimension())) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!setting_.gram) setting_.gram = std::make_unique<Gram>(matrix(), setting_.weights);
  return setting_.gram.get();
}

double LinearModel::intercept(const SparseVector& x) const {
  if (options.intercept == 0) return 0;
  double c = setting_.design->level;
  if (finds_intercept()) {
    std::vector<double> t(b_.size());
    std::vector<double> derivative(b_.size());
    std::vector<double> second(b_.size());
    matrix().multiply_columns(x.support(), x.packed(), t);
    c = best_intercept(loss_, data(), setting_.design->level, t, derivative, second).c;
  }
  const Columns& columns = setting_.design->matrix->columns();
  // Columns were shifted and the variables scaled; what is left of a constant column is its level.
  for (Index j : x.support()) c -= columns.shift[to_size(j)] * x[j] / columns.scale[to_size(j)];
  return c;
}

}  // namespace sbreg
