// SPDX-License-Identifier: BSD-3-Clause
#include "problem/centred.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace sbreg {
namespace {

constexpr double smallest_square = 1e-280;  // below it a sum of squares has lost digits, or all of them

void centre(Vec v) noexcept {
  const double mean = std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
  for (double& entry : v) entry -= mean;
}

std::vector<double> centred_copy(ConstVec v) {
  std::vector<double> copy(v.begin(), v.end());
  centre(copy);
  return copy;
}

}  // namespace

void CentredMatrix::multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const {
  A_.multiply_columns(S, u, y);
  centre(y);
}

void CentredMatrix::multiply_transpose(ConstVec r, Vec g) const { A_.multiply_transpose(centred_copy(r), g); }

void CentredMatrix::multiply_block(Index k, const double* X, double* Y) const {
  A_.multiply_block(k, X, Y);
  for (Index c = 0; c < k; ++c) centre({Y + c * rows(), to_size(rows())});
}

void CentredMatrix::multiply_transpose_block(Index k, const double* X, double* Y) const {
  std::vector<double> copy(X, X + k * rows());
  for (Index c = 0; c < k; ++c) centre(Vec(copy).subspan(to_size(c * rows()), to_size(rows())));
  A_.multiply_transpose_block(k, copy.data(), Y);
}

void CentredMatrix::copy_columns(Index first, Index count, double* out) const {
  A_.copy_columns(first, count, out);
  for (Index c = 0; c < count; ++c) centre({out + c * rows(), to_size(rows())});
}

void CentredMatrix::multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const {
  A_.multiply_transpose_columns(S, centred_copy(r), out);
}

/// ||a - mean 1||^2 = ||a||^2 - (1'a)^2 / m, column by column where that cancels: sparse columns are not written out.
void CentredMatrix::column_norms(Vec norms) const {
  constexpr double cancelled = 1e-4;  // of ||a||^2 is left: digits are lost
  const auto m = static_cast<double>(rows());
  std::vector<double> column(to_size(rows()), 1.0);
  std::vector<double> sums(norms.size());
  A_.multiply_transpose(column, sums);
  A_.column_norms(norms);
  for (std::size_t j = 0; j < norms.size(); ++j) {
    const double whole = norms[j];
    norms[j] -= sums[j] * (sums[j] / m);
    if (whole == 0 || (norms[j] > cancelled * whole && whole > smallest_square)) continue;
    copy_columns(to_index(j), 1, column.data());
    norms[j] = std::inner_product(column.begin(), column.end(), column.begin(), 0.0);
  }
}

}  // namespace sbreg
