// SPDX-License-Identifier: BSD-3-Clause
#include "solver/refit.hpp"

#include <cmath>

namespace sbreg {
namespace {

constexpr int most_steps = 50;
constexpr int most_halvings = 30;
constexpr double rounding = 4e-16;  // the last step, which squares the error of x, no longer shows in f

}  // namespace

Refit::Refit(Evaluator& evaluator, Index n, Index capacity, const Structure& structure)
    : evaluator_(evaluator), newton_(evaluator, capacity, &structure), trial_(evaluator, n, capacity) {}

void Refit::operator()(Point& at, ConstIndexVec T) {
  for (int step = 0; step < most_steps; ++step) {
    if (!newton_.on(evaluator_, at, T, trial_.x)) return;
    const double slack = rounding * std::abs(at.f);
    bool lower = false;
    for (int halving = 0; halving < most_halvings && !lower; ++halving) {
      if (halving > 0) newton_.shorten(at, trial_.x);
      trial_.evaluate(evaluator_);
      lower = std::isfinite(trial_.f) && trial_.f <= at.f + slack;
    }
    if (!lower) return;
    const double fall = at.f - trial_.f;
    std::swap(at, trial_);
    if (evaluator_.constant_hessian() || fall <= 1e-15 * std::abs(at.f)) return;
  }
}

}  // namespace sbreg
