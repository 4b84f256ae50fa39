// SPDX-License-Identifier: BSD-3-Clause
#include "path/folds.hpp"

#include <numeric>
#include <utility>

#include "support/rng.hpp"

namespace sbreg {
namespace {

std::vector<double> masked(ConstVec weights, const std::vector<Index>& fold_of, Index fold, bool inside) {
  std::vector<double> out(fold_of.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    if ((fold_of[i] == fold) == inside) out[i] = weights.empty() ? 1 : weights[i];
  return out;
}

}  // namespace

std::vector<Index> draw_folds(Index observations, Index folds, Index seed, Index rows_each) {
  std::vector<Index> order(to_size(observations));
  std::iota(order.begin(), order.end(), Index{0});
  Rng rng(static_cast<std::uint64_t>(seed));
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[static_cast<std::size_t>(rng.below(k))]);
  std::vector<Index> fold_of(to_size(observations * rows_each));
  for (std::size_t k = 0; k < order.size(); ++k)
    for (Index row = 0; row < rows_each; ++row) fold_of[to_size(order[k] * rows_each + row)] = to_index(k) % folds;
  return fold_of;
}

std::vector<double> weights_inside(ConstVec weights, const std::vector<Index>& fold_of, Index fold) {
  return masked(weights, fold_of, fold, true);
}

std::vector<double> weights_outside(ConstVec weights, const std::vector<Index>& fold_of, Index fold) {
  return masked(weights, fold_of, fold, false);
}

}  // namespace sbreg
