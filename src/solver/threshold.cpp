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
      z_(whole_lines(n)),
      score_(whole_lines(n)),
      chosen_(to_size(s)),
      candidate_(to_size(std::min(n, 2 * s + std::max<Index>(s / 4, 8)))),
      x_(whole_lines(to_index(candidate_.size()))),
      g_(to_index(x_.size())),
      inverse_(to_index(x_.size())),
      root_(to_index(x_.size())) {}

bool Threshold::operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step,
                           SparseVector& next) noexcept {
  const double largest = kernels().propose(x.size(), x.values().data(), g.data(), d.inverse.data(), d.root.data(), step,
                                           z_.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  const ConstVec score(score_.data(), to_size(x.size()));
  const Index count = select_largest(score, largest, s_, chosen_);
  next.assign(ConstIndexVec{chosen_.data(), to_size(count)}, ConstVec(z_.data(), score.size()));
  return true;
}

bool Threshold::aim(const SparseVector& x, ConstVec g, const Scaling& d) noexcept {
  const double largest = kernels().weigh(x.size(), g.data(), d.inverse_root.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  for (Index i : x.support()) score_[to_size(i)] = infinity;  // always a candidate
  const Index room = to_index(candidate_.size());
  const Index least = std::min(x.count() + s_, room);
  candidates_ =
      select_largest({score_.data(), to_size(x.size())}, largest > 0 ? largest : 1, least, room, aimed_, candidate_);
  padded_ = whole_lines(candidates_);
  chosen_step_ = 0;
  if (padded_ > 0)
    for (auto* v : {&x_, &g_, &inverse_, &root_}) std::fill_n(v->data() + padded_ - 8, 8, 0.0);
  for (std::size_t k = 0; k < to_size(candidates_); ++k) {
    const auto i = to_size(candidate_[k]);
    x_[k] = x.values()[i];
    g_[k] = g[i];
    inverse_[k] = d.inverse[i];
    root_[k] = d.root[i];
  }
  falls_ = kernels().falls(padded_, x_.data(), g_.data(), inverse_.data(), root_.data());
  // The s largest of the new ones are at least their share of all.
  const Index fresh = candidates_ - x.count();
  if (fresh > s_) falls_.fresh *= static_cast<double>(s_) / static_cast<double>(fresh);
  return true;
}

double Threshold::least_fall(double step) const noexcept {
  return step * falls_.fresh + falls_.old - falls_.size / step;
}

double Threshold::fall() const noexcept {
  double kept[4] = {};  // one sum would wait for itself
  for (std::size_t k = 0; k < to_size(count_); ++k) {
    const auto at = to_size(chosen_[k]);
    kept[k % 4] += g_[at] * z_[at];
  }
  return falls_.slope - ((kept[0] + kept[1]) + (kept[2] + kept[3]));
}

bool Threshold::choose(double step) noexcept {
  if (step == chosen_step_) return true;
  chosen_step_ = 0;
  const double largest =
      kernels().propose(padded_, x_.data(), g_.data(), inverse_.data(), root_.data(), step, z_.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  // While the step shrinks, so do the scores, by no more than it does; while it grows they grow likewise.
  if (step > step_) cut_ *= step / step_;
  step_ = step;
  count_ = select_largest({score_.data(), to_size(padded_)}, largest, s_, s_, cut_, chosen_);
  chosen_step_ = step;
  return true;
}

void Threshold::take(SparseVector& next) const noexcept {
  next.assign_part(candidate_, ConstIndexVec(chosen_).first(to_size(count_)), ConstVec(z_.data(), z_.size()));
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
