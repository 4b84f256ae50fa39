// SPDX-License-Identifier: BSD-3-Clause
#include "solver/run/units.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "support/error.hpp"

namespace sbreg {

Units measure_units(const Problem& problem, Index s, ConstVec gradient_at_zero, Vec scratch) {
  std::ranges::transform(gradient_at_zero, scratch.begin(), [](double g) { return std::abs(g); });
  const Vec top = scratch.first(to_size(s));
  std::nth_element(scratch.begin(), scratch.begin() + static_cast<std::ptrdiff_t>(s - 1), scratch.end(),
                   std::greater<>());
  // Scaled by the largest, so that squares neither overflow nor vanish.
  const double largest = *std::ranges::max_element(top);
  Units units;
  if (largest > 0) {
    double squares = 0;
    for (double g : top) squares += (g / largest) * (g / largest);
    units.gradient = largest * std::sqrt(squares / static_cast<double>(s));
  }
  const double curvature = problem.mean_curvature();
  SBREG_REQUIRE(!std::isnan(curvature), SBREG_E_NUMERIC, "a product with the data of the problem is not a number");
  if (curvature > 0) units.curvature = curvature;
  // b explained by s entries of one size: 1 for the data of the published experiments, as their thresholds assume. The
  // gradient bounds it when most of b lies outside the range of A.
  const double explained = std::sqrt(units.curvature) * (problem.residual_unit() / std::sqrt(static_cast<double>(s)));
  if (explained > 0) units.gradient = std::min(units.gradient, explained);
  return units;
}

}  // namespace sbreg
