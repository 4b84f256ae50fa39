// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices: a copy kept by columns, or the caller's own memory in either order.
#pragma once

#include <optional>

#include "problem/matrix.hpp"
#include "support/line_array.hpp"
#include "support/user_data.hpp"

namespace sbreg {

class DenseMatrix final : public Matrix {
 public:
  /// Uses the caller's numbers in place.
  DenseMatrix(Index rows, Index cols, const DenseView& view);
  /// Uses the caller's numbers in place, too, but copies few of them that lie badly: a copy then costs as much as a few
  /// products, of which a solve makes hundreds.
  static std::unique_ptr<DenseMatrix> borrow(Index rows, Index cols, const DenseView& view);
  /// Keeps a copy, always by columns, each of which starts on a cache line unless they are very short.
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
  [[nodiscard]] std::shared_ptr<const Matrix> rows_only(ConstIndexVec rows) const override;

  /// Released with the matrix; for memory that was borrowed.
  void keep(UserData memory) noexcept { memory_ = std::move(memory); }

 private:
  /// Memory of its own for that many rows, by columns.
  static std::unique_ptr<DenseMatrix> own(Index rows, Index cols);
  void gather(Index first, Index count, double* out, Index out_ld) const;

  std::optional<LineArray<double>> own_;  // the copy
  DenseView view_;
  UserData memory_;
};

}  // namespace sbreg
