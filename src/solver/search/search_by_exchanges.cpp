// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/search_by_exchanges.hpp"

#include "sparsebregman.h"

namespace sbreg {

bool SearchByExchanges::suits(const Run& run) { return !run.evaluator->constant_hessian() && can_exchange(run); }

SearchByExchanges::SearchByExchanges(Run& run)
    : exchanges_(run.problem(), *run.evaluator, run.structure(), static_cast<std::uint64_t>(run.options().seed),
                 only_searches(run)),
      proving_(run) {}

void SearchByExchanges::begin(Run& run) {
  run.ended = SBREG_RUNNING;
  first_ = run.counters.iterations;
  exchanges_.begin(run.best);
}

bool SearchByExchanges::prepare(Run& run, const std::function<bool()>& /*keep_going*/) {
  if (proof_is_next(run)) proving_.prepare(run);
  return true;
}

void SearchByExchanges::step(Run& run) {
  if (proof_is_next(run))
    prove(run);
  else
    search(run);
  if (run.ended != SBREG_RUNNING) return;
  if (run.proved())
    run.ended = SBREG_STATIONARY;
  else if (exchanges_.over() && !proof_is_next(run))
    run.ended = state_at_end(run);
}

void SearchByExchanges::search(Run& run) {
  const Index evaluations = exchanges_.evaluations();
  const Index newton_steps = exchanges_.newton_steps();
  exchanges_.step(run.options().effort);
  run.count({exchanges_.evaluations() - evaluations, exchanges_.newton_steps() - newton_steps});
  ++run.counters.iterations;
  take(run, exchanges_.best());
}

/// A portion of the proof. A better support that it meets is refitted.
void SearchByExchanges::prove(Run& run) {
  const bool better = proving_.step(run, progress(run)) && refit(run, proving_.support(), proving_.values());
  ++run.counters.iterations;
  run.record(better, false);
}

/// What the proof may look at.
Proving::Search SearchByExchanges::progress(const Run& run) const noexcept {
  return {exchanges_.usual_work(), exchanges_.over() || exchanges_.spent(run.options().effort)};
}

bool SearchByExchanges::proof_is_next(const Run& run) const noexcept {
  return begun() && proving_.wanted(run, progress(run));
}

bool SearchByExchanges::spent(const Run& run) const noexcept {
  return begun() && exchanges_.spent(run.options().effort) && !proof_is_next(run);
}

void SearchByExchanges::tell(const Run& /*run*/, Sentence& sentence) const noexcept {
  if (!begun()) return;
  const auto carried = static_cast<long long>(exchanges_.exchanges());
  const auto anew = static_cast<long long>(exchanges_.restarts());
  sentence.begin_clause("%lld exchange%s with everything refitted, the search began anew %lld time%s", carried,
                        carried == 1 ? "" : "s", anew, anew == 1 ? "" : "s");
  if (exchanges_.coordinatewise())
    sentence.begin_clause("%s", "no swap of two coordinates improves");
  else if (exchanges_.settled())
    sentence.begin_clause("%s", "no exchange improves that a second-order model, with everything refitted, favours");
}

}  // namespace sbreg
