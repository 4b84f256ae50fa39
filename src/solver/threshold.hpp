// SPDX-License-Identifier: BSD-3-Clause
// The thresholding step (paper, eq. D_descent_solution), in three parts so that structure can change one of them:
//
//     propose   z = x - D^{-1} g             the minimiser of the model, coordinate by coordinate
//     score     sqrt(d_i) |z_i|              the square of it is twice the gain of keeping coordinate i
//     select    the s largest scores         x+ = z there, 0 elsewhere
//
// x+ minimises g'(y-x) + (y-x)'D(y-x)/2 over ||y||_0 <= s, hence f(x+) <= f(x) - ||x+ - x||^2_{D-H}/2 when D >= H.
//
// A line search takes several steps from one x, with multiples of D. Off the support of x their scores are multiples
// of |g_i| / sqrt(d_i), so that every step chooses among the same candidates: the support and the s largest of those.
//
// To first order f falls by -g'(y-x) from x to the y of a step. Where f is half a squared length |r|^2 / 2, that alone
// may tell that f(y) > f(x): r(y)'r(x) = 2f(x) + g'(y-x), so f(y) >= (2f(x) + g'(y-x))^2 / 4f(x), which is above f(x)
// when the fall exceeds 4f(x).
#pragma once

#include <vector>

#include "linalg/kernels.hpp"
#include "linalg/sparse_vector.hpp"
#include "solver/scaling.hpp"
#include "support/line_array.hpp"

namespace sbreg {

class Threshold {
 public:
  Threshold(Index n, Index s);

  /// next <- the step from x with the matrix D/step. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step, SparseVector& next) noexcept;

  /// Finds the candidates of all steps from x. False when a NaN or an infinity arose.
  bool aim(const SparseVector& x, ConstVec g, const Scaling& d) noexcept;
  /// A bound from below on the fall -g'(y-x) of the step with the matrix D/step, from the x and with the D of the last
  /// aim. The y of that step has the s largest d_i z_i^2; were it supported off x, these would sum to step^2 times the
  /// s largest g_i^2 / d_i, and the coordinates of x change that by no more than they have.
  [[nodiscard]] double least_fall(double step) const noexcept;
  /// Chooses the coordinates of that step. False when a NaN or an infinity arose.
  bool choose(double step) noexcept;
  /// -g'(y-x), and y itself, of the step that was chosen.
  [[nodiscard]] double fall() const noexcept;
  void take(SparseVector& next) const noexcept;

 private:
  Index s_;
  LineArray<double> z_;
  LineArray<double> score_;
  std::vector<Index> chosen_;
  std::vector<Index> candidate_;              // ascending
  Index candidates_ = 0;                      // how many there are
  Index padded_ = 0;                          // in whole cache lines, of which the last is filled up with zeros
  LineArray<double> x_, g_, inverse_, root_;  // at the candidates
  Index count_ = 0;                           // how many were chosen
  double chosen_step_ = 0;                    // for which step
  Falls falls_;                               // at the candidates; `fresh` for the s largest of the new ones
  double aimed_ = 0;                          // the score that the last candidates reached
  double cut_ = 0;                            // the score that the last step asked for
  double step_ = 1;                           // and its length
};

/// The decrease that the model promises for the step from x to y = the result of Threshold with step 1:
/// -g'(y-x) - (y-x)'D(y-x)/2, summed without cancellation on the coordinates that stay.
double promised_decrease(const SparseVector& x, ConstVec g, const Scaling& d, const SparseVector& y) noexcept;

}  // namespace sbreg
