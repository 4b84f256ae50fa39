// SPDX-License-Identifier: BSD-3-Clause
// A point with everything the next step wants to know of it.
#pragma once

#include "problem/problem.hpp"

namespace sbreg {

struct Point {
  Point(const Evaluator& evaluator, Index n, Index s) : x(n, s), state(to_size(evaluator.state_size())) {}

  /// Evaluates f after x has been assigned.
  void evaluate(Evaluator& evaluator) { f = evaluator.evaluate(x, state); }

  SparseVector x;
  LineVector state;  // what the gradient at x needs
  double f = 0;
};

}  // namespace sbreg
