// SPDX-License-Identifier: BSD-3-Clause
// Cholesky factors of Hessians on a support, defined for any positive semidefinite matrix: a column that depends on the
// ones before it is skipped, and its unknown is 0.
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// A squared pivot that is no larger part of its diagonal entry than this is rounding error.
inline constexpr double dependent_pivot = 1e-11;
/// Where all are a larger part than this, a Newton step with the factor leaves about 1e-16 of what f can fall by.
inline constexpr double clear_pivot = 1e-8;

/// factor <- the Cholesky factor of H (both k x k by columns; ld is a multiple of 8 and at least k). `skipped` marks
/// the columns whose squared pivot is at most `dependent` times its diagonal entry. With `known` both come from a
/// matrix that had the same first `known` rows and columns. Returns whether no column was skipped.
bool cholesky_factor(Index k, const double* H, double* factor, Index ld, unsigned char* skipped, Index known = 0,
                     double dependent = dependent_pivot);
/// y <- (L L')^{-1} y, zero at the skipped columns. y has room for k rounded up to a multiple of 8.
void cholesky_solve(Index k, const double* factor, Index ld, const unsigned char* skipped, double* y) noexcept;

}  // namespace sbreg
