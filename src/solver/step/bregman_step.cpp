// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/bregman_step.hpp"

#include <algorithm>
#include <cmath>

#include "solver/step/either.hpp"

namespace sbreg {

BregmanStep::BregmanStep(std::shared_ptr<const Kernel> kernel, const Structure& structure, double given, double start)
    : kernel_(std::move(kernel)), given_(given > 0), L_(given > 0 ? given : start), step_(*kernel_, structure) {}

bool BregmanStep::operator()(const SparseVector& x, ConstVec g, SparseVector& next) { return step_(x, g, L_, next); }

BregmanStep::Verdict BregmanStep::judge(const SparseVector& x, double f, ConstVec g, const SparseVector& next,
                                        double f_next) {
  if (given_) return Verdict::accepted;
  const double model = kernel_->model(x, g, L_, next);
  const double rounding = 1e-14 * (std::abs(f) + std::abs(f_next));
  by_value_ = !(std::abs(model) <= 16 * rounding);
  if (std::isfinite(f_next) && !by_value_) return Verdict::unknown;
  if (std::isfinite(f_next) && f_next <= f + model + rounding) {
    largest_ = std::max(largest_, L_);
    return Verdict::accepted;
  }
  L_ *= 2;
  return Verdict::rejected;
}

bool BregmanStep::accept(const SparseVector& x, ConstVec g, const SparseVector& next, ConstVec g_next) {
  double rise = 0;      // of the slope along the step
  double distance = 0;  // L D_h(next, x)
  for_either(next, x, [&](Index i) {
    const double step = next[i] - x[i];
    rise += (g_next[to_size(i)] - g[to_size(i)]) * step;
    distance += L_ * kernel_->distance(i, next[i], x[i]);
  });
  if (!(0.5 * rise > distance) || (largest_ > 0 && L_ >= largest_)) return true;
  L_ *= 2;
  return false;
}

void BregmanStep::relax() noexcept {
  if (!given_ && by_value_) L_ /= 2;
}

}  // namespace sbreg
