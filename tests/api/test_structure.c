/* SPDX-License-Identifier: BSD-3-Clause
 * Groups, bounds, kept coordinates and complex problems at the boundary: what is refused, with which code and text, and
 * that a refusal changes nothing. */
#include <math.h>

#include "testing.h"

static struct instance data;
static sbreg_problem* problem;
static sbreg_solver* solver;

static int set_up(void** state) {
  (void)state;
  data = instance_make(12, 8, 3, 0.1, 51);
  problem = problem_of(&data);
  assert_ok(sbreg_solver_create(&solver, problem, 3));
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  instance_free(&data);
  return 0;
}

static void too_few_groups_are_refused(void** state) {
  (void)state;
  const int64_t two[8] = {5, 5, 5, 5, -9, -9, -9, -9};
  assert_refused(sbreg_solver_set_groups(solver, two), SBREG_E_ARGUMENT, "s is 3", "2 groups");
  const int64_t ids[8] = {INT64_MAX, INT64_MIN, 0, 0, -1, -1, INT64_MAX, INT64_MIN};
  assert_ok(sbreg_solver_set_groups(solver, ids));
}

static void bounds_must_hold_zero(void** state) {
  (void)state;
  double lower[8] = {0}, upper[8] = {0};
  lower[3] = 0.5;
  assert_refused(sbreg_solver_set_bounds(solver, lower, upper), SBREG_E_ARGUMENT, "lower[3], counted from 0, is 0.5",
                 "lower <= 0 <= upper");
  lower[3] = 0;
  upper[7] = -2;
  assert_refused(sbreg_solver_set_bounds(solver, lower, upper), SBREG_E_ARGUMENT, "upper[7], counted from 0, is -2",
                 "<= 0 <=");
  assert_refused(sbreg_solver_set_bounds(solver, NULL, upper), SBREG_E_ARGUMENT, "upper[7], counted from 0, is -2",
                 "<= 0 <=");
  upper[7] = NAN;
  assert_refused(sbreg_solver_set_bounds(solver, lower, upper), SBREG_E_ARGUMENT, "upper[7], counted from 0, is",
                 "nan");
  lower[0] = -INFINITY;
  upper[7] = INFINITY;
  assert_ok(sbreg_solver_set_bounds(solver, lower, upper));
  lower[0] = INFINITY;
  assert_refused(sbreg_solver_set_bounds(solver, lower, upper), SBREG_E_ARGUMENT, "lower[0], counted from 0, is inf",
                 "<= 0 <=");
}

static void kept_coordinates_must_exist_and_differ(void** state) {
  (void)state;
  const int64_t outside[2] = {7, 8}, negative[1] = {-1}, twice[3] = {2, 5, 2}, all[8] = {7, 6, 5, 4, 3, 2, 1, 0};
  assert_refused(sbreg_solver_set_kept(solver, outside, 2), SBREG_E_ARGUMENT, "kept[1] is 8", "0..7");
  assert_refused(sbreg_solver_set_kept(solver, negative, 1), SBREG_E_ARGUMENT, "kept[0] is -1", "0..7");
  assert_refused(sbreg_solver_set_kept(solver, twice, 3), SBREG_E_ARGUMENT, "kept[2] is 2", "named before");
  assert_refused(sbreg_solver_set_kept(solver, twice, -1), SBREG_E_ARGUMENT, "count must not be negative", "-1");
  assert_ok(sbreg_solver_set_kept(solver, all, 8));
}

static void starts_and_checked_points_must_be_feasible(void** state) {
  (void)state;
  const int64_t pairs[8] = {0, 0, 1, 1, 2, 2, 3, 3}, kept[1] = {7};
  const double upper[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  double x[8] = {1, 1, 1, 1, 1, 1, 0, 1}, decrease = 7;
  assert_refused(sbreg_solver_set_start(solver, x), SBREG_E_ARGUMENT, "x0 has 7 nonzeros", "s is 3");
  assert_ok(sbreg_solver_set_groups(solver, pairs));
  assert_refused(sbreg_solver_set_start(solver, x), SBREG_E_ARGUMENT, "x0 has 4 groups", "s is 3");
  assert_ok(sbreg_solver_set_kept(solver, kept, 1));
  assert_ok(sbreg_solver_set_start(solver, x));
  assert_ok(sbreg_solver_set_bounds(solver, NULL, upper));
  x[2] = 1.5;
  assert_refused(sbreg_solver_set_start(solver, x), SBREG_E_ARGUMENT, "x0[2], counted from 0, is 1.5", "-inf .. 1");
  assert_refused(sbreg_solver_check_coordinatewise(solver, x, &decrease, NULL, NULL), SBREG_E_ARGUMENT,
                 "x[2], counted from 0, is 1.5", "-inf .. 1");
  assert_true(decrease == 7);
}

static void a_start_that_no_longer_fits_keeps_the_structure_as_it_was(void** state) {
  (void)state;
  const int64_t pairs[8] = {0, 0, 1, 1, 2, 2, 3, 3}, singles[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const double x[8] = {1, 1, 1, 1, 0, 0, 0, 0}, upper[8] = {0};
  double start[8];
  assert_ok(sbreg_solver_set_groups(solver, pairs));
  assert_ok(sbreg_solver_set_start(solver, x));
  assert_refused(sbreg_solver_set_groups(solver, singles), SBREG_E_ARGUMENT, "the start has 4", "s is 3");
  assert_refused(sbreg_solver_set_bounds(solver, NULL, upper), SBREG_E_ARGUMENT, "the start[0], counted from 0, is 1",
                 "outside");
  assert_ok(sbreg_solver_get_iterate(solver, start));
  for (int i = 0; i < 8; ++i) assert_true(start[i] == x[i]);
  assert_ok(sbreg_solver_set_start(solver, x));
}

static void structure_is_fixed_after_the_first_step(void** state) {
  (void)state;
  const int64_t ids[8] = {0, 0, 1, 1, 2, 2, 3, 3};
  assert_ok(sbreg_solver_step(solver, 1));
  assert_refused(sbreg_solver_set_groups(solver, ids), SBREG_E_STATE, "the groups", "first step");
  assert_refused(sbreg_solver_set_bounds(solver, NULL, NULL), SBREG_E_STATE, "the bounds", "first step");
  assert_refused(sbreg_solver_set_kept(solver, ids, 1), SBREG_E_STATE, "the kept coordinates", "first step");
}

static void the_support_may_hold_more_than_s_coordinates(void** state) {
  (void)state;
  const int64_t pairs[8] = {0, 0, 1, 1, 2, 2, 3, 3};
  int64_t index[8], count = 0;
  assert_ok(sbreg_solver_set_groups(solver, pairs));
  assert_ok(sbreg_solver_run(solver));
  assert_ok(sbreg_solver_get_support(solver, index, 8, &count));
  assert_int_equal(count, 6);
  for (int k = 0; k < 6; k += 2) assert_true(index[k] % 2 == 0 && index[k + 1] == index[k] + 1);
}

/* (1+i) x = 2i has the solution x = 1 + i. */
static void complex_problems_are_pairs_of_real_variables(void** state) {
  (void)state;
  const double A[] = {1, 1, 0, 0, 0, 0, 2, 0}, b[] = {0, 2, 0, 0};
  sbreg_problem* complex_problem = NULL;
  sbreg_solver* run = NULL;
  int64_t columns = 0, groups = 0;
  double x[4], f = -1;
  assert_refused(sbreg_problem_create_least_squares_complex(&complex_problem, 2, 2, A, 1, SBREG_COL_MAJOR, b),
                 SBREG_E_DIMENSION, "ld must be at least m = 2", "got 1");
  assert_ok(sbreg_problem_create_least_squares_complex(&complex_problem, 2, 2, A, 2, SBREG_COL_MAJOR, b));
  assert_ok(sbreg_problem_get_int(complex_problem, "columns", &columns));
  assert_ok(sbreg_problem_get_int(complex_problem, "groups", &groups));
  assert_int_equal(columns, 4);
  assert_int_equal(groups, 2);
  assert_refused(sbreg_solver_create(&run, complex_problem, 3), SBREG_E_ARGUMENT, "s is 3", "2 groups");
  assert_ok(sbreg_solver_create(&run, complex_problem, 1));
  assert_ok(sbreg_solver_run(run));
  assert_ok(sbreg_solver_get_solution(run, x));
  assert_ok(sbreg_check_coordinatewise(complex_problem, 1, x, &f, NULL, NULL));
  assert_true(f < 1e-12);
  assert_true(fabs(x[0] - 1) < 1e-9 && fabs(x[1] - 1) < 1e-9 && x[2] == 0 && x[3] == 0);
  sbreg_solver_destroy(run);
  sbreg_problem_destroy(complex_problem);
}

static void complex_numbers_must_be_finite(void** state) {
  (void)state;
  double A[8] = {1, 1, 0, 0, 0, 0, 2, 0}, b[4] = {0, 2, 0, 0};
  sbreg_problem* out = problem;
  A[5] = NAN; /* the imaginary part of row 0, column 1 by columns, of row 1, column 0 by rows */
  assert_refused(sbreg_problem_create_least_squares_complex(&out, 2, 2, A, 2, SBREG_COL_MAJOR, b), SBREG_E_NOT_FINITE,
                 "A(0, 1)", "nan");
  assert_null(out);
  assert_refused(sbreg_problem_create_least_squares_complex(&out, 2, 2, A, 2, SBREG_ROW_MAJOR, b), SBREG_E_NOT_FINITE,
                 "A(1, 0)", "nan");
  A[5] = 0;
  b[3] = INFINITY;
  assert_refused(sbreg_problem_create_least_squares_complex(&out, 2, 2, A, 2, SBREG_COL_MAJOR, b), SBREG_E_NOT_FINITE,
                 "b[3]", "inf");
  assert_refused(sbreg_problem_create_least_squares_complex(&out, INT64_MAX / 4, INT64_MAX / 4, A, INT64_MAX / 4,
                                                            SBREG_COL_MAJOR, b),
                 SBREG_E_DIMENSION, "A", "memory");
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      FRESH(too_few_groups_are_refused),
      FRESH(bounds_must_hold_zero),
      FRESH(kept_coordinates_must_exist_and_differ),
      FRESH(starts_and_checked_points_must_be_feasible),
      FRESH(a_start_that_no_longer_fits_keeps_the_structure_as_it_was),
      FRESH(structure_is_fixed_after_the_first_step),
      FRESH(the_support_may_hold_more_than_s_coordinates),
      FRESH(complex_problems_are_pairs_of_real_variables),
      FRESH(complex_numbers_must_be_finite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
