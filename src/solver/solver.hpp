// SPDX-License-Identifier: BSD-3-Clause
// The one loop behind every method (paper, Algorithms 1 and 2 and the composition table):
//
//     g  <- gradient of f at x
//     x+ <- threshold(x, g, D_k),  D_k from the dictionary in turn
//     accept x+, remember the best point, test for a stop
//
// f(x+) <= f(x) whenever D_k >= C, the bound on the Hessian. A method is a set of options, not a class. step()
// allocates nothing.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solver/history.hpp"
#include "solver/methods.hpp"
#include "solver/options.hpp"
#include "solver/point.hpp"
#include "solver/threshold.hpp"

namespace sbreg {

struct Counters {
  Index iterations = 0;
  Index evaluations = 0;
  Index support_changes = 0;
};

class Solver {
 public:
  Solver(std::shared_ptr<const Problem> problem, Index s);

  [[nodiscard]] const Problem& problem() const noexcept { return *problem_; }
  [[nodiscard]] Index sparsity() const noexcept { return s_; }

  // Before the first step.
  void add_scaling(ConstVec w);
  void set_start(ConstVec x0);

  /// Everything that may allocate or take long: the dictionary that the method needs and the start's value.
  void prepare();
  [[nodiscard]] bool prepared() const noexcept { return prepared_; }
  /// One iteration, unless the state is terminal. Prepare first.
  void step();

  /// SBREG_RUNNING, or why the run ended. Limits that were raised since are taken into account.
  [[nodiscard]] int state() const noexcept;
  [[nodiscard]] const SparseVector& iterate() const noexcept { return current_.x; }
  [[nodiscard]] const SparseVector& best() const noexcept { return best_; }
  [[nodiscard]] double objective() const noexcept { return current_.f; }
  [[nodiscard]] double best_objective() const noexcept { return best_f_; }
  [[nodiscard]] std::optional<double> residual_norm() const { return evaluator_->residual_norm(current_.state); }
  /// Of the gradient at the iterate; computed now if need be, and then not again by the next step.
  [[nodiscard]] double gradient_norm();
  [[nodiscard]] Index active_dsm() const noexcept { return active_; }
  [[nodiscard]] Index dictionary_size() const noexcept { return to_index(dictionary_.size()); }
  [[nodiscard]] const Counters& counters() const noexcept { return counters_; }
  [[nodiscard]] const History& history() const noexcept { return history_; }

  SolverOptions options;

 private:
  void build_dictionary();
  const Scaling& next_scaling() noexcept;
  void ensure_gradient();
  void accept(double promised);
  void record(bool changed);

  std::shared_ptr<const Problem> problem_;
  Index s_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<Scaling> dictionary_;
  Point current_;
  Point next_;
  std::vector<double> gradient_;  // at current_, once gradient_known_
  Threshold threshold_;
  SparseVector best_;
  double best_f_ = 0;
  double f_at_zero_ = 0;
  double target_residual_ = 0;
  bool prepared_ = false;
  bool gradient_known_ = false;
  int ended_ = 0;              // SBREG_RUNNING or a state that no limit undoes
  Index active_ = 0;           // the matrix in use
  Index uses_ = 0;             // iterations it has been in use
  Index stationary_for_ = 0;   // consecutive scaling matrices that promised nothing
  Counters counters_;
  History history_;
};

}  // namespace sbreg
