// SPDX-License-Identifier: BSD-3-Clause
#include "problem/dense.hpp"

#include <algorithm>

#include "linalg/blas.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

// Below this many elements one thread of our own kernels beats the BLAS's hand-off to several. `tests/bench/step sweep`
// on two cores: when both are idle the BLAS draws level at 128 x 1024 and takes half the time at 256 x 1024; when they
// are busy our kernels stay ahead up to eight times as many elements.
// Where it has only one thread, they stay ahead throughout: a BLAS that does not know the processor takes a fifth more.
constexpr Index threaded_size = Index{1} << 18;

constexpr Index largest_padded = Index{1} << 30;  // rows: the BLAS counts to 2^31 - 1, and lines no longer matter

}  // namespace

DenseMatrix::DenseMatrix(Index rows, Index cols, const DenseView& view) : Matrix(rows, cols), view_(view) {}

std::unique_ptr<DenseMatrix> DenseMatrix::copy(Index rows, Index cols, const DenseView& view) {
  auto matrix = own(rows, cols);
  DenseMatrix(rows, cols, view).gather(0, cols, matrix->own_->data(), matrix->view_.ld);
  return matrix;
}

std::unique_ptr<DenseMatrix> DenseMatrix::own(Index rows, Index cols) {
  const Index ld = rows < 8 || rows > largest_padded ? rows : whole_lines(rows);
  LineArray<double> memory(checked_product(ld, cols, "A"));
  auto matrix = std::make_unique<DenseMatrix>(rows, cols, DenseView{memory.data(), ld, false});
  matrix->own_ = std::move(memory);
  return matrix;
}

std::shared_ptr<const Matrix> DenseMatrix::rows_only(ConstIndexVec rows) const {
  constexpr Index tile = 16;  // columns, so that what is read of rows and written of columns stays in the cache
  const Index count = to_index(rows.size());
  std::shared_ptr<DenseMatrix> matrix = own(count, cols());
  double* const out = matrix->own_->data();
  const Index ld = matrix->view_.ld;
  const Index by_row = view_.by_rows ? view_.ld : 1;
  const Index by_column = view_.by_rows ? 1 : view_.ld;
  const Index width = view_.by_rows ? tile : 1;
  for (Index j0 = 0; j0 < cols(); j0 += width)
    for (Index k = 0; k < count; ++k) {
      const double* const row = view_.data + rows[to_size(k)] * by_row;
      for (Index j = j0; j < std::min(j0 + width, cols()); ++j) out[j * ld + k] = row[j * by_column];
    }
  return matrix;
}

std::unique_ptr<DenseMatrix> DenseMatrix::borrow(Index rows, Index cols, const DenseView& view) {
  const bool good = !view.by_rows && starts_line(view.data) && whole_lines(view.ld) == view.ld;
  return good || rows * cols >= threaded_size ? std::make_unique<DenseMatrix>(rows, cols, view)
                                              : copy(rows, cols, view);
}

void DenseMatrix::multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const {
  if (!view_.by_rows) {
    kernels().add_columns(rows(), view_.data, view_.ld, to_index(S.size()), S.data(), u.data(), nullptr, y.data());
    return;
  }
  for (Index i = 0; i < rows(); ++i) {
    const double* row = view_.data + i * view_.ld;
    double total = 0;
    for (std::size_t k = 0; k < S.size(); ++k) total += row[S[k]] * u[k];
    y[to_size(i)] = total;
  }
}

void DenseMatrix::multiply_transpose(ConstVec r, Vec g) const {
  if (view_.by_rows) {  // the rows are the columns of A'
    blas::gemv(blas::Op::none, cols(), rows(), 1, view_.data, view_.ld, r.data(), 0, g.data());
  } else if (rows() * cols() < threaded_size || blas::single_threaded()) {
    kernels().transpose_times(rows(), cols(), view_.data, view_.ld, nullptr, r.data(), g.data());
  } else {
    blas::gemv(blas::Op::transpose, rows(), cols(), 1, view_.data, view_.ld, r.data(), 0, g.data());
  }
}

void DenseMatrix::multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const {
  if (!view_.by_rows) {
    kernels().transpose_times(rows(), to_index(S.size()), view_.data, view_.ld, S.data(), r.data(), out.data());
    return;
  }
  for (std::size_t k = 0; k < S.size(); ++k) {
    double total = 0;
    for (Index i = 0; i < rows(); ++i) total += view_.data[i * view_.ld + S[k]] * r[to_size(i)];
    out[k] = total;
  }
}

void DenseMatrix::multiply_block(Index k, const double* X, double* Y) const {
  if (k == 1) {  // gemm is slow on a single vector
    if (view_.by_rows)
      blas::gemv(blas::Op::transpose, cols(), rows(), 1, view_.data, view_.ld, X, 0, Y);
    else if (rows() * cols() < threaded_size)
      kernels().add_columns(rows(), view_.data, view_.ld, cols(), nullptr, X, nullptr, Y);
    else
      blas::gemv(blas::Op::none, rows(), cols(), 1, view_.data, view_.ld, X, 0, Y);
    return;
  }
  const auto op = view_.by_rows ? blas::Op::transpose : blas::Op::none;
  blas::gemm(op, blas::Op::none, rows(), k, cols(), 1, view_.data, view_.ld, X, cols(), 0, Y, rows());
}

void DenseMatrix::multiply_transpose_block(Index k, const double* X, double* Y) const {
  if (k == 1) return multiply_transpose({X, to_size(rows())}, {Y, to_size(cols())});
  const auto op = view_.by_rows ? blas::Op::none : blas::Op::transpose;
  blas::gemm(op, blas::Op::none, cols(), k, rows(), 1, view_.data, view_.ld, X, rows(), 0, Y, cols());
}

void DenseMatrix::copy_columns(Index first, Index count, double* out) const { gather(first, count, out, rows()); }

void DenseMatrix::gather(Index first, Index count, double* out, Index out_ld) const {
  constexpr Index tile = 16;  // a tile of a row-major matrix and its transpose fit the first-level cache
  if (!view_.by_rows) {
    for (Index j = 0; j < count; ++j) std::copy_n(view_.data + (first + j) * view_.ld, rows(), out + j * out_ld);
    return;
  }
  for (Index i0 = 0; i0 < rows(); i0 += tile)
    for (Index j0 = 0; j0 < count; j0 += tile)
      for (Index i = i0; i < std::min(i0 + tile, rows()); ++i)
        for (Index j = j0; j < std::min(j0 + tile, count); ++j)
          out[j * out_ld + i] = view_.data[i * view_.ld + first + j];
}

void DenseMatrix::column_norms(Vec norms) const {
  if (!view_.by_rows) {
    for (Index j = 0; j < cols(); ++j) {
      const double* a = view_.data + j * view_.ld;
      norms[to_size(j)] = kernels().dot(rows(), a, a);
    }
    return;
  }
  std::ranges::fill(norms, 0.0);
  for (Index i = 0; i < rows(); ++i)
    for (Index j = 0; j < cols(); ++j) {
      const double a = view_.data[i * view_.ld + j];
      norms[to_size(j)] += a * a;
    }
}

}  // namespace sbreg
