// SPDX-License-Identifier: BSD-3-Clause
// A phase of a method: the paper's loop, the loop of a kernel, or a search over supports. A method runs its loop, its
// search, or first the one and then the other (solver/run/methods.hpp); the solver asks the phases for everything that
// depends on which they are.
#pragma once

#include <functional>

#include "solver/run/run.hpp"
#include "support/sentence.hpp"

namespace sbreg {

class Phase {
 public:
  Phase() = default;
  virtual ~Phase() = default;
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

  /// Takes over from the phase before, at the best point of the run, within the iteration that ended that phase. Should
  /// it fail before it has begun, the phase before goes on and the next end tries again.
  virtual void begin(Run& /*run*/) {}
  /// Whether the steps are those of this phase.
  [[nodiscard]] virtual bool begun() const noexcept { return true; }

  /// Before a step: what may allocate or take long. False when `keep_going`, asked inside of that work, said so; the
  /// next call goes on where this one ended.
  virtual bool prepare(Run& /*run*/, const std::function<bool()>& /*keep_going*/) { return true; }
  /// One iteration, which ends the phase by setting run.ended.
  virtual void step(Run& run) = 0;
  /// The run has ended in this phase's step, and no other phase has taken over.
  virtual void end(Run& /*run*/) {}

  /// Whether the work that the options allow is done.
  [[nodiscard]] virtual bool spent(const Run& /*run*/) const noexcept { return false; }
  /// Whether a Newton step of this phase has met columns that may depend on each other.
  [[nodiscard]] virtual bool doubted() const noexcept { return false; }
  /// Whether the next step begins with the gradient at the iterate in double precision, so that it can be kept.
  [[nodiscard]] virtual bool starts_at_iterate() const noexcept { return true; }
  /// Says what the phase has done.
  virtual void tell(const Run& run, Sentence& sentence) const noexcept = 0;
};

}  // namespace sbreg
