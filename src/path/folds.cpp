// SPDX-License-Identifier: BSD-3-Clause
#include "path/folds.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "problem/problem.hpp"
#include "support/rng.hpp"

namespace sbreg {
namespace {

std::vector<Index> rows_where(const std::vector<Index>& fold_of, Index fold, bool inside) {
  std::vector<Index> out;
  for (std::size_t i = 0; i < fold_of.size(); ++i)
    if ((fold_of[i] == fold) == inside) out.push_back(to_index(i));
  return out;
}

/// Takes out of the order the one observation, if it is only one, that keeps the loss from falling for ever as all
/// margins grow (way = 1) or fall (way = -1).
template <class Kind>
void keep_the_only_one(std::vector<Index>& order, int way, Kind kind) {
  const auto holds = [&](Index i) { return kind(i) != way && kind(i) != Observed::weightless; };
  if (std::ranges::count_if(order, holds) == 1) std::erase_if(order, holds);
}

}  // namespace

std::vector<Index> draw_folds(Index observations, Index folds, Index seed, Index rows_each,
                              std::span<const int> strata) {
  std::vector<Index> order(to_size(observations));
  std::iota(order.begin(), order.end(), Index{0});
  Rng rng(static_cast<std::uint64_t>(seed));
  for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[static_cast<std::size_t>(rng.below(k))]);
  if (!strata.empty()) {
    const auto kind = [&](Index i) { return strata[to_size(i * rows_each)]; };
    std::ranges::stable_sort(order, {}, kind);
    for (const int way : {1, -1}) keep_the_only_one(order, way, kind);
  }
  std::vector<Index> fold_of(to_size(observations * rows_each), -1);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (Index row = 0; row < rows_each; ++row) fold_of[to_size(order[k] * rows_each + row)] = to_index(k) % folds;
  return fold_of;
}

std::vector<Index> rows_inside(const std::vector<Index>& fold_of, Index fold) {
  return rows_where(fold_of, fold, true);
}

std::vector<Index> rows_outside(const std::vector<Index>& fold_of, Index fold) {
  return rows_where(fold_of, fold, false);
}

}  // namespace sbreg
