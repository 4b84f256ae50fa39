// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// Writes the indices of the s largest positive scores, ascending, and returns how many there are (fewer than s when
/// fewer scores are positive). Equal scores go to the lower index. `largest` is the maximum of the scores, all of them
/// finite and >= 0. `chosen` has room for s indices; no allocation. The cost is O(n) whatever the data.
Index select_largest(ConstVec score, double largest, Index s, IndexVec chosen) noexcept;

/// Likewise, but between `least` and `most` of them, whichever number is found first. `threshold` comes with a guess of
/// the smallest score chosen, which only makes the search shorter, or 0; it leaves with a number that separates the
/// chosen from the others.
Index select_largest(ConstVec score, double largest, Index least, Index most, double& threshold,
                     IndexVec chosen) noexcept;

/// The two halves of that: the threshold, and the chosen from what the first half returned, by their names where they
/// have some (names may be nullptr).
Index find_threshold(ConstVec score, double largest, Index least, Index most, double& threshold) noexcept;
Index collect_above(ConstVec score, double threshold, Index reached, Index most, const Index* names,
                    IndexVec chosen) noexcept;

}  // namespace sbreg
