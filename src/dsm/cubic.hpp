// SPDX-License-Identifier: BSD-3-Clause
// The positive root of t^3 - a t - g = 0 with a, g >= 0 (paper, algorithm bcm_Q, line 6).
//
// Cardano's formula needs complex arithmetic where (g/2)^2 < (a/3)^3, three real roots. Newton's method does not: the
// start sqrt(a) + cbrt(g) lies at or above the largest root, where the cubic is increasing and convex, so the
// iterates fall monotonically onto it. With g = 0 the root is sqrt(a).
#pragma once

#include <cmath>

namespace sbreg {

inline double positive_cubic_root(double a, double g) noexcept {
  if (g <= 0) return std::sqrt(a);
  double t = std::sqrt(a) + std::cbrt(g);
  for (int k = 0; k < 60; ++k) {
    const double slope = 3 * t * t - a;
    const double next = t - (t * (t * t - a) - g) / slope;
    if (!(next < t)) break;
    t = next;
  }
  return t;
}

}  // namespace sbreg
