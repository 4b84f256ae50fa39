// SPDX-License-Identifier: BSD-3-Clause
#include "problem/csc.hpp"

#include <algorithm>
#include <cmath>

#include "support/checks.hpp"

namespace sbreg {
namespace {

long long shown(Index value) noexcept { return static_cast<long long>(value); }

/// Refuses a NaN or an infinity by its row and column, as for a dense matrix.
template <class Int>
void require_finite_entries(Index cols, Index entries, const CscView<Int>& view) {
  const Index bad = first_not_finite({view.values, to_size(entries)});
  if (bad < 0) return;
  const auto after = [&](Index place, Int start) { return place < Index{start} - view.base; };
  const Int* next = std::upper_bound(view.col_start, view.col_start + cols + 1, bad, after);
  fail(SBREG_E_NOT_FINITE, "A(%lld, %lld), counted from 0, is %g; every number must be finite",
       shown(Index{view.row_index[bad]} - view.base), shown(next - view.col_start - 1), view.values[bad]);
}

}  // namespace

template <class Int>
void require_csc(Index rows, Index cols, const CscView<Int>& view) {
  SBREG_REQUIRE(view.col_start[0] == view.base, SBREG_E_ARGUMENT, "col_start begins with %lld but index_base is %lld",
                shown(view.col_start[0]), shown(view.base));
  for (Index j = 0; j < cols; ++j)
    SBREG_REQUIRE(view.col_start[j] <= view.col_start[j + 1], SBREG_E_ARGUMENT,
                  "col_start[%lld], counted from 0, is %lld, less than %lld before it; it must not decrease",
                  shown(j + 1), shown(view.col_start[j + 1]), shown(view.col_start[j]));
  const Index entries = Index{view.col_start[cols]} - view.base;
  checked_product(entries, 1, "values");
  if (entries > 0) {
    require_pointer(view.row_index, "row_index");
    require_pointer(view.values, "values");
  }
  for (Index j = 0; j < cols; ++j) {
    for (Index p = view.col_start[j] - view.base; p < view.col_start[j + 1] - view.base; ++p) {
      const Index i = Index{view.row_index[p]} - view.base;
      SBREG_REQUIRE(i >= 0 && i < rows, SBREG_E_ARGUMENT,
                    "row_index[%lld], counted from 0, is %lld, outside %lld..%lld", shown(p), shown(view.row_index[p]),
                    shown(view.base), shown(rows - 1 + view.base));
      SBREG_REQUIRE(p == view.col_start[j] - view.base || view.row_index[p - 1] < view.row_index[p], SBREG_E_ARGUMENT,
                    "row_index[%lld], counted from 0, is %lld, not more than the one before it in its column: rows "
                    "must ascend and none may come twice",
                    shown(p), shown(view.row_index[p]));
    }
  }
  require_finite_entries(cols, entries, view);
}

template <class Int>
std::unique_ptr<CscMatrix<Int>> CscMatrix<Int>::copy(Index rows, Index cols, const CscView<Int>& view) {
  auto matrix = std::make_unique<CscMatrix>(rows, cols, view);
  const Index entries = matrix->stored();
  matrix->own_start_.assign(view.col_start, view.col_start + cols + 1);
  matrix->own_index_.assign(view.row_index, view.row_index + entries);
  matrix->own_values_.assign(view.values, view.values + entries);
  for (Int& start : matrix->own_start_) start = static_cast<Int>(start - view.base);
  for (Int& row : matrix->own_index_) row = static_cast<Int>(row - view.base);
  matrix->view_ = {matrix->own_start_.data(), matrix->own_index_.data(), matrix->own_values_.data(), 0};
  return matrix;
}

/// Two passes over the entries: one counts those that stay, so that the copy takes no more memory than it needs.
template <class Int>
std::shared_ptr<const Matrix> CscMatrix<Int>::rows_only(ConstIndexVec rows) const {
  std::vector<Index> place(to_size(this->rows()), -1);  // of a row of A among these
  for (std::size_t k = 0; k < rows.size(); ++k) place[to_size(rows[k])] = to_index(k);
  const auto place_of = [&](Index p) { return place[to_size(Index{view_.row_index[p]} - view_.base)]; };
  auto matrix = std::make_shared<CscMatrix>(to_index(rows.size()), cols(), view_);
  auto& start = matrix->own_start_;
  start.assign(to_size(cols() + 1), 0);
  for (Index j = 0; j < cols(); ++j) {
    Int count = 0;
    for (Index p = view_.col_start[j] - view_.base; p < view_.col_start[j + 1] - view_.base; ++p)
      if (place_of(p) >= 0) ++count;
    start[to_size(j + 1)] = static_cast<Int>(start[to_size(j)] + count);
  }
  matrix->own_index_.reserve(to_size(start.back()));
  matrix->own_values_.reserve(to_size(start.back()));
  for (Index p = 0; p < stored(); ++p) {
    if (place_of(p) < 0) continue;
    matrix->own_index_.push_back(static_cast<Int>(place_of(p)));
    matrix->own_values_.push_back(view_.values[p]);
  }
  matrix->view_ = {start.data(), matrix->own_index_.data(), matrix->own_values_.data(), 0};
  return matrix;
}

template <class Int>
double CscMatrix<Int>::dot(Index j, const double* r) const noexcept {
  const Index base = view_.base;
  Index p = view_.col_start[j] - base;
  const Index end = view_.col_start[j + 1] - base;
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;  // four sums, so that additions need not wait for each other
  for (; p + 4 <= end; p += 4) {
    a += view_.values[p] * r[view_.row_index[p] - base];
    b += view_.values[p + 1] * r[view_.row_index[p + 1] - base];
    c += view_.values[p + 2] * r[view_.row_index[p + 2] - base];
    d += view_.values[p + 3] * r[view_.row_index[p + 3] - base];
  }
  for (; p < end; ++p) a += view_.values[p] * r[view_.row_index[p] - base];
  return (a + b) + (c + d);
}

template <class Int>
void CscMatrix<Int>::add(Index j, double u, double* y) const noexcept {  // NOLINT(readability-non-const-parameter)
  const Index base = view_.base;
  for (Index p = view_.col_start[j] - base; p < view_.col_start[j + 1] - base; ++p)
    y[view_.row_index[p] - base] += u * view_.values[p];
}

template <class Int>
void CscMatrix<Int>::multiply_columns(ConstIndexVec S, ConstVec u, Vec y) const {
  std::ranges::fill(y, 0.0);
  for (std::size_t k = 0; k < S.size(); ++k) add(S[k], u[k], y.data());
}

template <class Int>
void CscMatrix<Int>::multiply_transpose(ConstVec r, Vec g) const {
  for (Index j = 0; j < cols(); ++j) g[to_size(j)] = dot(j, r.data());
}

template <class Int>
void CscMatrix<Int>::multiply_transpose_columns(ConstIndexVec S, ConstVec r, Vec out) const {
  for (std::size_t k = 0; k < S.size(); ++k) out[k] = dot(S[k], r.data());
}

template <class Int>
void CscMatrix<Int>::multiply_block(Index k, const double* X, double* Y) const {
  std::fill_n(Y, k * rows(), 0.0);
  for (Index j = 0; j < cols(); ++j)
    for (Index c = 0; c < k; ++c)
      if (X[c * cols() + j] != 0) add(j, X[c * cols() + j], Y + c * rows());
}

template <class Int>
void CscMatrix<Int>::multiply_transpose_block(Index k, const double* X, double* Y) const {
  for (Index j = 0; j < cols(); ++j)
    for (Index c = 0; c < k; ++c) Y[c * cols() + j] = dot(j, X + c * rows());
}

template <class Int>
void CscMatrix<Int>::copy_columns(Index first, Index count, double* out) const {
  std::fill_n(out, count * rows(), 0.0);
  for (Index c = 0; c < count; ++c) add(first + c, 1, out + c * rows());
}

template <class Int>
void CscMatrix<Int>::column_norms(Vec norms) const {
  for (Index j = 0; j < cols(); ++j) {
    double squares = 0;
    for (Index p = view_.col_start[j] - view_.base; p < view_.col_start[j + 1] - view_.base; ++p)
      squares += view_.values[p] * view_.values[p];
    norms[to_size(j)] = squares;
  }
}

/// A column of R at a time lies in `scratch`, which is zero elsewhere.
template <class Int>
void CscMatrix<Int>::weighted_gram(ConstIndexVec S, ConstIndexVec R, ConstVec d, Vec scratch, double* out,
                                   Index ld) const {
  const bool symmetric = std::ranges::equal(S, R);  // then the part above the diagonal is a copy
  const Index base = view_.base;
  std::ranges::fill(scratch, 0.0);
  for (std::size_t c = 0; c < R.size(); ++c) {
    const Index first = view_.col_start[R[c]] - base;
    const Index end = view_.col_start[R[c] + 1] - base;
    for (Index p = first; p < end; ++p) {
      const auto i = to_size(Index{view_.row_index[p]} - base);
      scratch[i] = view_.values[p] * d[i];
    }
    double* const column = out + to_index(c) * ld;
    for (std::size_t k = symmetric ? c : 0; k < S.size(); ++k) column[k] = dot(S[k], scratch.data());
    for (std::size_t k = 0; symmetric && k < c; ++k) column[k] = out[to_index(k) * ld + to_index(c)];
    for (Index p = first; p < end; ++p) scratch[to_size(Index{view_.row_index[p]} - base)] = 0;
  }
}

template <class Int>
void CscMatrix<Int>::weighted_norms(const Index* S, ConstVec d, Vec /*scratch*/, Vec out) const {
  const Index base = view_.base;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Index j = S != nullptr ? S[k] : to_index(k);
    double total = 0;
    for (Index p = view_.col_start[j] - base; p < view_.col_start[j + 1] - base; ++p)
      total += d[to_size(Index{view_.row_index[p]} - base)] * view_.values[p] * view_.values[p];
    out[k] = total;
  }
}

template void require_csc(Index, Index, const CscView<std::int32_t>&);
template void require_csc(Index, Index, const CscView<std::int64_t>&);
template class CscMatrix<std::int32_t>;
template class CscMatrix<std::int64_t>;

}  // namespace sbreg
