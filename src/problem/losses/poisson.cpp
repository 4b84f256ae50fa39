// SPDX-License-Identifier: BSD-3-Clause
// Poisson regression with the logarithmic link: w (exp t - b t), the negative log-likelihood of the count b without
// the constant log b!. The second derivative w exp t has no bound: no scaling matrix majorises it, and methods without
// a line search do not apply. Far from the data exp t overflows and f is infinite; a line search steps back from there.
#include <algorithm>
#include <cmath>

#include "problem/likelihood.hpp"
#include "problem/loss.hpp"
#include "support/error.hpp"
#include "support/options.hpp"

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

int escape(double b) noexcept { return b > 0 ? 0 : -1; }

/// The c with sum w exp(t + c) = sum w b, which is minus infinity where all counts are 0.
Interval intercept(ConstVec t, const Observations& o) {
  double largest = -infinity;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (o.weight(i) > 0) largest = std::max(largest, t[i]);
  double sum = 0;
  double counts = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!(o.weight(i) > 0)) continue;
    sum += o.weight(i) * std::exp(t[i] - largest);
    counts += o.weight(i) * o.b[i];
  }
  const double c = std::log(counts / sum) - largest;
  return {c, c};
}

/// At t = log b, or far below 0 where b is 0.
double least(const Observations& o) {
  double total = 0;
  for (std::size_t i = 0; i < o.b.size(); ++i)
    if (o.b[i] > 0) total += o.weight(i) * (o.b[i] - o.b[i] * std::log(o.b[i]));
  return total;
}

double normaliser(const Observations& o) {
  double total = 0;
  for (std::size_t i = 0; i < o.b.size(); ++i) total += o.weight(i) * log_factorial(o.b[i]);
  return total;
}

}  // namespace

constinit const Loss losses::poisson{.name = "poisson",
                                     .prepare = prepare,
                                     .evaluate = evaluate,
                                     .second = second,
                                     .intercept = intercept,
                                     .likelihood = Likelihood::exact,
                                     .escape = escape,
                                     .least = least,
                                     .normaliser = normaliser};

}  // namespace sbreg
