// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/stopping.hpp"

#include <cmath>

namespace sbreg {
namespace {

Index published_window(Index n, Index s) noexcept {
  const double logarithm = std::log2(2 + static_cast<double>(s));
  if (20 * s <= n) return static_cast<Index>(std::ceil(50 * logarithm));
  if (n <= 500) return static_cast<Index>(std::ceil(750 * logarithm));
  return n <= 1000 ? 500 : 100;
}

}  // namespace

Stall::Stall(Index window, Index patience, Index n, Index s, double unit, bool spread)
    : window_(window < 0 ? published_window(n, s) : window), patience_(patience), unit_(unit), spread_(spread) {}

bool Stall::operator()(double value, double best, bool newton) noexcept {
  if (window_ == 0) return false;
  if (count_ == 0 || best < reference_ - 1e-10 * unit_) {
    reference_ = best;
    since_ = 0;
  } else {
    ++since_;
  }
  const double last = recent_[to_size((count_ + recent_count - 1) % recent_count)];
  recent_[to_size(count_++ % recent_count)] = value;
  if (since_ >= window_ + patience_ * (count_ - since_)) return true;
  if (!spread_ || count_ < recent_count) return false;
  const double epsilon = newton ? 1e-10 : 1e-4;
  const double small = epsilon * (unit_ + std::abs(value));
  if (std::abs(value - last) > 3 * small) return false;  // two that differ by d deviate by d / sqrt(8) at least
  double mean = 0;
  for (double v : recent_) mean += v;
  mean /= recent_count;
  double squares = 0;
  for (double v : recent_) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / (recent_count - 1)) < small;
}

}  // namespace sbreg
