/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Kernels. A custom one is three functions of (i, t), i counted from 1. */
#include "glue.h"
#include "routines.h"

SEXP r_kernel_create(SEXP r_n, SEXP r_name) {
  const int64_t n = argument_int(r_n, "n");
  const char* name = argument_text(r_name, "name");
  SEXP handle = PROTECT(handle_new(KERNEL, R_NilValue));
  sbreg_kernel* kernel = NULL;
  CALL(handle, sbreg_kernel_create(&kernel, n, name));
  R_SetExternalPtrAddr(handle, kernel);
  UNPROTECT(1);
  return handle;
}

SEXP r_kernel_set_weights(SEXP handle, SEXP r_weights) {
  sbreg_kernel* kernel = handle_get(handle, KERNEL);
  SEXP weights = PROTECT(argument_vector(r_weights, handle_columns(handle), "weights"));
  CALL(handle, sbreg_kernel_set_weights(kernel, REAL_RO(weights)));
  UNPROTECT(1);
  return handle;
}

typedef struct {
  SEXP function;
  int64_t i;
  double t, *out;
} scalar;

static SEXP scalar_body(void* data) {
  const scalar* s = data;
  SEXP i = PROTECT(Rf_ScalarReal((double)(s->i + 1)));
  SEXP t = PROTECT(Rf_ScalarReal(s->t));
  SEXP call = PROTECT(Rf_lang3(s->function, i, t));
  SEXP value = PROTECT(Rf_eval(call, R_BaseEnv));
  copy_result(value, s->out, 1, "a function of the kernel");
  UNPROTECT(4);
  return R_NilValue;
}

static int scalar_function(SEXP functions, int which, int64_t i, double t, double* out) {
  scalar s = {VECTOR_ELT(functions, which), i, t, out};
  return evaluate(scalar_body, &s);
}
static int value(int64_t i, double t, double* out, void* user) { return scalar_function(user, 0, i, t, out); }
static int derivative(int64_t i, double t, double* out, void* user) { return scalar_function(user, 1, i, t, out); }
static int inverse(int64_t i, double t, double* out, void* user) { return scalar_function(user, 2, i, t, out); }

/* functions: list(h, derivative, inverse_derivative) */
SEXP r_kernel_custom(SEXP r_n, SEXP functions) {
  const int64_t n = argument_int(r_n, "n");
  if (!Rf_isNewList(functions) || Rf_length(functions) != 3) fail(SBREG_E_ARGUMENT, "three functions are needed");
  for (int k = 0; k < 3; ++k) argument_function(VECTOR_ELT(functions, k), "each part of a kernel");
  MARK_NOT_MUTABLE(functions);
  SEXP handle = PROTECT(handle_new(KERNEL, functions));
  sbreg_kernel* kernel = NULL;
  CALL(handle, sbreg_kernel_create_custom(&kernel, n, value, derivative, inverse, functions, NULL));
  R_SetExternalPtrAddr(handle, kernel);
  UNPROTECT(1);
  return handle;
}
