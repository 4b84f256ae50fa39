/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Problems. */
#include "glue.h"
#include "routines.h"

/* Of a handle, or of R's own matrix. */
SEXP r_problem_linear(SEXP A, SEXP r_loss, SEXP r_b) {
  const int own = TYPEOF(A) != EXTPTRSXP;
  SEXP r_matrix = PROTECT(own ? r_matrix_dense(A) : A);
  const sbreg_matrix* matrix = handle_get(r_matrix, MATRIX);
  const char* loss = argument_text(r_loss, "loss");
  SEXP b = PROTECT(argument_vector(r_b, handle_rows(r_matrix), "b"));
  SEXP handle = PROTECT(handle_new(PROBLEM, r_matrix));
  sbreg_problem* problem = NULL;
  CALL(handle, sbreg_problem_create_linear(&problem, matrix, loss, REAL_RO(b)));
  R_SetExternalPtrAddr(handle, problem);
  if (own) r_release(r_matrix); /* the problem keeps what it needs */
  UNPROTECT(3);
  return handle;
}

SEXP r_problem_complex(SEXP A, SEXP b) {
  if (!Rf_isMatrix(A) || !Rf_isComplex(A)) fail(SBREG_E_ARGUMENT, "A must be a complex matrix");
  const int64_t m = Rf_nrows(A), n = Rf_ncols(A);
  if (!Rf_isComplex(b) || Rf_xlength(b) != m)
    fail(SBREG_E_DIMENSION, "b must have %lld complex numbers, but has %lld", (long long)m, (long long)Rf_xlength(b));
  SEXP handle = PROTECT(handle_new(PROBLEM, complex_mark()));
  sbreg_problem* problem = NULL;
  CALL(handle, sbreg_problem_create_least_squares_complex(&problem, m, n, &COMPLEX_RO(A)->r, m, SBREG_COL_MAJOR,
                                                          &COMPLEX_RO(b)->r));
  R_SetExternalPtrAddr(handle, problem);
  UNPROTECT(1);
  return handle;
}

SEXP r_problem_quadratic(SEXP Q, SEXP r_q) {
  if (!Rf_isMatrix(Q) || !Rf_isReal(Q)) fail(SBREG_E_ARGUMENT, "Q must be a numeric matrix");
  const int64_t n = Rf_nrows(Q);
  if (n != Rf_ncols(Q)) fail(SBREG_E_DIMENSION, "Q is %lld x %d, not square", (long long)n, Rf_ncols(Q));
  SEXP q = PROTECT(argument_vector(r_q, n, "q"));
  SEXP handle = PROTECT(handle_new(PROBLEM, R_NilValue));
  sbreg_problem* problem = NULL;
  CALL(handle, sbreg_problem_create_quadratic(&problem, n, REAL_RO(Q), n, REAL_RO(q)));
  R_SetExternalPtrAddr(handle, problem);
  UNPROTECT(2);
  return handle;
}

SEXP r_problem_set_weights(SEXP handle, SEXP r_weights) {
  sbreg_problem* problem = handle_get(handle, PROBLEM);
  SEXP weights = PROTECT(argument_vector(r_weights, handle_rows(handle), "weights"));
  CALL(handle, sbreg_problem_set_weights(problem, REAL_RO(weights)));
  UNPROTECT(1);
  return handle;
}

SEXP r_problem_value(SEXP handle, SEXP r_x) {
  const sbreg_problem* problem = handle_get(handle, PROBLEM);
  SEXP x = PROTECT(argument_point(r_x, handle, "x"));
  double value = 0;
  CALL(handle, sbreg_problem_value(problem, point_numbers(x), &value));
  UNPROTECT(1);
  return Rf_ScalarReal(value);
}

SEXP r_problem_gradient(SEXP handle, SEXP r_x) {
  const sbreg_problem* problem = handle_get(handle, PROBLEM);
  SEXP x = PROTECT(argument_point(r_x, handle, "x"));
  SEXP gradient = PROTECT(point_new(handle));
  CALL(handle, sbreg_problem_gradient(problem, point_numbers(x), point_numbers(gradient)));
  UNPROTECT(2);
  return gradient;
}

SEXP r_problem_intercept(SEXP handle, SEXP r_x) {
  const sbreg_problem* problem = handle_get(handle, PROBLEM);
  SEXP x = PROTECT(argument_point(r_x, handle, "x"));
  double intercept = 0;
  CALL(handle, sbreg_problem_intercept(problem, point_numbers(x), &intercept));
  UNPROTECT(1);
  return Rf_ScalarReal(intercept);
}
