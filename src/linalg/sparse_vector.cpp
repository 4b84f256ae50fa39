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

template <class Place, class Value>
void SparseVector::fill(std::size_t entries, Place place, Value value) noexcept {
  clear();
  std::size_t count = 0;  // not the member, which a store of an index might change in the eyes of the compiler
  for (std::size_t k = 0; k < entries; ++k) {
    const double v = value(k);
    if (v == 0) continue;
    const Index i = place(k);
    values_[to_size(i)] = v;
    support_[count] = i;
    packed_[count++] = v;
  }
  count_ = to_index(count);
}

SparseVector::Lists SparseVector::lend() noexcept {
  clear();
  return {support_, packed_};
}

void SparseVector::settle(Index count) noexcept {
  fill(
      to_size(count), [&](std::size_t k) { return support_[k]; }, [&](std::size_t k) { return packed_[k]; });
}

void SparseVector::assign(ConstIndexVec support, ConstVec z) noexcept {
  fill(
      support.size(), [&](std::size_t k) { return support[k]; }, [&](std::size_t k) { return z[to_size(support[k])]; });
}

void SparseVector::assign_packed(ConstIndexVec support, ConstVec packed) noexcept {
  fill(
      support.size(), [&](std::size_t k) { return support[k]; }, [&](std::size_t k) { return packed[k]; });
}

void SparseVector::assign_dense(ConstVec x) noexcept {
  fill(
      x.size(), [](std::size_t k) { return to_index(k); }, [&](std::size_t k) { return x[k]; });
}

void SparseVector::assign(const SparseVector& other) noexcept {
  if (this != &other) assign(other.support(), other.values());
}

bool SparseVector::same_support(const SparseVector& other) const noexcept {
  return std::ranges::equal(support(), other.support());
}

}  // namespace sbreg
