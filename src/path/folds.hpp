// SPDX-License-Identifier: BSD-3-Clause
// Folds of a cross-validation: every observation is held out exactly once. Where observations are of several kinds (the
// classes of a logistic loss, zero and positive counts, those of weight 0), each fold has its share of every kind. An
// observation without which the others would have no finite intercept, such as the only one of its class, is never held
// out.
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

/// The fold of each row, or -1 where it is never held out: a seeded random permutation of the observations, put in the
/// order of their kinds and dealt out in turn, so that the numbers of each kind differ by at most one. An observation
/// may have several rows, one after the other. `strata`: Problem::strata, for each row.
std::vector<Index> draw_folds(Index observations, Index folds, Index seed, Index rows_each = 1,
                              std::span<const int> strata = {});

/// The rows inside one fold, or outside it, ascending.
std::vector<Index> rows_inside(const std::vector<Index>& fold_of, Index fold);
std::vector<Index> rows_outside(const std::vector<Index>& fold_of, Index fold);

}  // namespace sbreg
