// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/extrapolation.hpp"

#include <utility>

namespace sbreg {

Extrapolation::Extrapolation(const Run& run) : y(run.current), momentum_(run.structure()) {
  y.evaluate(*run.evaluator);
}

void Extrapolation::start_from(const Point& x) {
  y.x.assign(x.x);
  y.state = x.state;
  y.f = x.f;
}

void Extrapolation::evaluate(Run& run) {
  if (evaluated) return;
  y.evaluate(*run.evaluator);
  ++run.counters.evaluations;
  if (y.f == infinity && !run.evaluator->constant_hessian()) {
    momentum_.start_over();
    start_from(run.current);
  }
  evaluated = true;
}

bool Extrapolation::move(Run& run, bool restart) {
  const bool keep = run.next.f <= run.current.f || restart;
  if (run.next.x.same_support(run.current.x) && !restart) {
    momentum_.extrapolate(run.current.x, run.next.x, keep, y.x);
    if (keep) std::swap(run.current, run.next);
    evaluated = false;
    return keep;
  }
  momentum_.start_over();
  if (keep) std::swap(run.current, run.next);
  start_from(run.current);
  return keep;
}

}  // namespace sbreg
