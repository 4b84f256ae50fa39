// SPDX-License-Identifier: BSD-3-Clause
// A bound C on the Hessian, C >= Hessian of f(x) for every x: all that a diagonal scaling matrix needs to know of f.
//
//     C = scale F'F + ridge I   when a factor F (m x n) is known,
//     C = scale S   + ridge I   when only the symmetric matrix S (n x n) is.
#pragma once

#include <vector>

#include "problem/matrix.hpp"

namespace sbreg {

struct Curvature {
  Index n = 0;
  const Matrix* factor = nullptr;     // A, without the row weights
  ConstVec row_weights;               // F = Diag(row_weights)^(1/2) A when not empty
  const double* symmetric = nullptr;  // n x n by columns, both triangles filled, when there is no factor
  double scale = 1;
  double ridge = 0;
};

}  // namespace sbreg
