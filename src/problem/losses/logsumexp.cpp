// SPDX-License-Identifier: BSD-3-Clause
// Soft maximum: log sum_i w_i exp(t_i - b_i), computed relative to the largest exponent so that nothing overflows. A
// weight counts how often a row is there. With the probabilities p_i = w_i exp(t_i - b_i) / sum the gradient by t is p
// and the Hessian Diag(p) - p p', which is at most 1/2 and vanishes on constant vectors: at most (I - 11'/m)/2.
#include <algorithm>
#include <cmath>
#include <limits>

#include "problem/loss.hpp"

namespace sbreg {
namespace {

double evaluate(ConstVec t, const Observations& o, Vec derivative) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < t.size(); ++i)
    if (o.weight(i) > 0) largest = std::max(largest, t[i] - o.b[i]);
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    derivative[i] = o.weight(i) > 0 ? o.weight(i) * std::exp(t[i] - o.b[i] - largest) : 0;
    total += derivative[i];
  }
  for (double& p : derivative) p /= total;
  return largest + std::log(total);
}

void second(ConstVec /*t*/, ConstVec derivative, const Observations& /*o*/, Vec out) {
  std::ranges::copy(derivative, out.begin());
}

}  // namespace

/// A number added to all margins is added to the loss: there is no best intercept.
constinit const Loss losses::logsumexp{
    .name = "logsumexp", .evaluate = evaluate, .second = second, .curvature = 0.5, .couples = true};

}  // namespace sbreg
