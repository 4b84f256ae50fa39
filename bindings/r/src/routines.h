/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * The routines that R calls, with their numbers of arguments. R sees them as native$NAME. */
#ifndef SPARSEBREGMAN_R_ROUTINES_H
#define SPARSEBREGMAN_R_ROUTINES_H

#include <Rinternals.h>

#define ROUTINES(ROW)            \
  ROW(version, 0)                \
  ROW(busy, 0)                   \
  ROW(state_text, 1)             \
  ROW(keys, 1)                   \
  ROW(get, 3)                    \
  ROW(set, 4)                    \
  ROW(close, 1)                  \
  ROW(release, 1)                \
  ROW(matrix_dense, 1)           \
  ROW(matrix_csc, 4)             \
  ROW(matrix_operator, 4)        \
  ROW(matrix_check_adjoint, 2)   \
  ROW(problem_linear, 3)         \
  ROW(problem_complex, 2)        \
  ROW(problem_quadratic, 2)      \
  ROW(problem_custom, 2)         \
  ROW(problem_check_gradient, 3) \
  ROW(problem_set_weights, 2)    \
  ROW(problem_value, 2)          \
  ROW(problem_gradient, 2)       \
  ROW(problem_intercept, 2)      \
  ROW(dsm_create, 2)             \
  ROW(dsm_weights, 1)            \
  ROW(dsm_set_cost, 2)           \
  ROW(dsm_set_start, 2)          \
  ROW(dsm_set_monitor, 2)        \
  ROW(dsm_step, 2)               \
  ROW(dsm_run, 1)                \
  ROW(dsm_get_weights, 2)        \
  ROW(dsm_margin, 2)             \
  ROW(kernel_create, 2)          \
  ROW(kernel_custom, 2)          \
  ROW(kernel_set_weights, 2)     \
  ROW(check_bregman, 5)          \
  ROW(check_coordinatewise, 3)   \
  ROW(check_stationarity, 4)     \
  ROW(solver_check_bregman, 4)   \
  ROW(solver_check_coordinatewise, 2) \
  ROW(solver_check_stationarity, 3) \
  ROW(witness_bregman, 5)        \
  ROW(witness_stationarity, 4)   \
  ROW(solver_witness_bregman, 4) \
  ROW(solver_witness_stationarity, 3) \
  ROW(solver_create, 2)          \
  ROW(solver_add_dsm, 2)         \
  ROW(solver_set_kernel, 2)      \
  ROW(solver_set_groups, 2)      \
  ROW(solver_set_bounds, 3)      \
  ROW(solver_set_kept, 2)        \
  ROW(solver_set_start, 2)       \
  ROW(solver_set_monitor, 2)     \
  ROW(solver_step, 2)            \
  ROW(solver_run, 2)             \
  ROW(solver_solution, 1)        \
  ROW(solver_iterate, 1)         \
  ROW(solver_support, 1)         \
  ROW(solver_history, 2)         \
  ROW(solver_summary, 5)         \
  ROW(path_create, 1)            \
  ROW(path_set_monitor, 2)       \
  ROW(path_run, 2)               \
  ROW(path_coefficients, 2)      \
  ROW(path_series, 2)

#define ARGUMENTS_0 void
#define ARGUMENTS_1 SEXP
#define ARGUMENTS_2 SEXP, SEXP
#define ARGUMENTS_3 SEXP, SEXP, SEXP
#define ARGUMENTS_4 SEXP, SEXP, SEXP, SEXP
#define ARGUMENTS_5 SEXP, SEXP, SEXP, SEXP, SEXP
#define DECLARE(name, count) SEXP r_##name(ARGUMENTS_##count);
ROUTINES(DECLARE)
#undef DECLARE

#endif
