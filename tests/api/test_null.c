/* SPDX-License-Identifier: BSD-3-Clause
 * NULL, for every function and every argument that must not be NULL. The rows are checked against the list of exported
 * names, so that a new function cannot be forgotten here. */
#include "callbacks.h"
#include "testing.h"

static struct instance data;
static sbreg_matrix* matrix;
static sbreg_problem* problem;
static sbreg_dsm* dsm;
static sbreg_kernel* kernel;
static sbreg_solver* solver;
static sbreg_path* path;

/* One row per argument: function, the argument's name in the text, the call. */
#define ACCESSOR_ROWS(ROW, TYPE)                                                        \
  ROW(sbreg_##TYPE##_set_int, #TYPE, sbreg_##TYPE##_set_int(NULL, "max_iterations", 1)) \
  ROW(sbreg_##TYPE##_set_int, "name", sbreg_##TYPE##_set_int(TYPE, NULL, 1))            \
  ROW(sbreg_##TYPE##_set_real, #TYPE, sbreg_##TYPE##_set_real(NULL, "time_limit", 1))   \
  ROW(sbreg_##TYPE##_set_real, "name", sbreg_##TYPE##_set_real(TYPE, NULL, 1))          \
  ROW(sbreg_##TYPE##_set_text, #TYPE, sbreg_##TYPE##_set_text(NULL, "method", "iht"))   \
  ROW(sbreg_##TYPE##_set_text, "name", sbreg_##TYPE##_set_text(TYPE, NULL, "iht"))      \
  ROW(sbreg_##TYPE##_get_int, #TYPE, sbreg_##TYPE##_get_int(NULL, "columns", &number))  \
  ROW(sbreg_##TYPE##_get_int, "name", sbreg_##TYPE##_get_int(TYPE, NULL, &number))      \
  ROW(sbreg_##TYPE##_get_int, "value", sbreg_##TYPE##_get_int(TYPE, "columns", NULL))   \
  ROW(sbreg_##TYPE##_get_real, #TYPE, sbreg_##TYPE##_get_real(NULL, "columns", &real))  \
  ROW(sbreg_##TYPE##_get_real, "name", sbreg_##TYPE##_get_real(TYPE, NULL, &real))      \
  ROW(sbreg_##TYPE##_get_real, "value", sbreg_##TYPE##_get_real(TYPE, "columns", NULL)) \
  ROW(sbreg_##TYPE##_get_text, #TYPE, sbreg_##TYPE##_get_text(NULL, "columns", &text))  \
  ROW(sbreg_##TYPE##_get_text, "name", sbreg_##TYPE##_get_text(TYPE, NULL, &text))      \
  ROW(sbreg_##TYPE##_get_text, "value", sbreg_##TYPE##_get_text(TYPE, "columns", NULL)) \
  ROW(sbreg_##TYPE##_retain, #TYPE, sbreg_##TYPE##_retain(NULL))

#define SIMPLE_ROWS(ROW)                                                                           \
  ROW(sbreg_solve_least_squares, "A", sbreg_solve_least_squares(m, n, NULL, m, 0, b, 1, x, &real)) \
  ROW(sbreg_solve_least_squares, "b", sbreg_solve_least_squares(m, n, A, m, 0, NULL, 1, x, &real)) \
  ROW(sbreg_solve_least_squares, "x", sbreg_solve_least_squares(m, n, A, m, 0, b, 1, NULL, &real)) \
  ROW(sbreg_key_count, "object", sbreg_key_count(NULL, &number))                                   \
  ROW(sbreg_key_count, "count", sbreg_key_count("solver", NULL))                                   \
  ROW(sbreg_key_text, "object", sbreg_key_text(NULL, 0, "name", &text))                            \
  ROW(sbreg_key_text, "field", sbreg_key_text("solver", 0, NULL, &text))                           \
  ROW(sbreg_key_text, "text", sbreg_key_text("solver", 0, "name", NULL))

#define CSC(out, start, rows, values) \
  sbreg_matrix_create_csc(out, 2, 2, start, rows, 4, 0, values, SBREG_COPY, NULL, NULL)
#define CSC_ROWS(ROW)                                                                      \
  ROW(sbreg_matrix_create_csc, "out", CSC(NULL, csc_start, csc_rows, csc_values))          \
  ROW(sbreg_matrix_create_csc, "col_start", CSC(&new_matrix, NULL, csc_rows, csc_values))  \
  ROW(sbreg_matrix_create_csc, "row_index", CSC(&new_matrix, csc_start, NULL, csc_values)) \
  ROW(sbreg_matrix_create_csc, "values", CSC(&new_matrix, csc_start, csc_rows, NULL))

#define OPERATOR(out, apply, transpose) sbreg_matrix_create_operator(out, 2, 2, apply, transpose, NULL, NULL)
#define OPERATOR_ROWS(ROW)                                                                          \
  ROW(sbreg_matrix_create_operator, "out", OPERATOR(NULL, apply_identity, apply_identity))          \
  ROW(sbreg_matrix_create_operator, "apply", OPERATOR(&new_matrix, NULL, apply_identity))           \
  ROW(sbreg_matrix_create_operator, "apply_transpose", OPERATOR(&new_matrix, apply_identity, NULL)) \
  ROW(sbreg_matrix_check_adjoint, "A", sbreg_matrix_check_adjoint(NULL, 1, &real))                  \
  ROW(sbreg_matrix_check_adjoint, "discrepancy", sbreg_matrix_check_adjoint(matrix, 1, NULL))

#define MATRIX_ROWS(ROW)                                                                                       \
  ROW(sbreg_matrix_create_dense, "out", sbreg_matrix_create_dense(NULL, m, n, A, m, 0, 0, NULL, NULL))         \
  ROW(sbreg_matrix_create_dense, "A", sbreg_matrix_create_dense(&new_matrix, m, n, NULL, m, 0, 0, NULL, NULL)) \
  CSC_ROWS(ROW)                                                                                                \
  OPERATOR_ROWS(ROW)                                                                                           \
  ACCESSOR_ROWS(ROW, matrix)

#define PROBLEM_ROWS(ROW)                                                                                             \
  ROW(sbreg_problem_create_least_squares, "out", sbreg_problem_create_least_squares(NULL, m, n, A, m, 0, b))          \
  ROW(sbreg_problem_create_least_squares, "A", sbreg_problem_create_least_squares(&new_problem, m, n, NULL, m, 0, b)) \
  ROW(sbreg_problem_create_least_squares, "b", sbreg_problem_create_least_squares(&new_problem, m, n, A, m, 0, NULL)) \
  ROW(sbreg_problem_create_linear, "out", sbreg_problem_create_linear(NULL, matrix, "least_squares", b))              \
  ROW(sbreg_problem_create_linear, "A", sbreg_problem_create_linear(&new_problem, NULL, "least_squares", b))          \
  ROW(sbreg_problem_create_linear, "loss", sbreg_problem_create_linear(&new_problem, matrix, NULL, b))                \
  ROW(sbreg_problem_create_linear, "b", sbreg_problem_create_linear(&new_problem, matrix, "least_squares", NULL))     \
  ROW(sbreg_problem_create_quadratic, "out", sbreg_problem_create_quadratic(NULL, 2, A, 2, b))                        \
  ROW(sbreg_problem_create_quadratic, "Q", sbreg_problem_create_quadratic(&new_problem, 2, NULL, 2, b))               \
  ROW(sbreg_problem_create_quadratic, "q", sbreg_problem_create_quadratic(&new_problem, 2, A, 2, NULL))               \
  ROW(sbreg_problem_set_weights, "problem", sbreg_problem_set_weights(NULL, b))                                       \
  ROW(sbreg_problem_set_weights, "observation_weights", sbreg_problem_set_weights(problem, NULL))                     \
  ROW(sbreg_problem_value, "problem", sbreg_problem_value(NULL, x, &real))                                            \
  ROW(sbreg_problem_value, "x", sbreg_problem_value(problem, NULL, &real))                                            \
  ROW(sbreg_problem_value, "f", sbreg_problem_value(problem, x, NULL))                                                \
  ROW(sbreg_problem_gradient, "problem", sbreg_problem_gradient(NULL, x, x))                                          \
  ROW(sbreg_problem_gradient, "x", sbreg_problem_gradient(problem, NULL, x))                                          \
  ROW(sbreg_problem_gradient, "g", sbreg_problem_gradient(problem, x, NULL))                                          \
  ACCESSOR_ROWS(ROW, problem)

#define DSM_ROWS(ROW)                                                                            \
  ROW(sbreg_dsm_create, "out", sbreg_dsm_create(NULL, problem, "lipschitz"))                     \
  ROW(sbreg_dsm_create, "problem", sbreg_dsm_create(&new_dsm, NULL, "lipschitz"))                \
  ROW(sbreg_dsm_create, "model", sbreg_dsm_create(&new_dsm, problem, NULL))                      \
  ROW(sbreg_dsm_create_weights, "out", sbreg_dsm_create_weights(NULL, n, x))                     \
  ROW(sbreg_dsm_create_weights, "w", sbreg_dsm_create_weights(&new_dsm, n, NULL))                \
  ROW(sbreg_dsm_step, "dsm", sbreg_dsm_step(NULL, 1))                                            \
  ROW(sbreg_dsm_run, "dsm", sbreg_dsm_run(NULL))                                                 \
  ROW(sbreg_dsm_get_weights, "dsm", sbreg_dsm_get_weights(NULL, x))                              \
  ROW(sbreg_dsm_get_weights, "w", sbreg_dsm_get_weights(dsm, NULL))                              \
  ROW(sbreg_dsm_get_extracted_weights, "dsm", sbreg_dsm_get_extracted_weights(NULL, x))          \
  ROW(sbreg_dsm_get_extracted_weights, "w", sbreg_dsm_get_extracted_weights(dsm, NULL))          \
  ROW(sbreg_dsm_set_cost, "dsm", sbreg_dsm_set_cost(NULL, x))                                    \
  ROW(sbreg_dsm_set_cost, "c", sbreg_dsm_set_cost(dsm, NULL))                                    \
  ROW(sbreg_dsm_set_start, "dsm", sbreg_dsm_set_start(NULL, dsm))                                \
  ROW(sbreg_dsm_set_start, "previous", sbreg_dsm_set_start(dsm, NULL))                           \
  ROW(sbreg_dsm_set_monitor, "dsm", sbreg_dsm_set_monitor(NULL, NULL, NULL, NULL))               \
  ROW(sbreg_dsm_margin, "dsm", sbreg_dsm_margin(NULL, problem, &real))                           \
  ROW(sbreg_dsm_margin, "problem", sbreg_dsm_margin(dsm, NULL, &real))                           \
  ROW(sbreg_dsm_margin, "lambda_min", sbreg_dsm_margin(dsm, problem, NULL))                      \
  ROW(sbreg_check_stationarity, "problem", sbreg_check_stationarity(NULL, dsm, 1, x, &real))     \
  ROW(sbreg_check_stationarity, "dsm", sbreg_check_stationarity(problem, NULL, 1, x, &real))     \
  ROW(sbreg_check_stationarity, "x", sbreg_check_stationarity(problem, dsm, 1, NULL, &real))     \
  ROW(sbreg_check_stationarity, "violation", sbreg_check_stationarity(problem, dsm, 1, x, NULL)) \
  ACCESSOR_ROWS(ROW, dsm)

#define CUSTOM(out, value) sbreg_problem_create_custom(out, 2, value, NULL, NULL, NULL, NULL)
#define CUSTOM_ROWS(ROW)                                                                                 \
  ROW(sbreg_problem_create_custom, "out", CUSTOM(NULL, half_square))                                     \
  ROW(sbreg_problem_create_custom, "value_gradient", CUSTOM(&new_problem, NULL))                         \
  ROW(sbreg_problem_check_gradient, "problem", sbreg_problem_check_gradient(NULL, x, 0, &real, &number)) \
  ROW(sbreg_problem_check_gradient, "x", sbreg_problem_check_gradient(problem, NULL, 0, &real, &number)) \
  ROW(sbreg_problem_check_gradient, "discrepancy", sbreg_problem_check_gradient(problem, x, 0, NULL, &number))

#define CUSTOM_KERNEL(out, h, first, inverse) sbreg_kernel_create_custom(out, 2, h, first, inverse, NULL, NULL)
#define KERNEL_ROWS(ROW)                                                                                               \
  ROW(sbreg_kernel_create, "out", sbreg_kernel_create(NULL, 2, "quartic"))                                             \
  ROW(sbreg_kernel_create, "name", sbreg_kernel_create(&new_kernel, 2, NULL))                                          \
  ROW(sbreg_kernel_create_custom, "out", CUSTOM_KERNEL(NULL, scalar_half_square, scalar_identity, scalar_identity))    \
  ROW(sbreg_kernel_create_custom, "h", CUSTOM_KERNEL(&new_kernel, NULL, scalar_identity, scalar_identity))             \
  ROW(sbreg_kernel_create_custom, "derivative", CUSTOM_KERNEL(&new_kernel, scalar_half_square, NULL, scalar_identity)) \
  ROW(sbreg_kernel_create_custom, "inverse_derivative",                                                                \
      CUSTOM_KERNEL(&new_kernel, scalar_half_square, scalar_identity, NULL))                                           \
  ROW(sbreg_kernel_set_weights, "kernel", sbreg_kernel_set_weights(NULL, x))                                           \
  ROW(sbreg_kernel_set_weights, "w", sbreg_kernel_set_weights(kernel, NULL))                                           \
  ROW(sbreg_solver_set_kernel, "solver", sbreg_solver_set_kernel(NULL, kernel))                                        \
  ROW(sbreg_solver_set_kernel, "kernel", sbreg_solver_set_kernel(solver, NULL))                                        \
  ACCESSOR_ROWS(ROW, kernel)

#define CHECK_ROWS(ROW)                                                                                       \
  ROW(sbreg_check_bregman, "problem", sbreg_check_bregman(NULL, kernel, 1, 1, x, &real))                      \
  ROW(sbreg_check_bregman, "kernel", sbreg_check_bregman(problem, NULL, 1, 1, x, &real))                      \
  ROW(sbreg_check_bregman, "x", sbreg_check_bregman(problem, kernel, 1, 1, NULL, &real))                      \
  ROW(sbreg_check_bregman, "violation", sbreg_check_bregman(problem, kernel, 1, 1, x, NULL))                  \
  ROW(sbreg_check_coordinatewise, "problem", sbreg_check_coordinatewise(NULL, 1, x, &real, &number, &number)) \
  ROW(sbreg_check_coordinatewise, "x", sbreg_check_coordinatewise(problem, 1, NULL, &real, &number, &number)) \
  ROW(sbreg_check_coordinatewise, "best_decrease", sbreg_check_coordinatewise(problem, 1, x, NULL, NULL, NULL))

/* Their `violation` may be NULL. */
#define WITNESS_ROWS(ROW)                                                                                     \
  ROW(sbreg_witness_stationarity, "problem", sbreg_witness_stationarity(NULL, dsm, 1, x, &real, x))           \
  ROW(sbreg_witness_stationarity, "dsm", sbreg_witness_stationarity(problem, NULL, 1, x, &real, x))           \
  ROW(sbreg_witness_stationarity, "x", sbreg_witness_stationarity(problem, dsm, 1, NULL, &real, x))           \
  ROW(sbreg_witness_stationarity, "y", sbreg_witness_stationarity(problem, dsm, 1, x, NULL, NULL))            \
  ROW(sbreg_witness_bregman, "problem", sbreg_witness_bregman(NULL, kernel, 1, 1, x, &real, x))               \
  ROW(sbreg_witness_bregman, "kernel", sbreg_witness_bregman(problem, NULL, 1, 1, x, &real, x))               \
  ROW(sbreg_witness_bregman, "x", sbreg_witness_bregman(problem, kernel, 1, 1, NULL, &real, x))               \
  ROW(sbreg_witness_bregman, "y", sbreg_witness_bregman(problem, kernel, 1, 1, x, NULL, NULL))                \
  ROW(sbreg_solver_witness_stationarity, "solver", sbreg_solver_witness_stationarity(NULL, dsm, x, &real, x)) \
  ROW(sbreg_solver_witness_stationarity, "dsm", sbreg_solver_witness_stationarity(solver, NULL, x, &real, x)) \
  ROW(sbreg_solver_witness_stationarity, "x", sbreg_solver_witness_stationarity(solver, dsm, NULL, &real, x)) \
  ROW(sbreg_solver_witness_stationarity, "y", sbreg_solver_witness_stationarity(solver, dsm, x, NULL, NULL))  \
  ROW(sbreg_solver_witness_bregman, "solver", sbreg_solver_witness_bregman(NULL, kernel, 1, x, &real, x))     \
  ROW(sbreg_solver_witness_bregman, "kernel", sbreg_solver_witness_bregman(solver, NULL, 1, x, &real, x))     \
  ROW(sbreg_solver_witness_bregman, "x", sbreg_solver_witness_bregman(solver, kernel, 1, NULL, &real, x))     \
  ROW(sbreg_solver_witness_bregman, "y", sbreg_solver_witness_bregman(solver, kernel, 1, x, NULL, NULL))

#define SOLVER_ROWS(ROW)                                                                                   \
  ROW(sbreg_solver_create, "out", sbreg_solver_create(NULL, problem, 1))                                   \
  ROW(sbreg_solver_create, "problem", sbreg_solver_create(&new_solver, NULL, 1))                           \
  ROW(sbreg_solver_add_dsm, "solver", sbreg_solver_add_dsm(NULL, dsm))                                     \
  ROW(sbreg_solver_add_dsm, "dsm", sbreg_solver_add_dsm(solver, NULL))                                     \
  ROW(sbreg_solver_set_start, "solver", sbreg_solver_set_start(NULL, x))                                   \
  ROW(sbreg_solver_set_start, "x0", sbreg_solver_set_start(solver, NULL))                                  \
  ROW(sbreg_solver_set_monitor, "solver", sbreg_solver_set_monitor(NULL, NULL, NULL, NULL))                \
  ROW(sbreg_solver_step, "solver", sbreg_solver_step(NULL, 1))                                             \
  ROW(sbreg_solver_run, "solver", sbreg_solver_run(NULL))                                                  \
  ROW(sbreg_solver_get_solution, "solver", sbreg_solver_get_solution(NULL, x))                             \
  ROW(sbreg_solver_get_solution, "x", sbreg_solver_get_solution(solver, NULL))                             \
  ROW(sbreg_solver_get_iterate, "solver", sbreg_solver_get_iterate(NULL, x))                               \
  ROW(sbreg_solver_get_iterate, "x", sbreg_solver_get_iterate(solver, NULL))                               \
  ROW(sbreg_solver_get_support, "solver", sbreg_solver_get_support(NULL, &number, 1, &number))             \
  ROW(sbreg_solver_get_support, "index", sbreg_solver_get_support(solver, NULL, 1, &number))               \
  ROW(sbreg_solver_get_support, "count", sbreg_solver_get_support(solver, &number, 1, NULL))               \
  ROW(sbreg_solver_get_history, "solver", sbreg_solver_get_history(NULL, "objective", x, 1, &number))      \
  ROW(sbreg_solver_get_history, "series", sbreg_solver_get_history(solver, NULL, x, 1, &number))           \
  ROW(sbreg_solver_get_history, "values", sbreg_solver_get_history(solver, "objective", NULL, 1, &number)) \
  ROW(sbreg_solver_get_history, "count", sbreg_solver_get_history(solver, "objective", x, 1, NULL))        \
  ACCESSOR_ROWS(ROW, solver)

#define COMPLEX(out, A, b) sbreg_problem_create_least_squares_complex(out, 2, 2, A, 2, SBREG_COL_MAJOR, b)
#define INTERCEPT_ROWS(ROW)                                                        \
  ROW(sbreg_problem_intercept, "problem", sbreg_problem_intercept(NULL, x, &real)) \
  ROW(sbreg_problem_intercept, "x", sbreg_problem_intercept(problem, NULL, &real)) \
  ROW(sbreg_problem_intercept, "intercept", sbreg_problem_intercept(problem, x, NULL))
#define STRUCTURE_ROWS(ROW)                                                                                       \
  INTERCEPT_ROWS(ROW)                                                                                             \
  ROW(sbreg_problem_create_least_squares_complex, "out", COMPLEX(NULL, A, b))                                     \
  ROW(sbreg_problem_create_least_squares_complex, "A", COMPLEX(&new_problem, NULL, b))                            \
  ROW(sbreg_problem_create_least_squares_complex, "b", COMPLEX(&new_problem, A, NULL))                            \
  ROW(sbreg_solver_set_groups, "solver", sbreg_solver_set_groups(NULL, &number))                                  \
  ROW(sbreg_solver_set_groups, "group", sbreg_solver_set_groups(solver, NULL))                                    \
  ROW(sbreg_solver_set_bounds, "solver", sbreg_solver_set_bounds(NULL, x, x))                                     \
  ROW(sbreg_solver_set_kept, "solver", sbreg_solver_set_kept(NULL, &number, 1))                                   \
  ROW(sbreg_solver_set_kept, "kept", sbreg_solver_set_kept(solver, NULL, 1))                                      \
  ROW(sbreg_solver_check_stationarity, "solver", sbreg_solver_check_stationarity(NULL, dsm, x, &real))            \
  ROW(sbreg_solver_check_stationarity, "dsm", sbreg_solver_check_stationarity(solver, NULL, x, &real))            \
  ROW(sbreg_solver_check_stationarity, "x", sbreg_solver_check_stationarity(solver, dsm, NULL, &real))            \
  ROW(sbreg_solver_check_stationarity, "violation", sbreg_solver_check_stationarity(solver, dsm, x, NULL))        \
  ROW(sbreg_solver_check_bregman, "solver", sbreg_solver_check_bregman(NULL, kernel, 1, x, &real))                \
  ROW(sbreg_solver_check_bregman, "kernel", sbreg_solver_check_bregman(solver, NULL, 1, x, &real))                \
  ROW(sbreg_solver_check_bregman, "x", sbreg_solver_check_bregman(solver, kernel, 1, NULL, &real))                \
  ROW(sbreg_solver_check_bregman, "violation", sbreg_solver_check_bregman(solver, kernel, 1, x, NULL))            \
  ROW(sbreg_solver_check_coordinatewise, "solver", sbreg_solver_check_coordinatewise(NULL, x, &real, NULL, NULL)) \
  ROW(sbreg_solver_check_coordinatewise, "x", sbreg_solver_check_coordinatewise(solver, NULL, &real, NULL, NULL)) \
  ROW(sbreg_solver_check_coordinatewise, "best_decrease",                                                         \
      sbreg_solver_check_coordinatewise(solver, x, NULL, NULL, NULL))

#define PATH_ROWS(ROW)                                                                             \
  ROW(sbreg_path_create, "out", sbreg_path_create(NULL, solver))                                   \
  ROW(sbreg_path_create, "pattern", sbreg_path_create(&new_path, NULL))                            \
  ROW(sbreg_path_set_monitor, "path", sbreg_path_set_monitor(NULL, NULL, NULL, NULL))              \
  ROW(sbreg_path_run, "path", sbreg_path_run(NULL))                                                \
  ROW(sbreg_path_get_coefficients, "path", sbreg_path_get_coefficients(NULL, 1, x))                \
  ROW(sbreg_path_get_coefficients, "x", sbreg_path_get_coefficients(path, 1, NULL))                \
  ROW(sbreg_path_get_series, "path", sbreg_path_get_series(NULL, "objective", x, 1, &number))      \
  ROW(sbreg_path_get_series, "series", sbreg_path_get_series(path, NULL, x, 1, &number))           \
  ROW(sbreg_path_get_series, "values", sbreg_path_get_series(path, "objective", NULL, 1, &number)) \
  ROW(sbreg_path_get_series, "count", sbreg_path_get_series(path, "objective", x, 1, NULL))        \
  ACCESSOR_ROWS(ROW, path)

#define ALL_ROWS(ROW) \
  SIMPLE_ROWS(ROW)    \
  PATH_ROWS(ROW)      \
  STRUCTURE_ROWS(ROW) \
  WITNESS_ROWS(ROW)   \
  MATRIX_ROWS(ROW) PROBLEM_ROWS(ROW) DSM_ROWS(ROW) SOLVER_ROWS(ROW) CUSTOM_ROWS(ROW) KERNEL_ROWS(ROW) CHECK_ROWS(ROW)

/* Functions without an argument that must not be NULL. */
static const char* const no_rows[] = {"sbreg_version",        "sbreg_version_string",  "sbreg_status_text",
                                      "sbreg_state_text",     "sbreg_last_error",      "sbreg_last_error_copy",
                                      "sbreg_matrix_destroy", "sbreg_problem_destroy", "sbreg_dsm_destroy",
                                      "sbreg_solver_destroy", "sbreg_kernel_destroy",  "sbreg_path_destroy"};

static int set_up(void** state) {
  (void)state;
  data = instance_make(6, 8, 2, 0.1, 11);
  assert_ok(
      sbreg_matrix_create_dense(&matrix, data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL));
  assert_ok(sbreg_problem_create_linear(&problem, matrix, "least_squares", data.b));
  assert_ok(sbreg_dsm_create(&dsm, problem, "lipschitz"));
  assert_ok(sbreg_solver_create(&solver, problem, data.s));
  assert_ok(sbreg_kernel_create(&kernel, data.n, "quartic"));
  assert_ok(sbreg_path_create(&path, solver));
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_path_destroy(path);
  sbreg_kernel_destroy(kernel);
  sbreg_solver_destroy(solver);
  sbreg_dsm_destroy(dsm);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
  instance_free(&data);
  return 0;
}

static void every_null_is_refused_by_name(void** state) {
  (void)state;
  const int64_t m = data.m;
  const int64_t n = data.n;
  const double *A = data.A, *b = data.b;
  double x[8] = {0};
  double real = 12.5;
  int64_t number = 77;
  const char* text = "untouched";
  sbreg_matrix* new_matrix = matrix;
  sbreg_problem* new_problem = problem;
  sbreg_dsm* new_dsm = dsm;
  sbreg_kernel* new_kernel = kernel;
  sbreg_solver* new_solver = solver;
  sbreg_path* new_path = path;
#define CHECK(function, argument, call) assert_refused(call, SBREG_E_ARGUMENT, argument " must not be NULL");
  ALL_ROWS(CHECK)
#undef CHECK
  assert_null(new_matrix);
  assert_null(new_problem);
  assert_null(new_dsm);
  assert_null(new_kernel);
  assert_null(new_solver);
  assert_null(new_path);
  assert_true(real == 12.5);
  assert_int_equal(number, 77);
  assert_string_equal(text, "untouched");
  for (int64_t i = 0; i < n; ++i) assert_true(x[i] == 0);
}

static void objects_work_after_every_refusal(void** state) {
  (void)state;
  int64_t iterations = -1;
  assert_ok(sbreg_dsm_run(dsm));
  assert_ok(sbreg_solver_add_dsm(solver, dsm));
  assert_ok(sbreg_solver_run(solver));
  assert_ok(sbreg_solver_get_int(solver, "iterations", &iterations));
  assert_true(iterations > 0);
}

static void null_is_optional_where_documented(void** state) {
  (void)state;
  double x[8];
  int64_t count = -1;
  assert_ok(sbreg_solve_least_squares(data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, data.b, data.s, x, NULL));
  assert_ok(sbreg_solver_set_monitor(solver, NULL, NULL, NULL));
  sbreg_solver* fresh = NULL;
  assert_ok(sbreg_solver_create(&fresh, problem, data.s));
  assert_ok(sbreg_solver_set_bounds(fresh, NULL, NULL));
  assert_ok(sbreg_solver_set_kept(fresh, NULL, 0));
  sbreg_solver_destroy(fresh);
  assert_ok(sbreg_solver_get_support(solver, NULL, 0, &count));
  assert_ok(sbreg_solver_get_history(solver, "objective", NULL, 0, &count));
  sbreg_matrix_destroy(NULL);
  sbreg_problem_destroy(NULL);
  sbreg_dsm_destroy(NULL);
  sbreg_kernel_destroy(NULL);
  sbreg_solver_destroy(NULL);
  assert_true(sbreg_last_error_copy(NULL, 0) >= 0);
}

static int is_listed(const char* name) {
#define NAME(function, argument, call) #function,
  static const char* const rows[] = {ALL_ROWS(NAME)};
#undef NAME
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; ++k)
    if (strcmp(rows[k], name) == 0) return 1;
  for (size_t k = 0; k < sizeof no_rows / sizeof no_rows[0]; ++k)
    if (strcmp(no_rows[k], name) == 0) return 1;
  return 0;
}

static void every_exported_function_has_its_rows(void** state) {
  (void)state;
  FILE* file = fopen(SBREG_SOURCE_DIR "/tests/abi/exported-symbols.txt", "r");
  assert_non_null(file);
  char line[256];
  int functions = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "@ \t\r\n")] = '\0';
    if (strncmp(line, "sbreg_", 6) != 0) continue;
    ++functions;
    if (!is_listed(line)) fail_msg("%s has no row in this file", line);
  }
  fclose(file);
  assert_true(functions > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_null_is_refused_by_name),
      cmocka_unit_test(objects_work_after_every_refusal),
      cmocka_unit_test(null_is_optional_where_documented),
      cmocka_unit_test(every_exported_function_has_its_rows),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
