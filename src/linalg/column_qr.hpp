// SPDX-License-Identifier: BSD-3-Clause
// QR of a few columns by Householder reflections, for least squares on a support whose Gram matrix has lost too many
// digits: forming F'F squares the condition number of F, a QR of F does not.
//
// The columns of F (rows x k) are scaled to length 1 and taken in their order. A column whose part outside the span of
// the columns before it is rounding error is skipped. With F1 the columns that are kept and F2 the skipped ones,
//
//     F1 = Q R1,   F2 = Q R2 + rounding,   R1 upper triangular.
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

class ColumnQr {
 public:
  /// Room for the columns of F, one after the other; the caller fills it before factor().
  double* columns(Index rows, Index k);
  /// Factors what the caller has written to columns().
  void factor() noexcept;

  [[nodiscard]] Index rank() const noexcept { return to_index(kept_.size()); }
  [[nodiscard]] bool full_rank() const noexcept { return rank() == k_; }
  /// The smallest part of a kept column, of length 1, that lies outside the span of the kept columns before it. The
  /// condition number of the scaled columns is at least the reciprocal of this number.
  [[nodiscard]] double least_part() const noexcept { return least_; }
  /// step <- p with F1'F1 p1 = step1 - F1'F2 p2, where p2 = -x2 for the skipped columns (x + p is then 0 there), or 0
  /// where x is empty.
  void solve(Vec step, ConstVec x) noexcept;

 private:
  [[nodiscard]] double* column(Index c) noexcept { return F_.data() + c * rows_; }
  void scale() noexcept;

  Index rows_ = 0, k_ = 0;
  double least_ = 1;
  std::vector<double> F_;       // on and above the diagonal R, below it what made the reflections
  std::vector<double> length_;  // of the columns before they were scaled
  std::vector<double> y_;
  std::vector<Index> kept_, skipped_;  // columns, ascending
};

}  // namespace sbreg
