// SPDX-License-Identifier: BSD-3-Clause
// Minimises f over the coordinates T of a point and within the bounds, by Newton steps that are halved until f falls:
// one step where the Hessian is constant. f must be convex on T for this to be the minimum.
#pragma once

#include "solver/newton.hpp"

namespace sbreg {

class Refit {
 public:
  /// For points of n numbers with at most `capacity` nonzeros.
  Refit(Evaluator& evaluator, Index n, Index capacity, const Structure& structure);

  /// `at` is evaluated and its support lies in T (ascending); on return it is the minimiser on T, evaluated.
  void operator()(Point& at, ConstIndexVec T);

 private:
  Evaluator& evaluator_;
  Newton newton_;
  Point trial_;
};

}  // namespace sbreg
