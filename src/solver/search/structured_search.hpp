// SPDX-License-Identifier: BSD-3-Clause
// The search over supports under structure, and wherever they are few, for the methods `auto` and `search`. A support
// is a set of s groups; its value is the minimum of f on these and the kept coordinates, within the bounds
// (solver/step/refit.hpp).
//
//     few supports   all of them, in order: the global minimum of a convex f
//     many           exchanges: each group leaves in turn, the rest is refitted, the groups that promise most by the
//                    second-order model of f at that point (g_B and H_BB, within the bounds) are tried by a refit, and
//                    the first better support is taken. When no exchange helps, some groups of the best support are
//                    replaced at random and the exchanges begin again, for a number of rounds.
#pragma once

#include <vector>

#include "solver/step/refit.hpp"
#include "support/rng.hpp"

namespace sbreg {

/// Whether `size` of so many groups can be chosen in no more than `most` ways.
bool few_supports(Index groups, Index size, double most) noexcept;

class StructuredSearch {
 public:
  /// Both outlive the search. Up to `most` supports are all tried.
  StructuredSearch(Evaluator& evaluator, const Structure& structure, std::uint64_t seed, double most = 4096);

  /// Starts from a feasible point. Neither this nor a step allocates.
  void begin(const SparseVector& start);
  [[nodiscard]] bool begun() const noexcept { return begun_; }
  [[nodiscard]] bool exhaustive() const noexcept { return exhaustive_; }
  /// Whether every support was tried and f, if convex, is not lower on any of them than it is known to be.
  [[nodiscard]] bool proved() const noexcept { return exhaustive_ && over_ && !unsure_; }
  /// Whether nothing is left to try.
  [[nodiscard]] bool over() const noexcept { return over_; }
  /// One portion of work.
  void step();
  /// Whether that many times the usual number of random replacements was made.
  [[nodiscard]] bool spent(double effort) const noexcept;
  /// The best point so far.
  [[nodiscard]] const Point& best() const noexcept { return best_; }
  [[nodiscard]] Index evaluations() const noexcept { return evaluations_; }
  /// As Refit::doubted.
  [[nodiscard]] bool doubted() const noexcept { return refit_.doubted(); }

 private:
  struct Promise {
    double gain;
    Index group;
  };

  bool enumerate();
  bool exchange();
  bool kick();
  void fill();
  void fit(ConstIndexVec groups, const SparseVector& from);
  void keep_if_better();
  double rounding();
  [[nodiscard]] double promise(Index group);
  void rank(Index left);
  [[nodiscard]] bool chosen(Index group) const noexcept;
  ConstIndexVec coordinates(ConstIndexVec groups);

  Evaluator& evaluator_;
  const Structure& structure_;
  Refit refit_;
  Index size_;  // groups of a support
  bool exhaustive_;
  std::vector<Index> support_;  // groups, ascending
  std::vector<Index> trial_support_, rest_;
  Point here_, trial_, best_;
  double f_at_zero_ = 0;
  std::vector<Index> best_support_;
  std::vector<double> gradient_;
  std::vector<Index> coordinates_;
  std::vector<Promise> ranking_;
  std::vector<double> hessian_, slope_, low_, high_, v_;
  BoxQuadratic box_;
  std::vector<Index> order_;  // in which groups leave
  Index place_ = 0;           // in order_: the next group to leave
  Index kicks_ = 0;
  Index evaluations_ = 0;
  bool begun_ = false;
  bool filled_ = false;
  bool over_ = false;
  bool unsure_ = false;  // whether a support was left before its minimum, or rounding may decide
  Rng rng_;
};

}  // namespace sbreg
