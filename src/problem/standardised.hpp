// SPDX-License-Identifier: BSD-3-Clause
// (A - 1 shift') Diag(inverse): the columns of A with a number taken out of each entry and divided by a scale, never
// stored, so that sparse data stay sparse. A shift or a scale costs O(n) beside a product with A.
#pragma once

#include <vector>

#include "problem/matrix.hpp"
#include "support/buffer_pool.hpp"

namespace sbreg {

/// How columns are shifted and scaled: column j becomes (a_j - shift_j) inverse_j, and x_j becomes scale_j x_j.
struct Columns {
  std::vector<double> shift;
  std::vector<double> inverse;  // 0 for a column that is constant: nothing is left of it
  std::vector<double> scale;    // 1 there
};

/// Weighted means, taken out when `centre`, and standard deviations (about zero without `centre`), divided by when
/// `scale`. `weights` may be empty: all ones.
Columns standardise(const Matrix& A, ConstVec weights, bool centre, bool scale);

class StandardisedMatrix final : public Matrix {
 public:
  /// A outlives it.
  StandardisedMatrix(const Matrix& A, Columns columns);

  [[nodiscard]] const Columns& columns() const noexcept { return columns_; }

  [[nodiscard]] const char* storage() const noexcept override { return A_.storage(); }
  void multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const override;
  void multiply_transpose(ConstVec r, Vec g) const override;
  void multiply_block(Index k, const double* X, double* Y) const override;
  void multiply_transpose_block(Index k, const double* X, double* Y) const override;
  void copy_columns(Index first, Index count, double* out) const override;
  void multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const override;
  void column_norms(Vec norms) const override;
  void weighted_norms(const Index* S, ConstVec d, Vec scratch, Vec out) const override;
  [[nodiscard]] bool dense_columns() const noexcept override { return A_.dense_columns(); }
  [[nodiscard]] double entries() const noexcept override { return A_.entries(); }
  [[nodiscard]] double offset(Index j) const noexcept override {
    return columns_.shift[to_size(j)] * columns_.inverse[to_size(j)];
  }
  [[nodiscard]] bool columns_stored() const noexcept override { return A_.columns_stored(); }
  [[nodiscard]] bool thread_safe() const noexcept override { return A_.thread_safe(); }
  [[nodiscard]] bool gram_pays(Index s) const noexcept override { return A_.gram_pays(s); }

 private:
  const Matrix& A_;
  Columns columns_;
  mutable BufferPool scaled_;
};

}  // namespace sbreg
