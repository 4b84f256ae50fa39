// SPDX-License-Identifier: BSD-3-Clause
// The proof that a point is the best one: a lower bound on f over all points with at most s nonzeros, which rises with
// the work that is spent on it, and better points where it meets them. For a convex quadratic f with constant Hessian:
// the tree of tree.hpp; for another convex loss with a ridge that of convex.hpp.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "bound/convex.hpp"
#include "bound/tree.hpp"

namespace sbreg::bound {

struct Limits {
  double work;    // multiply-adds in all, about
  Index threads;  // which change no result
  Index memory;   // bytes of open nodes; beyond it the tree goes depth first
};

class Proof {
 public:
  /// `relaxed`: f has other constraints, too, so that what is met on the way need not be feasible.
  Proof(const Problem& problem, Index s, bool relaxed)
      : problem_(problem), s_(s), relaxed_(relaxed), quadratic_(QuadraticForm::suits(problem)) {}

  /// Whether there is a bound for such an f at all, and room for its numbers in so many bytes.
  static bool suits(const Problem& problem, Index memory);
  /// Multiply-adds before there is a bound, about.
  [[nodiscard]] double price() const noexcept;

  /// Starts from a feasible point. A gap of at most `tolerance` will do. Should it fail, nothing has begun.
  void begin(const SparseVector& x, double f, double tolerance);
  [[nodiscard]] bool begun() const noexcept { return tree_.has_value() || convex_ != nullptr || hopeless_; }
  /// The tolerance that it began with.
  [[nodiscard]] double tolerance() const noexcept { return tolerance_; }
  /// A feasible point of lower f is known.
  void tell(double f) noexcept;
  /// Goes on until a limit, the end, or a better support. Should it fail, the next call goes on where this one began.
  void work(const Limits& limits, const std::function<bool()>& keep_going);
  /// Whether nothing is left to do.
  [[nodiscard]] bool done() const noexcept {
    return begun() && (!tree_ || tree_->done()) && (!convex_ || convex_->done());
  }
  /// It never falls.
  [[nodiscard]] double lower_bound() const noexcept { return lower_; }
  [[nodiscard]] double spent() const noexcept {
    return spent_ + (tree_ ? tree_->work() : 0) + (convex_ ? convex_->work() : 0);
  }
  /// A support better than any before, ascending, and its values: false where none was met since the last call.
  bool take(std::vector<Index>& support, std::vector<double>& values);

 private:
  const Problem& problem_;
  Index s_;
  bool relaxed_;
  bool quadratic_;
  bool hopeless_ = false;
  double tolerance_ = 0;
  double spent_ = 0;
  double lower_ = -infinity;
  std::optional<Tree> tree_;
  std::unique_ptr<ConvexTree> convex_;
};

}  // namespace sbreg::bound
