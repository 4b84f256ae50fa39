/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Certificates. */
#include "glue.h"
#include "routines.h"

SEXP r_check_stationarity(SEXP r_problem, SEXP r_dsm, SEXP r_s, SEXP r_x) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const sbreg_dsm* dsm = handle_get(r_dsm, DSM);
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(argument_point(r_x, r_problem, "x"));
  double violation = 0;
  CALL(r_problem, sbreg_check_stationarity(problem, dsm, s, point_numbers(x), &violation));
  UNPROTECT(1);
  return Rf_ScalarReal(violation);
}

SEXP r_check_bregman(SEXP r_problem, SEXP r_kernel, SEXP r_L, SEXP r_s, SEXP r_x) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const sbreg_kernel* kernel = handle_get(r_kernel, KERNEL);
  const double L = argument_real(r_L, "L");
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(argument_point(r_x, r_problem, "x"));
  double violation = 0;
  CALL(r_problem, sbreg_check_bregman(problem, kernel, L, s, point_numbers(x), &violation));
  UNPROTECT(1);
  return Rf_ScalarReal(violation);
}

/* Decrease, leaves, enters; indices counted from 1, so 0 means none. */
static SEXP swap_result(SEXP handle, double decrease, int64_t leaves, int64_t enters) {
  const int64_t parts = handle_parts(handle);
  SEXP result = Rf_allocVector(REALSXP, 3);
  REAL(result)[0] = decrease;
  REAL(result)[1] = (double)point_index(parts, leaves);
  REAL(result)[2] = (double)point_index(parts, enters);
  return result;
}

SEXP r_check_coordinatewise(SEXP r_problem, SEXP r_s, SEXP r_x) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(argument_point(r_x, r_problem, "x"));
  double decrease = 0;
  int64_t leaves = -1, enters = -1;
  CALL(r_problem, sbreg_check_coordinatewise(problem, s, point_numbers(x), &decrease, &leaves, &enters));
  UNPROTECT(1);
  return swap_result(r_problem, decrease, leaves, enters);
}

SEXP r_solver_check_stationarity(SEXP r_solver, SEXP r_dsm, SEXP r_x) {
  const sbreg_solver* solver = handle_get(r_solver, SOLVER);
  const sbreg_dsm* dsm = handle_get(r_dsm, DSM);
  SEXP x = PROTECT(argument_point(r_x, r_solver, "x"));
  double violation = 0;
  CALL(r_solver, sbreg_solver_check_stationarity(solver, dsm, point_numbers(x), &violation));
  UNPROTECT(1);
  return Rf_ScalarReal(violation);
}

SEXP r_solver_check_bregman(SEXP r_solver, SEXP r_kernel, SEXP r_L, SEXP r_x) {
  const sbreg_solver* solver = handle_get(r_solver, SOLVER);
  const sbreg_kernel* kernel = handle_get(r_kernel, KERNEL);
  const double L = argument_real(r_L, "L");
  SEXP x = PROTECT(argument_point(r_x, r_solver, "x"));
  double violation = 0;
  CALL(r_solver, sbreg_solver_check_bregman(solver, kernel, L, point_numbers(x), &violation));
  UNPROTECT(1);
  return Rf_ScalarReal(violation);
}

SEXP r_solver_check_coordinatewise(SEXP r_solver, SEXP r_x) {
  const sbreg_solver* solver = handle_get(r_solver, SOLVER);
  SEXP x = PROTECT(argument_point(r_x, r_solver, "x"));
  double decrease = 0;
  int64_t leaves = -1, enters = -1;
  CALL(r_solver, sbreg_solver_check_coordinatewise(solver, point_numbers(x), &decrease, &leaves, &enters));
  UNPROTECT(1);
  return swap_result(r_solver, decrease, leaves, enters);
}

static SEXP witness_result(double violation, SEXP y) {
  const char* names[] = {"violation", "y", ""};
  SEXP result = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(result, 0, Rf_ScalarReal(violation));
  SET_VECTOR_ELT(result, 1, y);
  UNPROTECT(1);
  return result;
}

SEXP r_witness_stationarity(SEXP r_problem, SEXP r_dsm, SEXP r_s, SEXP r_x) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const sbreg_dsm* dsm = handle_get(r_dsm, DSM);
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(argument_point(r_x, r_problem, "x"));
  SEXP y = PROTECT(point_new(r_problem));
  double violation = 0;
  CALL(r_problem, sbreg_witness_stationarity(problem, dsm, s, point_numbers(x), &violation, point_numbers(y)));
  SEXP result = witness_result(violation, y);
  UNPROTECT(2);
  return result;
}

SEXP r_witness_bregman(SEXP r_problem, SEXP r_kernel, SEXP r_L, SEXP r_s, SEXP r_x) {
  const sbreg_problem* problem = handle_get(r_problem, PROBLEM);
  const sbreg_kernel* kernel = handle_get(r_kernel, KERNEL);
  const double L = argument_real(r_L, "L");
  const int64_t s = argument_int(r_s, "s");
  SEXP x = PROTECT(argument_point(r_x, r_problem, "x"));
  SEXP y = PROTECT(point_new(r_problem));
  double violation = 0;
  CALL(r_problem, sbreg_witness_bregman(problem, kernel, L, s, point_numbers(x), &violation, point_numbers(y)));
  SEXP result = witness_result(violation, y);
  UNPROTECT(2);
  return result;
}

SEXP r_solver_witness_stationarity(SEXP r_solver, SEXP r_dsm, SEXP r_x) {
  const sbreg_solver* solver = handle_get(r_solver, SOLVER);
  const sbreg_dsm* dsm = handle_get(r_dsm, DSM);
  SEXP x = PROTECT(argument_point(r_x, r_solver, "x"));
  SEXP y = PROTECT(point_new(r_solver));
  double violation = 0;
  CALL(r_solver, sbreg_solver_witness_stationarity(solver, dsm, point_numbers(x), &violation, point_numbers(y)));
  SEXP result = witness_result(violation, y);
  UNPROTECT(2);
  return result;
}

SEXP r_solver_witness_bregman(SEXP r_solver, SEXP r_kernel, SEXP r_L, SEXP r_x) {
  const sbreg_solver* solver = handle_get(r_solver, SOLVER);
  const sbreg_kernel* kernel = handle_get(r_kernel, KERNEL);
  const double L = argument_real(r_L, "L");
  SEXP x = PROTECT(argument_point(r_x, r_solver, "x"));
  SEXP y = PROTECT(point_new(r_solver));
  double violation = 0;
  CALL(r_solver, sbreg_solver_witness_bregman(solver, kernel, L, point_numbers(x), &violation, point_numbers(y)));
  SEXP result = witness_result(violation, y);
  UNPROTECT(2);
  return result;
}
