// SPDX-License-Identifier: BSD-3-Clause
// Cholesky factors of Hessians on a support, defined for any positive semidefinite matrix: a column that depends on the
// ones before it is skipped, and its unknown is 0.
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// factor <- the Cholesky factor of H (both k x k by columns; ld is a multiple of 8 and at least k). `skipped` marks
/// the dependent columns. With `known` both come from a matrix that had the same first `known` rows and columns.
void cholesky_factor(Index k, const double* H, double* factor, Index ld, unsigned char* skipped, Index known = 0);
/// y <- (L L')^{-1} y, zero at the skipped columns. y has room for k rounded up to a multiple of 8.
void cholesky_solve(Index k, const double* factor, Index ld, const unsigned char* skipped, double* y) noexcept;

}  // namespace sbreg
