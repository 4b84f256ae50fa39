// SPDX-License-Identifier: BSD-3-Clause
// A matrix known only by its products, two functions of the caller's. Nothing of size m x n, and no Gram matrix, is
// ever made: a column is the product with a unit vector, several are asked for at once.
#pragma once

#include "problem/matrix.hpp"
#include "support/buffer_pool.hpp"
#include "support/callback.hpp"
#include "support/user_data.hpp"

namespace sbreg {

class OperatorMatrix final : public Matrix {
 public:
  OperatorMatrix(Index rows, Index cols, sbreg_apply_fn apply, sbreg_apply_fn apply_transpose);

  [[nodiscard]] const char* storage() const noexcept override { return "operator"; }
  [[nodiscard]] double entries() const noexcept override { return static_cast<double>(rows() + cols()); }
  [[nodiscard]] bool columns_stored() const noexcept override { return false; }
  [[nodiscard]] bool thread_safe() const noexcept override { return options.callbacks_thread_safe != 0; }
  void multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const override;
  void multiply_transpose(ConstVec r, Vec g) const override;
  void multiply_block(Index k, const double* X, double* Y) const override;
  void multiply_transpose_block(Index k, const double* X, double* Y) const override;
  void copy_columns(Index first, Index count, double* out) const override;
  void multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const override;
  void column_norms(Vec norms) const override;
  void weighted_gram(ConstIndexVec S, ConstIndexVec R, ConstVec d, Vec scratch, double* out, Index ld) const override;
  [[nodiscard]] bool gram_pays(Index /*s*/) const noexcept override { return false; }

  /// What the callbacks work on; released with the matrix.
  void keep(UserData data) noexcept { data_ = std::move(data); }

 private:
  static constexpr Index width = 8;  // vectors in one call

  /// Y <- the columns S[0..count-1] of A, using X (n x count, zero before and after).
  void columns(ConstIndexVec S, double* X, double* Y) const;
  [[nodiscard]] double compute_mean_norm() const override;

  sbreg_apply_fn apply_;
  sbreg_apply_fn apply_transpose_;
  UserData data_;
  mutable CallbackGate gate_;
  mutable BufferPool zeros_;    // n x width, always zero outside a call
  mutable BufferPool scratch_;  // n x width and m x width
};

}  // namespace sbreg
