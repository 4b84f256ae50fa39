// SPDX-License-Identifier: BSD-3-Clause
// Typed wrappers of the BLAS and LAPACK routines the library uses, by columns throughout. Sizes are 64-bit here and
// checked against the BLAS's own integer before the call; LAPACK is called at the _work level, so that it allocates
// nothing and prints nothing. `require_blas` is called once per process, when the first matrix is created. The build
// chooses the interface: blas_c.cpp, or blas_fortran.cpp for a BLAS of which only the Fortran symbols are known.
#pragma once

#include "support/types.hpp"

namespace sbreg::blas {

/// Refuses (SBREG_E_UNSUPPORTED) a BLAS whose integers have another width than the headers promised.
void require_blas();

/// SBREG_E_DIMENSION when a size does not fit the BLAS's integer.
void require_size(Index value, const char* name);

/// Whether the BLAS is known to use one thread.
bool single_threaded() noexcept;

/// Whether products in single precision are those of a BLAS; without it they are correct, and slow.
bool has_single() noexcept;

enum class Op { none, transpose };

/// y <- alpha op(A) x + beta y,  A m x n.
void gemv(Op op, Index m, Index n, double alpha, const double* A, Index ld, const double* x, double beta, double* y);
/// C <- alpha op(A) op(B) + beta C,  C m x n, inner size k.
void gemm(Op opa, Op opb, Index m, Index n, Index k, double alpha, const double* A, Index lda, const double* B,
          Index ldb, double beta, double* C, Index ldc);
void gemm(Op opa, Op opb, Index m, Index n, Index k, float alpha, const float* A, Index lda, const float* B, Index ldb,
          float beta, float* C, Index ldc);
/// Lower triangle of C <- alpha A A' + beta C (op = none, A n x k) or alpha A' A + beta C (transpose, A k x n).
void syrk(Op op, Index n, Index k, double alpha, const double* A, Index lda, double beta, double* C, Index ldc);
/// Lower triangle of A <- its Cholesky factor. False when a pivot is not positive: A is not positive definite.
bool potrf(Index n, double* A, Index ld);
/// Solves L L' x = b in place, L from potrf.
void potrs(Index n, Index k, const double* L, Index ld, double* B, Index ldb);
/// Solves L x = b (none) or L' x = b (transpose) in place for one vector.
void trsv(Op op, Index n, const double* L, Index ld, double* x);

/// The eigenvalue with this index (0 is the smallest) of the lower triangle of A, which is destroyed; and its
/// eigenvector, n numbers, unless nullptr.
void syevr(Index n, double* A, Index ld, Index index, double* value, double* vector);

}  // namespace sbreg::blas
