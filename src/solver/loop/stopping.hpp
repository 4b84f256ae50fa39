// SPDX-License-Identifier: BSD-3-Clause
// When a run has stalled. Two tests of the published experiments, in units of the problem:
//   - for methods with Newton steps, the last five values of the residual norm (of f where there is none) spread less
//     than eps (unit + value), with eps = 1e-10 after a Newton step and 1e-4 otherwise;
//   - the best value has not improved by more than 1e-10 units over a window of iterations. A window may grow with the
//     iteration k that found the best value: where finding it took long, a better one is worth a longer wait.
#pragma once

#include <array>

#include "support/types.hpp"

namespace sbreg {

class Stall {
 public:
  Stall() = default;
  /// window: 0 never stalls, -1 the published choice for n and s; it grows by `patience` k. `spread`: whether the last
  /// five values count.
  Stall(Index window, Index patience, Index n, Index s, double unit, bool spread);

  /// Whether the run has stalled, after an iteration that gave `value`, the best so far being `best`.
  bool operator()(double value, double best, bool newton) noexcept;

 private:
  static constexpr Index recent_count = 5;

  Index window_ = 0;
  Index patience_ = 0;
  double unit_ = 1;
  bool spread_ = false;
  double reference_ = 0;  // the best value when the window began
  Index since_ = 0;       // iterations since then
  Index count_ = 0;
  std::array<double, recent_count> recent_{};
};

}  // namespace sbreg
