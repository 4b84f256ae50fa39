// SPDX-License-Identifier: BSD-3-Clause
#include "problem/intercept.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double meaningless = 1e15;  // a spread of margins that a step far too long has led to: a rough c is enough
constexpr double rough = 1e-3;        // of it

/// loss(t + c 1), its derivatives by c, and what rounding leaves unknown of the first.
struct Slope {
  double loss = 0;
  double first = 0;
  double second = 0;
  double unknown = 0;
};

Slope slope_at(const Loss& loss, const Observations& data, ConstVec t, double c, Vec derivative, Vec second) {
  for (std::size_t i = 0; i < t.size(); ++i) second[i] = t[i] + c;  // the margins, until they are overwritten
  Slope slope;
  slope.loss = loss.evaluate(second, data, derivative);
  loss.second(second, derivative, data, second);
  for (std::size_t i = 0; i < t.size(); ++i) {
    slope.first += derivative[i];
    slope.second += second[i];
    slope.unknown += 1e-15 * std::abs(derivative[i]) + 1e-16 * second[i] * (std::abs(t[i] + c) + std::abs(c));
  }
  return slope;
}

}  // namespace

Intercept best_intercept(const Loss& loss, const Observations& data, double guess, Vec t, Vec derivative, Vec second) {
  auto [low, high] = loss.intercept(t, data);
  double c = std::max(low, std::min(high, guess));
  const double width = high - low;
  double moved = width;
  Slope slope;
  int k = 0;
  for (;; ++k) {
    slope = slope_at(loss, data, t, c, derivative, second);
    if (!(std::abs(slope.first) > slope.unknown) || k == 200) break;
    (slope.first > 0 ? high : low) = c;
    if (slope.second == 0 && width > meaningless && high - low <= rough * width) break;
    double next = c - slope.first / slope.second;
    const bool trusted = next > low && next < high && std::abs(next - c) <= moved / 2;
    if (!trusted) next = std::midpoint(low, high);
    if (!(next > low && next < high)) break;
    moved = std::abs(next - c);
    c = next;
  }
  for (double& margin : t) margin += c;
  return {c, slope.loss, k};
}

void require_intercept(const Loss& loss, const Observations& data, ConstVec t) {
  SBREG_REQUIRE(loss.intercept != nullptr, SBREG_E_UNSUPPORTED,
                "intercept: among the numbers that the loss \"%s\" could add to all margins there is no best one",
                loss.name);
  const Interval ends = loss.intercept(t, data);
  SBREG_REQUIRE(std::isfinite(ends.low) && std::isfinite(ends.high), SBREG_E_ARGUMENT,
                "intercept: the observations b of positive weight are all the same extreme, for which the best "
                "intercept of the loss \"%s\" is infinite",
                loss.name);
}

}  // namespace sbreg
