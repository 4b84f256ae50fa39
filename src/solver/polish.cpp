// SPDX-License-Identifier: BSD-3-Clause
#include "solver/polish.hpp"

#include <algorithm>

namespace sbreg {
namespace {

constexpr double least_gain = 1e-12;  // of what a good support explains; below it rounding decides
constexpr Index rebuild_after = 64;   // exchanges

}  // namespace

double Polish::operator()(const CandidateModel& model, ConstIndexVec S, Index most) {
  tableau_.build(model, S, 0);
  const Index k = tableau_.places();
  const double row = static_cast<double>(model.ld);
  work_ = row * static_cast<double>(k * (k + 2));
  Index unchanged = 0;  // places in a row that kept what they had
  Index swaps = 0;
  for (Index i = 0; unchanged < k && swaps < most; i = i + 1 < k ? i + 1 : 0) {
    work_ += 6 * row;
    ++unchanged;
    const double least = tableau_.cost(i) + least_gain;
    if (!tableau_.any_above(i, least)) continue;
    if (!(tableau_.scores(i, score_.data()) > least)) continue;
    const Index j = std::ranges::max_element(score_.begin(), score_.begin() + model.size) - score_.begin();
    tableau_.swap(i, j);
    if (++swaps % rebuild_after == 0) tableau_.rebuild(0);
    work_ += row * static_cast<double>(3 * k + 8);
    unchanged = 0;
  }
  return tableau_.energy();
}

}  // namespace sbreg
