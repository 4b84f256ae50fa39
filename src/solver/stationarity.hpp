// SPDX-License-Identifier: BSD-3-Clause
// Certificates of a point, independent of how it was found.
#pragma once

#include "problem/problem.hpp"
#include "solver/scaling.hpp"

namespace sbreg {

/// The decrease that the model with matrix D promises from x: 0 exactly when x is D-stationary, i.e. g = 0 on the
/// support and |g_i| <= sqrt(d_i) M_s(D^{1/2} x) off it (paper, lemma D_stationary_point_characterization).
double stationarity_violation(const Problem& problem, ConstVec w, Index s, const SparseVector& x);

}  // namespace sbreg
