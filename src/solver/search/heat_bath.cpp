// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/heat_bath.hpp"

#include <algorithm>
#include <cmath>

namespace sbreg {

HeatBath::HeatBath(Index p, Index k, std::uint64_t seed)
    : tableau_(p, k), rng_(seed), score_(p + 16), weight_(p + 16) {}

void HeatBath::start(const CandidateModel& model, ConstIndexVec S) {
  row_ = static_cast<double>(model.ld);
  tableau_.build(model, S, 1);
}

void HeatBath::stage(const Cooling& cooling, Index number) {
  const Index all = cooling.stages * cooling.sweeps;
  const auto k = static_cast<double>(tableau_.places());
  const auto temperature_at = [&](Index sweep) {
    const double position = static_cast<double>(sweep) / static_cast<double>(std::max<Index>(all - 1, 1));
    return cooling.hot * std::pow(cooling.cold / cooling.hot, position);
  };
  const Index first = number * cooling.sweeps;
  tableau_.rebuild(static_cast<float>(cooling.ridge * temperature_at(first + cooling.sweeps / 2)));
  work_ += row_ * k * (k + 2);
  for (Index sweep = first; sweep < first + cooling.sweeps; ++sweep) {
    const auto temperature = static_cast<float>(temperature_at(sweep) / k);
    const auto reach = static_cast<float>(cooling.reach) * temperature;
    for (Index i = 0; i < tableau_.places(); ++i) visit(i, temperature, reach);
    work_ += 4 * row_ * k;
  }
}

void HeatBath::visit(Index i, float temperature, float reach) {
  const float stay = tableau_.cost(i);
  if (!tableau_.any_above(i, stay - reach)) return;
  const float best = tableau_.scores(i, score_.data());
  const float top = std::max(best, stay);
  const auto& k = tableau_kernels<float>();
  const auto n = static_cast<Index>(row_);
  const float others = k.boltzmann(n, 1 / temperature, top, score_.data(), weight_.data());
  const double itself = std::exp(static_cast<double>((stay - top) / temperature));
  work_ += 16 * row_;
  const double target = rng_.uniform() * (itself + static_cast<double>(others)) - itself;
  if (target < 0) return;
  const Index j = draw(target);
  if (j < 0 || tableau_.contains(j)) return;
  tableau_.swap(i, j);
  work_ += row_ * (3 * static_cast<double>(tableau_.places()) + 8);
}

/// The first j at which the weights add up to the target.
Index HeatBath::draw(double target) const noexcept {
  constexpr Index block = 16;
  const auto n = static_cast<Index>(row_);
  for (Index first = 0; first < n; first += block) {
    float total = 0;
    for (Index l = 0; l < block; ++l) total += weight_[to_size(first + l)];
    if (target > static_cast<double>(total)) {
      target -= static_cast<double>(total);
      continue;
    }
    for (Index l = 0; l < block; ++l) {
      target -= static_cast<double>(weight_[to_size(first + l)]);
      if (target <= 0) return first + l;
    }
  }
  return -1;
}

}  // namespace sbreg
