// SPDX-License-Identifier: BSD-3-Clause
#include "problem/centred.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace sbreg {
namespace {

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

void CentredMatrix::column_norms(Vec norms) const {
  constexpr Index width = 8;
  std::vector<double> columns(to_size(rows() * width));
  for (Index j = 0; j < cols(); j += width) {
    const Index count = std::min(width, cols() - j);
    copy_columns(j, count, columns.data());
    for (Index c = 0; c < count; ++c) {
      const double* a = columns.data() + c * rows();
      norms[to_size(j + c)] = std::inner_product(a, a + rows(), a, 0.0);
    }
  }
}

}  // namespace sbreg
