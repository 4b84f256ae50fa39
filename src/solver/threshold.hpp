// SPDX-License-Identifier: BSD-3-Clause
// The thresholding step (paper, eq. D_descent_solution), in three parts so that structure can change one of them:
//
//     propose   z = x - D^{-1} g             the minimiser of the model, coordinate by coordinate
//     score     sqrt(d_i) |z_i|              the square of it is twice the gain of keeping coordinate i
//     select    the s largest scores         x+ = z there, 0 elsewhere
//
// x+ minimises g'(y-x) + (y-x)'D(y-x)/2 over ||y||_0 <= s, hence f(x+) <= f(x) - ||x+ - x||^2_{D-H}/2 when D >= H.
#pragma once

#include <vector>

#include "linalg/sparse_vector.hpp"
#include "solver/scaling.hpp"

namespace sbreg {

class Threshold {
 public:
  Threshold(Index n, Index s) : s_(s), z_(to_size(n)), score_(to_size(n)), chosen_(to_size(s)) {}

  /// next <- the step from x with the matrix D/step. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step, SparseVector& next) noexcept;

 private:
  Index s_;
  std::vector<double> z_;
  std::vector<double> score_;
  std::vector<Index> chosen_;
};

/// The decrease that the model promises for the step from x to y = the result of Threshold with step 1:
/// -g'(y-x) - (y-x)'D(y-x)/2, summed without cancellation on the coordinates that stay.
double promised_decrease(const SparseVector& x, ConstVec g, const Scaling& d, const SparseVector& y) noexcept;

}  // namespace sbreg
