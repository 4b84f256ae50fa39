// SPDX-License-Identifier: BSD-3-Clause
// A quadratic f on all its variables, in numbers from which lower bounds can be had that rounding does not spoil:
//
//     f(x) >= at_zero - c'y + y'Gy/2   for every x with at most s nonzeros,  x_j = unit_j y_j.
//
// Units are powers of two, so that G_jj is between 1 and 4 and no digit is lost. What is computed of G and c errs by at
// most e (G_ii G_jj)^(1/2) and h G_jj^(1/2). On s coordinates y'Ey <= 4 e s |y|^2 and h'|y| <= z |y|^2/2 + s h^2/(2z):
// the diagonal of G is lowered by 4 e s + z, and at_zero by the rest, once and for all. e and h also cover the backward
// error of eliminating up to s variables by Cholesky (frame.hpp), which is that of such a change of G and c.
#pragma once

#include <optional>
#include <vector>

#include "problem/problem.hpp"
#include "support/line_array.hpp"

namespace sbreg::bound {

inline constexpr double unit_roundoff = 0x1p-53;

struct QuadraticForm {
  Index size = 0;               // variables that are not zero columns
  Index ld = 0;                 // size rounded up to whole lines
  Index s = 0;                  // for points with at most so many nonzeros
  std::vector<Index> variable;  // of the problem
  std::vector<double> unit;
  LineVector G;  // both triangles
  LineVector c;
  double at_zero = 0;
  bool semidefinite = false;  // whether G is, but for `wobble`
  double wobble = 0;          // what the computed G may have below its exact eigenvalues
  double elimination = 0;     // backward error of an elimination, of any entry

  /// Nothing where f is no such quadratic, or one whose numbers underflow or are not finite.
  static std::optional<QuadraticForm> make(const Problem& problem, Index s);
  /// Whether the Hessian of f is known and constant.
  static bool suits(const Problem& problem);
};

}  // namespace sbreg::bound
