// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse_vector.hpp"

#include <algorithm>

namespace sbreg {

SparseVector::SparseVector(Index n, Index capacity)
    : values_(to_size(n), 0.0), support_(to_size(capacity)), packed_(to_size(capacity)) {}

void SparseVector::clear() noexcept {
  for (Index i : support()) values_[to_size(i)] = 0;
  count_ = 0;
}

SparseVector::Lists SparseVector::lend() noexcept {
  clear();
  return {support_, packed_};
}

void SparseVector::settle(Index count) noexcept {
  const auto entries = to_size(count);
  bool zeros = false;
  for (std::size_t k = 0; k < entries; ++k) {
    values_[to_size(support_[k])] = packed_[k];
    zeros = zeros || packed_[k] == 0;
  }
  count_ = count;
  if (zeros) drop_zeros();
}

void SparseVector::drop_zeros() noexcept {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < to_size(count_); ++k) {
    if (packed_[k] == 0) {
      values_[to_size(support_[k])] = 0;  // not -0
      continue;
    }
    support_[kept] = support_[k];
    packed_[kept++] = packed_[k];
  }
  count_ = to_index(kept);
}

void SparseVector::assign(ConstIndexVec support, ConstVec z) noexcept {
  clear();
  for (std::size_t k = 0; k < support.size(); ++k) packed_[k] = z[to_size(support[k])];
  std::ranges::copy(support, support_.begin());
  settle(to_index(support.size()));
}

void SparseVector::assign_packed(ConstIndexVec support, ConstVec packed) noexcept {
  clear();
  std::ranges::copy(support, support_.begin());
  std::ranges::copy(packed, packed_.begin());
  settle(to_index(support.size()));
}

void SparseVector::assign_dense(ConstVec x) noexcept {
  clear();
  std::size_t count = 0;  // not the member, which a store of an index might change in the eyes of the compiler
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 0) continue;
    values_[i] = packed_[count] = x[i];
    support_[count++] = to_index(i);
  }
  count_ = to_index(count);
}

void SparseVector::assign(const SparseVector& other) noexcept {
  if (this != &other) assign_packed(other.support(), other.packed());
}

bool SparseVector::same_support(const SparseVector& other) const noexcept {
  return std::ranges::equal(support(), other.support());
}

}  // namespace sbreg
