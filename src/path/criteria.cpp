// SPDX-License-Identifier: BSD-3-Clause
#include "path/criteria.hpp"

#include <algorithm>
#include <cmath>

namespace sbreg {
namespace {

/// log(Gamma(x + 1)) without lgamma, which writes a global variable: Stirling's series from 16 on, a product below.
double log_factorial(double x) noexcept {
  double product = 1;
  while (x < 16) product *= ++x;
  const double y = x + 1;
  const double series = (1 - (1 - (1.0 / 3.5) / (y * y)) / (30 * y * y)) / (12 * y);
  return (y - 0.5) * std::log(y) - y + 0.91893853320467274178 + series - std::log(product);
}

}  // namespace

Criteria criteria_of(Likelihood likelihood, double loss, double smallest, Index m, Index n, Index k,
                     double gamma) noexcept {
  const auto rows = static_cast<double>(m);
  const auto columns = static_cast<double>(n);
  const auto count = static_cast<double>(k);
  const double fit =
      likelihood == Likelihood::gaussian ? rows * std::log(2 * std::max(loss, smallest) / rows) : 2 * loss;
  const double supports = log_factorial(columns) - log_factorial(count) - log_factorial(columns - count);
  const double bic = fit + count * std::log(rows);
  return {fit + 2 * count, bic, bic + 2 * gamma * supports,
          fit + count * std::log(std::max(std::log(rows), 1.0)) * std::log(columns)};
}

Score score_of(ConstVec folds) noexcept {
  const auto count = static_cast<double>(folds.size());
  double mean = 0;
  for (double v : folds) mean += v / count;
  double squares = 0;
  for (double v : folds) squares += (v - mean) * (v - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

}  // namespace sbreg
