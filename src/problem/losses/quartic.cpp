// SPDX-License-Identifier: BSD-3-Clause
// Fourth powers: w (t - b)^4 / 4. The second derivative 3 w r^2 has no bound: no scaling matrix majorises it, and
// methods without a line search do not apply.
#include "problem/loss.hpp"

namespace sbreg {
namespace {

double evaluate(ConstVec t, const Observations& o, Vec derivative) {
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double r = t[i] - o.b[i];
    const double cube = o.weight(i) * r * r * r;
    derivative[i] = cube;
    total += cube * r;
  }
  return 0.25 * total;
}

void second(ConstVec t, ConstVec /*derivative*/, const Observations& o, Vec out) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double r = t[i] - o.b[i];
    out[i] = 3 * o.weight(i) * r * r;
  }
}

}  // namespace

constinit const Loss losses::quartic{.name = "quartic",
                                     .evaluate = evaluate,
                                     .second = second,
                                     .intercept = intercept_of_residuals,
                                     .nonnegative = true};

}  // namespace sbreg
