/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Paths. What a handle keeps: the solver that is its pattern, which keeps all that the fits use, and its monitor. */
#include "glue.h"
#include "routines.h"

/* Installed in every path, with R_NilValue when the user has no monitor: this is how a run is interrupted. */
static int monitor(const sbreg_path* path, void* function) {
  (void)path;
  return watch_run(function);
}

static void watch(SEXP handle, sbreg_path* path, SEXP function) {
  CALL(handle, sbreg_path_set_monitor(path, monitor, function, NULL));
  SET_VECTOR_ELT(R_ExternalPtrProtected(handle), 1, function);
}

SEXP r_path_create(SEXP r_pattern) {
  const sbreg_solver* pattern = handle_get(r_pattern, SOLVER);
  SEXP keep = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(keep, 0, r_pattern);
  SEXP handle = PROTECT(handle_new(PATH, keep));
  sbreg_path* path = NULL;
  CALL(handle, sbreg_path_create(&path, pattern));
  R_SetExternalPtrAddr(handle, path);
  watch(handle, path, R_NilValue);
  UNPROTECT(2);
  return handle;
}

SEXP r_path_set_monitor(SEXP handle, SEXP function) {
  sbreg_path* path = handle_get(handle, PATH);
  watch(handle, path, function == R_NilValue ? function : argument_function(function, "monitor"));
  return handle;
}

/* TRUE when an interrupt ended the run; without `catch` an interrupt goes on to the caller. */
SEXP r_path_run(SEXP handle, SEXP catch) {
  sbreg_path* path = handle_get(handle, PATH);
  int interrupted = 0;
  CALL_CATCHING(handle, sbreg_path_run(path), Rf_asLogical(catch) == TRUE ? &interrupted : NULL);
  return Rf_ScalarLogical(interrupted);
}

SEXP r_path_coefficients(SEXP handle, SEXP r_s) {
  const sbreg_path* path = handle_get(handle, PATH);
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(point_new(handle));
  CALL(handle, sbreg_path_get_coefficients(path, s, point_numbers(x)));
  UNPROTECT(1);
  return x;
}

SEXP r_path_series(SEXP handle, SEXP r_series) {
  const sbreg_path* path = handle_get(handle, PATH);
  const char* series = argument_text(r_series, "series");
  int64_t count = 0;
  CALL(handle, sbreg_path_get_series(path, series, NULL, 0, &count));
  SEXP values = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)count));
  if (count > 0) CALL(handle, sbreg_path_get_series(path, series, REAL(values), count, &count));
  UNPROTECT(1);
  return values;
}
