// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "problem/problem.hpp"

namespace sbreg {

struct GradientCheck {
  double discrepancy;  // relative to the largest entry of the gradient
  Index where;
};

/// Compares every entry of the gradient at x with (f(x + h e_i) - f(x - h e_i)) / 2h, h = step max(|x_i|, 1).
GradientCheck check_gradient(const Problem& problem, ConstVec x, double step);

}  // namespace sbreg
