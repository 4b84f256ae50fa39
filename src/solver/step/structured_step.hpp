// SPDX-License-Identifier: BSD-3-Clause
// The step under structure, in the same three parts as without (solver/step/threshold.hpp): with u_i the free minimiser
// of coordinate i's model phi_i, which is convex,
//
//     propose   z_i = clamp(u_i)                    the minimiser within the bounds
//     score     phi_i(0) - phi_i(z_i) >= 0          = L (D_h(0, u_i) - D_h(z_i, u_i)),  d_i z_i (2 u_i - z_i) / 2 for D
//     select    kept coordinates and the s groups with the largest sums
//
// x+ minimises the model over the feasible vectors, so everything that the plain step's descent rests on holds.
#pragma once

#include <vector>

#include "kernel/kernel.hpp"
#include "solver/step/scaling.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

class StructuredStep {
 public:
  explicit StructuredStep(const Structure& structure);

  /// next <- the step from x with the matrix D/step. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step, SparseVector& next) noexcept;
  /// The same with a kernel and L.
  bool operator()(const SparseVector& x, ConstVec g, const Kernel& kernel, double L, SparseVector& next);
  /// The decrease that the model promises for the step just taken, with step 1: 0 exactly when x is stationary.
  double promised(const SparseVector& x, ConstVec g, const Scaling& d, const SparseVector& next) const noexcept;
  double promised(const SparseVector& x, ConstVec g, const Kernel& kernel, double L, const SparseVector& next) const;

  /// g without the entries that only press x against a bound: what is left to gain from. Valid until the next call.
  ConstVec unblocked(const SparseVector& x, ConstVec g) noexcept;

 private:
  /// Sums term(i, whether the bounds left the minimiser alone) over the coordinates where x or next is not zero.
  template <class Term>
  double sum(const SparseVector& x, const SparseVector& next, Term term) const;

  const Structure& structure_;
  Selection selection_;
  std::vector<double> z_, score_, clamped_;
};

}  // namespace sbreg
