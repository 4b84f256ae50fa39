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

void SparseVector::append(Index i, double value) noexcept {
  if (value == 0) return;
  values_[to_size(i)] = value;
  support_[to_size(count_)] = i;
  packed_[to_size(count_++)] = value;
}

void SparseVector::assign(ConstIndexVec support, ConstVec z) noexcept {
  clear();
  for (Index i : support) append(i, z[to_size(i)]);
}

void SparseVector::assign_packed(ConstIndexVec support, ConstVec packed) noexcept {
  clear();
  for (std::size_t k = 0; k < support.size(); ++k) append(support[k], packed[k]);
}

void SparseVector::assign_part(ConstIndexVec part, ConstIndexVec chosen, ConstVec z) noexcept {
  clear();
  for (Index k : chosen) append(part[to_size(k)], z[to_size(k)]);
}

void SparseVector::assign_dense(ConstVec x) noexcept {
  clear();
  for (std::size_t i = 0; i < x.size(); ++i) append(to_index(i), x[i]);
}

void SparseVector::assign(const SparseVector& other) noexcept {
  if (this != &other) assign(other.support(), other.values());
}

bool SparseVector::same_support(const SparseVector& other) const noexcept {
  return std::ranges::equal(support(), other.support());
}

}  // namespace sbreg
