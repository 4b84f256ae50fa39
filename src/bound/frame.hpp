// SPDX-License-Identifier: BSD-3-Clause
// What is left of a quadratic form when some variables are in for certain, others are out, and k places are free:
//
//     f(y) >= value - c'y + y'Gy/2   over the other variables, at most k of them nonzero,
//
// G the Schur complement and `value` the minimum on those that are in. Two diagonals bound G from below:
//
//     a   G - Diag(a) is positive semidefinite on all variables   (proved by a Cholesky factor, or inherited)
//     b   G_TT - Diag(b_T) is, for every set T of k variables:
//         b_j = G_jj - sum of the k-1 largest |G_jl| (G_jj / G_ll)^(1/2), by diagonal dominance
//
// Then for theta in [0, 1], P = theta (G - Diag(a)) >= 0 and delta = theta a + (1 - theta) b is a diagonal of the rest
// K = G - P: K_TT >= Diag(delta_T). theta = 1 needs no b, theta = 0 no a. The elementwise maximum of a and b is no such
// diagonal.
#pragma once

#include <memory>
#include <vector>

#include "bound/quadratic_form.hpp"

namespace sbreg::bound {

inline constexpr double block_speed = 8;  // multiply-adds of matrix products take as long as one elsewhere

struct Frame {
  Index size = 0, ld = 0;
  Index places = 0;             // k
  std::vector<Index> in;        // variables of the form that are eliminated
  std::vector<Index> variable;  // of the form, ascending
  LineVector G, c;
  std::vector<double> a, b;
  double value = 0;
  bool has_a = false;  // whether all a are positive
  bool has_b = false;  // and all b

  /// The whole form.
  static std::shared_ptr<Frame> whole(const QuadraticForm& form);
  /// This frame without the variables that `status` says are out (2), and with those eliminated that it says are in
  /// (1); a is that of this frame. False when a variable depends on others to within rounding.
  bool reduce(const QuadraticForm& form, const std::vector<unsigned char>& status, Index free_places, Frame& out) const;
  /// a <- the largest multiple of the diagonal of G that is proved, if it is larger than what is there. Returns
  /// multiply-adds.
  double measure_a(const QuadraticForm& form);
  /// b for the frame's k.
  void measure_b();

 private:
  [[nodiscard]] bool prove(double part, LineVector& scratch) const;
};

}  // namespace sbreg::bound
