/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Objectives written in R. */
#include <string.h>

#include "glue.h"
#include "routines.h"

enum { VALUE, GRADIENT, HESSIAN, CURVATURE, FUNCTIONS };

static SEXP vector(const double* values, int64_t n) {
  SEXP result = Rf_allocVector(REALSXP, (R_xlen_t)n);
  memcpy(REAL(result), values, (size_t)n * sizeof *values);
  return result;
}

typedef struct {
  SEXP functions;
  int64_t n, k;
  const double* x;
  const int64_t* support;
  double *f, *out;
} request;

static SEXP objective_body(void* data) {
  const request* r = data;
  SEXP x = PROTECT(vector(r->x, r->n));
  SEXP call = PROTECT(Rf_lang2(VECTOR_ELT(r->functions, VALUE), x));
  SEXP value = PROTECT(Rf_eval(call, R_BaseEnv));
  copy_result(value, r->f, 1, "the objective fn");
  if (r->out != NULL) {
    SETCAR(call, VECTOR_ELT(r->functions, GRADIENT));
    SEXP gradient = PROTECT(Rf_eval(call, R_BaseEnv));
    copy_result(gradient, r->out, (R_xlen_t)r->n, "the gradient gr");
    UNPROTECT(1);
  }
  UNPROTECT(3);
  return R_NilValue;
}

static int objective(int64_t n, const double* x, double* f, double* g, void* functions) {
  request r = {.functions = functions, .n = n, .x = x, .f = f, .out = g};
  return evaluate(objective_body, &r);
}

static SEXP hessian_body(void* data) {
  const request* r = data;
  SEXP x = PROTECT(vector(r->x, r->n));
  SEXP support = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)r->k));
  for (int64_t j = 0; j < r->k; ++j) REAL(support)[j] = (double)(r->support[j] + 1);
  SEXP call = PROTECT(Rf_lang3(VECTOR_ELT(r->functions, HESSIAN), x, support));
  SEXP H = PROTECT(Rf_eval(call, R_BaseEnv));
  copy_result(H, r->out, (R_xlen_t)(r->k * r->k), "the Hessian");
  UNPROTECT(4);
  return R_NilValue;
}

static int hessian(int64_t n, const double* x, int64_t k, const int64_t* support, double* H, void* functions) {
  request r = {.functions = functions, .n = n, .k = k, .x = x, .support = support, .out = H};
  return evaluate(hessian_body, &r);
}

static SEXP curvature_body(void* data) {
  const request* r = data;
  SEXP X = PROTECT(block(r->x, r->n, r->k));
  SEXP call = PROTECT(Rf_lang2(VECTOR_ELT(r->functions, CURVATURE), X));
  SEXP CX = PROTECT(Rf_eval(call, R_BaseEnv));
  copy_result(CX, r->out, (R_xlen_t)(r->n * r->k), "the curvature bound");
  UNPROTECT(3);
  return R_NilValue;
}

static int curvature(int64_t n, int64_t k, const double* X, double* CX, void* functions) {
  request r = {.functions = functions, .n = n, .k = k, .x = X, .out = CX};
  return evaluate(curvature_body, &r);
}

/* functions: list(fn, gr, hessian or NULL, curvature or NULL) */
SEXP r_problem_custom(SEXP r_n, SEXP functions) {
  const int64_t n = argument_int(r_n, "n");
  if (!Rf_isNewList(functions) || Rf_length(functions) != FUNCTIONS)
    fail(SBREG_E_ARGUMENT, "four functions are needed");
  argument_function(VECTOR_ELT(functions, VALUE), "fn");
  argument_function(VECTOR_ELT(functions, GRADIENT), "gr");
  const int has_hessian = VECTOR_ELT(functions, HESSIAN) != R_NilValue;
  const int has_curvature = VECTOR_ELT(functions, CURVATURE) != R_NilValue;
  if (has_hessian) argument_function(VECTOR_ELT(functions, HESSIAN), "hessian");
  if (has_curvature) argument_function(VECTOR_ELT(functions, CURVATURE), "curvature");
  MARK_NOT_MUTABLE(functions);
  SEXP handle = PROTECT(handle_new(PROBLEM, functions));
  sbreg_problem* problem = NULL;
  CALL(handle, sbreg_problem_create_custom(&problem, n, objective, has_hessian ? hessian : NULL,
                                           has_curvature ? curvature : NULL, functions, NULL));
  R_SetExternalPtrAddr(handle, problem);
  UNPROTECT(1);
  return handle;
}

/* The largest relative discrepancy, and where, counted from 1. */
SEXP r_problem_check_gradient(SEXP handle, SEXP r_x, SEXP r_step) {
  const sbreg_problem* problem = handle_get(handle, PROBLEM);
  const double step = argument_real(r_step, "step");
  SEXP x = PROTECT(argument_point(r_x, handle, "x"));
  double discrepancy = 0;
  int64_t where = -1;
  CALL(handle, sbreg_problem_check_gradient(problem, point_numbers(x), step, &discrepancy, &where));
  const int64_t parts = handle_parts(handle);
  SEXP result = Rf_allocVector(REALSXP, 2);
  REAL(result)[0] = discrepancy;
  REAL(result)[1] = (double)point_index(parts, where);
  UNPROTECT(1);
  return result;
}
