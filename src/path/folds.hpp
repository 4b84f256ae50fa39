// SPDX-License-Identifier: BSD-3-Clause
// Folds of a cross-validation: every observation is held out exactly once.
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

/// The fold of each of `rows` observations: a seeded random permutation dealt out in turn, so sizes differ by at most
/// one.
std::vector<Index> draw_folds(Index rows, Index folds, Index seed);

/// The observation weights (empty: all ones) inside one fold, or outside it; 0 elsewhere.
std::vector<double> weights_inside(ConstVec weights, const std::vector<Index>& fold_of, Index fold);
std::vector<double> weights_outside(ConstVec weights, const std::vector<Index>& fold_of, Index fold);

}  // namespace sbreg
