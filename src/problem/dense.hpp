// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices: a copy kept by columns, or the caller's own memory in either order.
#pragma once

#include <vector>

#include "problem/matrix.hpp"
#include "support/user_data.hpp"

namespace sbreg {

class DenseMatrix final : public Matrix {
 public:
  /// Uses the caller's numbers in place.
  DenseMatrix(Index rows, Index cols, const DenseView& view);
  /// Keeps a copy, always by columns.
  static std::unique_ptr<DenseMatrix> copy(Index rows, Index cols, const DenseView& view);

  [[nodiscard]] const char* storage() const noexcept override { return "dense"; }
  void multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const override;
  void multiply_transpose(ConstVec r, Vec g) const override;
  void multiply_block(Index k, const double* X, double* Y) const override;
  void multiply_transpose_block(Index k, const double* X, double* Y) const override;
  void copy_columns(Index first, Index count, double* out) const override;
  void multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const override;
  void column_norms(Vec norms) const override;
  [[nodiscard]] const DenseView* dense() const noexcept override { return &view_; }

  /// Released with the matrix; for memory that was borrowed.
  void keep(UserData memory) noexcept { memory_ = std::move(memory); }

 private:
  std::vector<double> own_;  // the copy, from its first cache line on
  DenseView view_;
  UserData memory_;
};

}  // namespace sbreg
