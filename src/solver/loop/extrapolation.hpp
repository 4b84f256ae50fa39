// SPDX-License-Identifier: BSD-3-Clause
// The point y from which a loop with momentum takes its steps (solver/step/momentum.hpp). It is evaluated by the step
// that begins there: nothing may fail once x+ is accepted.
#pragma once

#include "solver/run/run.hpp"
#include "solver/step/momentum.hpp"

namespace sbreg {

struct Extrapolation {
  /// y <- x.
  explicit Extrapolation(const Run& run);

  /// Evaluates y, unless it is; where it lies beyond the domain of f, the next step starts from x.
  void evaluate(Run& run);
  /// x+ and y+, from z in run.next. False when x stays where it is.
  bool move(Run& run, bool restart);

  Point y;
  bool evaluated = true;

 private:
  void start_from(const Point& x);

  Momentum momentum_;
};

}  // namespace sbreg
