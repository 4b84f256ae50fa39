// SPDX-License-Identifier: BSD-3-Clause
// Logistic regression: w (log(1 + exp t) - b t) with labels b in {0, 1}; labels -1 and 1 are taken as 0 and 1. With
// v = t for b = 0 and v = -t for b = 1 it is the softplus of v,
//
//     log(1 + exp v) = max(v, 0) + log(1 + exp(-|v|)),
//
// which neither overflows nor cancels for any margin. Its second derivative e/(1+e)^2, e = exp(-|t|), is at most 1/4.
#include <algorithm>
#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "problem/loss.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

void prepare(Vec b) {
  const bool zeros = std::ranges::find(b, 0.0) != b.end();
  for (std::size_t i = 0; i < b.size(); ++i) {
    SBREG_REQUIRE(b[i] == 1 || (zeros ? b[i] == 0 : b[i] == -1), SBREG_E_ARGUMENT,
                  "b[%lld], counted from 0, is %g; labels must be all 0 or 1, or all -1 or 1",
                  static_cast<long long>(i), b[i]);
  }
  for (double& label : b) label = std::max(label, 0.0);
}

double evaluate(ConstVec t, const Observations& o, Vec derivative) {
  return kernels().softplus(to_index(t.size()), t.data(), o.b.data(), o.w.empty() ? nullptr : o.w.data(),
                            derivative.data());
}

/// w p (1-p), where p or 1-p is |derivative| / w. Where that is so near to 1 that the difference has lost digits, from
/// the margins. `t` may be `out`.
void second(ConstVec t, ConstVec derivative, const Observations& o, Vec out) {
  constexpr double near_one = 0.99;
  Index near = 0;
  for (std::size_t i = 0; i < t.size(); ++i) near += std::abs(derivative[i]) > near_one * o.weight(i) ? 1 : 0;
  if (near > 0)
    return kernels().softplus_second(to_index(t.size()), t.data(), o.w.empty() ? nullptr : o.w.data(), out.data());
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double w = o.weight(i);
    const double p = std::abs(derivative[i]);
    out[i] = w > 0 ? p * (1 - p / w) : 0;
  }
}

int escape(double b) noexcept { return b != 0 ? 1 : -1; }

/// With all margins at the log odds of the mean label nothing would be left to gain. Where all labels are the same, the
/// log odds and with them the intercept are infinite.
Interval intercept(ConstVec t, const Observations& o) {
  double ones = 0;
  double zeros = 0;
  for (std::size_t i = 0; i < o.b.size(); ++i) {
    ones += o.weight(i) * o.b[i];
    zeros += o.weight(i) * (1 - o.b[i]);
  }
  const double odds = std::log(ones / zeros);
  const auto [least, most] = std::ranges::minmax(t);
  return {odds - most, odds - least};
}

}  // namespace

constinit const Loss losses::logistic{.name = "logistic",
                                      .prepare = prepare,
                                      .evaluate = evaluate,
                                      .second = second,
                                      .curvature = 0.25,
                                      .intercept = intercept,
                                      .likelihood = Likelihood::exact,
                                      .escape = escape,
                                      .nonnegative = true};

}  // namespace sbreg
