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
// Among them it works with sqrt(d_i) x_i and g_i / sqrt(d_i), whose step is a plain difference.
//
// To first order f falls by -g'(y-x) from x to the y of a step. Where f is half a squared length |r|^2 / 2, that alone
// may tell that f(y) > f(x): r(y)'r(x) = 2f(x) + g'(y-x), so f(y) >= (2f(x) + g'(y-x))^2 / 4f(x), which is above f(x)
// when the fall exceeds 4f(x).
#pragma once

#include <vector>

#include "linalg/simd/kernels.hpp"
#include "linalg/sparse_vector.hpp"
#include "solver/step/scaling.hpp"
#include "support/line_array.hpp"

namespace sbreg {

class Threshold {
 public:
  Threshold(Index n, Index s);

  /// next <- the step from x with the matrix D/step. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step, SparseVector& next) noexcept;

  /// Makes room for what is remembered of so many matrices and steps: about where the last choices were cut, from which
  /// the next ones start. Steps are known by their number. Comes before the first aim.
  void remember(Index matrices, Index steps);
  /// Finds the candidates of all steps from x with multiples of D, which is known by the number `matrix`; size = ||g||.
  /// x, g and D stay as they are until the last step was taken. False when a NaN or an infinity arose.
  bool aim(const SparseVector& x, ConstVec g, double size, const Scaling& d, Index matrix) noexcept;
  /// A bound from below on the fall -g'(y-x) of the step with the matrix D/step, or -infinity. The scores above a
  /// threshold that s of them or fewer reach are kept; of the others those with positive g z, if kept, take from it.
  [[nodiscard]] double least_fall(Index j, double step) const noexcept;
  /// Chooses the coordinates of that step. False when a NaN or an infinity arose in the scores.
  bool choose(Index j, double step) noexcept;
  /// The fall, -infinity when equal scores hide it, and y itself, of the step that was chosen.
  [[nodiscard]] double fall() const noexcept;
  void take(SparseVector& next) noexcept;

 private:
  Index s_;
  Index room_;  // for candidates
  LineArray<double> z_;
  LineArray<double> score_;
  std::vector<Index> chosen_;
  std::vector<Index> candidate_;  // ascending
  // sqrt(d) x and g / sqrt(d) at the candidates, zeros beyond them, where the scores of the others were: the fewer
  // lines of the cache are written, the faster goes the next gradient.
  double *x_, *g_;
  Index padded_ = 0;  // how many these are, in whole cache lines
  double slope_ = 0;  // g'x
  double unit_ = 1;   // the score that the candidates off the support reach with step 1
  struct {
    const double *x, *g, *inverse;
  } from_{};  // what the last aim was given

  Index steps_ = 1;
  std::vector<double> aimed_;  // for each matrix, the last unit_, relative to ||g||
  std::vector<double> cuts_;   // for each matrix and step, the last threshold, relative to unit_ and the step
  double* cut_ = nullptr;      // those of the matrix in use

  double step_ = -1;  // that was chosen, -1: none
  double threshold_ = 0;
  Index reached_ = 0;  // how many scores reach the threshold, or what Kernels::cut says of ties
};

/// The decrease that the model promises for the step from x to y = the result of Threshold with step 1:
/// -g'(y-x) - (y-x)'D(y-x)/2, summed without cancellation on the coordinates that stay.
double promised_decrease(const SparseVector& x, ConstVec g, const Scaling& d, const SparseVector& y) noexcept;

}  // namespace sbreg
