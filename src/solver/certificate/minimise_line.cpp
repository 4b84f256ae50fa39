// SPDX-License-Identifier: BSD-3-Clause
// A convex function of one variable by Newton's method inside a bracket: the derivative changes sign between `low` and
// `high`; a step that leaves the bracket, or does not halve it often enough, is replaced by its middle.
#include <algorithm>
#include <cmath>

#include "solver/certificate/coordinatewise.hpp"

namespace sbreg {

LineMinimum minimise_line(Evaluator& evaluator, double hopeless, double lowest, double highest) {
  auto here = evaluator.on_line(0);
  LineMinimum best{here.f, 0};
  if (here.first == 0 || !std::isfinite(here.f)) return best;
  const double direction = here.first > 0 ? -1 : 1;
  const double limit = direction > 0 ? highest : -lowest;
  if (limit <= 0) return best;
  double low = 0;   // distances from 0 along `direction`; the minimiser lies beyond low
  double high = 0;  // and before high, once that is positive
  double step = here.second > 0 ? std::abs(here.first) / here.second : 1;
  double t = std::min(step, limit);
  for (int k = 0; k < 200; ++k) {
    here = evaluator.on_line(direction * t);
    const bool finite = std::isfinite(here.f) && std::isfinite(here.first);
    const double slope = direction * here.first;  // negative before the minimiser
    if (finite && here.f < best.f) best = {here.f, direction * t};
    if (finite && (slope == 0 || (slope < 0 && t >= limit))) break;
    (!finite || slope > 0 ? high : low) = t;
    if (high > 0) {
      const double width = high - low;
      // Convexity: nothing in the bracket lies further below than slope times width.
      if (finite && here.f - std::abs(slope) * width > hopeless) return {here.f, direction * t};
      if (width <= 4e-16 * high || (finite && std::abs(slope) * width <= 1e-16 * std::abs(here.f))) break;
    } else if (t > 1e150 || std::abs(slope) * t <= 1e-16 * std::abs(here.f)) {
      break;  // f falls towards a limit that it does not reach
    }
    const double newton = finite && here.second > 0 ? t - slope / here.second : -1;
    if (high > 0)
      t = newton > low && newton < high && k % 4 != 3 ? newton : 0.5 * (low + high);
    else
      t = std::min(std::clamp(newton, 2 * t, 100 * t), limit);
  }
  return best;
}

}  // namespace sbreg
