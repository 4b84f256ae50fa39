/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Diagonal scaling matrices. What a handle keeps: its problem and its monitor. */
#include "glue.h"
#include "routines.h"

static SEXP monitor_body(void* data) {
  int* stop = data;
  SEXP function = VECTOR_ELT(R_ExternalPtrProtected(guard_object()), 1);
  SEXP call = PROTECT(Rf_lang2(function, guard_object()));
  SEXP answer = PROTECT(Rf_eval(call, R_BaseEnv));
  *stop = Rf_isLogical(answer) && Rf_length(answer) == 1 && LOGICAL(answer)[0] == TRUE;
  UNPROTECT(2);
  return R_NilValue;
}

static int monitor(const sbreg_dsm* dsm, void* function) {
  (void)dsm;
  int stop = 0;
  if (poll_interrupt()) return 1;
  return function != R_NilValue && (evaluate(monitor_body, &stop) || stop);
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

SEXP r_check_stationarity(SEXP r_problem, SEXP r_dsm, SEXP r_s, SEXP r_x) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const sbreg_dsm* dsm = handle_get(r_dsm, DSM);
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(argument_vector(r_x, handle_columns(r_problem), "x"));
  double violation = 0;
  CALL(r_problem, sbreg_check_stationarity(problem, dsm, s, REAL_RO(x), &violation));
  UNPROTECT(1);
  return Rf_ScalarReal(violation);
}
