// SPDX-License-Identifier: BSD-3-Clause
// The step with a kernel h and L under a structure, in the same three parts as that with a matrix
// (solver/step/matrix_step.hpp), except that the score of z_i = clamp(u_i) is
//
//     phi_i(0) - phi_i(z_i) = L (D_h(0, u_i) - D_h(z_i, u_i)) >= 0
#pragma once

#include <vector>

#include "kernel/kernel.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

class KernelStep {
 public:
  /// The structure outlives it.
  KernelStep(const Kernel& kernel, const Structure& structure);

  /// next <- the step from x. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, double L, SparseVector& next);
  /// The decrease that the model promises for the step just taken: 0 exactly when x is stationary.
  [[nodiscard]] double promised(const SparseVector& x, ConstVec g, double L, const SparseVector& next) const;

 private:
  bool score_within_bounds();

  const Kernel& kernel_;
  const Structure& structure_;
  Selection selection_;
  std::vector<double> z_, score_, clamped_;
};

}  // namespace sbreg
