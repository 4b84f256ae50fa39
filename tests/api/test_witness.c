/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Witnesses at the boundary: what is refused is named, and a call that fails writes neither the violation nor y, even
 * when y is x and the failure comes from a function of the caller's. */
#include "callbacks.h"
#include "testing.h"

enum { n = 16, s = 3 };
static struct instance data;
static sbreg_problem* problem;
static sbreg_solver* solver;
static sbreg_dsm* dsm;
static sbreg_kernel* kernel;
static double violation, y[n];

static int set_up(void** state) {
  (void)state;
  data = instance_make(12, n, s, 0.1, 31);
  problem = problem_of(&data);
  assert_ok(sbreg_solver_create(&solver, problem, s));
  assert_ok(sbreg_dsm_create(&dsm, problem, "lipschitz"));
  assert_ok(sbreg_dsm_run(dsm));
  assert_ok(sbreg_kernel_create(&kernel, n, "quartic"));
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_kernel_destroy(kernel);
  sbreg_dsm_destroy(dsm);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  instance_free(&data);
  return 0;
}

static void forget(void) {
  violation = 7;
  for (int i = 0; i < n; ++i) y[i] = 7;
}

static void assert_nothing_written(void) {
  assert_true(violation == 7);
  for (int i = 0; i < n; ++i) assert_true(y[i] == 7);
}

/* The four functions, each with its own arguments left to a default. */
static sbreg_status by_dsm(const sbreg_dsm* D, int64_t nonzeros, const double* x) {
  return sbreg_witness_stationarity(problem, D, nonzeros, x, &violation, y);
}
static sbreg_status by_kernel(const sbreg_kernel* h, double L, int64_t nonzeros, const double* x) {
  return sbreg_witness_bregman(problem, h, L, nonzeros, x, &violation, y);
}
static sbreg_status by_solver_dsm(const sbreg_dsm* D, const double* x) {
  return sbreg_solver_witness_stationarity(solver, D, x, &violation, y);
}
static sbreg_status by_solver_kernel(const sbreg_kernel* h, double L, const double* x) {
  return sbreg_solver_witness_bregman(solver, h, L, x, &violation, y);
}

static void a_refused_witness_writes_nothing(void** state) {
  (void)state;
  double heavy[n] = {1, 1, 1, 1}, wild[n] = {0, 0, NAN};
  const double ones[3] = {1, 1, 1};
  sbreg_dsm* small_dsm = NULL;
  sbreg_kernel* small_kernel = NULL;
  assert_ok(sbreg_dsm_create_weights(&small_dsm, 3, ones));
  assert_ok(sbreg_kernel_create(&small_kernel, 3, "quartic"));
  forget();
  assert_refused(by_dsm(dsm, -1, data.x), SBREG_E_ARGUMENT, "s", "0..16", "-1");
  assert_refused(by_dsm(dsm, s, heavy), SBREG_E_ARGUMENT, "x has 4 nonzeros", "s is 3");
  assert_refused(by_dsm(dsm, s, wild), SBREG_E_NOT_FINITE, "x", "2");
  assert_refused(by_dsm(small_dsm, s, data.x), SBREG_E_DIMENSION, "dsm has 3 weights", "16 variables");
  assert_refused(by_kernel(kernel, 1, 17, data.x), SBREG_E_ARGUMENT, "s", "0..16", "17");
  assert_refused(by_kernel(kernel, 0, s, data.x), SBREG_E_ARGUMENT, "L must be positive", "0");
  assert_refused(by_kernel(kernel, INFINITY, s, data.x), SBREG_E_ARGUMENT, "L must be positive", "inf");
  assert_refused(by_kernel(kernel, 1, s, heavy), SBREG_E_ARGUMENT, "x has 4 nonzeros");
  assert_refused(by_kernel(small_kernel, 1, s, data.x), SBREG_E_DIMENSION, "kernel has 3 coordinates", "16");
  assert_refused(by_solver_dsm(dsm, heavy), SBREG_E_ARGUMENT, "x has 4 nonzeros");
  assert_refused(by_solver_dsm(small_dsm, data.x), SBREG_E_DIMENSION, "dsm has 3 weights");
  assert_refused(by_solver_kernel(kernel, -1, data.x), SBREG_E_ARGUMENT, "L must be positive", "-1");
  assert_refused(by_solver_kernel(small_kernel, 1, data.x), SBREG_E_DIMENSION, "kernel has 3 coordinates");
  assert_nothing_written();
  sbreg_kernel_destroy(small_kernel);
  sbreg_dsm_destroy(small_dsm);
}

static void a_point_outside_the_bounds_has_no_witness(void** state) {
  (void)state;
  double upper[n], x[n] = {3};
  sbreg_solver* bounded = NULL;
  for (int i = 0; i < n; ++i) upper[i] = 2;
  assert_ok(sbreg_solver_create(&bounded, problem, s));
  assert_ok(sbreg_solver_set_bounds(bounded, NULL, upper));
  forget();
  assert_refused(sbreg_solver_witness_stationarity(bounded, dsm, x, &violation, y), SBREG_E_ARGUMENT, "x", "3", "2");
  assert_refused(sbreg_solver_witness_bregman(bounded, kernel, 9, x, &violation, y), SBREG_E_ARGUMENT, "x", "3", "2");
  assert_nothing_written();
  sbreg_solver_destroy(bounded);
}

/* Works `good` more times. */
static int good = 0;
static int failing_objective(int64_t count, const double* x, double* f, double* g, void* user) {
  return good-- > 0 ? half_square(count, x, f, g, user) : 3;
}
static int failing_identity(int64_t i, double t, double* out, void* user) {
  return good-- > 0 ? scalar_identity(i, t, out, user) : 4;
}

static void failures_of_the_caller_s_functions_leave_the_caller_s_arrays_alone(void** state) {
  (void)state;
  double x[n] = {1, 0, -2};
  double before[n];
  sbreg_problem* custom = NULL;
  sbreg_kernel* own = NULL;
  memcpy(before, x, sizeof x);
  assert_ok(sbreg_problem_create_custom(&custom, n, failing_objective, NULL, NULL, NULL, NULL));
  good = 1000;
  assert_ok(sbreg_kernel_create_custom(&own, n, scalar_half_square, failing_identity, scalar_identity, NULL, NULL));
  forget();
  good = 0;
  assert_refused(sbreg_witness_stationarity(custom, dsm, s, x, &violation, x), SBREG_E_CALLBACK, "returned 3");
  int failed = 0;
  for (int k = 0;; ++k, ++failed) {
    good = k;
    const sbreg_status status = sbreg_witness_bregman(problem, own, 100, s, x, &violation, x);
    if (status == SBREG_OK) break;
    assert_int_equal(status, SBREG_E_CALLBACK);
    assert_same_bits(x, before, n);
    assert_nothing_written();
  }
  assert_true(failed >= n); /* once per coordinate at least */
  assert_true(violation > 0 && violation != 7 && memcmp(x, before, sizeof x) != 0);
  good = 1000;
  memcpy(x, before, sizeof x);
  assert_ok(sbreg_witness_stationarity(custom, dsm, s, x, NULL, x));
  assert_true(memcmp(x, before, sizeof x) != 0);
  sbreg_kernel_destroy(own);
  sbreg_problem_destroy(custom);
}

static void a_step_that_overflows_is_no_witness(void** state) {
  (void)state;
  double w[n];
  sbreg_dsm* tiny = NULL;
  const double zero[n] = {0};
  for (int i = 0; i < n; ++i) w[i] = 1e-308;
  assert_ok(sbreg_dsm_create_weights(&tiny, n, w));
  forget();
  assert_refused(by_dsm(tiny, s, zero), SBREG_E_NUMERIC, "not finite");
  assert_refused(by_solver_dsm(tiny, zero), SBREG_E_NUMERIC, "not finite");
  assert_nothing_written();
  sbreg_dsm_destroy(tiny);
}

static void a_witness_freezes_the_problem_as_a_check_does(void** state) {
  (void)state;
  for (int user = 0; user < 2; ++user) {
    sbreg_problem* fresh = problem_of(&data);
    const double heavy[n] = {1, 1, 1, 1};
    int64_t frozen = -1;
    assert_refused(sbreg_witness_stationarity(fresh, dsm, s, heavy, NULL, y), SBREG_E_ARGUMENT, "nonzeros");
    assert_ok(sbreg_problem_get_int(fresh, "frozen", &frozen));
    assert_int_equal(frozen, 0);
    assert_ok(user == 0 ? sbreg_witness_stationarity(fresh, dsm, s, data.x, NULL, y)
                        : sbreg_witness_bregman(fresh, kernel, 9, s, data.x, NULL, y));
    assert_ok(sbreg_problem_get_int(fresh, "frozen", &frozen));
    assert_int_equal(frozen, 1);
    sbreg_problem_destroy(fresh);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_refused_witness_writes_nothing),
      cmocka_unit_test(a_point_outside_the_bounds_has_no_witness),
      cmocka_unit_test(failures_of_the_caller_s_functions_leave_the_caller_s_arrays_alone),
      cmocka_unit_test(a_step_that_overflows_is_no_witness),
      cmocka_unit_test(a_witness_freezes_the_problem_as_a_check_does),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
