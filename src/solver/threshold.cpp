// SPDX-License-Identifier: BSD-3-Clause
#include "solver/threshold.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/kernels.hpp"
#include "linalg/selection.hpp"
#include "support/options.hpp"

namespace sbreg {

Threshold::Threshold(Index n, Index s)
    : s_(s),
      z_(to_size(n)),
      score_(to_size(n)),
      chosen_(to_size(s)),
      candidate_(to_size(std::min(n, 2 * s + std::max<Index>(s / 4, 8)))) {
  for (auto* v : {&x_, &g_, &inverse_, &root_}) v->resize(candidate_.size());
}

bool Threshold::operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step,
                           SparseVector& next) noexcept {
  const double largest = kernels().propose(x.size(), x.values().data(), g.data(), d.inverse.data(), d.root.data(), step,
                                           z_.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  const Index count = select_largest(score_, largest, s_, chosen_);
  next.assign(ConstIndexVec{chosen_.data(), to_size(count)}, z_);
  return true;
}

bool Threshold::aim(const SparseVector& x, ConstVec g, const Scaling& d) noexcept {
  const double largest = kernels().weigh(x.size(), g.data(), d.inverse_root.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  for (Index i : x.support()) score_[to_size(i)] = infinity;  // always a candidate
  const Index room = to_index(candidate_.size());
  const Index least = std::min(x.count() + s_, room);
  candidates_ = select_largest(score_, largest > 0 ? largest : 1, least, room, aimed_, candidate_);
  for (std::size_t k = 0; k < to_size(candidates_); ++k) {
    const auto i = to_size(candidate_[k]);
    x_[k] = x.values()[i];
    g_[k] = g[i];
    inverse_[k] = d.inverse[i];
    root_[k] = d.root[i];
  }
  return true;
}

bool Threshold::operator()(double step, SparseVector& next) noexcept {
  const double largest = kernels().propose(candidates_, x_.data(), g_.data(), inverse_.data(), root_.data(), step,
                                           z_.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  // While the step shrinks, so do the scores, by no more than it does; while it grows they grow likewise.
  if (step > step_) cut_ *= step / step_;
  step_ = step;
  const Index count = select_largest(ConstVec(score_).first(to_size(candidates_)), largest, s_, s_, cut_, chosen_);
  next.assign_part(candidate_, ConstIndexVec(chosen_).first(to_size(count)), z_);
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
