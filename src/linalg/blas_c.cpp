// SPDX-License-Identifier: BSD-3-Clause
// The routines of blas.hpp through the C interfaces, <cblas.h> and <lapacke.h>. The build takes this file or
// blas_fortran.cpp.
#include <cblas.h>
#include <lapacke.h>

#include <vector>

#include "linalg/blas.hpp"
#include "linalg/blas_interface.hpp"
#include "support/error.hpp"

// A null pointer where the library has the C interface alone.
extern "C" double dasum_(const void* n, const double* x, const void* incx);
#pragma weak dasum_

namespace sbreg::blas {
namespace {

#ifdef OPENBLAS_VERSION
using Integer = blasint;
#else
using Integer = int;
#endif

Integer narrow(Index value) noexcept { return static_cast<Integer>(value); }

CBLAS_TRANSPOSE flag(Op op) noexcept { return op == Op::none ? CblasNoTrans : CblasTrans; }

}  // namespace

int built_integer_bits() noexcept { return 8 * static_cast<int>(sizeof(Integer)); }

AbsoluteSum absolute_sum() noexcept { return dasum_; }

bool has_single() noexcept { return true; }

void gemv(Op op, Index m, Index n, double alpha, const double* A, Index ld, const double* x, double beta, double* y) {
  cblas_dgemv(CblasColMajor, flag(op), narrow(m), narrow(n), alpha, A, narrow(ld), x, 1, beta, y, 1);
}

void gemm(Op opa, Op opb, Index m, Index n, Index k, double alpha, const double* A, Index lda, const double* B,
          Index ldb, double beta, double* C, Index ldc) {
  cblas_dgemm(CblasColMajor, flag(opa), flag(opb), narrow(m), narrow(n), narrow(k), alpha, A, narrow(lda), B,
              narrow(ldb), beta, C, narrow(ldc));
}

void gemm(Op opa, Op opb, Index m, Index n, Index k, float alpha, const float* A, Index lda, const float* B, Index ldb,
          float beta, float* C, Index ldc) {
  cblas_sgemm(CblasColMajor, flag(opa), flag(opb), narrow(m), narrow(n), narrow(k), alpha, A, narrow(lda), B,
              narrow(ldb), beta, C, narrow(ldc));
}

void syrk(Op op, Index n, Index k, double alpha, const double* A, Index lda, double beta, double* C, Index ldc) {
  cblas_dsyrk(CblasColMajor, CblasLower, flag(op), narrow(n), narrow(k), alpha, A, narrow(lda), beta, C, narrow(ldc));
}

bool potrf(Index n, double* A, Index ld) {
  const auto info = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', narrow(n), A, narrow(ld));
  SBREG_REQUIRE(info >= 0, SBREG_E_INTERNAL, "dpotrf refused its argument %lld", -static_cast<long long>(info));
  return info == 0;
}

void potrs(Index n, Index k, const double* L, Index ld, double* B, Index ldb) {
  const auto info = LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', narrow(n), narrow(k), L, narrow(ld), B, narrow(ldb));
  SBREG_REQUIRE(info == 0, SBREG_E_INTERNAL, "dpotrs refused its argument %lld", -static_cast<long long>(info));
}

void trsv(Op op, Index n, const double* L, Index ld, double* x) {
  cblas_dtrsv(CblasColMajor, CblasLower, flag(op), CblasNonUnit, narrow(n), L, narrow(ld), x, 1);
}

void syevr(Index n, double* A, Index ld, Index index, double* value, double* vector) {
  std::vector<double> values(to_size(n));
  std::vector<lapack_int> support(2);
  double ask = 0;
  lapack_int ask_int = 0;
  lapack_int found = 0;
  const char job = vector != nullptr ? 'V' : 'N';
  const auto call = [&](double* work, lapack_int size, lapack_int* iwork, lapack_int isize) {
    return LAPACKE_dsyevr_work(LAPACK_COL_MAJOR, job, 'I', 'L', narrow(n), A, narrow(ld), 0, 0, narrow(index + 1),
                               narrow(index + 1), 0, &found, values.data(), vector, narrow(n), support.data(), work,
                               size, iwork, isize);
  };
  auto info = call(&ask, -1, &ask_int, -1);
  std::vector<double> work(static_cast<std::size_t>(ask));
  std::vector<lapack_int> iwork(static_cast<std::size_t>(ask_int));
  if (info == 0) info = call(work.data(), static_cast<lapack_int>(work.size()), iwork.data(), ask_int);
  SBREG_REQUIRE(info == 0 && found == 1, SBREG_E_NUMERIC, "dsyevr failed with code %lld", static_cast<long long>(info));
  *value = values[0];
}

}  // namespace sbreg::blas
