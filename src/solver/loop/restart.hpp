// SPDX-License-Identifier: BSD-3-Clause
// Restart at a stationary point (paper, Algorithm 6): when the gradient has vanished on the support but not off it,
// one step is taken that may go uphill, to search on from a new support.
//   gamma:     one step with restart_factor D, as printed
//   adaptive:  as in the published experiments. With Newton steps the next line search has only
//              J = min(J, max(1, ceil(max|g| / (c min|x_T|)) - 1)) trials, c the mean curvature, so that it ends at a
//              large step; without them it has one trial.
#pragma once

#include "solver/loop/line_search.hpp"
#include "solver/run/units.hpp"
#include "solver/step/point.hpp"

namespace sbreg {

/// The step to take next: so many trials of the line search at most, or one step with `scale` D.
struct StepPlan {
  Index trials = 1;
  double scale = 0;  // positive: one unsearched step with this multiple of D
  bool restart = false;
};

class Restart {
 public:
  Restart() = default;
  explicit Restart(const SolverOptions& options);

  [[nodiscard]] bool enabled() const noexcept { return kind_ != Kind::none; }
  /// The plan for the next step from x with gradient g, whose norm is `size`.
  [[nodiscard]] StepPlan plan(const SparseVector& x, ConstVec g, double size, const Units& units,
                              const LineSearch& line_search) const noexcept;

 private:
  enum class Kind { none, gamma, adaptive };
  Kind kind_ = Kind::none;
  bool newton_ = false;
  double factor_ = 1;
  double small_on_support_ = 0;  // the gradient on the support has vanished below this
  double large_ = 0;             // and the whole gradient has not, above this; both in units of the gradient
};

}  // namespace sbreg
