// SPDX-License-Identifier: BSD-3-Clause
// A line search at work inside the loop (paper, Algorithm 5): it tries steps with multiples of D and takes the first
// that decreases f enough. solver/loop/line_search.hpp has the multiples, solver/loop/adaptive_scale.hpp what they are
// relative to where the curvature of f changes.
#pragma once

#include "solver/loop/adaptive_scale.hpp"
#include "solver/loop/restart.hpp"
#include "solver/run/run.hpp"
#include "solver/step/matrix_step.hpp"

namespace sbreg {

class Trials {
 public:
  /// The run has measured its units.
  explicit Trials(const Run& run);

  [[nodiscard]] const LineSearch& multiples() const noexcept { return multiples_; }
  [[nodiscard]] MatrixStep& matrix_step() noexcept { return step_; }
  /// Whether the multiples follow a curvature that changes.
  [[nodiscard]] bool adapts() const noexcept { return adaptive_.enabled(); }
  /// Makes room for what is remembered of so many matrices.
  void remember(Index matrices);

  /// run.next.x <- the step from `base` with the matrix scale D. False when a NaN or an infinity arose.
  bool step(Run& run, const Point& base, const Scaling& d, double scale) noexcept;
  /// run.next <- the first trial from `base` that decreases f enough, or the last one.
  void search(Run& run, const Point& base, const Scaling& d, const StepPlan& plan);
  /// Whether f(to) <= f(from) - sigma ||to - from||^2.
  [[nodiscard]] bool decreases_enough(const Point& from, const Point& to) const noexcept;

 private:
  void search_fixed(Run& run, const Point& base, const Scaling& d, const StepPlan& plan);
  void search_adaptively(Run& run, const Point& base, const Scaling& d, const StepPlan& plan);
  void try_scale(Run& run, const Point& base, const Scaling& d, double scale);
  void try_prepared(Run& run, Threshold& threshold, Index j);
  Index first_open(Run& run, const Point& base, Threshold& threshold, Index trials) noexcept;
  void evaluate(Run& run, bool finite);

  LineSearch multiples_;
  AdaptiveScale adaptive_;
  MatrixStep step_;
  double sufficient_;  // decrease asked for per squared distance
  Index open_ = 0;     // where the last search began to look at f
};

}  // namespace sbreg
