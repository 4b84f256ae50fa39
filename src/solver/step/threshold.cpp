// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/threshold.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/selection.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/options.hpp"

namespace sbreg {

Threshold::Threshold(Index n, Index s)
    : s_(s),
      room_(std::min(n, 2 * s + std::max<Index>(s / 4, 8))),
      z_(whole_lines(n)),
      score_(std::max(whole_lines(n), 3 * whole_lines(room_))),
      chosen_(to_size(s)),
      candidate_(to_size(whole_lines(room_))),
      x_(score_.data() + whole_lines(room_)),
      g_(x_ + whole_lines(room_)) {}

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

void Threshold::remember(Index matrices, Index steps) {
  std::vector<double> aimed(to_size(matrices)), cuts(to_size(matrices * steps));
  aimed_.swap(aimed);
  cuts_.swap(cuts);
  steps_ = steps;
}

bool Threshold::aim(const SparseVector& x, ConstVec g, double size, const Scaling& d, Index matrix) noexcept {
  double largest = kernels().weigh(x.size(), g.data(), d.inverse_root.data(), score_.data());
  if (!std::isfinite(largest)) return false;
  if (largest == 0) largest = 1;
  for (Index i : x.support()) score_[to_size(i)] = infinity;  // always a candidate
  double& aimed = aimed_[to_size(matrix)];
  unit_ = aimed * size;
  const Index least = std::min(x.count() + s_, room_);
  const auto candidates =
      to_size(select_largest({score_.data(), to_size(x.size())}, largest, least, room_, unit_, candidate_));
  aimed = size > 0 ? unit_ / size : 0;
  padded_ = whole_lines(to_index(candidates));
  for (std::size_t k = 0; k < candidates; ++k) {
    const auto i = to_size(candidate_[k]);
    x_[k] = d.root[i] * x.values()[i];
    g_[k] = d.inverse_root[i] * g[i];
  }
  for (std::size_t k = candidates; k < to_size(padded_); ++k) x_[k] = g_[k] = 0;
  slope_ = kernels().dot(padded_, x_, g_);
  if (d.vanishes)
    for (Index i : x.support())
      if (d.root[to_size(i)] == 0) slope_ += x[i] * g[to_size(i)];
  from_ = {x.values().data(), g.data(), d.inverse.data()};
  cut_ = cuts_.data() + matrix * steps_;
  step_ = -1;
  return true;
}

double Threshold::least_fall(Index j, double step) const noexcept {
  const Reached reached = kernels().reach(padded_, x_, g_, step, cut_[j] * (step * unit_));
  return reached.count <= s_ ? slope_ - reached.kept - reached.risen : -infinity;
}

bool Threshold::choose(Index j, double step) noexcept {
  if (step == step_) return true;
  step_ = -1;
  const double largest = kernels().shift(padded_, x_, g_, step, score_.data());
  if (!std::isfinite(largest)) return false;
  threshold_ = cut_[j] * (step * unit_);
  reached_ = find_threshold({score_.data(), to_size(padded_)}, largest, s_, s_, threshold_);
  cut_[j] = threshold_ / (step * unit_);
  step_ = step;
  return true;
}

double Threshold::fall() const noexcept {
  if (reached_ < 0) return -infinity;
  return slope_ - kernels().reach(padded_, x_, g_, step_, threshold_).kept;
}

void Threshold::take(SparseVector& next) noexcept {
  const auto [support, packed] = next.lend();
  const Index count =
      collect_above({score_.data(), to_size(padded_)}, threshold_, reached_, s_, candidate_.data(), support);
  kernels().propose_at(count, support.data(), from_.x, from_.g, from_.inverse, step_, packed.data());
  next.settle(count);
}

double promised_decrease(const SparseVector& x, ConstVec g, const Scaling& d, const SparseVector& y) noexcept {
  double promised = 0;
  for (Index i : y.support()) promised += 0.5 * g[to_size(i)] * (g[to_size(i)] * d.inverse[to_size(i)]);
  for (Index i : x.support()) {
    if (y[i] == 0) promised += x[i] * (g[to_size(i)] - 0.5 * d.weight[to_size(i)] * x[i]);
  }
  return std::max(promised, 0.0);
}

}  // namespace sbreg
