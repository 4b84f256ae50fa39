// SPDX-License-Identifier: BSD-3-Clause
#include "problem/matrix.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "problem/gram.hpp"
#include "problem/standardised.hpp"

namespace sbreg {

Matrix::Matrix(Index rows, Index cols) noexcept : rows_(rows), cols_(cols) {}

Matrix::~Matrix() = default;

void Matrix::weighted_gram(ConstIndexVec S, ConstIndexVec R, ConstVec d, Vec scratch, double* out, Index ld) const {
  const double one = 1;
  const bool symmetric = std::ranges::equal(S, R);  // then the part above the diagonal is a copy
  for (std::size_t c = 0; c < R.size(); ++c) {
    multiply_columns(R.subspan(c, 1), ConstVec{&one, 1}, scratch);
    for (std::size_t i = 0; i < scratch.size(); ++i) scratch[i] *= d[i];
    double* column = out + to_index(c) * ld;
    const std::size_t first = symmetric ? c : 0;
    multiply_transpose_columns(S.subspan(first), scratch, {column + first, S.size() - first});
    for (std::size_t k = 0; k < first; ++k) column[k] = out[to_index(k) * ld + to_index(c)];
  }
}

void Matrix::weighted_norms(const Index* S, ConstVec d, Vec scratch, Vec out) const {
  for (std::size_t k = 0; k < out.size(); ++k) {
    copy_columns(S != nullptr ? S[k] : to_index(k), 1, scratch.data());
    double total = 0;
    for (std::size_t i = 0; i < scratch.size(); ++i) total += d[i] * scratch[i] * scratch[i];
    out[k] = total;
  }
}

double Matrix::compute_mean_norm() const {
  std::vector<double> norms(to_size(cols_));
  column_norms(norms);
  return std::accumulate(norms.begin(), norms.end(), 0.0) / static_cast<double>(cols_);
}

double Matrix::mean_column_norm() const {
  {
    const std::lock_guard lock(mutex_);
    if (mean_norm_ >= 0) return mean_norm_;
  }
  const double mean = compute_mean_norm();  // not under the lock: it may call the caller's functions
  const std::lock_guard lock(mutex_);
  return mean_norm_ = mean;
}

const StandardisedMatrix& Matrix::standardised(bool centre, bool scale) const {
  auto& kept = standardised_[centre ? 1 : 0][scale ? 1 : 0];
  {
    const std::lock_guard lock(mutex_);
    if (kept) return *kept;
  }
  auto made = std::make_unique<const StandardisedMatrix>(*this, standardise(*this, {}, centre, scale));  // as above
  const std::lock_guard lock(mutex_);
  if (!kept) kept = std::move(made);
  return *kept;
}

Gram* Matrix::gram() const {
  if (!Gram::fits(cols_)) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!gram_) gram_ = std::make_unique<Gram>(*this);
  return gram_.get();
}

}  // namespace sbreg
