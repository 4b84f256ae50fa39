// SPDX-License-Identifier: BSD-3-Clause
#include "path/criteria.hpp"

#include <algorithm>
#include <cmath>

namespace sbreg {

Criteria criteria_of(Likelihood likelihood, double loss, double smallest, Index m, Index n, Index k,
                     double gamma) noexcept {
  const auto rows = static_cast<double>(m);
  const auto columns = static_cast<double>(n);
  const auto count = static_cast<double>(k);
  const double fit =
      likelihood == Likelihood::gaussian ? rows * std::log(2 * std::max(loss, smallest) / rows) : 2 * loss;
  const double bic = fit + count * std::log(rows);
  return {fit + 2 * count, bic, bic + 2 * gamma * count * std::log(columns),
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
