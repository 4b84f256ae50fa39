// SPDX-License-Identifier: BSD-3-Clause
#include "problem/standardised.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace sbreg {
namespace {

constexpr double constant = 1e-13;  // a column that varies by less than this times its size is constant
constexpr double cancelled = 1e-8;  // of the sum of squares is left by the mean: the difference is not accurate

double total(ConstVec v) noexcept { return std::accumulate(v.begin(), v.end(), 0.0); }

/// Sums of w (a_j - shift_j)^2 by columns.
std::vector<double> squares_about(const Matrix& A, ConstVec w, const std::vector<double>& shift) {
  const Index n = A.cols();
  std::vector<double> squares(to_size(n));
  std::vector<double> column(to_size(A.rows()));
  const double weight = w.empty() ? static_cast<double>(A.rows()) : total(w);
  if (w.empty()) {
    A.column_norms(squares);
  } else {
    for (Index j = 0; j < n; ++j) A.weighted_gram({&j, 1}, {&j, 1}, w, column, &squares[to_size(j)], 1);
  }
  for (std::size_t j = 0; j < squares.size(); ++j) {
    const double about_zero = squares[j];
    squares[j] -= weight * shift[j] * shift[j];
    if (squares[j] > cancelled * about_zero || shift[j] == 0) continue;
    A.copy_columns(to_index(j), 1, column.data());
    squares[j] = 0;
    for (std::size_t i = 0; i < column.size(); ++i)
      squares[j] += (w.empty() ? 1 : w[i]) * (column[i] - shift[j]) * (column[i] - shift[j]);
  }
  return squares;
}

}  // namespace

Columns standardise(const Matrix& A, ConstVec weights, bool centre, bool scale) {
  const auto n = to_size(A.cols());
  Columns columns{std::vector<double>(n, 0.0), std::vector<double>(n, 1.0), std::vector<double>(n, 1.0)};
  const double weight = weights.empty() ? static_cast<double>(A.rows()) : total(weights);
  if (weight <= 0) return columns;
  if (centre) {
    const std::vector<double> ones(weights.empty() ? to_size(A.rows()) : 0, 1.0);
    A.multiply_transpose(weights.empty() ? ConstVec(ones) : weights, columns.shift);
    for (double& mean : columns.shift) mean /= weight;
  }
  // The columns of an operator cost a product each: they are looked at only when their scale is asked for.
  if (!scale && std::strcmp(A.storage(), "operator") == 0) return columns;
  const auto squares = squares_about(A, weights, columns.shift);
  for (std::size_t j = 0; j < n; ++j) {
    const double deviation = std::sqrt(std::max(squares[j], 0.0) / weight);
    if (deviation <= constant * std::abs(columns.shift[j])) {
      columns.inverse[j] = 0;
    } else if (scale) {
      columns.scale[j] = deviation;
      columns.inverse[j] = 1 / deviation;
    }
  }
  return columns;
}

StandardisedMatrix::StandardisedMatrix(std::shared_ptr<const Matrix> A, const Columns& columns)
    : Matrix(A->rows(), A->cols()), A_(std::move(A)), columns_(columns), scaled_(cols()) {}

void StandardisedMatrix::multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const {
  const BufferPool::Buffer buffer(scaled_);
  const Vec v{buffer.data(), S.size()};
  double level = 0;
  for (std::size_t k = 0; k < S.size(); ++k) {
    v[k] = u[k] * columns_.inverse[to_size(S[k])];
    level += v[k] * columns_.shift[to_size(S[k])];
  }
  A_->multiply_columns(S, v, y);
  for (double& entry : y) entry -= level;
}

void StandardisedMatrix::multiply_transpose(ConstVec r, Vec g) const {
  multiply_transpose_block(1, r.data(), g.data());
}

void StandardisedMatrix::multiply_block(Index k, const double* X, double* Y) const {
  std::vector<double> scaled(X, X + k * cols());
  for (Index c = 0; c < k; ++c)
    for (Index j = 0; j < cols(); ++j) scaled[to_size(c * cols() + j)] *= columns_.inverse[to_size(j)];
  A_->multiply_block(k, scaled.data(), Y);
  for (Index c = 0; c < k; ++c) {
    double level = 0;
    for (Index j = 0; j < cols(); ++j) level += scaled[to_size(c * cols() + j)] * columns_.shift[to_size(j)];
    for (Index i = 0; i < rows(); ++i) Y[c * rows() + i] -= level;
  }
}

void StandardisedMatrix::multiply_transpose_block(Index k, const double* X, double* Y) const {
  if (k == 1)
    A_->multiply_transpose({X, to_size(rows())}, {Y, to_size(cols())});
  else
    A_->multiply_transpose_block(k, X, Y);
  for (Index c = 0; c < k; ++c) {
    const double sum = total({X + c * rows(), to_size(rows())});
    double* y = Y + c * cols();
    for (Index j = 0; j < cols(); ++j) y[j] = (y[j] - columns_.shift[to_size(j)] * sum) * columns_.inverse[to_size(j)];
  }
}

void StandardisedMatrix::copy_columns(Index first, Index count, double* out) const {
  A_->copy_columns(first, count, out);
  for (Index c = 0; c < count; ++c) {
    const auto j = to_size(first + c);
    for (Index i = 0; i < rows(); ++i) {
      double& entry = out[c * rows() + i];
      entry = (entry - columns_.shift[j]) * columns_.inverse[j];
    }
  }
}

void StandardisedMatrix::multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const {
  A_->multiply_transpose_columns(S, r, out);
  const double sum = total(r);
  for (std::size_t k = 0; k < S.size(); ++k)
    out[k] = (out[k] - columns_.shift[to_size(S[k])] * sum) * columns_.inverse[to_size(S[k])];
}

/// ||a - shift 1||^2 = ||a||^2 - shift (2 1'a - m shift), column by column where that cancels.
void StandardisedMatrix::column_norms(Vec norms) const {
  const std::vector<double> ones(to_size(rows()), 1.0);
  std::vector<double> sums(norms.size());
  std::vector<double> column(ones.size());
  A_->column_norms(norms);
  A_->multiply_transpose(ones, sums);
  const auto m = static_cast<double>(rows());
  for (std::size_t j = 0; j < norms.size(); ++j) {
    const double whole = norms[j];
    const double inverse = columns_.inverse[j];
    norms[j] = (whole - columns_.shift[j] * (2 * sums[j] - m * columns_.shift[j])) * inverse * inverse;
    if (columns_.shift[j] == 0 || norms[j] > cancelled * whole * inverse * inverse || inverse == 0) continue;
    copy_columns(to_index(j), 1, column.data());
    norms[j] = std::inner_product(column.begin(), column.end(), column.begin(), 0.0);
  }
}

}  // namespace sbreg
