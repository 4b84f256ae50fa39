// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/box_quadratic.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/cholesky.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/line_array.hpp"

namespace sbreg {
namespace {

constexpr int most_rounds = 100;
constexpr int most_halvings = 20;
constexpr double rounding = 1e-13;  // of the largest slope, in units of each coordinate's curvature

}  // namespace

BoxQuadratic::BoxQuadratic(Index most)
    : ld_(whole_lines(most)),
      gradient_(to_size(most)),
      free_(to_size(most)),
      block_(to_size(ld_ * ld_)),
      factor_(block_.size()),
      skipped_(to_size(ld_)),
      step_(to_size(ld_)),
      trial_(to_size(most)),
      clipped_(to_size(most)),
      start_(to_size(most)),
      moved_(to_size(most)) {}

void BoxQuadratic::sweep(const double* H, Index ld, ConstVec low, ConstVec high, Vec v) noexcept {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double* column = H + to_index(i) * ld;
    if (column[i] <= 0 && gradient_[i] == 0) continue;
    const double end = gradient_[i] > 0 ? low[i] : high[i];
    const double target = column[i] > 0 ? std::clamp(v[i] - gradient_[i] / column[i], low[i], high[i]) : end;
    if (!std::isfinite(target)) continue;  // no curvature and no bound: the model has no minimum there
    const double change = target - v[i];
    if (change == 0) continue;
    v[i] = target;
    for (std::size_t k = 0; k < v.size(); ++k) gradient_[k] += change * column[k];
  }
}

/// Coordinates that may move along the gradient: inside, or at a bound that the slope leads away from.
void BoxQuadratic::free_set(ConstVec low, ConstVec high, ConstVec v) noexcept {
  free_count_ = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (low[i] == high[i] || (v[i] == low[i] && gradient_[i] >= 0) || (v[i] == high[i] && gradient_[i] <= 0)) continue;
    free_[to_size(free_count_++)] = to_index(i);
  }
}

/// Whether a whole step was taken. The bounds clip the others, which are shortened until the model falls.
bool BoxQuadratic::newton(const double* H, Index ld, ConstVec low, ConstVec high, Vec v) {
  const Index k = free_count_;
  for (Index c = 0; c < k; ++c) {
    const double* column = H + free_[to_size(c)] * ld;
    for (Index r = 0; r < k; ++r) block_[to_size(c * ld_ + r)] = column[free_[to_size(r)]];
    step_[to_size(c)] = -gradient_[to_size(free_[to_size(c)])];
  }
  cholesky_factor(k, block_.data(), factor_.data(), ld_, skipped_.data());
  cholesky_solve(k, factor_.data(), ld_, skipped_.data(), step_.data());
  double length = 1;
  for (int halvings = 0; halvings < most_halvings; ++halvings, length /= 2) {
    bool whole = length == 1;
    double slope = 0;
    for (Index c = 0; c < k; ++c) {
      const auto i = to_size(free_[to_size(c)]);
      const double aim = v[i] + length * step_[to_size(c)];
      const double clipped = std::clamp(aim, low[i], high[i]);
      whole = whole && clipped == aim;
      clipped_[to_size(c)] = clipped;
      trial_[to_size(c)] = clipped - v[i];
      slope += gradient_[i] * trial_[to_size(c)];
    }
    double curvature = 0;
    if (!whole)
      for (Index c = 0; c < k; ++c)
        curvature += trial_[to_size(c)] * kernels().dot(k, block_.data() + c * ld_, trial_.data());
    if (!whole && !(slope + 0.5 * curvature <= 1e-4 * slope)) continue;
    for (Index c = 0; c < k; ++c) v[to_size(free_[to_size(c)])] = clipped_[to_size(c)];
    return whole;
  }
  return false;
}

bool BoxQuadratic::settled(const double* H, Index ld, ConstVec low, ConstVec high, ConstVec v,
                           double unit) const noexcept {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (low[i] == high[i]) continue;
    const double allowed = rounding * unit * std::sqrt(std::max(H[to_index(i) * ld + to_index(i)], 0.0));
    if (v[i] == low[i] && gradient_[i] < -allowed) return false;
    if (v[i] == high[i] && gradient_[i] > allowed) return false;
  }
  return true;
}

bool BoxQuadratic::operator()(const double* H, Index ld, ConstVec g, ConstVec low, ConstVec high, Vec v) {
  const Index k = to_index(v.size());
  std::ranges::copy(v, start_.begin());
  std::ranges::copy(g, gradient_.begin());
  double unit = 0;  // of slopes, each divided by the root of its curvature
  for (Index i = 0; i < k; ++i) {
    const double root = std::sqrt(std::max(H[i * ld + i], 0.0));
    if (root > 0) unit = std::max({unit, std::abs(g[to_size(i)]) / root, std::abs(v[to_size(i)]) * root});
  }
  for (int round = 0; round < most_rounds; ++round) {
    sweep(H, ld, low, high, v);
    free_set(low, high, v);
    const bool whole = newton(H, ld, low, high, v);
    for (std::size_t i = 0; i < v.size(); ++i) moved_[i] = v[i] - start_[i];
    for (Index i = 0; i < k; ++i) gradient_[to_size(i)] = g[to_size(i)] + kernels().dot(k, H + i * ld, moved_.data());
    if (whole && settled(H, ld, low, high, v, unit)) {
      const auto end = skipped_.begin() + free_count_;
      return std::none_of(skipped_.begin(), end, [](unsigned char s) { return s != 0; });
    }
  }
  return false;
}

}  // namespace sbreg
