// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/structured_step.hpp"

#include <cmath>

#include "linalg/simd/kernels.hpp"

namespace sbreg {

StructuredStep::StructuredStep(const Structure& structure)
    : structure_(structure),
      selection_(structure),
      z_(to_size(structure.size())),
      score_(z_.size()),
      clamped_(z_.size()) {}

bool StructuredStep::operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step,
                                SparseVector& next) noexcept {
  const double largest = kernels().propose(x.size(), x.values().data(), g.data(), d.inverse.data(), d.root.data(), step,
                                           z_.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  const double unit = largest > 0 ? largest : 1;  // in which no square overflows or vanishes
  for (std::size_t i = 0; i < z_.size(); ++i) {
    clamped_[i] = structure_.clamp(to_index(i), z_[i]);
    const double kept = d.root[i] * clamped_[i] / unit;
    const double free = d.root[i] * z_[i] / unit;
    score_[i] = kept * (free + (free - kept));
  }
  next.assign(selection_.largest(score_), clamped_);
  return true;
}

bool StructuredStep::operator()(const SparseVector& x, ConstVec g, const Kernel& kernel, double L, SparseVector& next) {
  if (!std::isfinite(kernel.propose(x.values(), g, L, z_, score_))) return false;
  for (std::size_t k = 0; k < z_.size(); ++k) {
    const Index i = to_index(k);
    clamped_[k] = structure_.clamp(i, z_[k]);
    score_[k] = clamped_[k] == 0 ? 0 : kernel.distance(i, 0, z_[k]);
    if (clamped_[k] != z_[k] && clamped_[k] != 0)
      score_[k] = std::max(score_[k] - kernel.distance(i, clamped_[k], z_[k]), 0.0);
    if (!std::isfinite(score_[k])) return false;
  }
  next.assign(selection_.largest(score_), clamped_);
  return true;
}

template <class Term>
double StructuredStep::sum(const SparseVector& x, const SparseVector& next, Term term) const {
  double total = 0;
  const auto add = [&](Index i) { total += term(i, next[i] == z_[to_size(i)]); };
  for (Index i : next.support()) add(i);
  for (Index i : x.support())
    if (next[i] == 0) add(i);
  return std::max(total, 0.0);
}

double StructuredStep::promised(const SparseVector& x, ConstVec g, const Scaling& d,
                                const SparseVector& next) const noexcept {
  return sum(x, next, [&](Index i, bool free) {
    const auto k = to_size(i);
    if (free) return 0.5 * g[k] * (g[k] * d.inverse[k]);
    return (x[i] - next[i]) * (g[k] - 0.5 * d.weight[k] * (x[i] - next[i]));
  });
}

double StructuredStep::promised(const SparseVector& x, ConstVec g, const Kernel& kernel, double L,
                                const SparseVector& next) const {
  return sum(x, next, [&](Index i, bool free) {
    if (free) return L * kernel.distance(i, x[i], next[i]);
    return g[to_size(i)] * (x[i] - next[i]) - L * kernel.distance(i, next[i], x[i]);
  });
}

ConstVec StructuredStep::unblocked(const SparseVector& x, ConstVec g) noexcept {
  if (!structure_.bounded()) return g;
  for (std::size_t k = 0; k < g.size(); ++k) {
    const Index i = to_index(k);
    const bool blocked = (g[k] > 0 && x[i] <= structure_.lower(i)) || (g[k] < 0 && x[i] >= structure_.upper(i));
    score_[k] = blocked ? 0 : g[k];
  }
  return score_;
}

}  // namespace sbreg
