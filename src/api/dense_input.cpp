// SPDX-License-Identifier: BSD-3-Clause
#include "api/dense_input.hpp"

#include <vector>

namespace sbreg::api {

DenseView checked_dense(Index m, Index n, const double* A, Index ld, int order, Index parts) {
  blas::require_blas();
  require_positive(m, "m");
  require_positive(n, "n");
  require_pointer(A, "A");
  SBREG_REQUIRE(order == SBREG_COL_MAJOR || order == SBREG_ROW_MAJOR, SBREG_E_ARGUMENT,
                "order must be SBREG_COL_MAJOR (0) or SBREG_ROW_MAJOR (1), got %d", order);
  const bool by_rows = order == SBREG_ROW_MAJOR;
  const Index inner = by_rows ? n : m;
  const Index outer = by_rows ? m : n;
  SBREG_REQUIRE(ld >= inner, SBREG_E_DIMENSION, "ld must be at least %s = %lld, got %lld", by_rows ? "n" : "m",
                static_cast<long long>(inner), static_cast<long long>(ld));
  checked_product(checked_product(ld, parts, "A"), outer, "A");
  blas::require_size(ld, "ld");
  blas::require_size(outer, by_rows ? "m" : "n");
  for (Index k = 0; k < outer; ++k) {
    const double* line = A + k * ld * parts;
    const Index bad = first_not_finite({line, to_size(inner * parts)});
    const Index place = bad / parts;
    SBREG_REQUIRE(bad < 0, SBREG_E_NOT_FINITE, "A(%lld, %lld), counted from 0, is %g; every number must be finite",
                  static_cast<long long>(by_rows ? k : place), static_cast<long long>(by_rows ? place : k), line[bad]);
  }
  return {A, ld, by_rows};
}

/// Entry a + bi becomes the block [a, -b; b, a].
std::unique_ptr<Matrix> real_form(Index m, Index n, const DenseView& A) {
  checked_product(checked_product(m, 2, "A"), checked_product(n, 2, "A"), "the real form of A");
  blas::require_size(checked_product(m, 2, "A"), "2m");
  blas::require_size(checked_product(n, 2, "A"), "2n");
  std::vector<double> real(to_size(4 * m * n));
  for (Index j = 0; j < n; ++j) {
    double* first = real.data() + 4 * m * j;
    double* second = first + 2 * m;
    for (Index i = 0; i < m; ++i) {
      const double* entry = A.data + 2 * (A.by_rows ? i * A.ld + j : j * A.ld + i);
      first[2 * i] = second[2 * i + 1] = entry[0];
      first[2 * i + 1] = entry[1];
      second[2 * i] = -entry[1];
    }
  }
  return DenseMatrix::copy(2 * m, 2 * n, {real.data(), 2 * m, false});
}

}  // namespace sbreg::api
