// SPDX-License-Identifier: BSD-3-Clause
#include "problem/matrix.hpp"

#include <numeric>
#include <vector>

#include "problem/gram.hpp"

namespace sbreg {

Matrix::Matrix(Index rows, Index cols) noexcept : rows_(rows), cols_(cols) {}

Matrix::~Matrix() = default;

double Matrix::mean_column_norm() const {
  const std::lock_guard lock(mutex_);
  if (mean_norm_ < 0) {
    std::vector<double> norms(to_size(cols_));
    column_norms(norms);
    mean_norm_ = std::accumulate(norms.begin(), norms.end(), 0.0) / static_cast<double>(cols_);
  }
  return mean_norm_;
}

Gram* Matrix::gram() const {
  if (!Gram::fits(cols_)) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!gram_) gram_ = std::make_unique<Gram>(*this);
  return gram_.get();
}

}  // namespace sbreg
