// SPDX-License-Identifier: BSD-3-Clause
#include "solver/structure/structure.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "linalg/selection.hpp"
#include "support/error.hpp"

namespace sbreg {

Structure::Structure(Index n, Index s) : s_(s), capacity_(s), member_(to_size(n)) { arrange(); }

Structure::Structure(const Structure& other, Index s) : Structure(other) {
  s_ = s;
  arrange();
}

Index Structure::largest_group() const noexcept {
  Index largest = 0;
  for (Index g = 0; g < groups(); ++g) largest = std::max(largest, to_index(members(g).size()));
  return largest;
}

/// Puts the coordinates in the order of their groups and finds the largest support.
void Structure::arrange() {
  const Index n = size();
  if (ids_.empty() && flag_.empty()) {
    std::iota(member_.begin(), member_.end(), Index{0});
    capacity_ = std::min(s_, n);
    return;
  }
  std::map<Index, Index> number;
  std::vector<Index> sizes;
  kept_count_ = 0;
  group_.resize(to_size(n));
  for (Index i = 0; i < n; ++i) {
    group_[to_size(i)] = -1;
    if (!flag_.empty() && flag_[to_size(i)] != 0) {
      ++kept_count_;
      continue;
    }
    Index g = to_index(sizes.size());
    if (!ids_.empty()) g = number.try_emplace(ids_[to_size(i)], g).first->second;
    if (g == to_index(sizes.size())) sizes.push_back(0);
    ++sizes[to_size(g)];
    group_[to_size(i)] = g;
  }
  start_.assign(sizes.size() + 1, kept_count_);
  for (std::size_t g = 0; g < sizes.size(); ++g) start_[g + 1] = start_[g] + sizes[g];
  std::vector<Index> next(start_);
  Index kept = 0;
  for (Index i = 0; i < n; ++i) member_[to_size(group(i) < 0 ? kept++ : next[to_size(group(i))]++)] = i;
  grouped_ = std::ranges::any_of(sizes, [](Index size) { return size > 1; });
  std::ranges::sort(sizes, std::greater<>());
  capacity_ = kept_count_;
  for (std::size_t g = 0; g < sizes.size() && to_index(g) < s_; ++g) capacity_ += sizes[g];
}

void Structure::set_groups(ConstIndexVec ids) {
  std::vector<Index> sorted(ids.begin(), ids.end());
  std::ranges::sort(sorted);
  const Index count = std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  SBREG_REQUIRE(s_ <= count, SBREG_E_ARGUMENT, "s is %lld but there are only %lld groups", static_cast<long long>(s_),
                static_cast<long long>(count));
  ids_.assign(ids.begin(), ids.end());
  arrange();
}

void Structure::set_kept(ConstIndexVec kept) {
  std::vector<unsigned char> flag(member_.size(), 0);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto place = static_cast<long long>(k);
    SBREG_REQUIRE(kept[k] >= 0 && kept[k] < size(), SBREG_E_ARGUMENT,
                  "kept[%lld] is %lld, outside 0..%lld, all counted from 0", place, static_cast<long long>(kept[k]),
                  static_cast<long long>(size() - 1));
    SBREG_REQUIRE(flag[to_size(kept[k])] == 0, SBREG_E_ARGUMENT,
                  "kept[%lld] is %lld, all counted from 0, which was named before", place,
                  static_cast<long long>(kept[k]));
    flag[to_size(kept[k])] = 1;
  }
  flag_.swap(flag);
  arrange();
}

void Structure::set_bounds(ConstVec lower, ConstVec upper) {
  const auto check = [](ConstVec values, const char* name, double sign) {
    for (std::size_t i = 0; i < values.size(); ++i)
      SBREG_REQUIRE(sign * values[i] >= 0, SBREG_E_ARGUMENT,
                    "%s[%lld], counted from 0, is %g; bounds must satisfy lower <= 0 <= upper", name,
                    static_cast<long long>(i), values[i]);  // NaN fails too
  };
  check(lower, "lower", -1);
  check(upper, "upper", 1);
  const auto infinite = [](double v) { return std::isinf(v); };
  const bool none = std::ranges::all_of(lower, infinite) && std::ranges::all_of(upper, infinite);
  std::vector<double> low(none ? 0 : member_.size(), -infinity);
  std::vector<double> high(low.size(), infinity);
  if (!none) {
    std::ranges::copy(lower, low.begin());
    std::ranges::copy(upper, high.begin());
  }
  lower_.swap(low);
  upper_.swap(high);
}

Index Structure::count(ConstVec x) const {
  if (counts_nonzeros()) return std::ranges::count_if(x, [](double v) { return v != 0; });
  std::vector<unsigned char> touched(to_size(groups()), 0);
  Index count = 0;
  for (Index i = 0; i < size(); ++i) {
    if (x[to_size(i)] == 0 || group(i) < 0) continue;
    unsigned char& seen = touched[to_size(group(i))];
    count += seen == 0 ? 1 : 0;
    seen = 1;
  }
  return count;
}

void Structure::require_feasible(ConstVec x, const char* name) const {
  if (bounded())
    for (Index i = 0; i < size(); ++i)
      SBREG_REQUIRE(x[to_size(i)] >= lower(i) && x[to_size(i)] <= upper(i), SBREG_E_ARGUMENT,
                    "%s[%lld], counted from 0, is %g, outside its bounds %g .. %g", name, static_cast<long long>(i),
                    x[to_size(i)], lower(i), upper(i));
  const auto nonzeros = static_cast<long long>(count(x));
  SBREG_REQUIRE(nonzeros <= s_, SBREG_E_ARGUMENT, "%s has %lld %s but s is %lld", name, nonzeros,
                grouped_          ? "groups with a nonzero"
                : kept_count_ > 0 ? "nonzeros that are not kept"
                                  : "nonzeros",
                static_cast<long long>(s_));
}

Selection::Selection(const Structure& structure) : structure_(&structure), chosen_(to_size(structure.sparsity())) {
  if (structure.counts_nonzeros()) return;
  sum_.resize(to_size(structure.groups()));
  taken_.resize(sum_.size());
  coordinates_.resize(to_size(structure.capacity()));
}

ConstIndexVec Selection::collect() noexcept {
  Index count = 0;
  for (Index i = 0; i < structure_->size(); ++i)
    if (structure_->group(i) < 0 || taken_[to_size(structure_->group(i))] != 0) coordinates_[to_size(count++)] = i;
  return {coordinates_.data(), to_size(count)};
}

ConstIndexVec Selection::largest(ConstVec gain) noexcept {
  double most = 0;
  if (structure_->counts_nonzeros()) {
    for (double g : gain) most = std::max(most, g);
    const Index count = select_largest(gain, most, structure_->sparsity(), chosen_);
    return {chosen_.data(), to_size(count)};
  }
  for (Index g = 0; g < structure_->groups(); ++g) {
    double sum = 0;
    for (Index i : structure_->members(g)) sum += gain[to_size(i)];
    sum_[to_size(g)] = sum;
    most = std::max(most, sum);
  }
  const Index count = select_largest(sum_, most, structure_->sparsity(), chosen_);
  std::ranges::fill(taken_, static_cast<unsigned char>(0));
  for (Index k = 0; k < count; ++k) taken_[to_size(chosen_[to_size(k)])] = 1;
  return collect();
}

ConstIndexVec Selection::touched(const SparseVector& x) noexcept {
  if (structure_->counts_nonzeros()) return x.support();
  std::ranges::fill(taken_, static_cast<unsigned char>(0));
  for (Index i : x.support())
    if (structure_->group(i) >= 0) taken_[to_size(structure_->group(i))] = 1;
  return collect();
}

}  // namespace sbreg
