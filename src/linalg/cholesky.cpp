// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/cholesky.hpp"

#include <algorithm>

#include "linalg/blas.hpp"
#include "linalg/kernels.hpp"

namespace sbreg {
namespace {

constexpr double dependent = 1e-11;  // a pivot that lost this much of its diagonal is rounding
constexpr Index small_factor = 128;  // up to here our own kernel is faster than LAPACK

}  // namespace

void cholesky_factor(Index k, const double* H, double* factor, Index ld, unsigned char* skipped) {
  const Index rows = (k + 7) / 8 * 8;
  const auto copy = [&] {
    for (Index c = 0; c < k; ++c) std::copy_n(H + c * ld, rows, factor + c * ld);
  };
  copy();
  if (k > small_factor) {
    if (blas::potrf(k, factor, ld)) {
      std::fill_n(skipped, k, static_cast<unsigned char>(0));
      return;
    }
    copy();
  }
  kernels().cholesky(k, factor, ld, dependent, skipped);
}

void cholesky_solve(Index k, const double* factor, Index ld, const unsigned char* skipped, double* y) noexcept {
  for (Index j = 0; j < k; ++j) {
    const double* column = factor + j * ld;
    y[j] = skipped[j] != 0 ? 0 : y[j] / column[j];
    for (Index i = j + 1; i < k; ++i) y[i] -= y[j] * column[i];
  }
  for (Index j = k - 1; j >= 0; --j) {
    const double* column = factor + j * ld;
    if (skipped[j] != 0) {
      y[j] = 0;
      continue;
    }
    y[j] = (y[j] - kernels().dot(k - j - 1, column + j + 1, y + j + 1)) / column[j];
  }
}

}  // namespace sbreg
