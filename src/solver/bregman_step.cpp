// SPDX-License-Identifier: BSD-3-Clause
#include "solver/bregman_step.hpp"

#include <cmath>

#include "linalg/selection.hpp"

namespace sbreg {

BregmanStep::BregmanStep(std::shared_ptr<const Kernel> kernel, Index s, double given, double start)
    : kernel_(std::move(kernel)),
      s_(s),
      given_(given > 0),
      L_(given > 0 ? given : start),
      z_(to_size(kernel_->size())),
      score_(z_.size()),
      chosen_(to_size(s)) {}

bool BregmanStep::operator()(const SparseVector& x, ConstVec g, SparseVector& next) {
  const double largest = kernel_->propose(x.values(), g, L_, z_, score_);
  if (!std::isfinite(largest)) return false;
  const Index count = select_largest(score_, largest, s_, chosen_);
  next.assign(ConstIndexVec{chosen_.data(), to_size(count)}, z_);
  return true;
}

bool BregmanStep::accept(const SparseVector& x, double f, ConstVec g, const SparseVector& next, double f_next) {
  if (given_) return true;
  const double rounding = 1e-14 * (std::abs(f) + std::abs(f_next));
  if (std::isfinite(f_next) && f_next <= f + kernel_->model(x, g, L_, next) + rounding) return true;
  L_ *= 2;
  return false;
}

void BregmanStep::relax() noexcept {
  if (!given_) L_ /= 2;
}

}  // namespace sbreg
