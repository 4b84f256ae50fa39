// SPDX-License-Identifier: BSD-3-Clause
#include "problem/intercept.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "support/error.hpp"
#include "support/options.hpp"

namespace sbreg {

double best_intercept(const Loss& loss, const Observations& data, double guess, Vec t, Vec derivative, Vec second) {
  double low = -infinity;
  double high = infinity;
  double reach = 0;  // of a step where the loss has no curvature
  for (std::size_t i = 0; i < t.size(); ++i) reach = std::max(reach, std::abs(data.b[i] - t[i]));
  double c = guess;
  for (double& margin : t) margin += c;
  for (int k = 0; k < 200; ++k) {
    const bool finite = std::isfinite(loss.evaluate(t, data, derivative));
    loss.second(t, derivative, data, second);
    double slope = 0;
    double size = 0;
    double curvature = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      slope += derivative[i];
      size += std::abs(derivative[i]);
      curvature += second[i];
    }
    if (finite && std::abs(slope) <= 1e-15 * size) break;
    (finite ? slope > 0 : c > guess) ? high = c : low = c;
    const bool bracketed = low > -infinity && high < infinity;
    const double newton = c - slope / curvature;
    double next = newton;
    if (!finite || !(curvature > 0) || !(newton > low && newton < high) || (bracketed && k % 4 == 3)) {
      next = bracketed ? low + (high - low) / 2 : slope > 0 ? c - reach : c + reach;
      reach *= 2;
    }
    if (std::abs(next - c) <= 1e-16 * std::abs(c)) break;
    for (double& margin : t) margin += next - c;
    c = next;
  }
  return c;
}

void require_intercept(const Loss& loss, const Observations& data) {
  SBREG_REQUIRE(!loss.couples, SBREG_E_UNSUPPORTED,
                "intercept: a number added to all margins is added to the loss \"%s\", which then has no best one",
                loss.name);
  const std::string_view name(loss.name);
  if (name != "logistic" && name != "poisson") return;
  double ones = 0;
  double all = 0;
  for (std::size_t i = 0; i < data.b.size(); ++i) {
    ones += data.weight(i) * data.b[i];
    all += data.weight(i);
  }
  SBREG_REQUIRE(ones > 0 && (name == "poisson" || ones < all), SBREG_E_ARGUMENT,
                "intercept: the observations b of positive weight are all the same extreme, for which the best "
                "intercept of the loss \"%s\" is infinite",
                loss.name);
}

}  // namespace sbreg
