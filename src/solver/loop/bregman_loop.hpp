// SPDX-License-Identifier: BSD-3-Clause
// The loop of a method with a kernel (paper, Algorithm BPG): x+ minimises the model g'(y - x) + L D_h(y, x) over the
// feasible vectors, with an L that satisfies the descent inequality.
#pragma once

#include "solver/loop/stop_test.hpp"
#include "solver/run/phase.hpp"
#include "solver/step/bregman_step.hpp"

namespace sbreg {

class BregmanLoop final : public Phase {
 public:
  /// SBREG_E_ARGUMENT or SBREG_E_UNSUPPORTED where a setup has a kernel and other ingredients that do not go with it.
  static void require_suitable(const Setup& setup);

  /// The run has measured its units.
  explicit BregmanLoop(const Run& run);

  void step(Run& run) override;
  void tell(const Run& run, Sentence& sentence) const noexcept override;

 private:
  BregmanStep bregman_;
  StopTest stop_test_;
};

}  // namespace sbreg
