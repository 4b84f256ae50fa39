// SPDX-License-Identifier: BSD-3-Clause
// The one loop behind every method (paper, Algorithms 1, 2 and 5 to 8, and the composition table):
//
//     g  <- gradient of f at the base point (x, or the extrapolated y)
//     z  <- threshold(base, g, scale D_k), the first trial scale that decreases f enough
//     v  <- Newton point on the support of z, when it repeats
//     accept, remember the best point, test for a stop
//
// With the safe step (scale 1, D_k >= C) f never increases. A method is a set of options, not a class. step()
// allocates nothing.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bound/proof.hpp"
#include "solver/adaptive_scale.hpp"
#include "solver/bregman_step.hpp"
#include "solver/coordinatewise.hpp"
#include "solver/dictionary.hpp"
#include "solver/end_check.hpp"
#include "solver/history.hpp"
#include "solver/momentum.hpp"
#include "solver/newton.hpp"
#include "solver/options.hpp"
#include "solver/point.hpp"
#include "solver/restart.hpp"
#include "solver/stopping.hpp"
#include "solver/structured_search.hpp"
#include "solver/structured_step.hpp"
#include "solver/support_search.hpp"
#include "solver/threshold.hpp"
#include "solver/units.hpp"

namespace sbreg {

struct Counters {
  Index iterations = 0;
  Index trials = 0;       // steps that were considered; those known to raise f are not evaluated
  Index evaluations = 0;  // of f
  Index support_changes = 0;
  Index newton_steps = 0;
  Index restarts = 0;
  Index forced_steps = 0;  // accepted without the decrease that was asked for
};

class Solver {
 public:
  Solver(std::shared_ptr<const Problem> problem, Index s);
  /// With the options, the dictionary, the kernel and the structure of a solver for as many variables.
  Solver(std::shared_ptr<const Problem> problem, Index s, const Solver& pattern);

  [[nodiscard]] const Problem& problem() const noexcept { return *problem_; }
  [[nodiscard]] std::shared_ptr<const Problem> share_problem() const noexcept { return problem_; }
  [[nodiscard]] Index sparsity() const noexcept { return s_; }

  // Before the first step.
  [[nodiscard]] const std::vector<Scaling>& dictionary() const noexcept { return dictionary_; }
  void set_dictionary(const std::vector<Scaling>& dictionary) { dictionary_ = dictionary; }
  void add_scaling(ConstVec w) { dictionary_.emplace_back(w); }
  void set_start(ConstVec x0);
  /// Groups, bounds and kept coordinates. SBREG_E_ARGUMENT when a start that was set does not fit them.
  void set_structure(std::unique_ptr<const Structure> structure);
  /// What is honoured besides s nonzeros, or nullptr.
  [[nodiscard]] const Structure* structure() const noexcept { return structure_.get(); }
  /// For the method bpg; without one it works with a scaling matrix.
  void set_kernel(std::shared_ptr<const Kernel> kernel) noexcept { kernel_ = std::move(kernel); }

  /// Whether such a run may take place on a thread of the library's own.
  [[nodiscard]] bool thread_safe() const noexcept {
    return problem_->thread_safe() && (kernel_ == nullptr || kernel_->thread_safe());
  }

  /// Before every step: what may allocate or take long. At first units, workspaces and the dictionary; where that was
  /// not asked for and a line search can do without, it follows once the run has cost as much as it does. `keep_going`
  /// is asked between iterations of that work; when it answers false, so does this, and the next call goes on where
  /// this one ended.
  bool prepare(const std::function<bool()>& keep_going);
  /// Whether prepare() has settled what the options say, even if it has not ended.
  [[nodiscard]] bool begun() const noexcept { return prepared_ || computation_ != nullptr; }
  /// One iteration, unless the state is terminal. Only after prepare() said true.
  void step();

  /// SBREG_RUNNING, or why the run ended. Limits that were raised since are taken into account.
  [[nodiscard]] int state() const noexcept;
  [[nodiscard]] Evaluator& evaluator() noexcept { return *evaluator_; }
  [[nodiscard]] const SparseVector& iterate() const noexcept { return current_.x; }
  [[nodiscard]] const SparseVector& best() const noexcept { return best_; }
  [[nodiscard]] double objective() const noexcept { return current_.f; }
  [[nodiscard]] double best_objective() const noexcept { return best_f_; }
  [[nodiscard]] std::optional<double> residual_norm() const { return evaluator_->residual_norm(current_.state); }
  /// Of the gradient at the iterate, computed now if need be.
  [[nodiscard]] double gradient_norm();
  [[nodiscard]] Index active_dsm() const noexcept { return active_; }
  [[nodiscard]] Index dictionary_size() const noexcept { return to_index(dictionary_.size()); }
  /// Whether the matrices that the method computes by itself are still to come, and may be named.
  [[nodiscard]] bool waits_for_dictionary() const noexcept { return prepared_ && extends_at_ != unlimited; }
  /// Whether another run would begin with the same matrices.
  [[nodiscard]] bool shares_dictionary() const noexcept { return !postpones_; }
  /// After the option of that name was set.
  void dictionary_changed() noexcept;
  /// L of the last step of bpg with a kernel; 0 before it and without one.
  [[nodiscard]] double relative_smoothness() const noexcept { return smoothness_; }
  /// The rank of the columns of the best point's support; nothing where the problem has no columns.
  [[nodiscard]] std::optional<Index> rank() const { return problem_->rank(best_.support()); }
  /// What the run did, in words.
  [[nodiscard]] const char* strategy() const noexcept;
  /// Whether f at the best point is as low as f can be anywhere, to 1e-20 of f(0).
  [[nodiscard]] bool at_lower_bound() const noexcept;
  /// No feasible point has an f below this number; -infinity where nothing is known. It never falls during a run.
  [[nodiscard]] double lower_bound() const noexcept;
  /// 0 at the lower bound (see at_lower_bound), otherwise how far above it f at the best point is, relative to that f;
  /// infinity where nothing is known.
  [[nodiscard]] double gap() const noexcept;
  /// Whether the gap is at most what was asked for.
  [[nodiscard]] bool proved() const noexcept { return gap() <= options.gap_tolerance; }
  /// Whether f has no minimiser on the support of the best point: classes that the chosen variables separate.
  [[nodiscard]] bool separated() const;
  [[nodiscard]] const Counters& counters() const noexcept { return counters_; }
  [[nodiscard]] const History& history() const noexcept { return history_; }

  SolverOptions options;

 private:
  Solver(std::shared_ptr<const Problem> problem, Index s, std::unique_ptr<const Structure> structure);
  struct Ingredients;
  void advance();
  [[nodiscard]] bool ends_by_itself() const noexcept;
  [[nodiscard]] bool goes_on_for_long() const noexcept;
  void doubt();
  [[nodiscard]] EndCheck::End end() const noexcept;
  void begin(const std::function<bool()>& keep_going);
  void end_at_zero();
  bool extend(const std::function<bool()>& keep_going);
  void make_steps(Ingredients& made);
  void make_searches(Ingredients& made);
  bool make_dictionary(const Method& method, Index trials, const std::function<bool()>& keep_going);
  [[nodiscard]] std::string_view dictionary_name() const noexcept;
  bool compute_dictionary(std::string_view name, Index trials, const std::function<bool()>& keep_going);
  void keep(Ingredients made) noexcept;
  [[nodiscard]] bool adapts() const noexcept;
  void measure();
  [[nodiscard]] double guess_curvature() const noexcept;
  const Scaling& next_scaling() noexcept;
  [[nodiscard]] StepPlan next_plan() noexcept;
  /// Whether this is the first iteration as published: its first trial is taken, and then a Newton step tried.
  [[nodiscard]] bool first_unseen() const noexcept {
    return counters_.iterations == 0 && line_search_.trusts_first_step() && !adaptive_.enabled();
  }
  [[nodiscard]] Point& base() noexcept { return momentum_ ? extrapolated_ : current_; }
  void ensure_gradient();
  void measure_gradient() noexcept;
  bool measure_roughly();
  void search(const Scaling& d, const StepPlan& plan);
  void search_adaptively(const Scaling& d, const StepPlan& plan);
  bool step_to_next(const Scaling& d, double scale) noexcept;
  void trial(const Scaling& d, double scale);
  void trial(Index j);
  Index first_open(Index trials) noexcept;
  void evaluate_trial(bool finite);
  [[nodiscard]] double promised(const Scaling& d) const noexcept;
  [[nodiscard]] bool decreases_enough(const Point& from, const Point& to) const noexcept;
  bool try_newton();
  void count(const Refit::Effort& effort) noexcept;
  void step_by_kernel();
  void raise_floor() noexcept;
  [[nodiscard]] double proof_work() const noexcept;
  [[nodiscard]] bool proof_wanted() const noexcept;
  [[nodiscard]] double proof_share() const noexcept;
  bool step_proof();
  [[nodiscard]] double search_bound() const noexcept;
  [[nodiscard]] bool can_search_structure() const;
  [[nodiscard]] bool can_try_all() const;
  void begin_search();
  void step_search();
  void require_kernel_suits(const Method& method) const;
  [[nodiscard]] double guess_smoothness() const;
  void accept(const StepPlan& plan, bool newton = false);
  bool extrapolate(const StepPlan& plan);
  void test_for_stop(double promised, bool newton);
  [[nodiscard]] bool reached_target() const;
  [[nodiscard]] bool can_search() const;
  void begin_rounds(bool counts);
  void step_by_rounds();
  bool try_result();
  bool refit(ConstIndexVec support, ConstVec values);
  bool swap_beyond_candidates();
  [[nodiscard]] bool thorough() const noexcept;
  [[nodiscard]] Index most_candidates() const noexcept;
  [[nodiscard]] bool checks_exchanges() const noexcept;
  [[nodiscard]] bool work_is_done() const noexcept;
  [[nodiscard]] bool effort_spent() const noexcept;
  [[nodiscard]] int end_of_search() const noexcept;
  void settle(double unit);
  void refit_best();
  [[nodiscard]] bool doubted() const noexcept;
  void make_basic();
  /// By how much f may rise where coordinates become 0 that it does not need: rounding.
  [[nodiscard]] double slack() const noexcept { return 1e-14 * std::abs(f_at_zero_); }
  void record(bool changed, bool restarted);

  std::shared_ptr<const Problem> problem_;
  Index s_;
  Index capacity_;                              // the most nonzeros: s_, or what the structure allows
  std::unique_ptr<const Structure> structure_;  // empty: none
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<Scaling> dictionary_;
  std::unique_ptr<DictionaryComputation> computation_;  // while it is interrupted
  Index extends_at_ = unlimited;                        // the iteration that waits for the method's own
  std::shared_ptr<const Kernel> kernel_;
  Point current_;                // x
  Point next_;                   // z, then the next x
  Point extrapolated_;           // y, with momentum; without it the Newton point
  LineVector gradient_;          // at the base point, once gradient_known_
  LineVector spare_;             // another gradient, or a part of one: of a step ahead, exact, or asked for
  double gradient_size_ = 0;     // its norm
  double last_size_ = infinity;  // that of the last step's
  Threshold threshold_;
  SparseVector best_;
  double best_f_ = 0;
  bool next_refitted_ = false;  // where the Hessian changes: whether next_ is what a refit left
  bool best_refitted_ = false;  // and the best point

  // What prepare() makes of the options.
  bool prepared_ = false;
  Units units_;
  double f_at_zero_ = 0;
  Index open_ = 0;            // where the last line search began to look at f
  bool roughly_ = false;      // whether steps may follow gradients in single precision
  bool half_square_ = false;  // whether f is half the square of a residual that is affine in x
  double target_residual_ = 0;
  double sufficient_ = 0;  // decrease asked for per squared distance
  LineSearch line_search_;
  AdaptiveScale adaptive_;
  Restart restart_;
  std::unique_ptr<StructuredStep> structured_;
  std::optional<BregmanStep> bregman_;
  std::optional<Newton> newton_;
  std::optional<Point> newton_point_;  // with momentum, where y must outlast a Newton step that fails
  std::optional<Momentum> momentum_;
  std::unique_ptr<const Structure> plain_;      // none, for a search that wants one
  std::unique_ptr<StructuredSearch> supports_;  // under structure, or where all supports are tried
  Stall stall_;
  std::unique_ptr<EndCheck> end_check_;    // where f can surprise
  std::unique_ptr<Refit> refit_;           // instead of single Newton steps where the Hessian changes, and at the end
  std::unique_ptr<SupportSearch> rounds_;  // where the method searches over supports
  std::unique_ptr<bound::Proof> proof_;    // and where f has a bound that a tree can raise
  struct Beyond {                          // for the check of all exchanges at the end
    Beyond(const Problem& problem, Index s)
        : exchanges(problem, s), dense(to_size(problem.dimension())), values(to_size(s)), support(to_size(s)) {}
    Exchanges exchanges;
    std::vector<double> dense, values;
    std::vector<Index> support;
  };
  std::unique_ptr<Beyond> beyond_;
  struct Ingredients {  // of the above what prepare() makes anew before it keeps any of it
    std::optional<Newton> newton;
    std::optional<Point> newton_point;
    std::optional<Momentum> momentum;
    std::unique_ptr<StructuredStep> structured;
    std::unique_ptr<Refit> refit;
    std::unique_ptr<EndCheck> end_check;
    std::unique_ptr<const Structure> plain;
    std::unique_ptr<StructuredSearch> supports;
    std::unique_ptr<SupportSearch> rounds;
    std::unique_ptr<bound::Proof> proof;
    std::unique_ptr<Beyond> beyond;
  };
  Index first_round_ = 0;            // the iteration it began with
  bool final_ = false;               // no exchange with a coordinate beyond the candidates improves
  Index better_rounds_ = 0;          // rounds that found a better point
  bool promising_ = true;            // whether the search is worth all of its effort
  mutable char strategy_[256] = "";  // what strategy() wrote

  // Where the run is.
  bool postpones_ = false;  // whether dictionary_ was a cheap one at first
  bool gradient_known_ = false;
  bool base_evaluated_ = true;  // false while an extrapolated point waits for it
  double floor_ = -infinity;    // the largest lower bound that a search has proved
  int ended_ = 0;               // SBREG_RUNNING or a state that no limit undoes
  Index active_ = 0;            // the matrix in use
  Index uses_ = 0;              // iterations it has been in use
  double smoothness_ = 0;       // L of the last step of bpg
  Index stationary_for_ = 0;    // consecutive iterations whose matrix promised nothing
  Counters counters_;
  History history_;
};

}  // namespace sbreg
