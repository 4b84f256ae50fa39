// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/stop_test.hpp"

#include <cmath>

#include "sparsebregman.h"

namespace sbreg {
namespace {

constexpr Index brief_window = 8;  // iterations without a better point, before a search over supports,
constexpr Index patience = 2;      // and this times those that it took to find it, where the Hessian is not constant

/// Where a better support is found by a few restarts or by the search over supports, the long published windows only
/// cost gradients.
Stall stall_of(const Run& run) {
  const SolverOptions& options = run.options();
  const bool brief = run.setup.method().has_search() && options.stall_window < 0;
  const bool patient = brief && !run.evaluator->constant_hessian();
  const bool has_residual = run.evaluator->residual_norm(run.current.state).has_value();
  const double unit = run.units.objective();
  return {brief ? brief_window : options.stall_window,
          patient ? patience : 0,
          run.problem().dimension(),
          run.setup.sparsity(),
          has_residual ? std::sqrt(unit) : unit,
          options.newton != 0};
}

/// The decreases of the last steps drown in the rounding of f, so the point with the smallest computed f is an earlier
/// and less accurate one, right only to the root of that rounding: the stationary point becomes the best one.
void prefer_iterate(Run& run, double unit) {
  if (run.current.f > run.best_f + Run::rounding * unit) return;
  run.best_f = run.current.f;
  run.best.assign(run.current.x);
  run.amend_record();
}

}  // namespace

StopTest::StopTest(const Run& run, bool restarts) : stall_(stall_of(run)), restarts_(restarts) {}

void StopTest::operator()(Run& run, double promised, Index matrices, bool newton) {
  const auto residual = run.evaluator->residual_norm(run.current.state);
  if (run.reached_target()) {
    run.ended = SBREG_TARGET_REACHED;
    return;
  }
  const double unit = std::abs(run.f_at_zero) + std::abs(run.best_f);
  if (!restarts_ && stationary(run, promised, unit, matrices)) {
    run.ended = SBREG_STATIONARY;
    prefer_iterate(run, unit);
    return;
  }
  const double best = residual ? std::sqrt(2 * std::max(run.best_f, 0.0)) : run.best_f;
  if (stall_(residual.value_or(run.current.f), best, newton)) run.ended = SBREG_STALLED;
}

/// Once every matrix of the dictionary has had its turn and none promised anything.
bool StopTest::stationary(const Run& run, double promised, double unit, Index matrices) noexcept {
  stationary_for_ = promised <= run.options().stationarity_tolerance * unit ? stationary_for_ + 1 : 0;
  return stationary_for_ / std::max<Index>(matrices, 1) >= run.options().dsm_period;
}

}  // namespace sbreg
