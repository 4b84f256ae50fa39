// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/swap_descent.hpp"

#include <algorithm>

namespace sbreg {
namespace {

constexpr double least_gain = 1e-12;  // of what a good support explains; below it rounding decides
constexpr Index rebuild_after = 64;   // exchanges
constexpr double small_ridge = 1e-7;  // of the mean diagonal, where the columns depend on each other

}  // namespace

double SwapDescent::operator()(const CandidateModel& model, ConstIndexVec S, Index most) {
  const auto size = static_cast<double>(S.size());
  const double build = static_cast<double>(model.ld) * size * (size + 2);
  bool independent = tableau_.build(model, S, 0);
  work_ = build;
  if (!independent) {
    tableau_.rebuild(small_ridge);
    most -= descend(model, small_ridge, most);
    independent = tableau_.rebuild(0);
    work_ += 2 * build;
  }
  if (independent) descend(model, 0, most);
  return independent ? tableau_.energy() : dependent_energy(build);
}

/// The columns depend on each other to the end: the energy is that of the small ridge.
double SwapDescent::dependent_energy(double build) {
  tableau_.rebuild(small_ridge);
  work_ += build;
  return tableau_.energy();
}

Index SwapDescent::descend(const CandidateModel& model, double ridge, Index most) {
  const Index k = tableau_.places();
  const auto row = static_cast<double>(model.ld);
  Index unchanged = 0;  // places in a row that kept what they had
  Index swaps = 0;
  for (Index i = 0; unchanged < k && swaps < most; i = i + 1 < k ? i + 1 : 0) {
    work_ += 6 * row;
    ++unchanged;
    const double least = tableau_.cost(i) + least_gain;
    if (!tableau_.any_above(i, least)) continue;
    if (!(tableau_.scores(i, score_.data()) > least)) continue;
    const Index j = std::max_element(score_.data(), score_.data() + model.size) - score_.data();
    tableau_.swap(i, j);
    if (++swaps % rebuild_after == 0) tableau_.rebuild(ridge);
    work_ += row * static_cast<double>(3 * k + 8);
    unchanged = 0;
  }
  return swaps;
}

}  // namespace sbreg
