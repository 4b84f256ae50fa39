// SPDX-License-Identifier: BSD-3-Clause
#include "solver/threshold.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels.hpp"
#include "linalg/selection.hpp"

namespace sbreg {

bool Threshold::operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step,
                           SparseVector& next) noexcept {
  const double largest = kernels().propose(x.size(), x.values().data(), g.data(), d.inverse.data(), d.root.data(), step,
                                           z_.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  const Index count = select_largest(score_, largest, s_, chosen_);
  next.assign(ConstIndexVec{chosen_.data(), to_size(count)}, z_);
  return true;
}

double promised_decrease(const SparseVector& x, ConstVec g, const Scaling& d, const SparseVector& y) noexcept {
  double promised = 0;
  for (Index i : y.support()) promised += 0.5 * g[to_size(i)] * g[to_size(i)] * d.inverse[to_size(i)];
  for (Index i : x.support()) {
    if (y[i] == 0) promised += x[i] * (g[to_size(i)] - 0.5 * d.weight[to_size(i)] * x[i]);
  }
  return std::max(promised, 0.0);
}

}  // namespace sbreg
