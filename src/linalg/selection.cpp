// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/selection.hpp"

#include <algorithm>
#include <bit>

#include "linalg/kernels.hpp"

namespace sbreg {
namespace {

using Bits = std::uint64_t;
constexpr Bits octave = Bits{1} << 52;  // one factor of two

/// Every score above the threshold, and of those equal to it the first `ties`.
Index collect_with_ties(ConstVec score, double threshold, Index ties, IndexVec chosen) noexcept {
  Index count = 0;
  for (std::size_t i = 0; i < score.size(); ++i) {
    if (score[i] < threshold) continue;
    if (score[i] == threshold && ties-- <= 0) continue;
    chosen[to_size(count++)] = to_index(i);
  }
  return count;
}

}  // namespace

Index select_largest(ConstVec score, double largest, Index s, IndexVec chosen) noexcept {
  if (!(largest > 0)) return 0;
  const Index n = to_index(score.size());
  const auto& k = kernels();
  const auto collect = [&](Bits bits) {
    return k.collect_at_least(n, score.data(), std::bit_cast<double>(bits), chosen.data());
  };
  const auto count = [&](Bits bits) { return k.count_at_least(n, score.data(), std::bit_cast<double>(bits)); };

  // Invariant: fewer than s scores reach `high`, more than s reach `low`. Gallop down from the largest to find `low`.
  Bits high = std::bit_cast<Bits>(largest) + 1;
  Bits low = 0;
  Index above = 0;  // the number of scores that reach `high`
  for (Bits drop = octave;; drop *= 2) {
    const Bits trial = high - 1 > drop ? high - 1 - drop : 1;
    const Index reached = count(trial);
    if (reached == s) return collect(trial);
    if (reached > s) {
      low = trial;
      break;
    }
    if (trial == 1) return collect(trial);  // fewer than s are positive
    high = trial;
    above = reached;
  }
  while (high - low > 1) {
    const Bits trial = low + (high - low) / 2;
    const Index reached = count(trial);
    if (reached == s) return collect(trial);
    if (reached > s) {
      low = trial;
    } else {
      high = trial;
      above = reached;
    }
  }
  return collect_with_ties(score, std::bit_cast<double>(low), s - above, chosen);  // ties at the threshold
}

}  // namespace sbreg
