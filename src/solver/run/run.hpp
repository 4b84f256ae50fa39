// SPDX-License-Identifier: BSD-3-Clause
// Where a run is: its points, the gradient, what was counted and recorded, and why it ended. The phases of a method
// (solver/run/phase.hpp) move it on; they share what is here, and nothing else.
#pragma once

#include <algorithm>
#include <memory>

#include "solver/certificate/end_check.hpp"
#include "solver/run/history.hpp"
#include "solver/run/setup.hpp"
#include "solver/run/units.hpp"
#include "solver/step/refit.hpp"

namespace sbreg {

/// (f - bound) / |f|: how far f is above a lower bound, relative to f; infinity without a bound, or where f is 0.
double relative_gap(double f, double bound) noexcept;

/// ||v||, also where its square overflows or vanishes.
double length(ConstVec v) noexcept;

struct Counters {
  Index iterations = 0;
  Index trials = 0;       // steps that were considered; those known to raise f are not evaluated
  Index evaluations = 0;  // of f
  Index support_changes = 0;
  Index newton_steps = 0;
  Index restarts = 0;
  Index forced_steps = 0;  // accepted without the decrease that was asked for
};

struct Run {
  static constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();  // of f, relative

  /// At 0, where f must be finite. The setup outlives the run.
  explicit Run(const Setup& setup);
  /// At the same point as `other`, with room for the nonzeros of another structure.
  Run(const Run& other, const Structure& structure);

  [[nodiscard]] const Problem& problem() const noexcept { return *setup.problem; }
  [[nodiscard]] const Structure& structure() const noexcept { return setup.structure; }
  [[nodiscard]] const SolverOptions& options() const noexcept { return setup.options; }

  /// Moves the start.
  void start_at(ConstVec x0);

  /// gradient <- that of f at the iterate, unless it is there already.
  void ensure_gradient();
  /// gradient <- that of f at a point, where the next step begins.
  void measure_gradient(const Point& at);
  /// Likewise, where it was computed already.
  void take_gradient(LineVector& known) noexcept;
  /// SBREG_E_NUMERIC unless the norm of a gradient is a number.
  void require_finite_gradient(double size) const;

  /// Whether f at the best point is as low as f can be anywhere, to 1e-20 of f(0).
  [[nodiscard]] bool at_lower_bound() const noexcept;
  /// No feasible point has an f below this number; -infinity where nothing is known. It never falls during a run,
  /// unless f turns out to be lower or not what it seems.
  [[nodiscard]] double lower_bound() const noexcept;
  /// A phase has proved that no feasible point has an f below `bound`.
  void raise_floor(double bound) noexcept { floor = std::max(floor, bound); }
  /// 0 at the lower bound of f, otherwise how far f at the best point is above `lower_bound`, relative to that f;
  /// infinity where nothing is known.
  [[nodiscard]] double gap() const noexcept;
  /// Whether the gap is at most what was asked for.
  [[nodiscard]] bool proved() const noexcept { return gap() <= options().gap_tolerance; }
  /// Whether the residual is as small as was asked for, or, where f has none, f as low as it can be.
  [[nodiscard]] bool reached_target() const;
  /// By how much f may rise where coordinates become 0 that it does not need: rounding.
  [[nodiscard]] double slack() const noexcept { return 1e-14 * std::abs(f_at_zero); }

  /// f falls by about ||g||^2 / (2 L) along the s largest entries of g, and no more than f itself where f >= 0: an L to
  /// start from when nothing else is known.
  [[nodiscard]] double guess_curvature() const noexcept;

  /// Ends an iteration that has led to `current`: counts and records it, and returns whether it is the best point, even
  /// where f has risen by no more than `slack`.
  bool end_iteration(bool changed, bool restarted, double slack = 0);
  /// Room in the history for one iteration, which then cannot fail.
  void reserve_record();
  /// One line of the history.
  void record(bool changed, bool restarted);
  /// The last iteration has found a better point after it was recorded.
  void amend_record() noexcept { history.amend(current.f, best_f); }
  void count(const Refit::Effort& effort) noexcept;

  const Setup& setup;
  Index capacity;  // the most nonzeros
  std::unique_ptr<Evaluator> evaluator;

  Point current;             // x
  Point next;                // z, then the next x
  LineVector gradient;       // at the point where the next step begins, once gradient_known
  LineVector spare;          // another gradient, or a part of one: of a step ahead, exact, or asked for
  double gradient_size = 0;  // its norm
  bool gradient_known = false;
  SparseVector best;
  double best_f;
  double f_at_zero;
  double floor = -infinity;  // the largest lower bound that a phase has proved

  int ended = 0;          // SBREG_RUNNING or a state that no limit undoes
  double smoothness = 0;  // L of the last step with a kernel
  Index matrix = 0;       // the number of the scaling matrix in use
  Counters counters;
  History history;

  // What the beginning of a run settles.
  Units units;
  double target_residual = 0;
  bool half_square = false;             // whether f is half the square of a residual that is affine in x
  std::unique_ptr<Refit> refit;         // where points are refitted on their support
  std::unique_ptr<EndCheck> end_check;  // where f can surprise
};

}  // namespace sbreg
