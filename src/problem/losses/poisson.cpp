// SPDX-License-Identifier: BSD-3-Clause
// Poisson regression with the logarithmic link: w (exp t - b t), the negative log-likelihood of the count b without
// the constant log b!. The second derivative w exp t has no bound: no scaling matrix majorises it, and methods without
// a line search do not apply. Far from the data exp t overflows and f is infinite; a line search steps back from there.
#include <cmath>

#include "problem/loss.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

void prepare(Vec b) {
  for (std::size_t i = 0; i < b.size(); ++i)
    SBREG_REQUIRE(b[i] >= 0, SBREG_E_ARGUMENT, "b[%lld], counted from 0, is %g; counts must not be negative",
                  static_cast<long long>(i), b[i]);
}

double evaluate(ConstVec t, const Observations& o, Vec derivative) {
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double w = o.weight(i);
    const double mean = w > 0 ? std::exp(t[i]) : 0;
    derivative[i] = w * (mean - o.b[i]);
    total += w * (mean - o.b[i] * t[i]);
  }
  return total;
}

void second(ConstVec t, ConstVec /*derivative*/, const Observations& o, Vec out) {
  for (std::size_t i = 0; i < t.size(); ++i) out[i] = o.weight(i) > 0 ? o.weight(i) * std::exp(t[i]) : 0;
}

}  // namespace

constinit const Loss losses::poisson{"poisson", prepare, evaluate, second, 0, false, false, Likelihood::exact};

}  // namespace sbreg
