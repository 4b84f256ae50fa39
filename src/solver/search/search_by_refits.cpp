// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/search_by_refits.hpp"

#include <cmath>

#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double usual_newton_steps = 10;  // of a refit
constexpr double most_supports = 4096;     // that are all tried,
constexpr double brief_work = 5e6;         // and multiply-adds for which auto tries all of them

}  // namespace

bool SearchByRefits::tries_all(const Run& run) {
  const Problem& problem = run.problem();
  const Index s = run.setup.sparsity();
  if (!run.structure().plain() || (!only_searches(run) && run.options().newton == 0)) return false;
  if (run.evaluator->second_order() == nullptr || run.evaluator->constant_hessian() || !problem.columns_stored())
    return false;
  const double refit = usual_newton_steps * static_cast<double>(problem.rows() * s * (s + 1));  // multiply-adds
  const double most = only_searches(run) ? most_supports : std::min(most_supports, brief_work / refit);
  return few_supports(problem.dimension(), s, most);
}

bool SearchByRefits::suits(const Run& run) {
  if (run.structure().plain() || (!only_searches(run) && run.options().newton == 0)) return false;
  const bool able = run.evaluator->second_order() != nullptr && run.capacity <= Newton::largest_factor;
  SBREG_REQUIRE(able || !only_searches(run), SBREG_E_UNSUPPORTED,
                "the search over supports refits up to %lld coordinates by second derivatives; a %s with %lld has no "
                "such refit",
                static_cast<long long>(Newton::largest_factor), run.problem().kind(),
                static_cast<long long>(run.capacity));
  return able;
}

SearchByRefits::SearchByRefits(Run& run)
    : supports_(*run.evaluator, run.structure(), static_cast<std::uint64_t>(run.options().seed)) {}

void SearchByRefits::begin(Run& run) {
  run.ended = SBREG_RUNNING;
  first_ = run.counters.iterations;
  supports_.begin(run.best);
}

void SearchByRefits::step(Run& run) {
  run.ensure_gradient();
  if (!begun()) begin(run);
  const Index before = supports_.evaluations();
  supports_.step();
  run.counters.evaluations += supports_.evaluations() - before;
  ++run.counters.iterations;
  take(run, supports_.best());
  note_proof(run);
  if (run.ended == SBREG_RUNNING && supports_.over()) run.ended = state_at_end(run);
}

bool SearchByRefits::spent(const Run& run) const noexcept { return supports_.spent(run.options().effort); }

/// Where every support was tried, none has an f below the best one. Every loss is convex, a quadratic or a function of
/// the caller's need not be.
void SearchByRefits::note_proof(Run& run) const noexcept {
  if (supports_.proved() && run.problem().rows() > 0 && !run.at_lower_bound())
    run.raise_floor(run.best_f - trusted * std::abs(run.best_f));
}

void SearchByRefits::tell(const Run& run, Sentence& sentence) const noexcept {
  if (!begun()) return;
  if (supports_.exhaustive())
    sentence.begin_clause("%s", supports_.over() ? "every support was tried" : "every support is being tried");
  else
    sentence.begin_clause("%lld exchanges of groups and coordinates",
                          static_cast<long long>(run.counters.iterations - first_));
}

}  // namespace sbreg
