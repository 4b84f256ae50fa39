// SPDX-License-Identifier: BSD-3-Clause
// (I - 11'/m) A: the matrix A with the mean of each column taken out, never stored. It keeps a reference to A.
#pragma once

#include "problem/matrix.hpp"

namespace sbreg {

class CentredMatrix final : public Matrix {
 public:
  explicit CentredMatrix(const Matrix& A) noexcept : Matrix(A.rows(), A.cols()), A_(A) {}

  [[nodiscard]] const char* storage() const noexcept override { return A_.storage(); }
  void multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const override;
  void multiply_transpose(ConstVec r, Vec g) const override;
  void multiply_block(Index k, const double* X, double* Y) const override;
  void multiply_transpose_block(Index k, const double* X, double* Y) const override;
  void copy_columns(Index first, Index count, double* out) const override;
  void multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const override;
  void column_norms(Vec norms) const override;
  [[nodiscard]] double entries() const noexcept override { return A_.entries(); }
  [[nodiscard]] bool columns_stored() const noexcept override { return A_.columns_stored(); }
  [[nodiscard]] bool thread_safe() const noexcept override { return A_.thread_safe(); }
  [[nodiscard]] bool gram_pays(Index s) const noexcept override { return A_.gram_pays(s); }

 private:
  const Matrix& A_;
};

}  // namespace sbreg
