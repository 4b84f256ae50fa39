// SPDX-License-Identifier: BSD-3-Clause
// The trials of a line search inside the one loop (paper, Algorithm 5; solver/loop/line_search.hpp has their scales).
#include <algorithm>
#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "solver/solver.hpp"
#include "support/error.hpp"

namespace sbreg {

/// next_ <- the first trial that decreases f enough, or the last one.
void Solver::search(const Scaling& d, const StepPlan& plan) {
  if (adaptive_.enabled()) return search_adaptively(d, plan);
  if (plan.scale > 0) {
    trial(d, plan.scale);
  } else {
    const bool several =
        plan.trials > 1 && !structured_ && threshold_.aim(base().x, gradient_, gradient_size_, d, active_);
    for (Index j = several ? first_open(plan.trials) : 0; j < plan.trials; ++j) {
      several ? trial(j) : trial(d, line_search_.scale(j));
      if (decreases_enough(base(), next_)) return;
    }
  }
  // A step that leaves the domain of f is too long.
  double scale = plan.scale > 0 ? plan.scale : line_search_.scale(plan.trials - 1);
  while (next_.f == infinity) trial(d, scale *= 2);
  if (!decreases_enough(base(), next_)) ++counters_.forced_steps;
}

/// As above with multiples that follow f, and as many trials as it takes.
void Solver::search_adaptively(const Scaling& d, const StepPlan& plan) {
  const double unit = options.sufficient_decrease * d.mean();
  double scale = plan.scale > 0 ? plan.scale : 1;
  for (Index j = 0; j < plan.trials + AdaptiveScale::more_trials; ++j) {
    if (j < plan.trials && plan.scale == 0) scale = line_search_.scale(j);
    if (j >= plan.trials) scale /= std::min(options.line_search_factor, 0.5);  // however slowly the others grow
    trial(d, adaptive_.scale() * scale);
    sufficient_ = unit * adaptive_.scale() * scale;
    const bool low = plan.restart && j + 1 >= plan.trials && next_.f <= adaptive_.ceiling();
    if (!low && !decreases_enough(base(), next_)) continue;
    if (!plan.restart) adaptive_.follow(adaptive_.scale() * scale, line_search_);
    break;
  }
  SBREG_REQUIRE(std::isfinite(next_.f), SBREG_E_NUMERIC,
                "iteration %lld found no step at which f is finite; the last good point is kept",
                static_cast<long long>(counters_.iterations + 1));
  if (!decreases_enough(base(), next_)) ++counters_.forced_steps;
}

/// next_.x <- the step with scale D. False when a NaN or an infinity arose.
bool Solver::step_to_next(const Scaling& d, double scale) noexcept {
  return structured_ ? (*structured_)(base().x, gradient_, d, 1 / scale, next_.x)
                     : threshold_(base().x, gradient_, d, 1 / scale, next_.x);
}

/// Likewise, with f there.
void Solver::trial(const Scaling& d, double scale) { evaluate_trial(step_to_next(d, scale)); }

/// Likewise trial j, after threshold_ has aimed.
void Solver::trial(Index j) {
  const bool finite = threshold_.choose(j, 1 / line_search_.scale(j));
  if (finite) threshold_.take(next_.x);
  evaluate_trial(finite);
}

/// The first trial of which it is not known without a look at f that f rises, or the last one. The fall of a step grows
/// with its length, so the trials before one with too large a fall need no look at all; the search begins where the
/// last one ended. After a gradient in single precision it is known to that precision.
Index Solver::first_open(Index trials) noexcept {
  if (!half_square_) return 0;
  const double most = 4.01 * base().f + 1e-10 * f_at_zero_;  // with some room for rounding
  const auto rises = [&](double fall) { return fall > most && std::isfinite(fall); };
  const auto step = [&](Index j) { return 1 / line_search_.scale(j); };
  const auto open = [&](Index j) { return !(threshold_.choose(j, step(j)) && rises(threshold_.fall())); };
  const auto closed = [&](Index j) { return rises(threshold_.least_fall(j, step(j))) || !open(j); };
  Index j = std::min(open_, trials - 1);
  if (j > 0 && !closed(j - 1)) {
    do --j;
    while (j > 0 && !closed(j - 1));
  } else {
    while (j + 1 < trials && !open(j)) ++j;
  }
  counters_.trials += j;
  return open_ = j;
}

void Solver::evaluate_trial(bool finite) {
  if (finite) next_.evaluate(*evaluator_);
  if (adaptive_.enabled() && !(finite && std::isfinite(next_.f))) next_.f = infinity;  // a step too long
  const bool too_long = finite && next_.f == infinity && !evaluator_->constant_hessian();
  SBREG_REQUIRE(adaptive_.enabled() || too_long || (finite && std::isfinite(next_.f)), SBREG_E_NUMERIC,
                "iteration %lld left the range of double precision; the last good point is kept (is a scaling matrix "
                "too small for this problem?)",
                static_cast<long long>(counters_.iterations + 1));
  ++counters_.evaluations;
  ++counters_.trials;
}

bool Solver::decreases_enough(const Point& from, const Point& to) const noexcept {
  if (!(to.f <= from.f)) return false;
  const auto square = [](ConstVec v) { return kernels().dot(to_index(v.size()), v.data(), v.data()); };
  const double farthest = 2 * (square(from.x.packed()) + square(to.x.packed()));  // (a-b)^2 <= 2a^2 + 2b^2
  if (to.f <= from.f - 1.01 * sufficient_ * farthest) return true;
  double distance = 0;
  for (Index i : to.x.support()) distance += (to.x[i] - from.x[i]) * (to.x[i] - from.x[i]);
  for (Index i : from.x.support()) {
    const double left = to.x[i] == 0 ? from.x[i] : 0;
    distance += left * left;
  }
  return to.f <= from.f - sufficient_ * distance;
}

}  // namespace sbreg
