// SPDX-License-Identifier: BSD-3-Clause
// The search over supports that ends the method `auto` on a structured problem: an iteration is a portion of it.
#include "solver/solver.hpp"
#include "sparsebregman.h"

namespace sbreg {

void Solver::begin_search() {
  searched_ = ended_;
  ended_ = SBREG_RUNNING;
  supports_->begin(best_);
}

void Solver::step_search() {
  const Index before = supports_->evaluations();
  const bool more = supports_->step();
  counters_.evaluations += supports_->evaluations() - before;
  ++counters_.iterations;
  const Point& found = supports_->best();
  const bool improved = found.f < best_f_;
  if (improved) {
    counters_.support_changes += found.x.same_support(current_.x) ? 0 : 1;
    current_ = found;
    best_f_ = found.f;
    best_.assign(found.x);
    gradient_known_ = false;
  }
  record(improved, false);
  if (!more) ended_ = searched_;
}

}  // namespace sbreg
