/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * A program as a user of the last release has it: compiled against that release's header (baseline/sparsebregman.h),
 * run with the library of today. It uses nothing that is younger than 0.1.0, and this file is not changed to suit the
 * library: what fails here fails for users. */
#include <math.h>
#include <sparsebregman.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 12, COLUMNS = 12, NONZEROS = 2 };

#define REQUIRE(condition)                                                                     \
  do {                                                                                         \
    if (!(condition)) {                                                                        \
      printf("line %d: %s fails; last error: %s\n", __LINE__, #condition, sbreg_last_error()); \
      return 1;                                                                                \
    }                                                                                          \
  } while (0)

static double A[ROWS * COLUMNS], b[ROWS], truth[COLUMNS];

static void make_instance(void) {
  for (int j = 0; j < COLUMNS; j++)
    for (int i = 0; i < ROWS; i++) A[i + ROWS * j] = (i == j) + 0.05 * cos(1.0 + 3.7 * i + 1.3 * j);
  truth[3] = 2.0;
  truth[8] = -1.5;
  for (int i = 0; i < ROWS; i++) b[i] = 2.0 * A[i + ROWS * 3] - 1.5 * A[i + ROWS * 8];
}

static double largest_error(const double* x) {
  double error = 0.0;
  for (int j = 0; j < COLUMNS; j++) error = fmax(error, fabs(x[j] - truth[j]));
  return error;
}

static int objective(int64_t n, const double* x, double* f, double* g, void* user) {
  const double* centre = user;
  *f = 0.0;
  for (int64_t j = 0; j < n; j++) {
    *f += 0.5 * (x[j] - centre[j]) * (x[j] - centre[j]);
    if (g != NULL) g[j] = x[j] - centre[j];
  }
  return 0;
}

static int stop_at_second(const sbreg_solver* solver, void* user) {
  int64_t iterations = 0;
  ++*(int*)user;
  return sbreg_solver_get_int(solver, "iterations", &iterations) != SBREG_OK || iterations >= 2;
}

static int the_simple_call_solves(void) {
  double x[COLUMNS], value;
  REQUIRE(sbreg_solve_least_squares(ROWS, COLUMNS, A, ROWS, SBREG_COL_MAJOR, b, NONZEROS, x, &value) == SBREG_OK);
  REQUIRE(largest_error(x) < 1e-7 && value < 1e-12);
  return 0;
}

static int objects_are_shared_stepped_and_destroyed_in_any_order(void) {
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  sbreg_dsm* dsm = NULL;
  sbreg_solver* solver = NULL;
  double x[COLUMNS], violation = -1.0, margin = -1.0;
  int64_t state = -1, support[NONZEROS], count = 0;
  int calls = 0;
  REQUIRE(sbreg_matrix_create_dense(&matrix, ROWS, COLUMNS, A, ROWS, SBREG_COL_MAJOR, SBREG_BORROW, NULL, NULL) ==
          SBREG_OK);
  REQUIRE(sbreg_problem_create_linear(&problem, matrix, "least_squares", b) == SBREG_OK);
  sbreg_matrix_destroy(matrix);
  REQUIRE(sbreg_dsm_create(&dsm, problem, "linear") == SBREG_OK);
  REQUIRE(sbreg_dsm_run(dsm) == SBREG_OK && sbreg_dsm_margin(dsm, problem, &margin) == SBREG_OK && margin > -1e-8);
  REQUIRE(sbreg_solver_create(&solver, problem, NONZEROS) == SBREG_OK);
  REQUIRE(sbreg_solver_add_dsm(solver, dsm) == SBREG_OK);
  REQUIRE(sbreg_solver_set_text(solver, "method", "newton") == SBREG_OK);
  REQUIRE(sbreg_solver_set_int(solver, "max_iterations", 500) == SBREG_OK);
  REQUIRE(sbreg_solver_set_monitor(solver, stop_at_second, &calls, NULL) == SBREG_OK);
  REQUIRE(sbreg_solver_run(solver) == SBREG_OK && calls >= 1);
  REQUIRE(sbreg_solver_set_monitor(solver, NULL, NULL, NULL) == SBREG_OK);
  REQUIRE(sbreg_solver_run(solver) == SBREG_OK);
  REQUIRE(sbreg_solver_get_int(solver, "state", &state) == SBREG_OK);
  REQUIRE(state >= SBREG_TARGET_REACHED && state <= SBREG_ITERATION_LIMIT);
  REQUIRE(sbreg_solver_get_solution(solver, x) == SBREG_OK && largest_error(x) < 1e-6);
  REQUIRE(sbreg_solver_get_support(solver, support, NONZEROS, &count) == SBREG_OK);
  REQUIRE(count == NONZEROS && support[0] == 3 && support[1] == 8);
  REQUIRE(sbreg_check_stationarity(problem, dsm, NONZEROS, x, &violation) == SBREG_OK && violation < 1e-9);
  sbreg_problem_destroy(problem);
  sbreg_dsm_destroy(dsm);
  sbreg_solver_destroy(solver);
  return 0;
}

static int callbacks_are_called_as_declared(void) {
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  double x[COLUMNS];
  REQUIRE(sbreg_problem_create_custom(&problem, COLUMNS, objective, NULL, NULL, truth, NULL) == SBREG_OK);
  REQUIRE(sbreg_solver_create(&solver, problem, NONZEROS) == SBREG_OK);
  REQUIRE(sbreg_solver_run(solver) == SBREG_OK);
  REQUIRE(sbreg_solver_get_solution(solver, x) == SBREG_OK && largest_error(x) < 1e-3);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return 0;
}

static int errors_have_the_codes_of_the_header(void) {
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  double infinite[ROWS] = {INFINITY};
  REQUIRE(sbreg_problem_create_least_squares(&problem, ROWS, COLUMNS, A, ROWS, 7, b) == SBREG_E_ARGUMENT &&
          problem == NULL);
  REQUIRE(sbreg_problem_create_least_squares(&problem, ROWS, COLUMNS, A, ROWS, SBREG_COL_MAJOR, infinite) ==
          SBREG_E_NOT_FINITE);
  REQUIRE(sbreg_problem_create_least_squares(&problem, ROWS, COLUMNS, A, ROWS, SBREG_COL_MAJOR, b) == SBREG_OK);
  REQUIRE(sbreg_solver_create(&solver, problem, -1) < 0 && solver == NULL);
  REQUIRE(sbreg_solver_create(&solver, problem, NONZEROS) == SBREG_OK);
  REQUIRE(sbreg_solver_set_int(solver, "max_iteration", 3) == SBREG_E_KEY);
  REQUIRE(strstr(sbreg_last_error(), "max_iterations") != NULL);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return 0;
}

int main(void) {
  make_instance();
  if (sbreg_version() < SBREG_VERSION) return printf("the library is older than the program\n"), 1;
  if (the_simple_call_solves() || objects_are_shared_stepped_and_destroyed_in_any_order() ||
      callbacks_are_called_as_declared() || errors_have_the_codes_of_the_header())
    return 1;
  printf("a program of %d.%d.%d runs with the library %s\n", SBREG_VERSION_MAJOR, SBREG_VERSION_MINOR,
         SBREG_VERSION_PATCH, sbreg_version_string());
  return 0;
}
