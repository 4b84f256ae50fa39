// SPDX-License-Identifier: BSD-3-Clause
// A linear map A, m x n: what every storage (dense, and whatever joins it) must be able to do. Immutable, shared by
// threads. What depends on A alone, such as its Gram columns, is computed once and kept here for all problems on it.
#pragma once

#include <memory>
#include <mutex>

#include "support/options.hpp"

namespace sbreg {

class Gram;
class StandardisedMatrix;

/// A dense matrix in somebody's memory.
struct DenseView {
  const double* data;
  Index ld;
  bool by_rows;
};

struct MatrixOptions {
#include "support/option_members.inl"
// The rows.
#include "problem/matrix_options.inl"
// Their end.
#include "support/option_end.inl"
};

class Matrix {
 public:
  Matrix(Index rows, Index cols) noexcept;
  virtual ~Matrix();
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index cols() const noexcept { return cols_; }
  [[nodiscard]] virtual const char* storage() const noexcept = 0;
  /// Numbers that a product reads, at least.
  [[nodiscard]] virtual double entries() const noexcept {
    return static_cast<double>(rows_) * static_cast<double>(cols_);
  }
  /// Whether columns can be read without a product or a call of the caller's functions.
  [[nodiscard]] virtual bool columns_stored() const noexcept { return true; }
  /// Whether several threads may use the products at the same time.
  [[nodiscard]] virtual bool thread_safe() const noexcept { return true; }

  /// y <- sum_k u[k] A[:, S[k]]: touches the named columns only.
  virtual void multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const = 0;
  /// g <- A' r
  virtual void multiply_transpose(ConstVec r, Vec g) const = 0;
  /// Y <- A X,  X n x k and Y m x k, both contiguous by columns.
  virtual void multiply_block(Index k, const double* X, double* Y) const = 0;
  /// Y <- A' X,  X m x k and Y n x k.
  virtual void multiply_transpose_block(Index k, const double* X, double* Y) const = 0;
  /// out (m x count, by columns) <- columns first .. first+count-1.
  virtual void copy_columns(Index first, Index count, double* out) const = 0;
  /// out[k] <- a_{S[k]}' r: touches the named columns only.
  virtual void multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const = 0;
  /// norms[j] <- ||a_j||^2
  virtual void column_norms(Vec norms) const = 0;
  /// out(k, c) (by columns, leading dimension ld) <- a_{S[k]}' Diag(d) a_{R[c]}. `scratch` has m numbers.
  virtual void weighted_gram(ConstIndexVec S, ConstIndexVec R, ConstVec d, Vec scratch, double* out, Index ld) const;
  /// out[k] <- sum_i d_i a_ij^2 for column j = S[k], or j = k where S is nullptr. `scratch` has m numbers.
  virtual void weighted_norms(const Index* S, ConstVec d, Vec scratch, Vec out) const;
  /// Whether reading a column costs m numbers without a call of anybody's.
  [[nodiscard]] virtual bool dense_columns() const noexcept { return dense() != nullptr; }
  /// Whether Gram columns make a product A'Ax with s nonzeros in x cheaper.
  [[nodiscard]] virtual bool gram_pays(Index s) const noexcept { return 4 * s <= 3 * rows_; }
  /// What is taken out of every entry of the stored column j, on the scale of this matrix.
  [[nodiscard]] virtual double offset(Index /*j*/) const noexcept { return 0; }
  /// The numbers in place, or nullptr when they are not dense.
  [[nodiscard]] virtual const DenseView* dense() const noexcept { return nullptr; }

  /// A matrix of these rows alone, ascending; nullptr where rows cannot be read, as those of an operator.
  [[nodiscard]] virtual std::shared_ptr<const Matrix> rows_only(ConstIndexVec /*rows*/) const { return nullptr; }

  /// The mean of ||a_j||^2, computed once.
  double mean_column_norm() const;
  /// The cache of Gram columns A'a_j, or nullptr when it would exceed the byte cap. Allocates at the first call.
  Gram* gram() const;

  /// This matrix with centred columns, or of standard deviation 1, or both, every row weighing the same. Made at the
  /// first call and kept, so that all problems share it and its Gram columns.
  const StandardisedMatrix& standardised(bool centre, bool scale) const;

  MatrixOptions options;

 protected:
  /// The mean of ||a_j||^2 or an estimate of it.
  [[nodiscard]] virtual double compute_mean_norm() const;

 private:
  Index rows_;
  Index cols_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Gram> gram_;
  mutable std::unique_ptr<const StandardisedMatrix> standardised_[2][2];
  mutable double mean_norm_ = -1;  // not known yet
};

}  // namespace sbreg
