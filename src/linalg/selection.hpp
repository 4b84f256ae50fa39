// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// Writes the indices of the s largest positive scores, ascending, and returns how many there are (fewer than s when
/// fewer scores are positive). Equal scores go to the lower index. `largest` is the maximum of the scores, all of them
/// finite and >= 0.
///
/// The threshold is found by bisection on the bits of a double, whose order as integers is their order as numbers:
/// each trial is one counting pass, at most 64 of them, in practice about a dozen, so the cost is O(n) whatever the
/// data. `chosen` has room for s indices; no allocation.
Index select_largest(ConstVec score, double largest, Index s, IndexVec chosen) noexcept;

}  // namespace sbreg
