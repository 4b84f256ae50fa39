// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/selection.hpp"

#include "linalg/simd/kernels.hpp"

namespace sbreg {
namespace {

/// Every score above the threshold, and of those equal to it the first `ties`.
Index collect_with_ties(ConstVec score, double threshold, Index ties, const Index* names, IndexVec chosen) noexcept {
  Index count = 0;
  for (std::size_t i = 0; i < score.size(); ++i) {
    if (!(score[i] >= threshold)) continue;
    if (score[i] == threshold && ties-- <= 0) continue;
    chosen[to_size(count++)] = names != nullptr ? names[i] : to_index(i);
  }
  return count;
}

}  // namespace

Index find_threshold(ConstVec score, double largest, Index least, Index most, double& threshold) noexcept {
  if (!(largest > 0) || most == 0) return 0;
  return kernels().cut(to_index(score.size()), score.data(), largest, least, most, &threshold);
}

Index collect_above(ConstVec score, double threshold, Index reached, Index most, const Index* names,
                    IndexVec chosen) noexcept {
  if (reached == 0) return 0;
  if (reached > 0)
    return kernels().collect_at_least(to_index(score.size()), score.data(), threshold, names, chosen.data());
  const Index above = -1 - reached;
  return collect_with_ties(score, threshold, most - above, names, chosen);
}

Index select_largest(ConstVec score, double largest, Index least, Index most, double& threshold,
                     IndexVec chosen) noexcept {
  const Index reached = find_threshold(score, largest, least, most, threshold);
  return collect_above(score, threshold, reached, most, nullptr, chosen);
}

Index select_largest(ConstVec score, double largest, Index s, IndexVec chosen) noexcept {
  double threshold = 0;
  return select_largest(score, largest, s, s, threshold, chosen);
}

}  // namespace sbreg
