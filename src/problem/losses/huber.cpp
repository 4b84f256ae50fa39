// SPDX-License-Identifier: BSD-3-Clause
// Huber's loss of the residual r = t - b: w r^2/2 for |r| <= delta, w delta (|r| - delta/2) beyond. Its second
// derivative is 1 or 0; at |r| = delta, where it jumps, 1.
#include <cmath>

#include "problem/loss.hpp"

namespace sbreg {
namespace {

double evaluate(ConstVec t, const Observations& o, Vec derivative) {
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double r = t[i] - o.b[i];
    const double w = o.weight(i);
    if (std::abs(r) <= o.delta) {
      total += 0.5 * w * r * r;
      derivative[i] = w * r;
    } else {
      total += w * o.delta * (std::abs(r) - 0.5 * o.delta);
      derivative[i] = w * std::copysign(o.delta, r);
    }
  }
  return total;
}

void second(ConstVec t, ConstVec /*derivative*/, const Observations& o, Vec out) {
  for (std::size_t i = 0; i < t.size(); ++i) out[i] = std::abs(t[i] - o.b[i]) <= o.delta ? o.weight(i) : 0;
}

}  // namespace

constinit const Loss losses::huber{.name = "huber",
                                   .evaluate = evaluate,
                                   .second = second,
                                   .curvature = 1,
                                   .intercept = intercept_of_residuals,
                                   .nonnegative = true};

}  // namespace sbreg
