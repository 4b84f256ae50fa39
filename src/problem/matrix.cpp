// SPDX-License-Identifier: BSD-3-Clause
#include "problem/matrix.hpp"

#include "problem/gram.hpp"

namespace sbreg {

Matrix::Matrix(Index rows, Index cols) noexcept : rows_(rows), cols_(cols) {}

Matrix::~Matrix() = default;

Gram* Matrix::gram() const {
  if (!Gram::fits(cols_)) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!gram_) gram_ = std::make_unique<Gram>(*this);
  return gram_.get();
}

}  // namespace sbreg
