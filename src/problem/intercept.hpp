// SPDX-License-Identifier: BSD-3-Clause
// The intercept of a linear model is not a variable: f(x) = min over c of loss(Ax + c 1). At the best c
//
//     gradient A'p,   Hessian A'(Diag(h) - h h' / 1'h)A,   1'p = 0
//
// with p and h the derivatives of the loss by the margins, so that every method and certificate works as without one,
// and the best intercept is there at every point.
#pragma once

#include "problem/loss.hpp"

namespace sbreg {

struct Intercept {
  double c;
  double loss;  // of t + c 1
  int steps;    // that it took
};
/// Finds the c that minimises loss(t + c 1), from a guess by Newton's method inside the interval that the loss names,
/// which is halved where a step leaves it or is not half the last one. On return t has c added and `derivative`,
/// `second` belong to it; the loss must have such a c.
Intercept best_intercept(const Loss& loss, const Observations& data, double guess, Vec t, Vec derivative, Vec second);

/// SBREG_E_UNSUPPORTED or SBREG_E_ARGUMENT with the reason when the margins t have no best c.
void require_intercept(const Loss& loss, const Observations& data, ConstVec t);

}  // namespace sbreg
