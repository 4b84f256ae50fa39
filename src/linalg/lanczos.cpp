// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/lanczos.hpp"

#include <algorithm>
#include <cmath>

namespace sbreg {
namespace {

/// The number of eigenvalues above x: sign changes of the pivots of T - x I.
Index eigenvalues_above(ConstVec d, ConstVec e, double x) noexcept {
  Index above = 0;
  double pivot = 1;
  for (std::size_t i = 0; i < d.size(); ++i) {
    pivot = d[i] - x - (i == 0 ? 0 : e[i - 1] * e[i - 1] / pivot);
    if (pivot == 0) pivot = 1e-300;
    if (pivot > 0) ++above;
  }
  return above;
}

}  // namespace

double tridiagonal_largest(ConstVec d, ConstVec e) {
  double high = -std::numeric_limits<double>::infinity();
  double low = high;
  for (std::size_t i = 0; i < d.size(); ++i) {  // Gershgorin above, the largest diagonal entry below
    const double radius = (i > 0 ? std::abs(e[i - 1]) : 0) + (i + 1 < d.size() ? std::abs(e[i]) : 0);
    high = std::max(high, d[i] + radius);
    low = std::max(low, d[i]);
  }
  for (int k = 0; k < 64 && high - low > 1e-15 * std::abs(high); ++k) {
    const double middle = low + 0.5 * (high - low);
    (eigenvalues_above(d, e, middle) > 0 ? low : high) = middle;
  }
  return low;
}

BlockLanczos::BlockLanczos(Index order, Index count)
    : count_(count),
      previous_(to_size(order * count)),
      current_(to_size(order * count)),
      next_(to_size(order * count)),
      beta_(to_size(count)),
      diagonals_(to_size(count)),
      off_diagonals_(to_size(count)) {}

BlockLanczos::BlockLanczos(Index order, Index count, Rng& rng) : BlockLanczos(order, count) {
  for (double& x : current_) x = rng.normal();
  normalise();
}

BlockLanczos::BlockLanczos(ConstVec start) : BlockLanczos(to_index(start.size()), 1) {
  std::ranges::copy(start, current_.begin());
  normalise();
}

void BlockLanczos::normalise() {
  const auto k_count = to_size(count_);
  std::vector<double> norm(k_count);
  for (std::size_t i = 0; i < current_.size(); i += k_count)
    for (std::size_t k = 0; k < k_count; ++k) norm[k] += current_[i + k] * current_[i + k];
  for (std::size_t i = 0; i < current_.size(); i += k_count)
    for (std::size_t k = 0; k < k_count; ++k) current_[i + k] /= std::sqrt(norm[k]);
}

void BlockLanczos::step(const Operator& apply) {
  const auto k_count = to_size(count_);
  apply(current_.data(), next_.data());
  std::vector<double> alpha(k_count);
  std::vector<double> norm(k_count);
  for (std::size_t i = 0; i < next_.size(); i += k_count)
    for (std::size_t k = 0; k < k_count; ++k) {
      next_[i + k] -= beta_[k] * previous_[i + k];
      alpha[k] += next_[i + k] * current_[i + k];
    }
  for (std::size_t i = 0; i < next_.size(); i += k_count)
    for (std::size_t k = 0; k < k_count; ++k) {
      next_[i + k] -= alpha[k] * current_[i + k];
      norm[k] += next_[i + k] * next_[i + k];
    }
  for (std::size_t k = 0; k < k_count; ++k) {
    if (steps_ > 0) off_diagonals_[k].push_back(beta_[k]);
    diagonals_[k].push_back(alpha[k]);
    beta_[k] = std::sqrt(norm[k]);
    norm[k] = beta_[k] > 0 ? 1 / beta_[k] : 0;  // an invariant subspace: the run stays where it is
  }
  for (std::size_t i = 0; i < next_.size(); i += k_count)
    for (std::size_t k = 0; k < k_count; ++k) next_[i + k] *= norm[k];
  std::swap(previous_, current_);
  std::swap(current_, next_);
  ++steps_;
}

double BlockLanczos::largest() const {
  double best = 0;
  for (std::size_t k = 0; k < diagonals_.size(); ++k)
    best = std::max(best, tridiagonal_largest(diagonals_[k], off_diagonals_[k]));
  return best;
}

}  // namespace sbreg
