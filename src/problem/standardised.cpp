// SPDX-License-Identifier: BSD-3-Clause
#include "problem/standardised.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double constant = 1e-13;          // a column that varies by less than this times its size is constant
constexpr double cancelled = 1e-8;          // of the sum of squares is left by the mean: the difference is not accurate
constexpr double smallest_square = 1e-280;  // below it a sum of squares has lost digits, or all of them
constexpr double largest_square = 1e300;    // beyond it what is computed from a sum of squares may overflow
constexpr double smallest_scale = 1e-307;   // whose inverse is a number

double total(ConstVec v) noexcept { return std::accumulate(v.begin(), v.end(), 0.0); }

/// The weights divided by a power of two near the largest: only their ratios matter, and sums of them stay finite.
std::vector<double> moderate(ConstVec weights) {
  std::vector<double> w(weights.begin(), weights.end());
  const double largest = w.empty() ? 0 : *std::ranges::max_element(w);
  if (largest > 0)
    for (double& weight : w) weight = std::ldexp(weight, -std::ilogb(largest));
  return w;
}

/// The mean of one column, of whatever size its entries are.
double mean_of(ConstVec column, ConstVec w, double weight) noexcept {
  double mean = 0;
  for (std::size_t i = 0; i < column.size(); ++i) mean += column[i] * ((w.empty() ? 1 : w[i]) / weight);
  return mean;
}

/// The root of the mean of w (a - shift)^2 of one column, of whatever size its entries are: nothing is squared before
/// it has been divided by the largest.
double deviation_of(ConstVec column, ConstVec w, double weight, double shift) noexcept {
  double largest = 0;
  for (double a : column) largest = std::max(largest, std::abs(a - shift));
  if (!(largest > 0)) return 0;
  double squares = 0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    const double ratio = (column[i] - shift) / largest;
    squares += (w.empty() ? 1 : w[i]) * ratio * ratio;
  }
  return largest * std::sqrt(squares / weight);
}

/// Roots of the means of w (a_j - shift_j)^2 by columns.
std::vector<double> deviations(const Matrix& A, ConstVec w, double weight, const std::vector<double>& shift) {
  const Index n = A.cols();
  std::vector<double> squares(to_size(n));
  std::vector<double> column(to_size(A.rows()));
  if (w.empty()) {
    A.column_norms(squares);
  } else {
    for (Index j = 0; j < n; ++j) A.weighted_gram({&j, 1}, {&j, 1}, w, column, &squares[to_size(j)], 1);
  }
  for (std::size_t j = 0; j < squares.size(); ++j) {
    const double about_zero = squares[j];
    const double rest = about_zero - weight * shift[j] * shift[j];
    const bool accurate = rest > cancelled * about_zero || shift[j] == 0;
    if (accurate && about_zero > smallest_square && about_zero < largest_square) {
      squares[j] = std::sqrt(rest / weight);
      continue;
    }
    A.copy_columns(to_index(j), 1, column.data());
    squares[j] = deviation_of(column, w, weight, shift[j]);
  }
  return squares;
}

}  // namespace

Columns standardise(const Matrix& A, ConstVec given_weights, bool centre, bool scale) {
  const auto n = to_size(A.cols());
  Columns columns{std::vector<double>(n, 0.0), std::vector<double>(n, 1.0), std::vector<double>(n, 1.0)};
  const std::vector<double> weights = moderate(given_weights);
  const double weight = weights.empty() ? static_cast<double>(A.rows()) : total(weights);
  if (weight <= 0) return columns;
  if (centre) {
    std::vector<double> column(to_size(A.rows()), 1.0);
    A.multiply_transpose(weights.empty() ? column : weights, columns.shift);
    for (std::size_t j = 0; j < n; ++j) {
      columns.shift[j] /= weight;
      if (std::isfinite(columns.shift[j])) continue;
      A.copy_columns(to_index(j), 1, column.data());
      columns.shift[j] = mean_of(column, weights, weight);
    }
  }
  // The columns of an operator cost a product each: they are looked at only when their scale is asked for.
  if (!scale && !A.columns_stored()) return columns;
  const auto deviation = deviations(A, weights, weight, columns.shift);
  for (std::size_t j = 0; j < n; ++j) {
    SBREG_REQUIRE(std::isfinite(deviation[j]), SBREG_E_NUMERIC,
                  "%s: the entries of column %lld, counted from 0, differ by more than a number can hold",
                  scale ? "standardize" : "intercept", static_cast<long long>(j));
    if (deviation[j] <= constant * std::abs(columns.shift[j])) {
      columns.inverse[j] = 0;
    } else if (scale) {
      columns.scale[j] = std::max(deviation[j], smallest_scale);
      columns.inverse[j] = 1 / columns.scale[j];
    }
  }
  return columns;
}

StandardisedMatrix::StandardisedMatrix(const Matrix& A, Columns columns)
    : Matrix(A.rows(), A.cols()), A_(A), columns_(std::move(columns)), scaled_(cols()) {}

void StandardisedMatrix::multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const {
  const BufferPool::Buffer buffer(scaled_);
  const Vec v{buffer.data(), S.size()};
  double level = 0;
  for (std::size_t k = 0; k < S.size(); ++k) {
    v[k] = u[k] * columns_.inverse[to_size(S[k])];
    level += v[k] * columns_.shift[to_size(S[k])];
  }
  A_.multiply_columns(S, v, y);
  for (double& entry : y) entry -= level;
}

void StandardisedMatrix::multiply_transpose(ConstVec r, Vec g) const {
  multiply_transpose_block(1, r.data(), g.data());
}

void StandardisedMatrix::multiply_block(Index k, const double* X, double* Y) const {
  std::vector<double> scaled(X, X + k * cols());
  for (Index c = 0; c < k; ++c)
    for (Index j = 0; j < cols(); ++j) scaled[to_size(c * cols() + j)] *= columns_.inverse[to_size(j)];
  A_.multiply_block(k, scaled.data(), Y);
  for (Index c = 0; c < k; ++c) {
    double level = 0;
    for (Index j = 0; j < cols(); ++j) level += scaled[to_size(c * cols() + j)] * columns_.shift[to_size(j)];
    for (Index i = 0; i < rows(); ++i) Y[c * rows() + i] -= level;
  }
}

void StandardisedMatrix::multiply_transpose_block(Index k, const double* X, double* Y) const {
  if (k == 1)
    A_.multiply_transpose({X, to_size(rows())}, {Y, to_size(cols())});
  else
    A_.multiply_transpose_block(k, X, Y);
  for (Index c = 0; c < k; ++c) {
    const double sum = total({X + c * rows(), to_size(rows())});
    double* y = Y + c * cols();
    for (Index j = 0; j < cols(); ++j) y[j] = (y[j] - columns_.shift[to_size(j)] * sum) * columns_.inverse[to_size(j)];
  }
}

void StandardisedMatrix::copy_columns(Index first, Index count, double* out) const {
  A_.copy_columns(first, count, out);
  for (Index c = 0; c < count; ++c) {
    const auto j = to_size(first + c);
    for (Index i = 0; i < rows(); ++i) {
      double& entry = out[c * rows() + i];
      entry = (entry - columns_.shift[j]) * columns_.inverse[j];
    }
  }
}

void StandardisedMatrix::multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const {
  A_.multiply_transpose_columns(S, r, out);
  const double sum = total(r);
  for (std::size_t k = 0; k < S.size(); ++k)
    out[k] = (out[k] - columns_.shift[to_size(S[k])] * sum) * columns_.inverse[to_size(S[k])];
}

/// sum d (a - shift)^2 = sum d a^2 - shift (2 sum d a - shift sum d) where a is sparse, column by column where that
/// cancels.
void StandardisedMatrix::weighted_norms(const Index* S, ConstVec d, Vec scratch, Vec out) const {
  if (A_.dense_columns() || !A_.columns_stored()) return Matrix::weighted_norms(S, d, scratch, out);
  A_.weighted_norms(S, d, scratch, out);
  const double sum = total(d);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Index j = S != nullptr ? S[k] : to_index(k);
    const double inverse = columns_.inverse[to_size(j)];
    const double shift = columns_.shift[to_size(j)];
    const double whole = out[k] * inverse * inverse;
    double product = 0;
    if (shift != 0) A_.multiply_transpose_columns({&j, 1}, d, {&product, 1});
    out[k] = whole - shift * (2 * product - shift * sum) * inverse * inverse;
    if (whole == 0 || shift == 0 || out[k] > cancelled * whole) continue;
    Matrix::weighted_norms(&j, d, scratch, out.subspan(k, 1));
  }
}

/// ||a - shift 1||^2 = ||a||^2 - shift (2 1'a - m shift), column by column where that cancels.
void StandardisedMatrix::column_norms(Vec norms) const {
  const std::vector<double> ones(to_size(rows()), 1.0);
  std::vector<double> sums(norms.size());
  std::vector<double> column(ones.size());
  A_.column_norms(norms);
  A_.multiply_transpose(ones, sums);
  const auto m = static_cast<double>(rows());
  for (std::size_t j = 0; j < norms.size(); ++j) {
    const double whole = norms[j];
    const double inverse = columns_.inverse[j];
    norms[j] = (whole - columns_.shift[j] * (2 * sums[j] - m * columns_.shift[j])) * inverse * inverse;
    if (inverse == 0) norms[j] = 0;
    const bool accurate = columns_.shift[j] == 0 || norms[j] > cancelled * whole * inverse * inverse;
    const bool squared = whole > smallest_square && whole < largest_square && inverse > 1e-140 && inverse < 1e140;
    if ((accurate && squared) || inverse == 0) continue;
    copy_columns(to_index(j), 1, column.data());
    norms[j] = std::inner_product(column.begin(), column.end(), column.begin(), 0.0);
  }
}

}  // namespace sbreg
