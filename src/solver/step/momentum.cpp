// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/momentum.hpp"

#include <cmath>

namespace sbreg {

void Momentum::extrapolate(const SparseVector& x, const SparseVector& z, bool accepted, SparseVector& y) noexcept {
  const double next = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
  // With x+ = z the first difference vanishes, with x+ = x the second does.
  const double weight = accepted ? (t_ - 1) / next : t_ / next;
  const SparseVector& base = accepted ? z : x;
  std::size_t k = 0;
  for (Index i : z.support()) packed_[k++] = base[i] + weight * (z[i] - x[i]);
  if (structure_.bounded())
    for (std::size_t i = 0; i < k; ++i) packed_[i] = structure_.clamp(z.support()[i], packed_[i]);
  y.assign_packed(z.support(), ConstVec(packed_).first(k));
  t_ = next;
}

}  // namespace sbreg
