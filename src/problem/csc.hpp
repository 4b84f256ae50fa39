// SPDX-License-Identifier: BSD-3-Clause
// Sparse matrices by compressed columns: column j holds the entries col_start[j] .. col_start[j+1]-1 of row_index and
// values, rows ascending, none twice. Indices are 4 or 8 bytes wide and start at 0 or 1, as the caller has them; a copy
// keeps the width and starts at 0. A product with s nonzeros in x reads s columns, one with A' every entry once.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/matrix.hpp"
#include "support/user_data.hpp"

namespace sbreg {

/// The caller's three arrays.
template <class Int>
struct CscView {
  const Int* col_start;
  const Int* row_index;
  const double* values;
  Int base;
};

/// Refuses what is not such a matrix, naming the place.
template <class Int>
void require_csc(Index rows, Index cols, const CscView<Int>& view);

template <class Int>
class CscMatrix final : public Matrix {
 public:
  /// Uses the caller's arrays in place.
  CscMatrix(Index rows, Index cols, const CscView<Int>& view) noexcept : Matrix(rows, cols), view_(view) {}
  /// Keeps a copy, starting at 0.
  static std::unique_ptr<CscMatrix> copy(Index rows, Index cols, const CscView<Int>& view);

  [[nodiscard]] const char* storage() const noexcept override { return "csc"; }
  [[nodiscard]] double entries() const noexcept override { return static_cast<double>(stored()); }
  void multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const override;
  void multiply_transpose(ConstVec r, Vec g) const override;
  void multiply_block(Index k, const double* X, double* Y) const override;
  void multiply_transpose_block(Index k, const double* X, double* Y) const override;
  void copy_columns(Index first, Index count, double* out) const override;
  void multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const override;
  void column_norms(Vec norms) const override;
  /// Costs the entries of the columns, and m once.
  void weighted_gram(ConstIndexVec S, ConstIndexVec R, ConstVec d, Vec scratch, double* out, Index ld) const override;
  void weighted_norms(const Index* S, ConstVec d, Vec scratch, Vec out) const override;
  [[nodiscard]] std::shared_ptr<const Matrix> rows_only(ConstIndexVec rows) const override;
  /// A product through Gram columns reads n s numbers, a direct one every entry.
  [[nodiscard]] bool gram_pays(Index s) const noexcept override { return 4 * s <= stored() / cols(); }

  /// Released with the matrix; for memory that was borrowed.
  void keep(UserData memory) noexcept { memory_ = std::move(memory); }

 private:
  [[nodiscard]] Index stored() const noexcept { return view_.col_start[cols()] - view_.base; }
  [[nodiscard]] double dot(Index j, const double* r) const noexcept;
  void add(Index j, double u, double* y) const noexcept;

  CscView<Int> view_;
  std::vector<Int> own_start_, own_index_;
  std::vector<double> own_values_;
  UserData memory_;
};

extern template class CscMatrix<std::int32_t>;
extern template class CscMatrix<std::int64_t>;

}  // namespace sbreg
