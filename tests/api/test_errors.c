/* SPDX-License-Identifier: BSD-3-Clause
 * Every documented error of creation and evaluation apart from NULL (test_null.c): the exact code, a text that names
 * the argument and the value, NULL in *out, and nothing changed. */
#include "testing.h"

static struct instance data;
static const int64_t huge = INT64_C(1) << 40;

static int set_up(void** state) {
  (void)state;
  data = instance_make(6, 8, 2, 0.1, 21);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

static int marker; /* a handle that must be replaced by NULL */

static sbreg_status make_matrix(int64_t m, int64_t n, const double* A, int64_t ld, int32_t order, int32_t ownership) {
  sbreg_matrix* out = (sbreg_matrix*)(void*)&marker;
  const sbreg_status status = sbreg_matrix_create_dense(&out, m, n, A, ld, order, ownership, NULL, NULL);
  if (status == SBREG_OK) {
    sbreg_matrix_destroy(out);
  } else {
    assert_null(out);
  }
  return status;
}

static sbreg_status make_least_squares(int64_t m, int64_t n, const double* A, int64_t ld, int32_t order,
                                       const double* b) {
  sbreg_problem* out = (sbreg_problem*)(void*)&marker;
  const sbreg_status status = sbreg_problem_create_least_squares(&out, m, n, A, ld, order, b);
  if (status == SBREG_OK) {
    sbreg_problem_destroy(out);
  } else {
    assert_null(out);
  }
  return status;
}

static sbreg_status solve(int64_t m, int64_t n, const double* A, int64_t ld, int32_t order, const double* b,
                          int64_t s) {
  double x[8] = {7, 7, 7, 7, 7, 7, 7, 7};
  double objective = 7;
  const sbreg_status status = sbreg_solve_least_squares(m, n, A, ld, order, b, s, x, &objective);
  if (status != SBREG_OK) {
    for (int i = 0; i < 8; ++i) assert_true(x[i] == 7);
    assert_true(objective == 7);
  }
  return status;
}

static sbreg_status make_quadratic(int64_t n, const double* Q, int64_t ldq, const double* q) {
  sbreg_problem* out = (sbreg_problem*)(void*)&marker;
  const sbreg_status status = sbreg_problem_create_quadratic(&out, n, Q, ldq, q);
  if (status == SBREG_OK) {
    sbreg_problem_destroy(out);
  } else {
    assert_null(out);
  }
  return status;
}

static sbreg_status make_weights(int64_t n, const double* w) {
  sbreg_dsm* out = (sbreg_dsm*)(void*)&marker;
  const sbreg_status status = sbreg_dsm_create_weights(&out, n, w);
  if (status == SBREG_OK) {
    sbreg_dsm_destroy(out);
  } else {
    assert_null(out);
  }
  return status;
}

/* The three functions that take a dense matrix refuse the same arguments in the same words. */
static void assert_dense_refused(int64_t m, int64_t n, int64_t ld, int32_t order, sbreg_status code, const char* name,
                                 const char* value) {
  assert_refused(make_matrix(m, n, data.A, ld, order, SBREG_COPY), code, name, value);
  assert_refused(make_matrix(m, n, data.A, ld, order, SBREG_BORROW), code, name, value);
  assert_refused(make_least_squares(m, n, data.A, ld, order, data.b), code, name, value);
  assert_refused(solve(m, n, data.A, ld, order, data.b, 1), code, name, value);
}

static void sizes_must_be_positive(void** state) {
  (void)state;
  assert_dense_refused(0, 8, 6, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "m ", "got 0");
  assert_dense_refused(-3, 8, 6, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "m ", "got -3");
  assert_dense_refused(6, 0, 6, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "n ", "got 0");
  assert_dense_refused(6, INT64_MIN, 6, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "n ", "got -9223372036854775808");
  assert_refused(make_quadratic(0, data.A, 2, data.b), SBREG_E_DIMENSION, "n ", "got 0");
  assert_refused(make_quadratic(-1, data.A, 2, data.b), SBREG_E_DIMENSION, "n ", "got -1");
  assert_refused(make_weights(0, data.b), SBREG_E_DIMENSION, "n ", "got 0");
  assert_refused(make_weights(-1, data.b), SBREG_E_DIMENSION, "n ", "got -1");
}

static void leading_dimension_must_hold_a_column_or_row(void** state) {
  (void)state;
  assert_dense_refused(6, 8, 5, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "ld must be at least m = 6", "got 5");
  assert_dense_refused(6, 8, 7, SBREG_ROW_MAJOR, SBREG_E_DIMENSION, "ld must be at least n = 8", "got 7");
  assert_dense_refused(6, 8, -6, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "ld", "got -6");
  assert_refused(make_quadratic(3, data.A, 2, data.b), SBREG_E_DIMENSION, "ldq must be at least n = 3", "got 2");
}

static void a_product_of_sizes_that_overflows_is_refused(void** state) {
  (void)state;
  assert_dense_refused(huge, huge, huge, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "A", "1099511627776");
  assert_dense_refused(huge, huge, huge, SBREG_ROW_MAJOR, SBREG_E_DIMENSION, "A", "1099511627776");
  assert_dense_refused(6, huge, huge, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "A", "1099511627776");
  assert_dense_refused(INT64_MAX, 1, INT64_MAX, SBREG_COL_MAJOR, SBREG_E_DIMENSION, "A", "9223372036854775807");
  assert_dense_refused(1, INT64_MAX, INT64_MAX, SBREG_ROW_MAJOR, SBREG_E_DIMENSION, "A", "9223372036854775807");
  assert_refused(make_quadratic(huge, data.A, huge, data.b), SBREG_E_DIMENSION, "Q", "1099511627776");
  assert_refused(make_quadratic(2, data.A, INT64_MAX, data.b), SBREG_E_DIMENSION, "Q", "9223372036854775807");
  assert_refused(make_weights(INT64_MAX, data.b), SBREG_E_DIMENSION, "w", "9223372036854775807");
}

static void sizes_beyond_the_integers_of_the_blas_are_refused(void** state) {
  (void)state;
  const int narrow = sizeof(size_t) == 4; /* there such a matrix does not even fit the addresses */
  assert_dense_refused(2, 2, INT64_C(1) << 32, SBREG_COL_MAJOR, SBREG_E_DIMENSION, narrow ? "memory" : "ld",
                       "4294967296");
  assert_refused(make_quadratic(2, data.A, INT64_C(1) << 32, data.b), SBREG_E_DIMENSION, narrow ? "memory" : "ldq",
                 "4294967296");
}

static void order_and_ownership_must_be_known(void** state) {
  (void)state;
  assert_dense_refused(6, 8, 8, 2, SBREG_E_ARGUMENT, "order", "got 2");
  assert_dense_refused(6, 8, 8, -1, SBREG_E_ARGUMENT, "order", "got -1");
  assert_refused(make_matrix(6, 8, data.A, 6, SBREG_COL_MAJOR, 2), SBREG_E_ARGUMENT, "ownership", "got 2");
  assert_refused(make_matrix(6, 8, data.A, 6, SBREG_COL_MAJOR, -1), SBREG_E_ARGUMENT, "ownership", "got -1");
}

static void not_finite_is_refused_anywhere_in_a_matrix(void** state) {
  (void)state;
  const double bad[] = {NAN, INFINITY, -INFINITY};
  for (int64_t k = 0; k < data.m * data.n; ++k) {
    const double kept = data.A[k];
    data.A[k] = bad[k % 3];
    char by_columns[64];
    char by_rows[64];
    snprintf(by_columns, sizeof by_columns, "A(%lld, %lld)", (long long)(k % 6), (long long)(k / 6));
    snprintf(by_rows, sizeof by_rows, "A(%lld, %lld)", (long long)(k / 8), (long long)(k % 8));
    const char* value = k % 3 == 0 ? "nan" : "inf";
    assert_dense_refused(6, 8, 6, SBREG_COL_MAJOR, SBREG_E_NOT_FINITE, by_columns, value);
    assert_dense_refused(6, 8, 8, SBREG_ROW_MAJOR, SBREG_E_NOT_FINITE, by_rows, value);
    data.A[k] = kept;
  }
  assert_ok(make_matrix(6, 8, data.A, 6, SBREG_COL_MAJOR, SBREG_COPY));
}

static void not_finite_is_refused_anywhere_in_a_vector(void** state) {
  (void)state;
  sbreg_problem* problem = problem_of(&data);
  sbreg_matrix* matrix = NULL;
  assert_ok(sbreg_matrix_create_dense(&matrix, 6, 8, data.A, 6, SBREG_COL_MAJOR, SBREG_BORROW, NULL, NULL));
  for (int64_t k = 0; k < 8; ++k) {
    double v[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    double f = 7;
    double g[8] = {7, 7, 7, 7, 7, 7, 7, 7};
    sbreg_problem* out = problem;
    char at[16];
    v[k] = k % 2 == 0 ? NAN : -INFINITY;
    snprintf(at, sizeof at, "[%lld]", (long long)k);
    if (k < 6) {
      assert_refused(make_least_squares(6, 8, data.A, 6, SBREG_COL_MAJOR, v), SBREG_E_NOT_FINITE, "b", at);
      assert_refused(sbreg_problem_create_linear(&out, matrix, "least_squares", v), SBREG_E_NOT_FINITE, "b", at);
      assert_null(out);
      assert_refused(solve(6, 8, data.A, 6, SBREG_COL_MAJOR, v, 1), SBREG_E_NOT_FINITE, "b", at);
      assert_refused(sbreg_problem_set_weights(problem, v), SBREG_E_NOT_FINITE, "observation_weights", at);
      assert_refused(make_quadratic(6, data.A, 6, v), SBREG_E_NOT_FINITE, "q", at);
    }
    assert_refused(make_weights(8, v), SBREG_E_NOT_FINITE, "w", at);
    assert_refused(sbreg_problem_value(problem, v, &f), SBREG_E_NOT_FINITE, "x", at);
    assert_refused(sbreg_problem_gradient(problem, v, g), SBREG_E_NOT_FINITE, "x", at);
    assert_true(f == 7);
    for (int i = 0; i < 8; ++i) assert_true(g[i] == 7);
  }
  sbreg_matrix_destroy(matrix);
  sbreg_problem_destroy(problem);
}

static void quadratic_reads_the_lower_triangle_and_nothing_else(void** state) {
  (void)state;
  const double q[3] = {1, 2, 3};
  for (int k = 0; k < 12; ++k) { /* 3 x 3 with ldq = 4 */
    double Q[12] = {3, 1, 1, 0, 1, 3, 1, 0, 1, 1, 3, 0};
    const int row = k % 4;
    const int column = k / 4;
    Q[k] = k % 2 == 0 ? NAN : INFINITY;
    char at[32];
    snprintf(at, sizeof at, "Q(%d, %d)", row, column);
    if (row >= column && row < 3) {
      assert_refused(make_quadratic(3, Q, 4, q), SBREG_E_NOT_FINITE, at);
    } else {
      assert_ok(make_quadratic(3, Q, 4, q));
    }
  }
}

static void unknown_names_get_a_suggestion(void** state) {
  (void)state;
  sbreg_problem* problem = problem_of(&data);
  sbreg_matrix* matrix = NULL;
  sbreg_problem* out = problem;
  sbreg_dsm* dsm = (sbreg_dsm*)(void*)&marker;
  assert_ok(sbreg_matrix_create_dense(&matrix, 6, 8, data.A, 6, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL));
  assert_refused(sbreg_problem_create_linear(&out, matrix, "least_square", data.b), SBREG_E_KEY, "\"least_square\"",
                 "\"least_squares\"");
  assert_null(out);
  assert_refused(sbreg_problem_create_linear(&out, matrix, "", data.b), SBREG_E_KEY, "loss");
  assert_refused(sbreg_dsm_create(&dsm, problem, "lipshitz"), SBREG_E_KEY, "\"lipshitz\"", "\"lipschitz\"");
  assert_null(dsm);
  sbreg_matrix_destroy(matrix);
  sbreg_problem_destroy(problem);
}

static void negative_weights_are_refused(void** state) {
  (void)state;
  const double w[8] = {1, 0, 1, -0.5, 1, 1, 1, 1};
  sbreg_problem* problem = problem_of(&data);
  double before = 0;
  double after = 0;
  assert_ok(sbreg_problem_value(problem, data.x, &before));
  assert_refused(make_weights(8, w), SBREG_E_ARGUMENT, "w[3]", "-0.5");
  assert_refused(sbreg_problem_set_weights(problem, w), SBREG_E_ARGUMENT, "observation_weights[3]", "-0.5");
  assert_ok(sbreg_problem_value(problem, data.x, &after));
  assert_true(before == after);
  sbreg_problem_destroy(problem);
}

static void a_quadratic_has_no_observations_to_weigh(void** state) {
  (void)state;
  const double Q[4] = {2, 0, 0, 2};
  const double q[2] = {1, 1};
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_problem_create_quadratic(&problem, 2, Q, 2, q));
  assert_refused(sbreg_problem_set_weights(problem, q), SBREG_E_UNSUPPORTED, "quadratic");
  sbreg_problem_destroy(problem);
}

static void an_indefinite_quadratic_has_no_scaling_matrix_of_a_model_below_it(void** state) {
  (void)state;
  const double Q[4] = {-2, 0, 0, -3};
  const double q[2] = {1, 1};
  sbreg_problem* problem = NULL;
  sbreg_dsm* dsm = (sbreg_dsm*)(void*)&marker;
  int64_t frozen = -1;
  assert_ok(sbreg_problem_create_quadratic(&problem, 2, Q, 2, q));
  const sbreg_status status = sbreg_dsm_create(&dsm, problem, "lipschitz");
  if (status != SBREG_OK) { /* refused now or when it is run, but never accepted in silence */
    assert_null(dsm);
    assert_ok(sbreg_problem_get_int(problem, "frozen", &frozen));
    assert_int_equal(frozen, 0);
  } else {
    assert_refused(sbreg_dsm_run(dsm), SBREG_E_NUMERIC, "");
    sbreg_dsm_destroy(dsm);
  }
  sbreg_problem_destroy(problem);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_must_be_positive),
      cmocka_unit_test(leading_dimension_must_hold_a_column_or_row),
      cmocka_unit_test(a_product_of_sizes_that_overflows_is_refused),
      cmocka_unit_test(sizes_beyond_the_integers_of_the_blas_are_refused),
      cmocka_unit_test(order_and_ownership_must_be_known),
      cmocka_unit_test(not_finite_is_refused_anywhere_in_a_matrix),
      cmocka_unit_test(not_finite_is_refused_anywhere_in_a_vector),
      cmocka_unit_test(quadratic_reads_the_lower_triangle_and_nothing_else),
      cmocka_unit_test(unknown_names_get_a_suggestion),
      cmocka_unit_test(negative_weights_are_refused),
      cmocka_unit_test(a_quadratic_has_no_observations_to_weigh),
      cmocka_unit_test(an_indefinite_quadratic_has_no_scaling_matrix_of_a_model_below_it),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
