// SPDX-License-Identifier: BSD-3-Clause
// What a vector must look like besides being sparse (docs/algorithms/groups.md):
//
//     groups   a partition of the coordinates; s counts the groups with a nonzero
//     bounds   l_i <= x_i <= u_i with l_i <= 0 <= u_i, so that any coordinate may be zero
//     kept     coordinates that may always be nonzero and are not counted; they belong to no group
//
// All of it is separable, so it changes only how candidates are formed (the minimiser is clamped), scored (gains add up
// over a group) and counted (groups instead of coordinates). Every problem has a structure; without groups, bounds and
// kept coordinates it is plain, s nonzeros and nothing else, and costs next to nothing.
#pragma once

#include <algorithm>
#include <vector>

#include "linalg/sparse_vector.hpp"
#include "support/options.hpp"

namespace sbreg {

class Structure {
 public:
  /// No structure: each coordinate its own group, no bounds, nothing kept.
  Structure(Index n, Index s);
  /// The same groups, bounds and kept coordinates at another sparsity.
  Structure(const Structure& other, Index s);

  /// Coordinates with equal ids form a group; s must not exceed their number.
  void set_groups(ConstIndexVec ids);
  /// Either may be empty: no bound on that side.
  void set_bounds(ConstVec lower, ConstVec upper);
  void set_kept(ConstIndexVec kept);

  /// Whether there is nothing to honour but s nonzeros.
  [[nodiscard]] bool plain() const noexcept { return !grouped_ && !bounded() && kept_count_ == 0; }
  [[nodiscard]] bool bounded() const noexcept { return !lower_.empty(); }
  /// Whether every group is one coordinate.
  [[nodiscard]] bool single() const noexcept { return !grouped_; }
  /// Whether s counts nonzeros: any s coordinates may be chosen, and no others.
  [[nodiscard]] bool counts_nonzeros() const noexcept { return !grouped_ && kept_count_ == 0; }
  [[nodiscard]] Index sparsity() const noexcept { return s_; }
  [[nodiscard]] Index size() const noexcept { return to_index(member_.size()); }
  /// The most nonzeros that x can have.
  [[nodiscard]] Index capacity() const noexcept { return capacity_; }

  [[nodiscard]] double lower(Index i) const noexcept { return bounded() ? lower_[to_size(i)] : -infinity; }
  [[nodiscard]] double upper(Index i) const noexcept { return bounded() ? upper_[to_size(i)] : infinity; }
  /// The nearest number to t within the bounds of coordinate i.
  [[nodiscard]] double clamp(Index i, double t) const noexcept {
    return bounded() ? std::clamp(t, lower_[to_size(i)], upper_[to_size(i)]) : t;
  }
  /// Whether a coordinate may grow for ever with that sign.
  [[nodiscard]] bool endless(Index i, double sign) const noexcept {
    return sign > 0 ? upper(i) == infinity : lower(i) == -infinity;
  }

  /// Groups are numbered by their lowest coordinate; those without coordinates of their own are left out.
  [[nodiscard]] Index groups() const noexcept { return start_.empty() ? size() : to_index(start_.size()) - 1; }
  [[nodiscard]] ConstIndexVec members(Index group) const noexcept {
    if (start_.empty()) return ConstIndexVec(member_).subspan(to_size(group), 1);
    const auto first = to_size(start_[to_size(group)]);
    return ConstIndexVec(member_).subspan(first, to_size(start_[to_size(group) + 1]) - first);
  }
  /// The group of a coordinate, or -1 for a kept one.
  [[nodiscard]] Index group(Index i) const noexcept { return group_.empty() ? i : group_[to_size(i)]; }
  /// The most coordinates that a group has.
  [[nodiscard]] Index largest_group() const noexcept;
  /// Kept coordinates, ascending.
  [[nodiscard]] ConstIndexVec kept() const noexcept { return {member_.data(), to_size(kept_count_)}; }

  /// The number of groups with a nonzero.
  [[nodiscard]] Index count(ConstVec x) const;
  /// SBREG_E_ARGUMENT unless x keeps its bounds and has at most s groups.
  void require_feasible(ConstVec x, const char* name) const;

 private:
  void arrange();

  Index s_;
  Index capacity_;
  bool grouped_ = false;
  Index kept_count_ = 0;
  std::vector<Index> ids_;           // as given; empty: each coordinate its own
  std::vector<unsigned char> flag_;  // 1: kept; empty: none is
  std::vector<Index> member_;        // the kept coordinates, then group by group; ascending in each
  std::vector<Index> group_;         // of each coordinate; empty, as start_ is, where each is its own and none is kept
  std::vector<Index> start_;         // where the groups begin in member_
  std::vector<double> lower_, upper_;
};

/// The part of a step that structure decides on, with its scratch: no call allocates. The structure outlives it.
class Selection {
 public:
  Selection() = default;
  explicit Selection(const Structure& structure);

  /// Kept coordinates and those of the s groups with the largest sums of gains, ascending; gains are finite and >= 0,
  /// and equal sums go to the group with the lower coordinate. Groups without gain are not taken.
  ConstIndexVec largest(ConstVec gain) noexcept;
  /// Kept coordinates and those of the groups that x touches, ascending: where x may be refitted. Where s counts
  /// nonzeros, that is the support of x itself.
  ConstIndexVec touched(const SparseVector& x) noexcept;

 private:
  ConstIndexVec collect() noexcept;

  const Structure* structure_ = nullptr;
  std::vector<double> sum_;
  std::vector<Index> chosen_;
  std::vector<unsigned char> taken_;
  std::vector<Index> coordinates_;
};

}  // namespace sbreg
