// SPDX-License-Identifier: BSD-3-Clause
// When a loop ends by itself, asked after each of its iterations: the target is reached, no matrix of the dictionary
// promises a decrease any more (only without restarts, which leave such points), or the run has stalled.
#pragma once

#include "solver/loop/stopping.hpp"
#include "solver/run/run.hpp"

namespace sbreg {

class StopTest {
 public:
  /// The run has measured its units. `restarts`: whether the loop leaves stationary points.
  StopTest(const Run& run, bool restarts);

  /// Sets run.ended where the run ends. `promised` is the decrease that the model promised for a step with the matrix
  /// in use, of so many; `newton` whether the step was one of Newton's.
  void operator()(Run& run, double promised, Index matrices, bool newton);
  /// Another dictionary: none of its matrices has promised nothing yet.
  void forget_promises() noexcept { stationary_for_ = 0; }

 private:
  bool stationary(const Run& run, double promised, double unit, Index matrices) noexcept;

  Stall stall_;
  bool restarts_;
  Index stationary_for_ = 0;  // consecutive iterations whose matrix promised nothing
};

}  // namespace sbreg
