// SPDX-License-Identifier: BSD-3-Clause
// Search over supports for an f whose Hessian is constant: heat-bath chains on a set of candidate coordinates. Each
// cycle of a chain ends with a descent by exact swaps. The work is done in turns: in a turn every active chain advances
// by about the same work, on as many threads as are given, and then all wait for each other. What a chain does depends
// on its own random numbers only, and the winner of a turn is the lowest energy, then the lowest chain, so the number
// of threads changes nothing.
//
// Few coordinates are all candidates. Of many, the candidates are the support and the coordinates whose gradient at
// the best point promises most, chosen anew whenever that point moves. f itself, computed at the refitted support, must
// confirm what a turn proposes.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solver/search/support_chain.hpp"
#include "solver/search/support_tree.hpp"

namespace sbreg {

class SupportSearch {
 public:
  /// Whether the memory for a search with s nonzeros among n is acceptable.
  static bool fits(Index n, Index s) noexcept { return candidate_count(n, s) > 0; }
  static constexpr Index chains = 4;
  /// Up to so many coordinates all are candidates.
  static constexpr Index all_candidates = 1024;

  SupportSearch(const Problem& problem, Index s, std::uint64_t seed);

  /// Makes the model around `best`, whose gradient is g; the chains start over, the first one from its support.
  /// `evaluator` takes points with s nonzeros. Ends with the support of `best`, filled up and improved by swaps, as a
  /// result. Should it fail, nothing has begun.
  void begin(Evaluator& evaluator, const Point& best, ConstVec g, double f_at_zero);
  [[nodiscard]] bool begun() const noexcept { return begun_; }
  /// Whether there is anything to exchange.
  [[nodiscard]] bool trivial() const noexcept { return places_ == model_.size || places_ == 0; }

  /// One turn; the search as a whole is given `effort` times the work unit. True when it ended with a support of lower
  /// energy than any since begin().
  bool advance(Index threads, double effort);
  /// The coordinates of the last result, ascending, and their values.
  [[nodiscard]] ConstIndexVec support() const noexcept { return support_; }
  [[nodiscard]] ConstVec values() const noexcept { return values_; }

  [[nodiscard]] Index candidates() const noexcept { return model_.size; }
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// Whether the next turn of a search with that effort goes to the tree.
  [[nodiscard]] bool proof_pays(double effort) const noexcept;
  /// Whether no support is better than the best result.
  [[nodiscard]] bool proved() const noexcept {
    return every_ && proof_begun_ && tree_->done() && !tree_->unsure() && !pending_ && !doubt_;
  }
  /// Whether the proof has ended without an answer, for columns nearly depend on each other.
  [[nodiscard]] bool unsure() const noexcept {
    return every_ && proof_begun_ && tree_->done() && tree_->unsure() && !pending_;
  }
  /// By how much rounding may have changed the f of a support that the proof compared.
  [[nodiscard]] double proof_error() const noexcept { return tree_ ? 0.5 * tree_->error() * model_.energy_unit : 0; }
  /// Whether the last result waits to be tried by f, and then confirmed.
  [[nodiscard]] bool pending() const noexcept { return pending_; }
  /// Says what f is at the best point, after a result was tried.
  void confirm(double f, double f_at_zero) noexcept;
  /// Multiply-adds so far, about, and the number that an effort of 1 stands for.
  [[nodiscard]] double work() const noexcept { return work_; }
  [[nodiscard]] double work_unit() const noexcept;

 private:
  static Index candidate_count(Index n, Index s) noexcept;
  /// Whether p columns can be independent by far: more observations than these, or a quadratic, which may be anything.
  [[nodiscard]] bool tall(Index p) const noexcept { return problem_.rows() == 0 || problem_.rows() > p; }
  void choose_candidates(Evaluator& evaluator, const Point& best, ConstVec g);
  Index run_chains(Index count, Index threads);
  void take(ConstIndexVec S, const SwapTableau<double>& tableau);
  void begin_proof();
  [[nodiscard]] bool repeats(ConstIndexVec before, Index j) const;
  void prove_only_support();
  bool advance_proof();

  const Problem& problem_;
  Index s_;
  Index most_;  // candidates
  std::uint64_t seed_;
  std::unique_ptr<Evaluator> evaluator_;  // for points with as many nonzeros as candidates, where those are some only
  std::optional<Point> at_;               // of it
  CandidateModel model_;
  std::vector<std::unique_ptr<SupportChain>> chains_;
  std::vector<double> diagonal_, score_;
  std::vector<Index> chosen_, order_, support_;
  std::vector<double> values_;
  SwapDescent start_;
  std::optional<SupportTree> tree_;  // where it may come to an end
  std::vector<double> gain_;         // for its order
  double known_ = 0;                 // energy of the best point, by f itself
  double expected_ = infinity;       // energy of a result, where a proof rests on it
  Index wide_ = 0;                   // size of the sets looked at for an exact fit
  bool looks_ = false;               // whether they are
  Index places_ = 0;
  Index joined_ = 0;  // chains that take part
  Index cycles_ = 0;  // ended by the first chain
  Index restarts_ = 0;
  Index turns_ = 0;
  double total_ = 0;    // 2 f(0) in the units of energy, where exact fits are looked for
  double at_zero_ = 0;  // f(0)
  double lowest_ = 0;   // energy
  double work_ = 0;
  bool measured_ = false;  // the diagonal
  bool begun_ = false;
  bool proof_begun_ = false;  // whether the proof has begun
  bool pending_ = false;      // whether a result waits to be confirmed
  bool doubt_ = false;        // whether f was not what the tree expected
  bool complete_ = false;     // every coordinate that matters is a candidate,
  bool every_ = false;        // and what does not matter is exactly zero
};

}  // namespace sbreg
