// SPDX-License-Identifier: BSD-3-Clause
// The gradient G x + c of least squares by sums in single precision: half of what an exact one reads. Units are powers
// of two, so that no rounding depends on the units of the data.
#pragma once

#include "linalg/sparse_vector.hpp"
#include "problem/gram.hpp"
#include "problem/problem.hpp"

namespace sbreg {

class RoughGradient {
 public:
  /// Of x with at most s nonzeros. `constant` is c, and `largest` > 0 the largest |c_i|; gram.unit() > 0.
  RoughGradient(Gram& gram, ConstVec constant, double largest, Index s);

  /// As Evaluator::rough_gradient. `scratch` has as many numbers as A has rows.
  std::optional<RoughGradients::Rough> operator()(const SparseVector& x, double most, Vec scratch, Vec g);

 private:
  Gram& gram_;
  double unit_;            // of g
  double scale_;           // of x
  SingleVector constant_;  // c / unit_
  LineVector scaled_;      // the nonzeros of scale_ x
  SingleVector values_;    // the same
};

}  // namespace sbreg
