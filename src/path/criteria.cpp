// SPDX-License-Identifier: BSD-3-Clause
#include "path/criteria.hpp"

#include <algorithm>
#include <cmath>

namespace sbreg {

Criteria criteria_of(double minus_two_l, const ModelSize& size, double gamma) noexcept {
  const double rows = std::log(static_cast<double>(size.m));
  const double columns = std::log(static_cast<double>(std::max<Index>(size.n, 1)));
  const auto d = static_cast<double>(size.parameters);
  const double bic = minus_two_l + d * rows;
  return {minus_two_l + 2 * d, bic, bic + 2 * gamma * static_cast<double>(size.chosen) * columns,
          minus_two_l + d * std::log(std::max(rows, 1.0)) * columns};
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
