// SPDX-License-Identifier: BSD-3-Clause
// Minimises f over the coordinates T of a point and within the bounds, by Newton steps that are halved until f falls:
// one step where the Hessian is constant. f must be convex on T for this to be the minimum.
//
// Where f has no curvature (Huber's loss far from the data) there is no Newton point. A step that leaves coordinates
// where they are or gains nothing is therefore followed by damped ones, and only these, when they gain nothing either,
// end the refit. Steps that are far too short, as Newton's are where f grows exponentially, are doubled.
#pragma once

#include <vector>

#include "solver/newton.hpp"

namespace sbreg {

class Refit {
 public:
  /// For points of n numbers with at most `capacity` nonzeros.
  Refit(Evaluator& evaluator, Index n, Index capacity, const Structure& structure);

  /// `at` is evaluated and its support lies in T (ascending); on return it is the minimiser on T, evaluated.
  void operator()(Point& at, ConstIndexVec T);
  /// The most by which f may fall further on T, to second order at `at`; infinite where a column depends on others.
  double promise(const Point& at, ConstIndexVec T);

 private:
  int shorten(const Point& at);
  void lengthen(const Point& at);

  Evaluator& evaluator_;
  Newton newton_;
  Point trial_;
  Point further_;
  std::vector<double> slope_;  // on T
};

}  // namespace sbreg
