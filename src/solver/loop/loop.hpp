// SPDX-License-Identifier: BSD-3-Clause
// The one loop behind every method of the paper (Algorithms 1, 2 and 5 to 8, and the composition table):
//
//     g  <- gradient of f at y                    y is the iterate x, or the extrapolated point with momentum
//     z  <- threshold(y, g, scale D_k)            for the first trial scale that decreases f enough
//     v  <- Newton point on the support of z      when that support repeats
//     x+ <- v or z,  y+ <- x+ or what momentum makes of it
//     remember the best point, test for a stop
//
// With the safe step (scale 1, D_k >= C) f never increases. A method is a set of switches, not a class. A step
// allocates nothing.
#pragma once

#include "solver/loop/dictionary.hpp"
#include "solver/loop/extrapolation.hpp"
#include "solver/loop/stop_test.hpp"
#include "solver/loop/trials.hpp"
#include "solver/run/phase.hpp"
#include "solver/step/newton.hpp"

namespace sbreg {

class Loop final : public Phase {
 public:
  /// The run has measured its units, and the dictionary outlives the loop. `alone`: whether no search over supports
  /// follows.
  Loop(Run& run, Dictionary& dictionary, bool alone);

  /// Makes room for so many scaling matrices.
  void remember(Index matrices) { trials_.remember(matrices); }
  bool prepare(Run& run, const std::function<bool()>& keep_going) override;
  void step(Run& run) override;
  void end(Run& run) override;
  [[nodiscard]] bool doubted() const noexcept override { return newton_ && newton_->step.doubted(); }
  [[nodiscard]] bool starts_at_iterate() const noexcept override { return !extrapolation_ && rough_ == nullptr; }
  void tell(const Run& run, Sentence& sentence) const noexcept override;

 private:
  /// What became of z before it was accepted.
  struct Refinement {
    bool newton = false;     // whether a Newton step was taken
    bool minimiser = false;  // whether it is where a refit has ended
  };

  [[nodiscard]] Point& base(Run& run) noexcept { return extrapolation_ ? extrapolation_->y : run.current; }
  void measure_gradient(Run& run);
  void measure_exactly(Run& run);
  bool measure_roughly(Run& run);
  [[nodiscard]] bool first_unseen(const Run& run) const noexcept;
  [[nodiscard]] StepPlan plan_step(Run& run) noexcept;
  double search_line(Run& run, const Scaling& d, const StepPlan& plan);
  Refinement refine(Run& run);
  bool take_newton_step(Run& run);
  void accept(Run& run, const StepPlan& plan, Refinement refined);

  Dictionary& dictionary_;
  bool alone_;
  Trials trials_;
  Restart restart_;
  StopTest stop_test_;
  std::optional<Extrapolation> extrapolation_;  // with momentum
  struct NewtonStep {
    Newton step;
    Point v;
  };
  std::optional<NewtonStep> newton_;  // where the Hessian is constant; elsewhere run.refit goes all the way
  RoughGradients* rough_;             // of the evaluator, where steps may follow gradients in single precision
  double last_size_ = infinity;       // norm of the last step's gradient
  bool best_is_minimiser_ = false;    // whether the best point is what a refit has left
  Index iterations_ = 0;
};

}  // namespace sbreg
