// SPDX-License-Identifier: BSD-3-Clause
// A solver: what is to be solved (Setup), where the run is (Run), and the phases that the method makes of it. It
// settles what the options say before the first step, hands each step to the phase whose turn it is, and keeps the
// limits. What happens in a step is written in the phases: solver/loop/loop.hpp has the loop of the paper.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "solver/loop/dictionary.hpp"
#include "solver/run/phase.hpp"

namespace sbreg {

class Solver {
 public:
  explicit Solver(Setup setup);
  Solver(std::shared_ptr<const Problem> problem, Index s) : Solver(Setup(std::move(problem), s)) {}
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  [[nodiscard]] const Setup& setup() const noexcept { return setup_; }
  [[nodiscard]] const Problem& problem() const noexcept { return *setup_.problem; }
  /// What another solver would begin with to do the same: the setup, and the matrices where they were computed already.
  [[nodiscard]] Setup setup_for_others() const;

  // Before the first step.
  void add_scaling(ConstVec w) { setup_.dictionary.push_back(std::make_shared<const Scaling>(w)); }
  void set_kernel(std::shared_ptr<const Kernel> kernel) noexcept { setup_.kernel = std::move(kernel); }
  void set_start(ConstVec x0) { run_->start_at(x0); }
  /// SBREG_E_ARGUMENT when a start that was set does not fit it.
  void set_structure(Structure structure);

  /// Before every step: what may allocate or take long. At first units, workspaces and the dictionary; where that was
  /// not asked for and a line search can do without, it follows once the run has cost as much as it does. `keep_going`
  /// is asked between iterations of that work; when it answers false, so does this, and the next call goes on where
  /// this one ended.
  bool prepare(const std::function<bool()>& keep_going);
  /// Whether prepare() has settled what the options say, even if it has not ended.
  [[nodiscard]] bool begun() const noexcept { return prepared_ || dictionary_.computing(); }
  /// One iteration, unless the state is terminal. Only after prepare() said true.
  void step();

  /// SBREG_RUNNING, or why the run ended. Limits that were raised since are taken into account.
  [[nodiscard]] int state() const noexcept;
  [[nodiscard]] const Run& run() const noexcept { return *run_; }
  /// Of the gradient at the iterate, computed now if need be.
  [[nodiscard]] double gradient_norm();
  [[nodiscard]] const Dictionary& dictionary() const noexcept { return dictionary_; }
  /// Whether the matrices that the method computes by itself are still to come, and may be named.
  [[nodiscard]] bool waits_for_dictionary() const noexcept { return prepared_ && dictionary_.waits(); }
  /// After the option of that name was set.
  void dictionary_changed() noexcept;
  /// What the run did, in words that are valid until the next call.
  [[nodiscard]] const char* strategy() const noexcept;
  /// Whether f has no minimiser on the support of the best point: classes that the chosen variables separate.
  [[nodiscard]] bool separated() const;

 private:
  Setup setup_;

 public:
  SolverOptions& options = setup_.options;

 private:
  void begin(const std::function<bool()>& keep_going);
  void end_at_zero();
  void measure_units();
  [[nodiscard]] Phase& phase() const noexcept;
  void advance();
  [[nodiscard]] bool says_that_it_has_ended() const noexcept;
  [[nodiscard]] bool goes_on_for_long() const noexcept;
  [[nodiscard]] bool doubted() const noexcept;

  std::unique_ptr<Run> run_;
  Dictionary dictionary_;
  std::vector<std::unique_ptr<Phase>> phases_;  // in the order in which they take their turns
  bool prepared_ = false;
  mutable Sentence strategy_;  // what strategy() says
};

}  // namespace sbreg
