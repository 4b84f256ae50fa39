// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/selection.hpp"

#include "linalg/kernels.hpp"

namespace sbreg {
namespace {

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

Index select_largest(ConstVec score, double largest, Index least, Index most, double& threshold,
                     IndexVec chosen) noexcept {
  if (!(largest > 0)) return 0;
  const auto& k = kernels();
  const Index n = to_index(score.size());
  const Index reached = k.cut(n, score.data(), largest, least, most, &threshold);
  if (reached >= 0) return k.collect_at_least(n, score.data(), threshold, chosen.data());
  const Index above = -1 - reached;
  return collect_with_ties(score, threshold, most - above, chosen);
}

Index select_largest(ConstVec score, double largest, Index s, IndexVec chosen) noexcept {
  double threshold = 0;
  return select_largest(score, largest, s, s, threshold, chosen);
}

}  // namespace sbreg
