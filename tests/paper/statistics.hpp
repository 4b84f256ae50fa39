// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Comparing two counts of successes, neither of which is exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace paper {

/// Fisher's exact test, one sided: the probability of at most `a` successes among `n` when a + b successes are spread
/// at random over n + m trials. Small when a/n is significantly below b/m. Counts the error of both samples.
inline double probability_below(long a, long n, long b, long m) {
  const auto log_choose = [](long total, long chosen) {
    return std::lgamma(static_cast<double>(total) + 1) - std::lgamma(static_cast<double>(chosen) + 1) -
           std::lgamma(static_cast<double>(total - chosen) + 1);
  };
  const long successes = a + b;
  double sum = 0;
  for (long k = std::max(0L, successes - m); k <= a; ++k)
    sum += std::exp(log_choose(n, k) + log_choose(m, successes - k) - log_choose(n + m, successes));
  return std::min(sum, 1.0);
}

/// Wilson's interval at 95 % for a rate of k successes among n, in percent.
inline std::pair<double, double> interval(long k, long n) {
  constexpr double z = 1.959963984540054;
  const auto trials = static_cast<double>(n);
  const double rate = static_cast<double>(k) / trials;
  const double centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials);
  const double half = z / (1 + z * z / trials) * std::sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials));
  return {100 * std::max(0.0, centre - half), 100 * std::min(1.0, centre + half)};
}

/// Holm's procedure: which of the hypotheses with these p-values are rejected when the chance of one false rejection
/// among all is at most `level`, whatever the dependence between them.
inline std::vector<bool> holm(const std::vector<double>& p, double level) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<bool> rejected(p.size(), false);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (p[order[k]] > level / static_cast<double>(p.size() - k)) break;
    rejected[order[k]] = true;
  }
  return rejected;
}

}  // namespace paper
