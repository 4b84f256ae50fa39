// SPDX-License-Identifier: BSD-3-Clause
// A vector with few nonzeros, kept dense and as the ascending list of its nonzero indices and their values at once: the
// dense form is read by index, the lists tell which columns a product must touch and how often. After construction no
// member allocates.
#pragma once

#include <vector>

#include "support/line_array.hpp"

namespace sbreg {

class SparseVector {
 public:
  /// The zero vector of n numbers with room for `capacity` nonzeros.
  SparseVector(Index n, Index capacity);

  [[nodiscard]] Index size() const noexcept { return to_index(values_.size()); }
  [[nodiscard]] Index count() const noexcept { return count_; }
  [[nodiscard]] ConstVec values() const noexcept { return values_; }
  [[nodiscard]] ConstIndexVec support() const noexcept { return {support_.data(), to_size(count_)}; }
  /// The value at support()[k] for each k.
  [[nodiscard]] ConstVec packed() const noexcept { return {packed_.data(), to_size(count_)}; }
  double operator[](Index i) const noexcept { return values_[to_size(i)]; }

  /// Takes the entries of z on `support` (ascending, at most the capacity); zeros among them leave the support.
  void assign(ConstIndexVec support, ConstVec z) noexcept;
  /// Likewise with packed values, as many: entry support[k] becomes packed[k].
  void assign_packed(ConstIndexVec support, ConstVec packed) noexcept;
  /// Empties the vector and lends its lists; settle() then takes what was written there, `count` indices in ascending
  /// order and their values. Zeros among them leave the support.
  struct Lists {
    IndexVec support;
    Vec packed;
  };
  Lists lend() noexcept;
  void settle(Index count) noexcept;
  /// Takes a dense vector whose number of nonzeros must not exceed the capacity.
  void assign_dense(ConstVec x) noexcept;
  /// Copies a vector of the same size with at most this capacity of nonzeros.
  void assign(const SparseVector& other) noexcept;
  [[nodiscard]] bool same_support(const SparseVector& other) const noexcept;

 private:
  void clear() noexcept;
  void drop_zeros() noexcept;

  LineVector values_;
  std::vector<Index> support_;
  LineVector packed_;
  Index count_ = 0;
};

}  // namespace sbreg
