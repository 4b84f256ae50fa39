/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * What losses, sparse matrices, custom objectives and kernels refuse, and how the refusal names the way out. */
#include "callbacks.h"
#include "testing.h"

enum { m = 4, n = 3 };
static const double A[m * n] = {1, 2, 3, 4, 4, 3, 2, 1, 1, -1, 1, -1};
static sbreg_matrix* matrix;

static int set_up(void** state) {
  (void)state;
  assert_ok(sbreg_matrix_create_dense(&matrix, m, n, A, m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL));
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_matrix_destroy(matrix);
  return 0;
}

static sbreg_problem* create(const char* loss, const double* b) {
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_problem_create_linear(&problem, matrix, loss, b));
  return problem;
}

static void labels_and_counts_are_checked_at_creation(void** state) {
  (void)state;
  sbreg_problem* problem = NULL;
  const double mixed[m] = {0, 1, -1, 1}, halves[m] = {0, 1, 0.5, 1}, negative[m] = {0, 3, -2, 1};
  const double zero_one[m] = {0, 1, 1, 0}, plus_minus[m] = {-1, 1, 1, -1}, x[n] = {0.3, -0.2, 0.1};
  assert_refused(sbreg_problem_create_linear(&problem, matrix, "logistic", mixed), SBREG_E_ARGUMENT,
                 "b[2], counted from 0, is -1");
  assert_refused(sbreg_problem_create_linear(&problem, matrix, "logistic", halves), SBREG_E_ARGUMENT,
                 "b[2], counted from 0, is 0.5");
  assert_refused(sbreg_problem_create_linear(&problem, matrix, "poisson", negative), SBREG_E_ARGUMENT,
                 "b[2], counted from 0, is -2", "negative");
  assert_null(problem);
  assert_refused(sbreg_problem_create_linear(&problem, matrix, "logistc", zero_one), SBREG_E_KEY, "\"logistic\"");
  sbreg_problem* a = create("logistic", zero_one);
  sbreg_problem* b = create("logistic", plus_minus);
  double fa = 0, fb = 1;
  assert_ok(sbreg_problem_value(a, x, &fa));
  assert_ok(sbreg_problem_value(b, x, &fb));
  assert_true(fa == fb);
  sbreg_problem_destroy(a);
  sbreg_problem_destroy(b);
}

static void methods_that_need_a_bound_refuse_losses_without_one(void** state) {
  (void)state;
  const double b[m] = {1, 0, 2, 1};
  for (int k = 0; k < 3; ++k) {
    sbreg_problem* problem = create(k == 0 ? "poisson" : k == 1 ? "quartic" : "least_squares", b);
    if (k == 2) assert_ok(sbreg_problem_set_real(problem, "quartic_penalty", 1));
    sbreg_dsm* dsm = NULL;
    assert_refused(sbreg_dsm_create(&dsm, problem, "lipschitz"), SBREG_E_UNSUPPORTED, "no bound",
                   "sbreg_dsm_create_weights");
    const char* const methods[] = {"iht", "iwht", "ciwht"};
    for (int i = 0; i < 3; ++i) {
      sbreg_solver* solver = NULL;
      assert_ok(sbreg_solver_create(&solver, problem, 2));
      assert_ok(sbreg_solver_set_text(solver, "method", methods[i]));
      assert_refused(sbreg_solver_run(solver), SBREG_E_UNSUPPORTED, "no bound", "line search", "bpg",
                     "sbreg_dsm_create_weights");
      sbreg_solver_destroy(solver);
    }
    const char* const searching[] = {"auto", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista"};
    for (int i = 0; i < 6; ++i) {
      sbreg_solver* solver = NULL;
      double start = 0, end = 0;
      assert_ok(sbreg_solver_create(&solver, problem, 2));
      assert_ok(sbreg_solver_set_text(solver, "method", searching[i]));
      assert_ok(sbreg_solver_set_int(solver, "max_iterations", 200));
      start = real_of(solver, "objective");
      assert_ok(sbreg_solver_run(solver));
      end = real_of(solver, "best_objective");
      assert_true(end < start);
      sbreg_solver_destroy(solver);
    }
    sbreg_problem_destroy(problem);
  }
}

static void a_sparse_nan_is_named_by_row_and_column(void** state) {
  (void)state;
  sbreg_matrix* out = NULL;
  const int32_t start[] = {0, 2, 2, 2, 5}, rows[] = {0, 2, 0, 1, 3};  // columns 1 and 2 are empty
  const int64_t start1[] = {1, 3, 3, 3, 6}, rows1[] = {1, 3, 1, 2, 4};
  const char* const places[] = {"A(0, 0)", "A(2, 0)", "A(0, 3)", "A(1, 3)", "A(3, 3)"};
  for (int k = 0; k < 5; ++k) {
    double values[] = {1, 2, 3, 4, 5};
    values[k] = k % 2 ? INFINITY : NAN;
    assert_refused(sbreg_matrix_create_csc(&out, 4, 4, start, rows, 4, 0, values, SBREG_COPY, NULL, NULL),
                   SBREG_E_NOT_FINITE, places[k], "counted from 0");
    assert_refused(sbreg_matrix_create_csc(&out, 4, 4, start1, rows1, 8, 1, values, SBREG_BORROW, NULL, NULL),
                   SBREG_E_NOT_FINITE, places[k], "counted from 0");
  }
}

static void compressed_columns_are_validated(void** state) {
  (void)state;
  sbreg_matrix* out = NULL;
  const int32_t start[] = {0, 1, 3}, late[] = {1, 1, 3}, falling[] = {0, 3, 1}, rows[] = {0, 0, 1};
  const int32_t outside[] = {0, 0, 2}, unsorted[] = {0, 1, 0}, twice[] = {0, 1, 1}, negative[] = {0, -1, 1};
  const int32_t start1[] = {1, 2, 4}, rows1[] = {1, 1, 2};
  const int64_t wide_start[] = {0, 1, 3}, wide_rows[] = {0, 0, 1};
  const double values[] = {1, 2, 3}, broken[] = {1, NAN, 3};
#define CREATE(start, rows, bytes, base, values) \
  sbreg_matrix_create_csc(&out, 2, 2, start, rows, bytes, base, values, SBREG_COPY, NULL, NULL)
  assert_refused(CREATE(late, rows, 4, 0, values), SBREG_E_ARGUMENT, "col_start begins with 1");
  assert_refused(CREATE(falling, rows, 4, 0, values), SBREG_E_ARGUMENT, "col_start[2], counted from 0, is 1");
  assert_refused(CREATE(start, outside, 4, 0, values), SBREG_E_ARGUMENT, "row_index[2], counted from 0, is 2");
  assert_refused(CREATE(start, negative, 4, 0, values), SBREG_E_ARGUMENT, "row_index[1], counted from 0, is -1");
  assert_refused(CREATE(start, unsorted, 4, 0, values), SBREG_E_ARGUMENT, "row_index[2], counted from 0, is 0",
                 "ascend");
  assert_refused(CREATE(start, twice, 4, 0, values), SBREG_E_ARGUMENT, "row_index[2], counted from 0, is 1", "twice");
  assert_refused(CREATE(start, rows, 4, 0, broken), SBREG_E_NOT_FINITE, "A(0, 1), counted from 0, is nan");
  assert_refused(CREATE(start, rows, 5, 0, values), SBREG_E_ARGUMENT, "index_bytes", "5");
  assert_refused(CREATE(start, rows, 4, 2, values), SBREG_E_ARGUMENT, "index_base", "2");
  assert_refused(CREATE(start1, rows1, 4, 0, values), SBREG_E_ARGUMENT, "col_start begins");
  assert_null(out);
  double reference = 0;
  for (int k = 0; k < 3; ++k) {
    assert_ok(k == 0   ? CREATE(start, rows, 4, 0, values)
              : k == 1 ? CREATE(start1, rows1, 4, 1, values)
                       : CREATE(wide_start, wide_rows, 8, 0, values));
    const double b[] = {5, 7}, x[] = {1, -2};
    sbreg_problem* problem = NULL;
    double f = 0;
    assert_ok(sbreg_problem_create_linear(&problem, out, "least_squares", b));
    assert_ok(sbreg_problem_value(problem, x, &f));
    if (k == 0) reference = f;
    assert_true(f == reference && f == 0.5 * (8 * 8 + 13 * 13));
    sbreg_problem_destroy(problem);
    sbreg_matrix_destroy(out);
    out = NULL;
  }
#undef CREATE
}

static int released;
static void release(void* user) {
  (void)user;
  ++released;
}

static void user_free_runs_once_and_never_after_a_failure(void** state) {
  (void)state;
  sbreg_matrix* out = NULL;
  sbreg_problem* problem = NULL;
  sbreg_kernel* kernel = NULL;
  const int32_t bad_rows[] = {0, 0, 5};
  released = 0;
  assert_int_equal(
      sbreg_matrix_create_csc(&out, 2, 2, csc_start, bad_rows, 4, 0, csc_values, SBREG_BORROW, NULL, release),
      SBREG_E_ARGUMENT);
  assert_int_equal(sbreg_matrix_create_operator(&out, 0, 2, apply_identity, apply_identity, NULL, release),
                   SBREG_E_DIMENSION);
  assert_int_equal(sbreg_problem_create_custom(&problem, 0, half_square, NULL, NULL, NULL, release), SBREG_E_DIMENSION);
  assert_int_equal(released, 0);
  assert_ok(sbreg_matrix_create_csc(&out, 2, 2, csc_start, csc_rows, 4, 0, csc_values, SBREG_BORROW, NULL, release));
  assert_int_equal(released, 0);
  sbreg_matrix_destroy(out);
  assert_int_equal(released, 1);
  assert_ok(sbreg_matrix_create_operator(&out, 2, 2, apply_identity, apply_identity, NULL, release));
  const double b[] = {1, 2};
  assert_ok(sbreg_problem_create_linear(&problem, out, "least_squares", b));
  sbreg_matrix_destroy(out);
  assert_int_equal(released, 1); /* the problem keeps the matrix */
  sbreg_problem_destroy(problem);
  assert_int_equal(released, 2);
  assert_ok(sbreg_problem_create_custom(&problem, 2, half_square, NULL, NULL, NULL, release));
  sbreg_problem_destroy(problem);
  assert_int_equal(released, 3);
  assert_ok(
      sbreg_kernel_create_custom(&kernel, 2, scalar_half_square, scalar_identity, scalar_identity, NULL, release));
  sbreg_kernel_destroy(kernel);
  assert_int_equal(released, 4);
}

static int minus_log(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = -log(t);
  return 0;
}
static int flat_slope(int64_t i, double t, double* out, void* user) { /* of sqrt(1 + t^2): bounded by 1 */
  (void)i, (void)user;
  *out = t / sqrt(1 + t * t);
  return 0;
}

static void kernels_that_cannot_have_zeros_are_refused_with_the_reason(void** state) {
  (void)state;
  sbreg_kernel* kernel = NULL;
  assert_refused(sbreg_kernel_create(&kernel, n, "burg"), SBREG_E_UNSUPPORTED, "infinite at 0", "\"quartic\"");
  assert_refused(sbreg_kernel_create(&kernel, n, "shannon"), SBREG_E_UNSUPPORTED, "infinite at 0");
  assert_refused(sbreg_kernel_create(&kernel, n, "quatric"), SBREG_E_KEY, "\"quartic\"");
  assert_refused(sbreg_kernel_create_custom(&kernel, n, minus_log, scalar_identity, scalar_identity, NULL, NULL),
                 SBREG_E_UNSUPPORTED, "h(0)", "finite");
  assert_refused(sbreg_kernel_create_custom(&kernel, n, scalar_half_square, flat_slope, scalar_identity, NULL, NULL),
                 SBREG_E_UNSUPPORTED, "supercoercive");
  assert_null(kernel);
}

static void a_kernel_suits_only_bpg_and_its_own_size(void** state) {
  (void)state;
  const double b[m] = {1, 0, 2, 1}, heavy[n] = {9, 9, 9};
  sbreg_problem* problem = create("least_squares", b);
  sbreg_kernel *kernel = NULL, *small = NULL;
  sbreg_solver* solver = NULL;
  double violation = 3;
  assert_ok(sbreg_kernel_create(&kernel, n, "quartic"));
  assert_ok(sbreg_kernel_create(&small, n - 1, "quartic"));
  assert_ok(sbreg_solver_create(&solver, problem, 2));
  assert_refused(sbreg_solver_set_kernel(solver, small), SBREG_E_DIMENSION, "2 coordinates", "3");
  assert_refused(sbreg_check_bregman(problem, small, 1, 2, heavy, &violation), SBREG_E_ARGUMENT, "3 nonzeros");
  assert_refused(sbreg_check_bregman(problem, kernel, 0, 3, heavy, &violation), SBREG_E_ARGUMENT, "L must be positive");
  assert_ok(sbreg_solver_set_kernel(solver, kernel));
  assert_refused(sbreg_kernel_set_weights(kernel, heavy), SBREG_E_STATE, "a solver uses this kernel");
  assert_refused(sbreg_solver_run(solver), SBREG_E_ARGUMENT, "\"auto\"", "\"bpg\"");
  assert_ok(sbreg_solver_set_text(solver, "method", "bpg"));
  assert_ok(sbreg_solver_run(solver));
  assert_true(real_of(solver, "smoothness_used") > 0);
  sbreg_solver_destroy(solver);
  sbreg_kernel_destroy(kernel);
  sbreg_kernel_destroy(small);
  sbreg_problem_destroy(problem);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(labels_and_counts_are_checked_at_creation),
      cmocka_unit_test(methods_that_need_a_bound_refuse_losses_without_one),
      cmocka_unit_test(a_sparse_nan_is_named_by_row_and_column),
      cmocka_unit_test(compressed_columns_are_validated),
      cmocka_unit_test(user_free_runs_once_and_never_after_a_failure),
      cmocka_unit_test(kernels_that_cannot_have_zeros_are_refused_with_the_reason),
      cmocka_unit_test(a_kernel_suits_only_bpg_and_its_own_size),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
