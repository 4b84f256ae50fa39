// SPDX-License-Identifier: BSD-3-Clause
#include "problem/intercept.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "support/error.hpp"
#include "support/options.hpp"

namespace sbreg {
namespace {

/// The sums of w b and of w (1 - b).
struct Totals {
  double ones = 0;
  double zeros = 0;
};

Totals totals(const Observations& data) {
  Totals sums;
  for (std::size_t i = 0; i < data.b.size(); ++i) {
    sums.ones += data.weight(i) * data.b[i];
    sums.zeros += data.weight(i) * (1 - data.b[i]);
  }
  return sums;
}

/// The derivatives of loss(t + c 1) by c, and what rounding leaves unknown of the first.
struct Slope {
  double first = 0;
  double second = 0;
  double unknown = 0;
};

Slope slope_at(const Loss& loss, const Observations& data, ConstVec t, double c, Vec derivative, Vec second) {
  for (std::size_t i = 0; i < t.size(); ++i) second[i] = t[i] + c;  // the margins, until they are overwritten
  loss.evaluate(second, data, derivative);
  loss.second(second, derivative, data, second);
  Slope slope;
  for (std::size_t i = 0; i < t.size(); ++i) {
    slope.first += derivative[i];
    slope.second += second[i];
    slope.unknown += 1e-15 * std::abs(derivative[i]) + 1e-16 * second[i] * (std::abs(t[i] + c) + std::abs(c));
  }
  return slope;
}

/// Poisson: the c with sum w exp(t + c) = sum w b.
double poisson_intercept(const Observations& data, ConstVec t) {
  double largest = -infinity;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (data.weight(i) > 0) largest = std::max(largest, t[i]);
  double sum = 0;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (data.weight(i) > 0) sum += data.weight(i) * std::exp(t[i] - largest);
  return std::log(totals(data).ones / sum) - largest;
}

}  // namespace

double best_intercept(const Loss& loss, const Observations& data, double guess, Vec t, Vec derivative, Vec second) {
  const std::string_view name(loss.name);
  // If all margins were at their targets (b, or the log odds of the mean label), nothing would be left to gain: the
  // best c lies between the smallest and the largest distance to a target.
  double low = infinity;
  double high = -infinity;
  if (name == "poisson") {
    low = high = poisson_intercept(data, t);
  } else {
    const bool labels = name == "logistic";
    const Totals sums = labels ? totals(data) : Totals{};
    const double odds = labels ? std::log(sums.ones / sums.zeros) : 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double target = labels ? odds : data.b[i];
      low = std::min(low, target - t[i]);
      high = std::max(high, target - t[i]);
    }
  }
  double c = std::max(low, std::min(high, guess));
  double moved = high - low;
  for (int k = 0;; ++k) {
    const Slope slope = slope_at(loss, data, t, c, derivative, second);
    if (!(std::abs(slope.first) > slope.unknown) || k == 200) break;
    (slope.first > 0 ? high : low) = c;
    double next = c - slope.first / slope.second;
    const bool trusted = next > low && next < high && std::abs(next - c) <= moved / 2;
    if (!trusted) next = std::midpoint(low, high);
    if (!(next > low && next < high)) break;
    moved = std::abs(next - c);
    c = next;
  }
  for (double& margin : t) margin += c;
  return c;
}

void require_intercept(const Loss& loss, const Observations& data) {
  SBREG_REQUIRE(!loss.couples, SBREG_E_UNSUPPORTED,
                "intercept: a number added to all margins is added to the loss \"%s\", which then has no best one",
                loss.name);
  const std::string_view name(loss.name);
  if (name != "logistic" && name != "poisson") return;
  const Totals sums = totals(data);
  SBREG_REQUIRE(sums.ones > 0 && (name == "poisson" || sums.zeros > 0), SBREG_E_ARGUMENT,
                "intercept: the observations b of positive weight are all the same extreme, for which the best "
                "intercept of the loss \"%s\" is infinite",
                loss.name);
}

}  // namespace sbreg
