// SPDX-License-Identifier: BSD-3-Clause
// The largest eigenvalue of a symmetric positive semidefinite operator, from below, by Lanczos without
// reorthogonalisation: the largest Ritz value is not hurt by the loss of orthogonality, only repeated.
#pragma once

#include <functional>
#include <vector>

#include "support/rng.hpp"
#include "support/types.hpp"

namespace sbreg {

/// Largest eigenvalue of the tridiagonal matrix with diagonal d and off-diagonal e, by bisection on Sturm counts.
double tridiagonal_largest(ConstVec d, ConstVec e);

/// `count` independent runs side by side, so that the operator is applied to blocks (vector index contiguous).
class BlockLanczos {
 public:
  using Operator = std::function<void(const double* x, double* y)>;  // y <- G x for count vectors

  BlockLanczos(Index order, Index count, Rng& rng);
  /// One run from a vector that is not zero.
  explicit BlockLanczos(ConstVec start);
  void step(const Operator& apply);
  /// The largest Ritz value over all runs.
  [[nodiscard]] double largest() const;
  [[nodiscard]] Index steps() const noexcept { return steps_; }

 private:
  BlockLanczos(Index order, Index count);
  void normalise();

  Index count_;
  Index steps_ = 0;
  std::vector<double> previous_, current_, next_;
  std::vector<double> beta_;  // last off-diagonal of each run
  std::vector<std::vector<double>> diagonals_, off_diagonals_;
};

}  // namespace sbreg
