/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Points of problems, solvers and paths. Those of a complex problem are complex vectors of R, which have real and
 * imaginary parts in turn as the library does. */
#include "glue.h"

/* What the handle of a complex problem keeps. */
SEXP complex_mark(void) { return Rf_install("complex"); }

/* A path keeps its solver first, a solver its problem. */
int64_t handle_parts(SEXP handle) {
  while (handle_kind(handle) != PROBLEM) handle = VECTOR_ELT(R_ExternalPtrProtected(handle), 0);
  return R_ExternalPtrProtected(handle) == complex_mark() ? 2 : 1;
}

SEXP point_new(SEXP handle) {
  const int64_t n = handle_columns(handle), parts = handle_parts(handle);
  return Rf_allocVector(parts == 2 ? CPLXSXP : REALSXP, (R_xlen_t)(n / parts));
}

double* point_numbers(SEXP point) { return Rf_isComplex(point) ? &COMPLEX(point)->r : REAL(point); }

SEXP argument_point(SEXP value, SEXP handle, const char* name) {
  const int64_t n = handle_columns(handle), length = (int64_t)Rf_xlength(value);
  const int number = Rf_isReal(value) || Rf_isInteger(value) || Rf_isLogical(value);
  if (handle_parts(handle) == 1 || (number && length == n)) return argument_vector(value, n, name);
  if (!number && !Rf_isComplex(value)) fail(SBREG_E_ARGUMENT, "%s must be numeric", name);
  if (length != n / 2)
    fail(SBREG_E_DIMENSION, "%s has %lld numbers instead of %lld", name, (long long)length, (long long)(n / 2));
  return Rf_coerceVector(value, CPLXSXP);
}

int64_t point_index(int64_t parts, int64_t k) { return k < 0 ? 0 : k / parts + 1; }
