// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/cholesky.hpp"

#include <algorithm>

#include "linalg/blas.hpp"
#include "linalg/simd/kernels.hpp"

namespace sbreg {
namespace {

constexpr Index small_factor = 128;  // up to so many columns our own kernel is faster than LAPACK

/// Whether our own kernel would skip no column, either.
bool independent(Index k, const double* H, const double* factor, Index ld, double dependent) noexcept {
  for (Index c = 0; c < k; ++c) {
    const double pivot = factor[c * (ld + 1)];
    if (!(pivot * pivot > dependent * H[c * (ld + 1)])) return false;
  }
  return true;
}

}  // namespace

bool cholesky_factor(Index k, const double* H, double* factor, Index ld, unsigned char* skipped, Index known,
                     double dependent) {
  if (k - known > small_factor) {
    for (Index c = 0; c < k; ++c) std::copy_n(H + c * ld, ld, factor + c * ld);
    if (blas::potrf(k, factor, ld) && independent(k, H, factor, ld, dependent)) {
      for (Index c = 0; c < k; ++c) std::fill(factor + c * ld + k, factor + (c + 1) * ld, 0.0);
      std::fill_n(skipped, k, static_cast<unsigned char>(0));
      return true;
    }
    known = 0;
  }
  return kernels().cholesky(k, known, H, factor, ld, dependent, skipped) == 0;
}

void cholesky_solve(Index k, const double* factor, Index ld, const unsigned char* skipped, double* y) noexcept {
  kernels().cholesky_solve(k, factor, ld, skipped, y);
}

}  // namespace sbreg
