// SPDX-License-Identifier: BSD-3-Clause
// The search over supports under structure, inside the one loop: where the iterations have stalled (auto), or at once
// (search), every further step is a portion of it.
#include "solver/solver.hpp"
#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {

bool Solver::can_search_structure() const {
  const bool only = options.method == "search";
  if (structure_ == nullptr || (!only && (options.method != "auto" || options.newton == 0))) return false;
  const bool able = evaluator_->has_hessian() && capacity_ <= Newton::largest_factor;
  SBREG_REQUIRE(able || !only, SBREG_E_UNSUPPORTED,
                "the search over supports refits up to %lld coordinates by second derivatives; a %s with %lld has no "
                "such refit",
                static_cast<long long>(Newton::largest_factor), problem_->kind(), static_cast<long long>(capacity_));
  return able;
}

void Solver::begin_search() {
  ended_ = SBREG_RUNNING;
  first_round_ = counters_.iterations;
  supports_->begin(best_);
}

void Solver::step_search() {
  if (!supports_->begun()) begin_search();
  const Index before = supports_->evaluations();
  supports_->step();
  counters_.evaluations += supports_->evaluations() - before;
  ++counters_.iterations;
  take_found(supports_->best());
  if (ended_ == SBREG_RUNNING && supports_->over()) ended_ = end_of_search();
}

void Solver::begin_exchanges() {
  ended_ = SBREG_RUNNING;
  first_round_ = counters_.iterations;
  exchanges_->begin(best_);
}

void Solver::step_exchanges() {
  const Index evaluations = exchanges_->evaluations();
  const Index steps = exchanges_->newton_steps();
  exchanges_->step(options.effort);
  counters_.evaluations += exchanges_->evaluations() - evaluations;
  counters_.newton_steps += exchanges_->newton_steps() - steps;
  ++counters_.iterations;
  take_found(exchanges_->best());
  if (ended_ == SBREG_RUNNING && exchanges_->over()) ended_ = end_of_search();
}

/// What a search over supports has found becomes the iterate where it is better than the best point.
void Solver::take_found(const Point& found) {
  const bool improved = found.f < best_f_;
  if (improved) {
    counters_.support_changes += found.x.same_support(current_.x) ? 0 : 1;
    current_.x.assign(found.x);
    current_.state = found.state;
    current_.f = best_f_ = found.f;
    best_.assign(found.x);
    gradient_known_ = false;
  }
  record(improved, false);
  if (improved && reached_target()) ended_ = SBREG_TARGET_REACHED;
}

}  // namespace sbreg
