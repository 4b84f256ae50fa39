/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * A certificate that is no number is an error, not a result. */
#include <math.h>

#include "testing.h"

static int calls = 0, good = 0; /* so many calls return numbers */

static int half_square(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = calls++ < good ? t * t / 2 : NAN;
  return 0;
}
static int identity(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = calls++ < good ? t : NAN;
  return 0;
}

static void a_kernel_that_returns_no_number_gives_no_certificate(void** state) {
  (void)state;
  const double A[] = {1, 0, 0, 2}, b[] = {3, 1}, x[] = {1, 0};
  double exact = 0;
  sbreg_problem* problem = NULL;
  sbreg_kernel* kernel = NULL;
  assert_ok(sbreg_problem_create_least_squares(&problem, 2, 2, A, 2, SBREG_COL_MAJOR, b));
  good = 1000000;
  assert_ok(sbreg_kernel_create_custom(&kernel, 2, half_square, identity, identity, NULL, NULL));
  calls = 0;
  assert_ok(sbreg_check_bregman(problem, kernel, 4, 1, x, &exact));
  assert_true(exact > 0);
  const int needed = calls;
  assert_true(needed > 3);
  for (good = 0; good < needed; ++good) {
    double violation = 7, y[] = {5, 5};
    calls = 0;
    assert_refused(sbreg_check_bregman(problem, kernel, 4, 1, x, &violation), SBREG_E_NUMERIC, " ");
    calls = 0;
    assert_refused(sbreg_witness_bregman(problem, kernel, 4, 1, x, &violation, y), SBREG_E_NUMERIC, " ");
    assert_true(violation == 7 && y[0] == 5 && y[1] == 5);
  }
  sbreg_kernel_destroy(kernel);
  sbreg_problem_destroy(problem);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_kernel_that_returns_no_number_gives_no_certificate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
