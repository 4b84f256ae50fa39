// SPDX-License-Identifier: BSD-3-Clause
// The units in which a run measures gradients, curvature and objectives, so that no decision depends on the units of
// the data: the published thresholds are absolute numbers for data of size 1, ours are multiples of these.
#pragma once

#include "problem/problem.hpp"

namespace sbreg {

struct Units {
  double gradient = 1;   // root mean square of the s largest entries of that at 0; at most ||b|| sqrt(curvature/s)
  double curvature = 1;  // mean of the diagonal of the bound on the Hessian
  [[nodiscard]] double objective() const noexcept { return gradient * gradient / curvature; }
};

/// `gradient_at_zero` is read, `scratch` has the same length.
Units measure_units(const Problem& problem, Index s, ConstVec gradient_at_zero, Vec scratch);

}  // namespace sbreg
