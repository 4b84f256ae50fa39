// SPDX-License-Identifier: BSD-3-Clause
// The lower bound of a convex loss of a linear model with a ridge, and a tree on it. With g the gradient of the loss at
// any point v, convexity says loss(x) >= loss(v) + g'(x - v); the least value of the right-hand side plus ridge/2
// ||x||^2 is
//
//     loss(v) - g'v - (sum over those in of g_j^2 + the k largest free g_j^2) / (2 ridge).
//
// At its maximum over v the relaxation's x is v, and z_j = -ridge v_j / g_j. Each iteration solves the equations of
// ascent.hpp with the Hessian of the loss at v in place of P, and goes there or part of the way.
//
// Rounding. t = Av, p = the slope of the loss by t and g = A'p are computed with errors that act on x like a change of
// g_j by h |a_j|: g_j^2 becomes (|g_j| + h |a_j|)^2.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "problem/problem.hpp"

namespace sbreg::bound {

class ConvexTree {
 public:
  /// `upper` is f at the feasible point x; nodes whose bound is at least upper - tolerance |upper| are closed.
  ConvexTree(const Problem& problem, Index s, double upper, const SparseVector& x, double tolerance);
  static bool suits(const Problem& problem);

  void lower_upper(double upper) noexcept { upper_ = std::min(upper_, upper); }
  /// As Tree::grow, on one thread, for the evaluator may be the caller's functions.
  void grow(double until, Index memory, const std::function<bool()>& keep_going);
  [[nodiscard]] bool done() const noexcept { return open_.empty(); }
  [[nodiscard]] double lower_bound() const noexcept { return lower_; }
  [[nodiscard]] double work() const noexcept { return work_; }
  [[nodiscard]] Index nodes() const noexcept { return nodes_; }
  [[nodiscard]] bool has_found() const noexcept { return found_; }
  void take(std::vector<Index>& support, std::vector<double>& values);

 private:
  struct Node {
    double bound = -infinity;
    Index places = 0, number = 0;
    bool root = false;
    std::vector<unsigned char> status;  // 0 free, 1 in, 2 out
    std::vector<std::pair<Index, double>> point;

    [[nodiscard]] Index bytes() const noexcept {
      return static_cast<Index>(sizeof(Node) + status.capacity() + point.capacity() * sizeof(point[0])) + 64;
    }
  };
  /// A point, its gradient and the bound there.
  struct Here {
    Here(const Evaluator& evaluator, Index n) : x(n, n), state(to_size(evaluator.state_size())), g(to_size(n)) {}
    SparseVector x;
    LineVector state;
    std::vector<double> g;  // of the loss alone
    double bound = -infinity, margin = 0, last_in = 0, first_out = 0;
  };

  void evaluate(Here& here, const Node& node);
  bool newton(const Node& node);
  double fit(const std::vector<Index>& support, std::vector<double>& values);
  void process(Node& node);
  void push(Node node);
  void raise() noexcept;
  [[nodiscard]] double cut() const noexcept { return upper_ - tolerance_ * std::abs(upper_); }

  const Problem& problem_;
  std::unique_ptr<Evaluator> evaluator_;
  Index n_, s_;
  double ridge_;
  Penalty penalty_;
  double upper_, tolerance_, lower_, closed_ = infinity;
  double pass_;  // multiply-adds of a gradient
  double slope_at_zero_ = 0;
  std::vector<double> length_;  // of the columns
  Here here_, next_;
  std::vector<double> ratio_, scratch_, hessian_;
  std::vector<Index> chosen_;
  Index whole_ = 0;
  std::vector<double> target_;  // of a step, dense
  std::vector<Node> open_;
  std::vector<Index> support_, trial_support_;
  std::vector<double> values_, trial_values_;
  Index nodes_ = 0, numbers_ = 0, bytes_ = 0;
  double work_ = 0;
  bool found_ = false;
};

}  // namespace sbreg::bound
