// SPDX-License-Identifier: BSD-3-Clause
#include "problem/likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sbreg {

double mean_deviance(const Loss& loss, const Observations& data, ConstVec t, Vec derivative) {
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) total += data.weight(i);
  const double value = loss.evaluate(t, data, derivative);
  if (loss.couples) return 2 * (value - std::log(total));
  const double least = loss.least != nullptr ? loss.least(data) : 0;
  return 2 * (value - least) / total;
}

double minus_two_log_likelihood(const Loss& loss, const Observations& data, double value, double smallest) {
  if (loss.likelihood != Likelihood::gaussian)
    return 2 * (value + (loss.normaliser != nullptr ? loss.normaliser(data) : 0));
  double m = 0;
  double logarithms = 0;
  for (std::size_t i = 0; i < data.b.size(); ++i) {
    if (!(data.weight(i) > 0)) continue;
    m += 1;
    logarithms += std::log(data.weight(i));
  }
  return m * (std::log(2 * std::numbers::pi * 2 * std::max(value, smallest) / m) + 1) - logarithms;
}

/// Stirling's series where it is exact to rounding, from 10 on; below, Gamma(x) = Gamma(x + 1) / x leads there.
double log_factorial(double b) noexcept {
  double x = b + 1;
  double product = 1;
  while (x < 10) {
    product *= x;
    x += 1;
  }
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  const double series =
      inverse *
      (1.0 / 12 -
       square * (1.0 / 360 -
                 square * (1.0 / 1260 - square * (1.0 / 1680 - square * (1.0 / 1188 - square * (691.0 / 360360))))));
  return (x - 0.5) * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi) + series - std::log(product);
}

}  // namespace sbreg
