// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/kernel_step.hpp"

#include <cmath>

#include "solver/step/either.hpp"

namespace sbreg {

KernelStep::KernelStep(const Kernel& kernel, const Structure& structure)
    : kernel_(kernel),
      structure_(structure),
      selection_(structure),
      z_(to_size(structure.size())),
      score_(z_.size()),
      clamped_(structure.plain() ? 0 : z_.size()) {}

bool KernelStep::operator()(const SparseVector& x, ConstVec g, double L, SparseVector& next) {
  if (!std::isfinite(kernel_.propose(x.values(), g, L, z_, score_))) return false;
  if (!structure_.plain() && !score_within_bounds()) return false;
  next.assign(selection_.largest(score_), structure_.plain() ? z_ : clamped_);
  return true;
}

/// The scores of a plain step grow with the gains, those here are the gains, which can be added up over a group.
bool KernelStep::score_within_bounds() {
  for (std::size_t k = 0; k < z_.size(); ++k) {
    const Index i = to_index(k);
    clamped_[k] = structure_.clamp(i, z_[k]);
    score_[k] = clamped_[k] == 0 ? 0 : kernel_.distance(i, 0, z_[k]);
    if (clamped_[k] != z_[k] && clamped_[k] != 0)
      score_[k] = std::max(score_[k] - kernel_.distance(i, clamped_[k], z_[k]), 0.0);
    if (!std::isfinite(score_[k])) return false;
  }
  return true;
}

double KernelStep::promised(const SparseVector& x, ConstVec g, double L, const SparseVector& next) const {
  if (structure_.plain()) return kernel_.promised(x, g, L, next);
  double total = 0;
  for_either(next, x, [&](Index i) {
    const bool free = next[i] == z_[to_size(i)];  // the bounds left the minimiser alone
    total += free ? L * kernel_.distance(i, x[i], next[i])
                  : g[to_size(i)] * (x[i] - next[i]) - L * kernel_.distance(i, next[i], x[i]);
  });
  return std::max(total, 0.0);
}

}  // namespace sbreg
