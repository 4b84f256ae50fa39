// SPDX-License-Identifier: BSD-3-Clause
// Folds of a cross-validation: every observation is held out exactly once.
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

/// The fold of each row: a seeded random permutation of the observations dealt out in turn, so that their numbers
/// differ by at most one. An observation may have several rows, one after the other.
std::vector<Index> draw_folds(Index observations, Index folds, Index seed, Index rows_each = 1);

/// The observation weights (empty: all ones) inside one fold, or outside it; 0 elsewhere.
std::vector<double> weights_inside(ConstVec weights, const std::vector<Index>& fold_of, Index fold);
std::vector<double> weights_outside(ConstVec weights, const std::vector<Index>& fold_of, Index fold);

}  // namespace sbreg
