/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Matrices: R's dense ones and the sparse ones of package Matrix in place, and operators. */
#include "glue.h"
#include "routines.h"

SEXP r_matrix_dense(SEXP A) {
  if (!Rf_isMatrix(A) || !Rf_isReal(A)) fail(SBREG_E_ARGUMENT, "A must be a numeric matrix");
  const int64_t m = Rf_nrows(A), n = Rf_ncols(A);
  MARK_NOT_MUTABLE(A); /* an assignment to an element now copies, and ours stays as it is */
  SEXP handle = PROTECT(handle_new(MATRIX, A));
  sbreg_matrix* matrix = NULL;
  CALL(handle, sbreg_matrix_create_dense(&matrix, m, n, REAL_RO(A), m, SBREG_COL_MAJOR, SBREG_BORROW, NULL, NULL));
  R_SetExternalPtrAddr(handle, matrix);
  UNPROTECT(1);
  return handle;
}

/* The slots of a dgCMatrix: Dim, p, i, x. */
SEXP r_matrix_csc(SEXP size, SEXP start, SEXP row, SEXP values) {
  if (!Rf_isInteger(size) || Rf_length(size) != 2 || !Rf_isInteger(start) || !Rf_isInteger(row) || !Rf_isReal(values))
    fail(SBREG_E_ARGUMENT, "A is not a proper dgCMatrix");
  const int64_t m = INTEGER_RO(size)[0], n = INTEGER_RO(size)[1];
  if (n < 0 || (int64_t)Rf_xlength(start) != n + 1 || Rf_xlength(row) != Rf_xlength(values) ||
      INTEGER_RO(start)[n] != Rf_xlength(row))
    fail(SBREG_E_DIMENSION, "the slots of A do not fit together");
  MARK_NOT_MUTABLE(start);
  MARK_NOT_MUTABLE(row);
  MARK_NOT_MUTABLE(values);
  SEXP keep = PROTECT(Rf_list3(start, row, values));
  SEXP handle = PROTECT(handle_new(MATRIX, keep));
  sbreg_matrix* matrix = NULL;
  CALL(handle, sbreg_matrix_create_csc(&matrix, m, n, INTEGER_RO(start), INTEGER_RO(row), 4, 0, REAL_RO(values),
                                       SBREG_BORROW, NULL, NULL));
  R_SetExternalPtrAddr(handle, matrix);
  UNPROTECT(2);
  return handle;
}

typedef struct {
  SEXP function;
  int64_t inputs, outputs, k;
  const double* X;
  double* Y;
} product;

static SEXP product_body(void* data) {
  const product* p = data;
  SEXP X = PROTECT(block(p->X, p->inputs, p->k));
  SEXP call = PROTECT(Rf_lang2(p->function, X));
  SEXP Y = PROTECT(Rf_eval(call, R_BaseEnv));
  copy_result(Y, p->Y, (R_xlen_t)(p->outputs * p->k), "the operator");
  UNPROTECT(3);
  return R_NilValue;
}

static int apply(int64_t rows, int64_t columns, int64_t k, const double* X, double* Y, void* functions) {
  product p = {VECTOR_ELT(functions, 0), columns, rows, k, X, Y};
  return evaluate(product_body, &p);
}

static int apply_transpose(int64_t rows, int64_t columns, int64_t k, const double* X, double* Y, void* functions) {
  product p = {VECTOR_ELT(functions, 1), rows, columns, k, X, Y};
  return evaluate(product_body, &p);
}

SEXP r_matrix_operator(SEXP r_m, SEXP r_n, SEXP forward, SEXP transpose) {
  const int64_t m = argument_int(r_m, "m"), n = argument_int(r_n, "n");
  SEXP functions = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(functions, 0, argument_function(forward, "apply"));
  SET_VECTOR_ELT(functions, 1, argument_function(transpose, "apply_transpose"));
  SEXP handle = PROTECT(handle_new(MATRIX, functions));
  sbreg_matrix* matrix = NULL;
  CALL(handle, sbreg_matrix_create_operator(&matrix, m, n, apply, apply_transpose, functions, NULL));
  R_SetExternalPtrAddr(handle, matrix);
  UNPROTECT(2);
  return handle;
}

SEXP r_matrix_check_adjoint(SEXP handle, SEXP r_seed) {
  const sbreg_matrix* matrix = handle_get(handle, MATRIX);
  const int64_t seed = argument_int(r_seed, "seed");
  double discrepancy = 0;
  CALL(handle, sbreg_matrix_check_adjoint(matrix, seed, &discrepancy));
  return Rf_ScalarReal(discrepancy);
}
