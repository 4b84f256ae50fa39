// SPDX-License-Identifier: BSD-3-Clause
// Certificates of a point, independent of how it was found. The model is minimised over the vectors that the structure
// allows; docs/algorithms/groups.md has the conditions that this gives.
#pragma once

#include "kernel/kernel.hpp"
#include "problem/problem.hpp"
#include "solver/step/scaling.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

/// The decrease that a model promises from x, and the feasible point y at which it promises it: f(y) <= f(x) -
/// violation where the model lies above f. Without a violation y is x, whichever of several minimisers the step would
/// take.
struct Witness {
  double violation;
  SparseVector y;
};

/// For the matrix D: the violation is 0 exactly when x is D-stationary, i.e. g = 0 on the support and
/// |g_i| <= sqrt(d_i) M_s(D^{1/2} x) off it (paper, lemma D_stationary_point_characterization).
Witness stationarity_witness(const Problem& problem, ConstVec w, const Structure& structure, const SparseVector& x);
/// The same for a kernel and L: 0 exactly when x is Bregman stationary, i.e. g = 0 on the support, no gain off it
/// exceeds one on it, and g = 0 everywhere when ||x||_0 < s.
Witness bregman_witness(const Problem& problem, const Kernel& kernel, double L, const Structure& structure,
                        const SparseVector& x);

}  // namespace sbreg
