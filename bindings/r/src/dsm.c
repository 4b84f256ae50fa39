/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Diagonal scaling matrices. What a handle keeps: its problem and its monitor. */
#include "glue.h"
#include "routines.h"

/* Installed in every computation, with R_NilValue when the user has no monitor: this is how a run is interrupted. */
static int monitor(const sbreg_dsm* dsm, void* function) {
  (void)dsm;
  return watch_run(function);
}

static void watch(SEXP handle, sbreg_dsm* dsm, SEXP function) {
  CALL(handle, sbreg_dsm_set_monitor(dsm, monitor, function, NULL));
  SET_VECTOR_ELT(R_ExternalPtrProtected(handle), 1, function);
}

SEXP r_dsm_create(SEXP r_problem, SEXP r_model) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const char* model = argument_text(r_model, "model");
  SEXP keep = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(keep, 0, r_problem);
  SEXP handle = PROTECT(handle_new(DSM, keep));
  sbreg_dsm* dsm = NULL;
  CALL(handle, sbreg_dsm_create(&dsm, problem, model));
  R_SetExternalPtrAddr(handle, dsm);
  watch(handle, dsm, R_NilValue);
  UNPROTECT(2);
  return handle;
}

SEXP r_dsm_weights(SEXP r_w) {
  SEXP w = PROTECT(argument_vector(r_w, (int64_t)Rf_xlength(r_w), "weights"));
  SEXP keep = PROTECT(Rf_allocVector(VECSXP, 2));
  SEXP handle = PROTECT(handle_new(DSM, keep));
  sbreg_dsm* dsm = NULL;
  CALL(handle, sbreg_dsm_create_weights(&dsm, (int64_t)Rf_xlength(w), REAL_RO(w)));
  R_SetExternalPtrAddr(handle, dsm);
  UNPROTECT(3);
  return handle;
}

SEXP r_dsm_set_cost(SEXP handle, SEXP r_cost) {
  sbreg_dsm* dsm = handle_get(handle, DSM);
  SEXP cost = PROTECT(argument_vector(r_cost, handle_columns(handle), "cost"));
  CALL(handle, sbreg_dsm_set_cost(dsm, REAL_RO(cost)));
  UNPROTECT(1);
  return handle;
}

SEXP r_dsm_set_start(SEXP handle, SEXP r_previous) {
  sbreg_dsm* dsm = handle_get(handle, DSM);
  const sbreg_dsm* previous = handle_get(r_previous, DSM);
  CALL(handle, sbreg_dsm_set_start(dsm, previous));
  return handle;
}

SEXP r_dsm_set_monitor(SEXP handle, SEXP function) {
  sbreg_dsm* dsm = handle_get(handle, DSM);
  watch(handle, dsm, function == R_NilValue ? function : argument_function(function, "monitor"));
  return handle;
}

SEXP r_dsm_step(SEXP handle, SEXP r_count) {
  sbreg_dsm* dsm = handle_get(handle, DSM);
  const int64_t count = argument_int(r_count, "count");
  CALL(handle, sbreg_dsm_step(dsm, count));
  return handle;
}

SEXP r_dsm_run(SEXP handle) {
  sbreg_dsm* dsm = handle_get(handle, DSM);
  CALL(handle, sbreg_dsm_run(dsm));
  return handle;
}

SEXP r_dsm_get_weights(SEXP handle, SEXP extracted) {
  const sbreg_dsm* dsm = handle_get(handle, DSM);
  SEXP w = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)handle_columns(handle)));
  if (Rf_asLogical(extracted) == TRUE)
    CALL(handle, sbreg_dsm_get_extracted_weights(dsm, REAL(w)));
  else
    CALL(handle, sbreg_dsm_get_weights(dsm, REAL(w)));
  UNPROTECT(1);
  return w;
}

SEXP r_dsm_margin(SEXP handle, SEXP r_problem) {
  const sbreg_dsm* dsm = handle_get(handle, DSM);
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  double margin = 0;
  CALL(handle, sbreg_dsm_margin(dsm, problem, &margin));
  return Rf_ScalarReal(margin);
}
