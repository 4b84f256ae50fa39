// SPDX-License-Identifier: BSD-3-Clause
// Minimises f over the coordinates T of a point and within the bounds, by Newton steps that are halved until f falls.
// Where the Hessian is constant one step is the minimiser, and others, if asked for, remove the rounding of the first.
// f must be convex on T for this to be the minimum.
//
// Where f has no curvature (Huber's loss far from the data) there is no Newton point. A step that leaves coordinates
// where they are or gains nothing is therefore followed by a damped one, and only these, when they gain nothing either,
// end the refit. Steps are damped, too, where Newton's are far too long time and again, as between the kinks of Huber's
// loss. Steps that are far too short, as Newton's are where f grows exponentially, are doubled.
#pragma once

#include <vector>

#include "solver/step/newton.hpp"

namespace sbreg {

class Refit {
 public:
  struct Effort {
    Index evaluations = 0;
    Index steps = 0;  // that were taken
  };

  /// For points of a structure, which outlives it; `exact`: the most steps where the Hessian is constant.
  Refit(Evaluator& evaluator, const Structure& structure, int exact);

  /// `at` is evaluated and its support lies in T (ascending); on return it is the minimiser on T, evaluated.
  Effort operator()(Point& at, ConstIndexVec T);
  /// The same on the support of `at`, or on all of the groups that it touches and what is kept.
  Effort operator()(Point& at);
  /// A step that makes coordinates 0 is taken even if f rises by so little: f then does not need them.
  double slack = 0;
  /// Where the Hessian changes, the refit may end as soon as f is bound to stay above this: once a whole Newton step
  /// falls by so little that a multiple of it would not get there.
  double hopeless = infinity;
  /// The most by which f may fall further on T, to second order at `at`; infinite where a column depends on others.
  double promise(const Point& at, ConstIndexVec T);
  /// Whether columns of any T so far may depend on each other.
  [[nodiscard]] bool doubted() const noexcept { return newton_.doubted(); }

 private:
  void descend(Point& at, ConstIndexVec T);
  void repeat(Point& at, ConstIndexVec T);
  void take(Point& at) noexcept;
  void evaluate(Point& trial);
  double slope(const Point& where, const Point& at, ConstIndexVec T);
  bool good(const Point& at, ConstIndexVec T);
  int shorten(const Point& at, ConstIndexVec T);
  void lengthen(const Point& at);

  Evaluator& evaluator_;
  Newton newton_;
  Selection selection_;
  std::vector<Index> T_;
  Point trial_;
  Point further_;
  std::vector<double> gradient_;  // on T
  int exact_;
  Effort effort_;  // of this call
};

}  // namespace sbreg
