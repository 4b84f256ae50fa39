// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/matrix_step.hpp"

#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "solver/step/either.hpp"

namespace sbreg {

MatrixStep::MatrixStep(const Structure& structure) : structure_(structure) {
  if (structure.plain()) {
    plain_.emplace(structure.size(), structure.sparsity());
    return;
  }
  selection_ = Selection(structure);
  for (auto* v : {&z_, &score_, &clamped_}) v->resize(to_size(structure.size()));
}

bool MatrixStep::operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step,
                            SparseVector& next) noexcept {
  if (plain_) return (*plain_)(x, g, d, step, next);
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

double MatrixStep::promised(const SparseVector& x, ConstVec g, const Scaling& d,
                            const SparseVector& next) const noexcept {
  if (plain_) return promised_decrease(x, g, d, next);
  double total = 0;
  for_either(next, x, [&](Index i) {
    const auto k = to_size(i);
    const bool free = next[i] == z_[k];  // the bounds left the minimiser alone
    total +=
        free ? 0.5 * g[k] * (g[k] * d.inverse[k]) : (x[i] - next[i]) * (g[k] - 0.5 * d.weight[k] * (x[i] - next[i]));
  });
  return std::max(total, 0.0);
}

ConstVec MatrixStep::unblocked(const SparseVector& x, ConstVec g) noexcept {
  if (!structure_.bounded()) return g;
  for (std::size_t k = 0; k < g.size(); ++k) {
    const Index i = to_index(k);
    const bool blocked = (g[k] > 0 && x[i] <= structure_.lower(i)) || (g[k] < 0 && x[i] >= structure_.upper(i));
    score_[k] = blocked ? 0 : g[k];
  }
  return score_;
}

}  // namespace sbreg
