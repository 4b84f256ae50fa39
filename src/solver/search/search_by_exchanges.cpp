// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/search_by_exchanges.hpp"

#include "sparsebregman.h"

namespace sbreg {

bool SearchByExchanges::suits(const Run& run) { return !run.evaluator->constant_hessian() && can_exchange(run); }

SearchByExchanges::SearchByExchanges(Run& run)
    : exchanges_(run.problem(), *run.evaluator, run.structure(), static_cast<std::uint64_t>(run.options().seed),
                 only_searches(run)) {}

void SearchByExchanges::begin(Run& run) {
  run.ended = SBREG_RUNNING;
  first_ = run.counters.iterations;
  exchanges_.begin(run.best);
}

void SearchByExchanges::step(Run& run) {
  const Index evaluations = exchanges_.evaluations();
  const Index newton_steps = exchanges_.newton_steps();
  exchanges_.step(run.options().effort);
  run.count({exchanges_.evaluations() - evaluations, exchanges_.newton_steps() - newton_steps});
  ++run.counters.iterations;
  take(run, exchanges_.best());
  if (run.ended == SBREG_RUNNING && exchanges_.over()) run.ended = state_at_end(run);
}

bool SearchByExchanges::spent(const Run& run) const noexcept {
  return begun() && exchanges_.spent(run.options().effort);
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
