// SPDX-License-Identifier: BSD-3-Clause
#include "api/dense_input.hpp"

namespace sbreg::api {

DenseView checked_dense(Index m, Index n, const double* A, Index ld, int order) {
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
  checked_product(ld, outer, "A");
  blas::require_size(ld, "ld");
  blas::require_size(outer, by_rows ? "m" : "n");
  for (Index k = 0; k < outer; ++k) {
    const Index bad = first_not_finite({A + k * ld, to_size(inner)});
    SBREG_REQUIRE(bad < 0, SBREG_E_NOT_FINITE, "A(%lld, %lld) is %g; every number must be finite",
                  static_cast<long long>(by_rows ? k : bad), static_cast<long long>(by_rows ? bad : k),
                  A[k * ld + bad]);
  }
  return {A, ld, by_rows};
}

}  // namespace sbreg::api
