// SPDX-License-Identifier: BSD-3-Clause
// Monotone extrapolation (paper, Algorithm 8, MFISTA): the step is taken from y instead of x, and
//
//     x+ = z when f(z) <= f(x), else x
//     y+ = x+ + t/t+ (z - x+) + (t-1)/t+ (x+ - x),   t+ = (1 + sqrt(1 + 4 t^2))/2     while the pattern stays
//     y+ = x+,  t+ = 1                                                                 when it changes
//
// so f(x_k) never increases between restarts. Within bounds y+ is clamped to them.
#pragma once

#include <vector>

#include "solver/step/point.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

class Momentum {
 public:
  explicit Momentum(const Structure& structure) : structure_(structure), packed_(to_size(structure.capacity())) {}

  void start_over() noexcept { t_ = 1; }
  /// y <- the extrapolated point from the step x -> z, where `accepted` says whether x+ is z. All share a support.
  void extrapolate(const SparseVector& x, const SparseVector& z, bool accepted, SparseVector& y) noexcept;

 private:
  const Structure& structure_;
  double t_ = 1;
  std::vector<double> packed_;
};

}  // namespace sbreg
