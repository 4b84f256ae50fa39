/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Solvers. What a handle keeps: its problem, its monitor and its kernel. */
#include "glue.h"
#include "routines.h"

/* Installed in every solver, with R_NilValue when the user has no monitor: this is how a run is interrupted. */
static int monitor(const sbreg_solver* solver, void* function) {
  (void)solver;
  return watch_run(function);
}

static void watch(SEXP handle, sbreg_solver* solver, SEXP function) {
  CALL(handle, sbreg_solver_set_monitor(solver, monitor, function, NULL));
  SET_VECTOR_ELT(R_ExternalPtrProtected(handle), 1, function);
}

SEXP r_solver_create(SEXP r_problem, SEXP r_s) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const int64_t s = argument_int(r_s, "s");
  SEXP keep = PROTECT(Rf_allocVector(VECSXP, 3));
  SET_VECTOR_ELT(keep, 0, r_problem);
  SEXP handle = PROTECT(handle_new(SOLVER, keep));
  sbreg_solver* solver = NULL;
  CALL(handle, sbreg_solver_create(&solver, problem, s));
  R_SetExternalPtrAddr(handle, solver);
  watch(handle, solver, R_NilValue);
  UNPROTECT(2);
  return handle;
}

SEXP r_solver_add_dsm(SEXP handle, SEXP r_dsm) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  const sbreg_dsm* dsm = handle_get(r_dsm, DSM);
  CALL(handle, sbreg_solver_add_dsm(solver, dsm));
  return handle;
}

SEXP r_solver_set_kernel(SEXP handle, SEXP r_kernel) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  const sbreg_kernel* kernel = handle_get(r_kernel, KERNEL);
  CALL(handle, sbreg_solver_set_kernel(solver, kernel));
  SET_VECTOR_ELT(R_ExternalPtrProtected(handle), 2, r_kernel);
  return handle;
}

/* Whole numbers of type double, minus `base`. */
static const int64_t* whole_numbers(SEXP values, int64_t base, const char* name) {
  const R_xlen_t count = Rf_xlength(values);
  int64_t* numbers = (int64_t*)R_alloc((size_t)(count > 0 ? count : 1), sizeof *numbers);
  for (R_xlen_t k = 0; k < count; ++k) {
    const double value = REAL_RO(values)[k];
    if (!(value >= -9007199254740992.0 && value <= 9007199254740992.0) || value != (double)(int64_t)value)
      fail(SBREG_E_ARGUMENT, "%s[%lld] is %g, not a whole number", name, (long long)(k + 1), value);
    numbers[k] = (int64_t)value - base;
  }
  return numbers;
}

SEXP r_solver_set_groups(SEXP handle, SEXP r_groups) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  SEXP groups = PROTECT(argument_vector(r_groups, handle_columns(handle), "groups"));
  const int64_t* ids = whole_numbers(groups, 0, "groups");
  CALL(handle, sbreg_solver_set_groups(solver, ids));
  UNPROTECT(1);
  return handle;
}

SEXP r_solver_set_bounds(SEXP handle, SEXP r_lower, SEXP r_upper) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  const int64_t n = handle_columns(handle);
  SEXP lower = PROTECT(r_lower == R_NilValue ? r_lower : argument_vector(r_lower, n, "lower"));
  SEXP upper = PROTECT(r_upper == R_NilValue ? r_upper : argument_vector(r_upper, n, "upper"));
  const double* low = lower == R_NilValue ? NULL : REAL_RO(lower);
  const double* high = upper == R_NilValue ? NULL : REAL_RO(upper);
  CALL(handle, sbreg_solver_set_bounds(solver, low, high));
  UNPROTECT(2);
  return handle;
}

SEXP r_solver_set_kept(SEXP handle, SEXP r_kept) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  SEXP kept = PROTECT(argument_vector(r_kept, (int64_t)Rf_xlength(r_kept), "kept"));
  const int64_t* index = whole_numbers(kept, 1, "kept");
  CALL(handle, sbreg_solver_set_kept(solver, index, (int64_t)Rf_xlength(kept)));
  UNPROTECT(1);
  return handle;
}

SEXP r_solver_set_start(SEXP handle, SEXP r_x) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  SEXP x = PROTECT(argument_point(r_x, handle, "start"));
  CALL(handle, sbreg_solver_set_start(solver, point_numbers(x)));
  UNPROTECT(1);
  return handle;
}

SEXP r_solver_set_monitor(SEXP handle, SEXP function) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  watch(handle, solver, function == R_NilValue ? function : argument_function(function, "monitor"));
  return handle;
}

SEXP r_solver_step(SEXP handle, SEXP r_count) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  const int64_t count = argument_int(r_count, "count");
  CALL(handle, sbreg_solver_step(solver, count));
  return handle;
}

/* TRUE when an interrupt ended the run; without `catch` an interrupt goes on to the caller. */
SEXP r_solver_run(SEXP handle, SEXP catch) {
  sbreg_solver* solver = handle_get(handle, SOLVER);
  int interrupted = 0;
  CALL_CATCHING(handle, sbreg_solver_run(solver), Rf_asLogical(catch) == TRUE ? &interrupted : NULL);
  return Rf_ScalarLogical(interrupted);
}

SEXP r_solver_solution(SEXP handle) {
  const sbreg_solver* solver = handle_get(handle, SOLVER);
  SEXP x = PROTECT(point_new(handle));
  CALL(handle, sbreg_solver_get_solution(solver, point_numbers(x)));
  UNPROTECT(1);
  return x;
}

SEXP r_solver_iterate(SEXP handle) {
  const sbreg_solver* solver = handle_get(handle, SOLVER);
  SEXP x = PROTECT(point_new(handle));
  CALL(handle, sbreg_solver_get_iterate(solver, point_numbers(x)));
  UNPROTECT(1);
  return x;
}

/* Counted from 1; numbers of type double, because they may be larger than R's integers. */
SEXP r_solver_support(SEXP handle) {
  const sbreg_solver* solver = handle_get(handle, SOLVER);
  int64_t count = 0;
  CALL(handle, sbreg_solver_get_support(solver, NULL, 0, &count));
  int64_t* index = (int64_t*)R_alloc((size_t)(count > 0 ? count : 1), sizeof *index);
  if (count > 0) CALL(handle, sbreg_solver_get_support(solver, index, count, &count));
  const int64_t parts = handle_parts(handle);
  int64_t variables = 0;
  for (int64_t k = 0; k < count; ++k) {
    const int64_t variable = point_index(parts, index[k]); /* the parts of a complex number follow each other */
    if (variables == 0 || index[variables - 1] != variable) index[variables++] = variable;
  }
  SEXP support = Rf_allocVector(REALSXP, (R_xlen_t)variables);
  for (int64_t k = 0; k < variables; ++k) REAL(support)[k] = (double)index[k];
  return support;
}

SEXP r_solver_history(SEXP handle, SEXP r_series) {
  const sbreg_solver* solver = handle_get(handle, SOLVER);
  const char* series = argument_text(r_series, "series");
  int64_t count = 0;
  CALL(handle, sbreg_solver_get_history(solver, series, NULL, 0, &count));
  SEXP values = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)count));
  if (count > 0) CALL(handle, sbreg_solver_get_history(solver, series, REAL(values), count, &count));
  UNPROTECT(1);
  return values;
}

/* What a solve returns, in one call: coefficients, support, the results of these keys under these labels, and `rest`. */
SEXP r_solver_summary(SEXP handle, SEXP types, SEXP keys, SEXP labels, SEXP rest) {
  SEXP results = PROTECT(r_get(handle, types, keys));
  const R_xlen_t count = Rf_xlength(results), more = Rf_xlength(rest);
  SEXP rest_labels = PROTECT(Rf_getAttrib(rest, R_NamesSymbol));
  SEXP all = PROTECT(Rf_allocVector(VECSXP, 2 + count + more));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, 2 + count + more));
  SET_VECTOR_ELT(all, 0, r_solver_solution(handle));
  SET_STRING_ELT(names, 0, Rf_mkChar("coefficients"));
  SET_VECTOR_ELT(all, 1, r_solver_support(handle));
  SET_STRING_ELT(names, 1, Rf_mkChar("support"));
  for (R_xlen_t k = 0; k < count; ++k) {
    SET_VECTOR_ELT(all, 2 + k, VECTOR_ELT(results, k));
    SET_STRING_ELT(names, 2 + k, STRING_ELT(labels, k));
  }
  for (R_xlen_t k = 0; k < more; ++k) {
    SET_VECTOR_ELT(all, 2 + count + k, VECTOR_ELT(rest, k));
    SET_STRING_ELT(names, 2 + count + k, STRING_ELT(rest_labels, k));
  }
  Rf_setAttrib(all, R_NamesSymbol, names);
  Rf_setAttrib(all, R_ClassSymbol, Rf_mkString("sparse_solution"));
  UNPROTECT(4);
  return all;
}
