// SPDX-License-Identifier: BSD-3-Clause
// Which search over supports a run takes: the first row whose conditions hold.
#include "solver/search/search.hpp"
#include "solver/search/search_by_exchanges.hpp"
#include "solver/search/search_by_model.hpp"
#include "solver/search/search_by_refits.hpp"
#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {
namespace {

template <class Kind>
std::unique_ptr<Search> make(Run& run) {
  return std::make_unique<Kind>(run);
}

constexpr Index few_products = 256;  // with columns of the caller's matrix, where the Hessian changes

constexpr SearchKind kinds[] = {
    {SearchByRefits::tries_all, make<SearchByRefits>, false},
    {SearchByRefits::suits, make<SearchByRefits>, false},
    {SearchByModel::suits, make<SearchByModel>, true},
    {SearchByExchanges::suits, make<SearchByExchanges>, true},
};

}  // namespace

bool only_searches(const Run& run) noexcept { return run.setup.method().searches == Searches::at_once; }

bool can_exchange(const Run& run) {
  const Problem& problem = run.problem();
  const Index s = run.setup.sparsity();
  const bool only = only_searches(run);
  if (!run.structure().plain()) return false;
  // A search needs a column for every candidate, and the end of a run every column: auto does not ask the caller's
  // functions for so many products.
  const Index few = run.evaluator->constant_hessian() ? SupportSearch::all_candidates : few_products;
  const bool able = run.evaluator->second_order() != nullptr &&
                    (only || problem.columns_stored() || (problem.rows() > 0 && problem.dimension() <= few));
  SBREG_REQUIRE(able || !only, SBREG_E_UNSUPPORTED,
                "the search over supports needs second derivatives of f; a %s has none", problem.kind());
  const bool fits = s <= Newton::largest_factor && SupportSearch::fits(problem.dimension(), s);
  SBREG_REQUIRE(fits || !only, SBREG_E_UNSUPPORTED, "s = %lld is too large for the method search; use gpnp or newton",
                static_cast<long long>(s));
  return able && fits;
}

void Search::take(Run& run, const Point& found) {
  const bool improved = found.f < run.best_f;
  if (improved) {
    run.counters.support_changes += found.x.same_support(run.current.x) ? 0 : 1;
    run.current.x.assign(found.x);
    run.current.state = found.state;
    run.current.f = run.best_f = found.f;
    run.best.assign(found.x);
    run.gradient_known = false;
  }
  run.record(improved, false);
  if (improved && run.reached_target()) run.ended = SBREG_TARGET_REACHED;
}

bool Search::refit(Run& run, ConstIndexVec support, ConstVec values) {
  Point& next = run.next;
  next.x.assign_packed(support, values);
  next.evaluate(*run.evaluator);
  ++run.counters.evaluations;
  if (!(next.f <= run.f_at_zero)) {  // the model led too far
    next.x.assign_packed({}, {});
    next.evaluate(*run.evaluator);
    ++run.counters.evaluations;
  }
  run.count((*run.refit)(next, support));
  const bool simpler = next.x.count() < run.best.count() && next.f <= run.best_f + run.slack();
  if (!simpler && !(next.f < run.best_f)) return false;
  run.counters.support_changes += next.x.same_support(run.current.x) ? 0 : 1;
  std::swap(run.current, next);
  run.gradient_known = false;
  run.best_f = run.current.f;
  run.best.assign(run.current.x);
  if (run.reached_target()) run.ended = SBREG_TARGET_REACHED;
  return true;
}

int Search::state_at_end(const Run& run) const noexcept {
  const bool settled = run.proved() || (run.gradient_known && run.gradient_size == 0);
  return settled ? SBREG_STATIONARY : SBREG_SEARCHED;
}

const SearchKind* choose_search(const Run& run) {
  if (!run.setup.method().has_search()) return nullptr;
  for (const SearchKind& kind : kinds)
    if (kind.suits(run)) return &kind;
  return nullptr;
}

}  // namespace sbreg
