// SPDX-License-Identifier: BSD-3-Clause
// The multiple of D at which a line search starts when the curvature of f changes from place to place. D is then only
// an estimate at the start, and no trial is safe by itself:
//   - after the usual trials the search goes on to ever larger multiples until f decreases enough;
//   - "enough" is measured with the multiple on trial, not with the curvature at the start;
//   - the next search starts a little below the multiple that was accepted, so that the estimate follows f.
// A restart, which is meant to go uphill, stays below f(0) (or f at the start).
#pragma once

#include <algorithm>
#include <cmath>

#include "solver/loop/line_search.hpp"
#include "solver/step/scaling.hpp"

namespace sbreg {

class AdaptiveScale {
 public:
  /// Larger multiples tried after the usual trials; each doubles, so that any finite curvature is reached.
  static constexpr Index more_trials = 200;

  AdaptiveScale() = default;
  explicit AdaptiveScale(double ceiling) noexcept : enabled_(true), ceiling_(ceiling) {}

  [[nodiscard]] bool enabled() const noexcept { return enabled_; }
  [[nodiscard]] double ceiling() const noexcept { return ceiling_; }
  /// The factor on the multiples of the line search.
  [[nodiscard]] double scale() const noexcept { return scale_; }
  /// The search ended at the multiple `accepted`; the next one reaches it in its third trial.
  void follow(double accepted, const LineSearch& line_search) noexcept {
    const double third = line_search.scale(std::min<Index>(2, line_search.trials() - 1));
    scale_ = std::clamp(accepted / third, 1e-150, 1e150);
  }

 private:
  bool enabled_ = false;
  double ceiling_ = 0;
  double scale_ = 1;
};

}  // namespace sbreg
