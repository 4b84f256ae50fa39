// SPDX-License-Identifier: BSD-3-Clause
#include "dsm/cost_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "dsm/cubic.hpp"

namespace sbreg {
namespace {

constexpr double smallest = 1e-290;  // |h|^2 below this is zero
constexpr std::size_t lanes = 8;     // running sums side by side, so that the loops vectorise without reordering

/// x^(-1/3) for normal x: a third of the exponent by integer arithmetic, then four Newton steps. Only additions and
/// multiplications, so that it vectorises; the last digits do not matter, the certificate computes its own.
inline double inverse_cube_root(double x) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  std::uint64_t third = (bits >> 2) + (bits >> 4);
  third += third >> 4;
  third += third >> 8;
  third += third >> 16;
  third += third >> 32;
  double y = std::bit_cast<double>(std::uint64_t{0x553ef0ff289dd796} - third);
  const double scaled = x * (1.0 / 3.0);
  for (int k = 0; k < 4; ++k) y *= 4.0 / 3.0 - scaled * y * y * y;
  return y;
}

struct Term {
  double inverse_u;
  double value;
  double bend;  // d log u / d log N
};

/// Applies `term(j, P)` at every column and sums; the order of summation is fixed.
template <class F>
LineSums sum_columns(ConstVec p, ConstVec q, ConstVec s, double a, Vec inverse_u, F&& term) noexcept {
  double value[lanes] = {};
  double first[lanes] = {};
  double second[lanes] = {};
  const std::size_t n = p.size();
  const auto column = [&](std::size_t j, std::size_t k) {
    const double slope = q[j] + a * s[j];
    const double P = p[j] + a * (q[j] + slope);
    const bool positive = P > smallest;
    const double safe = positive ? P : 1.0;
    const Term at = term(j, safe);
    const double inverse = positive ? at.inverse_u : 0.0;
    inverse_u[j] = inverse;
    value[k] += positive ? at.value : 0.0;
    first[k] += 2 * inverse * slope;
    second[k] += 2 * inverse * (s[j] - at.bend * slope * slope / safe);
  };
  std::size_t j = 0;
  for (; j + lanes <= n; j += lanes)
    for (std::size_t k = 0; k < lanes; ++k) column(j + k, k);
  for (; j < n; ++j) column(j, 0);
  LineSums sums;
  for (std::size_t k = 0; k < lanes; ++k) {
    sums.value += value[k];
    sums.first += first[k];
    sums.second += second[k];
  }
  return sums;
}

}  // namespace

CostModel CostModel::linear(ConstVec cost, double ridge) {
  CostModel model;
  model.ridge_ = ridge;
  model.root_cost_.resize(cost.size());
  std::ranges::transform(cost, model.root_cost_.begin(), [](double c) { return std::sqrt(c); });
  for (double c : cost) model.cost_sum_ += c;
  model.count_ = static_cast<double>(cost.size());
  return model;
}

CostModel CostModel::quadratic(Index n, double ridge) {
  CostModel model;
  model.quadratic_ = true;
  model.ridge_ = ridge;
  model.count_ = static_cast<double>(n);
  return model;
}

LineSums CostModel::along(ConstVec p, ConstVec q, ConstVec s, double a, Vec inverse_u) const noexcept {
  LineSums sums;
  if (!quadratic_) {
    sums = sum_columns(p, q, s, a, inverse_u, [this](std::size_t j, double P) {
      const double N = std::sqrt(P);
      return Term{root_cost_[j] / N, 2 * root_cost_[j] * N, 1.0};
    });
    sums.value += cost_sum_ * ridge_;
  } else if (ridge_ == 0) {
    sums = sum_columns(p, q, s, a, inverse_u, [](std::size_t, double P) {
      const double inverse = inverse_cube_root(P);
      return Term{inverse, 1.5 * P * inverse, 2.0 / 3.0};
    });
  } else {
    const double at_zero = 0.5 * ridge_ * ridge_;
    sums = sum_columns(p, q, s, a, inverse_u, [this, at_zero](std::size_t, double P) {
      const double N = std::sqrt(P);
      const double t = positive_cubic_root(ridge_, N);
      const double k = t * t;
      return Term{t / N, 2 * t * N - 0.5 * k * k + ridge_ * k - at_zero, 2 * k / (3 * k - ridge_)};
    });
    sums.value += count_ * at_zero;
  }
  return sums;
}

double CostModel::objective(ConstVec u) const noexcept {
  double total = 0;
  for (std::size_t j = 0; j < u.size(); ++j) {
    const double w = u[j] + ridge_;
    total += quadratic_ ? 0.5 * w * w : root_cost_[j] * root_cost_[j] * w;
  }
  return total;
}

double CostModel::multiple_for(ConstVec u, double value) const noexcept {
  double linear = 0;
  double square = 0;
  for (std::size_t j = 0; j < u.size(); ++j) {
    linear += quadratic_ ? u[j] : root_cost_[j] * root_cost_[j] * u[j];
    square += u[j] * u[j];
  }
  if (linear == 0) return -1;
  if (!quadratic_) return (value - ridge_ * cost_sum_) / linear;
  // square/2 t^2 + ridge linear t + count ridge^2/2 = value
  const double half = ridge_ * linear;
  const double rest = 2 * value - count_ * ridge_ * ridge_;
  const double root = half * half + square * rest;
  return root < 0 ? -1 : (std::sqrt(root) - half) / square;
}

double CostModel::row_length(std::size_t j, double c, double g) const noexcept {
  return quadratic_ ? positive_cubic_root(c, g) : root_cost_[j];
}

double CostModel::dual_rest(ConstVec k) const noexcept {
  double total = 0;
  for (double kj : k) total += ridge_ * kj - (quadratic_ ? 0.5 * kj * kj : 0.0);
  return total;
}

}  // namespace sbreg
