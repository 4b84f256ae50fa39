// SPDX-License-Identifier: BSD-3-Clause
#include "solver/run/ending.hpp"

#include <cmath>
#include <utility>

#include "sparsebregman.h"

namespace sbreg {
namespace {

EndCheck::End end_of(const Run& run) noexcept {
  return {run.best, run.best_f, run.f_at_zero, std::max(1e-8, 10 * run.options().stationarity_tolerance),
          run.units.gradient / run.units.curvature};
}

}  // namespace

void look_again(Run& run) {
  if (run.end_check == nullptr) return;
  const int ended = std::exchange(run.ended, SBREG_RUNNING);
  const Index before = run.end_check->evaluations();
  const EndCheck::Verdict verdict = (*run.end_check)(end_of(run));
  run.counters.evaluations += run.end_check->evaluations() - before;
  run.ended = ended;
  if (verdict == EndCheck::Verdict::unbounded) run.ended = SBREG_UNBOUNDED;
  if (verdict == EndCheck::Verdict::inconsistent) run.ended = SBREG_INCONSISTENT;
  if (verdict == EndCheck::Verdict::falls && ended != SBREG_RUNNING) run.ended = SBREG_STALLED;
}

bool falls_for_ever(Run& run) { return run.end_check != nullptr && run.end_check->unbounded(end_of(run)); }

void refit_best(Run& run) {
  constexpr double least_fall = 1e-12;  // of f(0)
  Point& next = run.next;
  next.x.assign(run.best);
  next.evaluate(*run.evaluator);
  (*run.refit)(next);
  const bool simpler = next.x.count() < run.best.count() && next.f <= run.best_f + run.slack();
  if (!simpler && !(next.f < run.best_f - least_fall * std::abs(run.f_at_zero))) return;
  run.best_f = next.f;
  run.best.assign(next.x);
  run.amend_record();
}

void make_basic(Run& run) {
  const int ended = std::exchange(run.ended, SBREG_RUNNING);
  const ConstIndexVec S = run.best.support();
  std::vector<double> values(run.best.packed().begin(), run.best.packed().end());
  const Dependence* const columns = run.problem().dependence();
  const bool changes = columns != nullptr && columns->make_basic(S, values);
  run.ended = ended;
  if (!changes) return;
  for (std::size_t k = 0; k < S.size(); ++k)
    if (run.structure().clamp(S[k], values[k]) != values[k]) return;
  const bool lowest = run.at_lower_bound(), proved = run.proved();
  const double f = run.best_f;
  Point& next = run.next;
  next.x.assign_packed(S, values);
  next.evaluate(*run.evaluator);
  const std::vector<Index> basis(next.x.support().begin(), next.x.support().end());
  if (run.refit != nullptr) (*run.refit)(next, basis);
  if (!(next.f <= f + run.slack())) return;
  run.best_f = next.f;
  if ((lowest && !run.at_lower_bound()) || (proved && !run.proved())) {
    run.best_f = f;
    return;
  }
  run.best.assign(next.x);
  run.amend_record();
}

}  // namespace sbreg
