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
  /// Whether G is large enough for the time that it takes to read to matter.
  static bool pays(Index n) noexcept { return n >= 128; }

  /// Of x with at most s nonzeros. `constant` is c.
  RoughGradient(Gram& gram, ConstVec constant, Index s);

  /// As Evaluator::rough_gradient. `scratch` has as many numbers as A has rows.
  std::optional<Evaluator::Rough> operator()(const SparseVector& x, double most, Vec scratch, Vec g);

 private:
  Gram& gram_;
  double unit_ = 0;        // of g; 0: numbers out of range
  double scale_ = 0;       // of x
  SingleVector constant_;  // c / unit_
  LineVector scaled_;      // the nonzeros of scale_ x
  SingleVector values_;    // the same
};

}  // namespace sbreg
