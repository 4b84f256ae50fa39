// SPDX-License-Identifier: BSD-3-Clause
// The routines of blas.hpp through their Fortran symbols, which every BLAS and LAPACK has: R's, MATLAB's, Apple's, the
// reference. Neither a header nor a C interface is needed, and nothing in single precision, which R's own lacks, unless
// the build defines SBREG_BLAS_SINGLE. The build takes this file or blas_c.cpp.
//
// Everything goes by address. A Fortran compiler adds the length of each text, as a size_t, after the last argument;
// where a BLAS is not written in Fortran, it ignores them.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "linalg/blas.hpp"
#include "linalg/blas_interface.hpp"
#include "support/error.hpp"

#ifndef SBREG_BLAS_INTEGER_BITS
#define SBREG_BLAS_INTEGER_BITS 32
#endif

// What follows the name of a routine: an underscore, or another ending where one process has two BLAS, as with Julia.
#ifndef SBREG_BLAS_SUFFIX
#define SBREG_BLAS_SUFFIX _
#endif
#define SBREG_JOIN_AS_GIVEN(name, suffix) name##suffix
#define SBREG_JOIN(name, suffix) SBREG_JOIN_AS_GIVEN(name, suffix)
#define SBREG_ROUTINE(name) SBREG_JOIN(name, SBREG_BLAS_SUFFIX)

namespace sbreg::blas {
namespace {

#if SBREG_BLAS_INTEGER_BITS == 64
using Integer = std::int64_t;
#else
using Integer = std::int32_t;
#endif
using Length = std::size_t;

}  // namespace
}  // namespace sbreg::blas

extern "C" {
using sbreg::blas::Integer;
using sbreg::blas::Length;
#ifdef SBREG_BLAS_SINGLE
void SBREG_ROUTINE(sgemm)(const char* opa, const char* opb, const Integer* m, const Integer* n, const Integer* k,
                          const float* alpha, const float* A, const Integer* lda, const float* B, const Integer* ldb,
                          const float* beta, float* C, const Integer* ldc, Length, Length);
#endif
double SBREG_ROUTINE(dasum)(const void* n, const double* x, const void* incx);
void SBREG_ROUTINE(dgemv)(const char* op, const Integer* m, const Integer* n, const double* alpha, const double* A,
                          const Integer* lda, const double* x, const Integer* incx, const double* beta, double* y,
                          const Integer* incy, Length);
void SBREG_ROUTINE(dgemm)(const char* opa, const char* opb, const Integer* m, const Integer* n, const Integer* k,
                          const double* alpha, const double* A, const Integer* lda, const double* B, const Integer* ldb,
                          const double* beta, double* C, const Integer* ldc, Length, Length);
void SBREG_ROUTINE(dsyrk)(const char* triangle, const char* op, const Integer* n, const Integer* k, const double* alpha,
                          const double* A, const Integer* lda, const double* beta, double* C, const Integer* ldc,
                          Length, Length);
void SBREG_ROUTINE(dtrsv)(const char* triangle, const char* op, const char* diagonal, const Integer* n, const double* A,
                          const Integer* lda, double* x, const Integer* incx, Length, Length, Length);
void SBREG_ROUTINE(dpotrf)(const char* triangle, const Integer* n, double* A, const Integer* lda, Integer* info,
                           Length);
void SBREG_ROUTINE(dpotrs)(const char* triangle, const Integer* n, const Integer* k, const double* A,
                           const Integer* lda, double* B, const Integer* ldb, Integer* info, Length);
void SBREG_ROUTINE(dsyevr)(const char* job, const char* range, const char* triangle, const Integer* n, double* A,
                           const Integer* lda, const double* lower, const double* upper, const Integer* first,
                           const Integer* last, const double* tolerance, Integer* found, double* values,
                           double* vectors, const Integer* ldz, Integer* support, double* work,
                           const Integer* work_size, Integer* iwork, const Integer* iwork_size, Integer* info, Length,
                           Length, Length);
}

namespace sbreg::blas {
namespace {

Integer narrow(Index value) noexcept { return static_cast<Integer>(value); }

const char* letter(Op op) noexcept { return op == Op::none ? "N" : "T"; }

constexpr Integer one = 1;

}  // namespace

int built_integer_bits() noexcept { return 8 * static_cast<int>(sizeof(Integer)); }

AbsoluteSum absolute_sum() noexcept { return SBREG_ROUTINE(dasum); }

#ifdef SBREG_BLAS_SINGLE
bool has_single() noexcept { return true; }
#else
bool has_single() noexcept { return false; }
#endif

void gemv(Op op, Index m, Index n, double alpha, const double* A, Index ld, const double* x, double beta, double* y) {
  const Integer rows = narrow(m), columns = narrow(n), stride = narrow(ld);
  SBREG_ROUTINE(dgemv)(letter(op), &rows, &columns, &alpha, A, &stride, x, &one, &beta, y, &one, 1);
}

void gemm(Op opa, Op opb, Index m, Index n, Index k, double alpha, const double* A, Index lda, const double* B,
          Index ldb, double beta, double* C, Index ldc) {
  const Integer rows = narrow(m), columns = narrow(n), inner = narrow(k);
  const Integer stride_a = narrow(lda), stride_b = narrow(ldb), stride_c = narrow(ldc);
  SBREG_ROUTINE(dgemm)
  (letter(opa), letter(opb), &rows, &columns, &inner, &alpha, A, &stride_a, B, &stride_b, &beta, C, &stride_c, 1, 1);
}

#ifdef SBREG_BLAS_SINGLE
void gemm(Op opa, Op opb, Index m, Index n, Index k, float alpha, const float* A, Index lda, const float* B, Index ldb,
          float beta, float* C, Index ldc) {
  const Integer rows = narrow(m), columns = narrow(n), inner = narrow(k);
  const Integer stride_a = narrow(lda), stride_b = narrow(ldb), stride_c = narrow(ldc);
  SBREG_ROUTINE(sgemm)
  (letter(opa), letter(opb), &rows, &columns, &inner, &alpha, A, &stride_a, B, &stride_b, &beta, C, &stride_c, 1, 1);
}
#else
/// The plain formula, for completeness: where `has_single` says no, nothing that takes time comes here.
void gemm(Op opa, Op opb, Index m, Index n, Index k, float alpha, const float* A, Index lda, const float* B, Index ldb,
          float beta, float* C, Index ldc) {
  const auto at = [](const float* M, Index ld, Op op, Index i, Index j) {
    return op == Op::none ? M[j * ld + i] : M[i * ld + j];
  };
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i) {
      float sum = 0;
      for (Index l = 0; l < k; ++l) sum += at(A, lda, opa, i, l) * at(B, ldb, opb, l, j);
      C[j * ldc + i] = alpha * sum + (beta == 0 ? 0 : beta * C[j * ldc + i]);
    }
}
#endif

void syrk(Op op, Index n, Index k, double alpha, const double* A, Index lda, double beta, double* C, Index ldc) {
  const Integer order = narrow(n), inner = narrow(k), stride_a = narrow(lda), stride_c = narrow(ldc);
  SBREG_ROUTINE(dsyrk)("L", letter(op), &order, &inner, &alpha, A, &stride_a, &beta, C, &stride_c, 1, 1);
}

bool potrf(Index n, double* A, Index ld) {
  const Integer order = narrow(n), stride = narrow(ld);
  Integer info = 0;
  SBREG_ROUTINE(dpotrf)("L", &order, A, &stride, &info, 1);
  SBREG_REQUIRE(info >= 0, SBREG_E_INTERNAL, "dpotrf refused its argument %lld", -static_cast<long long>(info));
  return info == 0;
}

void potrs(Index n, Index k, const double* L, Index ld, double* B, Index ldb) {
  const Integer order = narrow(n), count = narrow(k), stride = narrow(ld), stride_b = narrow(ldb);
  Integer info = 0;
  SBREG_ROUTINE(dpotrs)("L", &order, &count, L, &stride, B, &stride_b, &info, 1);
  SBREG_REQUIRE(info == 0, SBREG_E_INTERNAL, "dpotrs refused its argument %lld", -static_cast<long long>(info));
}

void trsv(Op op, Index n, const double* L, Index ld, double* x) {
  const Integer order = narrow(n), stride = narrow(ld);
  SBREG_ROUTINE(dtrsv)("L", letter(op), "N", &order, L, &stride, x, &one, 1, 1, 1);
}

void syevr(Index n, double* A, Index ld, Index index, double* value, double* vector) {
  std::vector<double> values(to_size(n));
  Integer support[2] = {};
  double ask = 0;
  Integer ask_int = 0;
  Integer found = 0;
  const char* job = vector != nullptr ? "V" : "N";
  const Integer order = narrow(n), stride = narrow(ld), wanted = narrow(index + 1);
  const double unused = 0;
  const auto call = [&](double* work, Integer size, Integer* iwork, Integer isize) {
    Integer info = 0;
    SBREG_ROUTINE(dsyevr)
    (job, "I", "L", &order, A, &stride, &unused, &unused, &wanted, &wanted, &unused, &found, values.data(), vector,
     &order, support, work, &size, iwork, &isize, &info, 1, 1, 1);
    return info;
  };
  Integer info = call(&ask, -1, &ask_int, -1);
  std::vector<double> work(static_cast<std::size_t>(ask));
  std::vector<Integer> iwork(static_cast<std::size_t>(ask_int));
  if (info == 0) info = call(work.data(), static_cast<Integer>(work.size()), iwork.data(), ask_int);
  SBREG_REQUIRE(info == 0 && found == 1, SBREG_E_NUMERIC, "dsyevr failed with code %lld", static_cast<long long>(info));
  *value = values[0];
}

}  // namespace sbreg::blas
