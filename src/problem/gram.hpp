// SPDX-License-Identifier: BSD-3-Clause
// Columns of A'A, each computed when first asked for and then shared. With them the gradient of least squares at an
// s-sparse x costs n s instead of n m operations. Any number of threads may ask. A copy in single precision is read in
// half the time.
#pragma once

#include <atomic>
#include <vector>

#include "problem/matrix.hpp"
#include "support/line_array.hpp"

namespace sbreg {

class Gram {
 public:
  /// The whole n x n array may take this much, and its copy half; only the columns that are used touch memory.
  static constexpr Index byte_cap = Index{32} << 20;
  static bool fits(Index n) noexcept { return n <= byte_cap / (8 * n); }

  /// Columns of A'WA, W the diagonal matrix of the row weights, which outlive it; of A'A where there are none.
  explicit Gram(const Matrix& matrix, ConstVec row_weights = {});

  /// out <- start + sum_k u[k] A'a_{S[k]}. `scratch` has m numbers.
  void combine(ConstIndexVec S, ConstVec u, ConstVec start, Vec scratch, Vec out);
  /// The same with a sum in single precision, where unit() > 0: out <- unit (start + sum_k u[k] A'a_{S[k]} / unit()).
  /// Returns ||out / unit||^2.
  double combine_roughly(ConstIndexVec S, std::span<const float> u, std::span<const float> start, double unit,
                         Vec scratch, Vec out);
  /// A power of two that all the numbers are less than twice of. 0 where there is no copy in single precision: the
  /// columns of A differ too much in length, or are too few for it to pay.
  [[nodiscard]] double unit() const noexcept { return unit_; }
  /// Columns made so far, by anyone.
  [[nodiscard]] Index made() const noexcept { return n_ - missing_.load(std::memory_order_acquire); }
  /// A'a_j, n numbers, computed now if need be. A product that fails leaves the column to the next who asks.
  const double* column(Index j, Vec scratch);

 private:
  enum State : unsigned char { absent, busy, ready };
  class Claim;

  void require(ConstIndexVec S, Vec scratch) {
    if (missing_.load(std::memory_order_acquire) > 0) compute(S, scratch);
  }
  void compute(ConstIndexVec S, Vec scratch);

  const Matrix& matrix_;
  ConstVec weights_;
  Index n_, ld_;
  double unit_;
  LineArray<double> columns_;
  LineArray<float> single_;  // columns_ / unit_
  std::vector<std::atomic<unsigned char>> state_;
  std::atomic<Index> missing_;  // columns that are not ready
};

}  // namespace sbreg
