// SPDX-License-Identifier: BSD-3-Clause
#include "problem/operator.hpp"

#include <algorithm>
#include <numeric>

#include "support/checks.hpp"
#include "support/rng.hpp"

namespace sbreg {

OperatorMatrix::OperatorMatrix(Index rows, Index cols, sbreg_apply_fn apply, sbreg_apply_fn apply_transpose)
    : Matrix(rows, cols),
      apply_(apply),
      apply_transpose_(apply_transpose),
      zeros_(cols * width),
      scratch_((rows + cols) * width) {}

void OperatorMatrix::multiply_block(Index k, const double* X, double* Y) const {
  const CallbackGate::Pass pass(gate_, options.callbacks_thread_safe != 0);
  call_back("apply", [&] { return apply_(rows(), cols(), k, X, Y, data_.get()); });
}

void OperatorMatrix::multiply_transpose_block(Index k, const double* X, double* Y) const {
  const CallbackGate::Pass pass(gate_, options.callbacks_thread_safe != 0);
  call_back("apply_transpose", [&] { return apply_transpose_(rows(), cols(), k, X, Y, data_.get()); });
}

namespace {

/// Writes values into a block of zeros, and the zeros back at the end however that comes.
class Scatter {
 public:
  explicit Scatter(double* zeros) noexcept : zeros_(zeros) {}
  ~Scatter() {
    for (std::size_t k = 0; k < S_.size(); ++k) zeros_[stride_ * to_index(k) + S_[k]] = 0;
  }
  Scatter(const Scatter&) = delete;
  Scatter& operator=(const Scatter&) = delete;
  /// Entry S[k] of column k (stride n) or of the one column (stride 0).
  template <class Value>
  void put(ConstIndexVec S, Index stride, Value value) noexcept {
    S_ = S;
    stride_ = stride;
    for (std::size_t k = 0; k < S.size(); ++k) zeros_[stride * to_index(k) + S[k]] = value(k);
  }

 private:
  double* zeros_;
  ConstIndexVec S_;
  Index stride_ = 0;
};

}  // namespace

void OperatorMatrix::multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const {
  if (S.empty()) {
    std::ranges::fill(y, 0.0);
    return;
  }
  const BufferPool::Buffer x(zeros_);
  Scatter scatter(x.data());
  scatter.put(S, 0, [&](std::size_t k) { return u[k]; });
  multiply_block(1, x.data(), y.data());
}

void OperatorMatrix::columns(ConstIndexVec S, double* X, double* Y) const {
  Scatter scatter(X);
  scatter.put(S, cols(), [](std::size_t) { return 1.0; });
  multiply_block(to_index(S.size()), X, Y);
}

void OperatorMatrix::multiply_transpose(ConstVec r, Vec g) const { multiply_transpose_block(1, r.data(), g.data()); }

void OperatorMatrix::multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const {
  const BufferPool::Buffer g(scratch_);
  multiply_transpose_block(1, r.data(), g.data());
  for (std::size_t k = 0; k < S.size(); ++k) out[k] = g.data()[S[k]];
}

void OperatorMatrix::copy_columns(Index first, Index count, double* out) const {
  const BufferPool::Buffer X(zeros_);
  Index S[width];
  for (Index j = 0; j < count; j += width) {
    const Index now = std::min(width, count - j);
    std::iota(S, S + now, first + j);
    columns({S, to_size(now)}, X.data(), out + j * rows());
  }
}

void OperatorMatrix::column_norms(Vec norms) const {
  const BufferPool::Buffer Y(scratch_);
  for (Index j = 0; j < cols(); j += width) {
    const Index now = std::min(width, cols() - j);
    copy_columns(j, now, Y.data());
    for (Index c = 0; c < now; ++c) {
      const double* a = Y.data() + c * rows();
      norms[to_size(j + c)] = std::inner_product(a, a + rows(), a, 0.0);
    }
  }
}

void OperatorMatrix::weighted_gram(ConstIndexVec S, ConstIndexVec R, ConstVec d, Vec /*scratch*/, double* out,
                                   Index ld) const {
  const BufferPool::Buffer X(zeros_);
  const BufferPool::Buffer block(scratch_);
  double* const Y = block.data();
  double* const Z = Y + rows() * width;
  for (std::size_t first = 0; first < R.size(); first += to_size(width)) {
    const auto part = R.subspan(first, std::min(to_size(width), R.size() - first));
    const Index count = to_index(part.size());
    columns(part, X.data(), Y);
    for (Index c = 0; c < count; ++c)
      for (Index i = 0; i < rows(); ++i) Y[c * rows() + i] *= d[to_size(i)];
    multiply_transpose_block(count, Y, Z);
    for (Index c = 0; c < count; ++c)
      for (std::size_t k = 0; k < S.size(); ++k) out[(to_index(first) + c) * ld + to_index(k)] = Z[c * cols() + S[k]];
  }
}

/// For y standard normal the mean of ||A'y||^2 is the sum of all ||a_j||^2: a few y tell it to some ten percent, where
/// the columns themselves would take n products. Few columns are asked for one by one.
double OperatorMatrix::compute_mean_norm() const {
  if (cols() <= 8 * width) return Matrix::compute_mean_norm();
  const BufferPool::Buffer block(scratch_);
  double* const y = block.data();
  double* const g = y + rows() * width;
  Rng rng(1);
  for (Index i = 0; i < rows() * width; ++i) y[i] = rng.normal();
  multiply_transpose_block(width, y, g);
  const double squares = std::inner_product(g, g + cols() * width, g, 0.0);
  return squares / static_cast<double>(cols() * width);
}

}  // namespace sbreg
