// SPDX-License-Identifier: BSD-3-Clause
// When Gram columns pay. A column A'a_j costs one product with A, and then makes each product A'Ax cheaper. It is made
// only once the direct products that it would have saved have cost as much: whatever a run does, it costs at most twice
// what it would have cost had it known its own length. A small allowance comes first, so that small matrices, whose
// columns cost next to nothing, have them at once.
//
// Every evaluator keeps an account of its own and counts only columns that it has paid for itself. Which way a gradient
// is computed then depends on the run alone, not on what other runs have left in the shared cache.
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

class GramAccount {
 public:
  /// Multiplications that columns may cost before any product has paid for them: all columns of a 64 x 256 matrix.
  static constexpr double allowance = 1 << 22;

  /// n columns that cost `column` multiplications each.
  GramAccount(Index n, double column)
      : column_(column), all_(static_cast<double>(n) * column <= allowance), paid_(all_ ? 0 : to_size(n)) {}

  /// Whether the allowance covers every column.
  [[nodiscard]] bool all() const noexcept { return all_; }
  /// Whether the columns S are paid for.
  [[nodiscard]] bool has(ConstIndexVec S) const noexcept { return all_ || missing(S) == 0; }
  /// Whether the columns S are, or can be now, which then is done. Where not, the caller does without them, and what
  /// they would have saved counts towards them.
  bool affords(ConstIndexVec S, double saved) noexcept {
    if (all_) return true;
    const double price = column_ * missing(S);
    if (price > credit_) {
      credit_ += saved > 0 ? saved : 0;
      return false;
    }
    credit_ -= price;
    for (Index j : S) paid_[to_size(j)] = 1;
    return true;
  }

 private:
  [[nodiscard]] double missing(ConstIndexVec S) const noexcept {
    Index count = 0;
    for (Index j : S) count += paid_[to_size(j)] == 0 ? 1 : 0;
    return static_cast<double>(count);
  }

  double column_;
  bool all_;
  double credit_ = allowance;
  std::vector<unsigned char> paid_;
};

}  // namespace sbreg
