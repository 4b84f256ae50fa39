// SPDX-License-Identifier: BSD-3-Clause
// A point with everything the next step wants to know of it.
#pragma once

#include <algorithm>
#include <cmath>

#include "problem/problem.hpp"

namespace sbreg {

struct Point {
  Point(const Evaluator& evaluator, Index n, Index s) : x(n, s), state(to_size(evaluator.state_size())) {}

  /// Evaluates f after x has been assigned.
  void evaluate(Evaluator& evaluator) { f = evaluator.evaluate(x, state); }

  /// Whether a step may end here: f may be finite at a point that is not.
  [[nodiscard]] bool finite() const noexcept {
    return std::isfinite(f) && std::ranges::all_of(x.packed(), [](double v) { return std::isfinite(v); });
  }

  SparseVector x;
  LineVector state;  // what the gradient at x needs
  double f = 0;
};

}  // namespace sbreg
