// SPDX-License-Identifier: BSD-3-Clause
// The step with a scaling matrix D under a structure, in the three parts of solver/step/threshold.hpp: with u_i the
// free minimiser of coordinate i's model phi_i, which is convex,
//
//     propose   z_i = clamp(u_i)                    the minimiser within the bounds
//     score     phi_i(0) - phi_i(z_i) >= 0          = d_i z_i (2 u_i - z_i) / 2
//     select    kept coordinates and the s groups with the largest sums
//
// x+ minimises the model over the feasible vectors, so everything that the descent of the plain step rests on holds.
// Under a plain structure the step is that of Threshold.
#pragma once

#include <optional>
#include <vector>

#include "solver/step/threshold.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

class MatrixStep {
 public:
  /// The structure outlives it.
  explicit MatrixStep(const Structure& structure);

  /// next <- the step from x with the matrix D/step. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, const Scaling& d, double step, SparseVector& next) noexcept;
  /// The decrease that the model promises for the step just taken, with step 1: 0 exactly when x is stationary.
  [[nodiscard]] double promised(const SparseVector& x, ConstVec g, const Scaling& d,
                                const SparseVector& next) const noexcept;
  /// g without the entries that only press x against a bound: what is left to gain from. Valid until the next call.
  ConstVec unblocked(const SparseVector& x, ConstVec g) noexcept;
  /// The plain step, which prepares several steps from one x at once; nullptr under any other structure.
  [[nodiscard]] Threshold* plain() noexcept { return plain_ ? &*plain_ : nullptr; }

 private:
  const Structure& structure_;
  std::optional<Threshold> plain_;
  Selection selection_;
  std::vector<double> z_, score_, clamped_;
};

}  // namespace sbreg
