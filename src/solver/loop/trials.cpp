// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/trials.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "support/error.hpp"

namespace sbreg {

Trials::Trials(const Run& run)
    : multiples_(run.options(), run.problem().dimension()),
      step_(run.structure()),
      sufficient_(run.options().sufficient_decrease * run.units.curvature) {
  const bool curvature_changes = !run.evaluator->constant_hessian();
  if (multiples_.searches() && curvature_changes) adaptive_ = AdaptiveScale(std::max(run.f_at_zero, run.current.f));
}

void Trials::remember(Index matrices) {
  if (Threshold* const threshold = step_.plain()) threshold->remember(matrices, multiples_.trials());
}

bool Trials::step(Run& run, const Point& base, const Scaling& d, double scale) noexcept {
  return step_(base.x, run.gradient, d, 1 / scale, run.next.x);
}

void Trials::search(Run& run, const Point& base, const Scaling& d, const StepPlan& plan) {
  adaptive_.enabled() ? search_adaptively(run, base, d, plan) : search_fixed(run, base, d, plan);
}

void Trials::search_fixed(Run& run, const Point& base, const Scaling& d, const StepPlan& plan) {
  if (plan.scale > 0) {
    try_scale(run, base, d, plan.scale);
  } else {
    Threshold* const threshold = plan.trials > 1 ? step_.plain() : nullptr;
    const bool several = threshold != nullptr && threshold->aim(base.x, run.gradient, run.gradient_size, d, run.matrix);
    for (Index j = several ? first_open(run, base, *threshold, plan.trials) : 0; j < plan.trials; ++j) {
      several ? try_prepared(run, *threshold, j) : try_scale(run, base, d, multiples_.scale(j));
      if (decreases_enough(base, run.next)) return;
    }
  }
  // A step that leaves the domain of f is too long.
  double scale = plan.scale > 0 ? plan.scale : multiples_.scale(plan.trials - 1);
  while (run.next.f == infinity) try_scale(run, base, d, scale *= 2);
  if (!decreases_enough(base, run.next)) ++run.counters.forced_steps;
}

/// As above with multiples that follow f, and as many trials as it takes.
void Trials::search_adaptively(Run& run, const Point& base, const Scaling& d, const StepPlan& plan) {
  const double unit = run.options().sufficient_decrease * d.mean();
  double scale = plan.scale > 0 ? plan.scale : 1;
  for (Index j = 0; j < plan.trials + AdaptiveScale::more_trials; ++j) {
    if (j < plan.trials && plan.scale == 0) scale = multiples_.scale(j);
    if (j >= plan.trials) scale /= std::min(run.options().line_search_factor, 0.5);  // however slowly the others grow
    try_scale(run, base, d, adaptive_.scale() * scale);
    sufficient_ = unit * adaptive_.scale() * scale;
    const bool low = plan.restart && j + 1 >= plan.trials && run.next.f <= adaptive_.ceiling();
    if (!low && !decreases_enough(base, run.next)) continue;
    if (!plan.restart) adaptive_.follow(adaptive_.scale() * scale, multiples_);
    break;
  }
  SBREG_REQUIRE(std::isfinite(run.next.f), SBREG_E_NUMERIC,
                "iteration %lld found no step at which f is finite; the last good point is kept",
                static_cast<long long>(run.counters.iterations + 1));
  if (!decreases_enough(base, run.next)) ++run.counters.forced_steps;
}

/// run.next <- the step with the matrix scale D, with f there.
void Trials::try_scale(Run& run, const Point& base, const Scaling& d, double scale) {
  evaluate(run, step(run, base, d, scale));
}

/// Likewise trial j, after the threshold has aimed.
void Trials::try_prepared(Run& run, Threshold& threshold, Index j) {
  const bool finite = threshold.choose(j, 1 / multiples_.scale(j));
  if (finite) threshold.take(run.next.x);
  evaluate(run, finite);
}

/// The first trial of which it is not known without a look at f that f rises, or the last one. The fall of a step grows
/// with its length, so the trials before one with too large a fall need no look at all; the search begins where the
/// last one ended. After a gradient in single precision it is known to that precision.
Index Trials::first_open(Run& run, const Point& base, Threshold& threshold, Index trials) noexcept {
  if (!run.half_square) return 0;
  const double most = 4.01 * base.f + 1e-10 * run.f_at_zero;  // with some room for rounding
  const auto rises = [&](double fall) { return fall > most && std::isfinite(fall); };
  const auto step = [&](Index j) { return 1 / multiples_.scale(j); };
  const auto open = [&](Index j) { return !(threshold.choose(j, step(j)) && rises(threshold.fall())); };
  const auto closed = [&](Index j) { return rises(threshold.least_fall(j, step(j))) || !open(j); };
  Index j = std::min(open_, trials - 1);
  if (j > 0 && !closed(j - 1)) {
    do --j;
    while (j > 0 && !closed(j - 1));
  } else {
    while (j + 1 < trials && !open(j)) ++j;
  }
  run.counters.trials += j;
  return open_ = j;
}

void Trials::evaluate(Run& run, bool finite) {
  Point& next = run.next;
  if (finite) next.evaluate(*run.evaluator);
  if (adaptive_.enabled() && !(finite && std::isfinite(next.f))) next.f = infinity;  // a step too long
  const bool too_long = finite && next.f == infinity && !run.evaluator->constant_hessian();
  SBREG_REQUIRE(adaptive_.enabled() || too_long || (finite && std::isfinite(next.f)), SBREG_E_NUMERIC,
                "iteration %lld left the range of double precision; the last good point is kept (is a scaling matrix "
                "too small for this problem?)",
                static_cast<long long>(run.counters.iterations + 1));
  ++run.counters.evaluations;
  ++run.counters.trials;
}

bool Trials::decreases_enough(const Point& from, const Point& to) const noexcept {
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
