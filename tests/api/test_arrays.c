/* SPDX-License-Identifier: BSD-3-Clause
 * Getters of arrays: capacity 0 asks for the size, too small a capacity is refused, and nothing is written beyond. */
#include "testing.h"

enum { n = 40, s = 4 };
static struct instance data;
static sbreg_solver* solver;

static int set_up(void** state) {
  (void)state;
  data = instance_make(24, n, s, 0.1, 91);
  solver = solver_of(&data, "iht");
  assert_ok(sbreg_solver_set_int(solver, "history", 1));
  assert_ok(sbreg_solver_step(solver, 25));
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_solver_destroy(solver);
  instance_free(&data);
  return 0;
}

static void the_support_is_the_nonzeros_of_the_solution(void** state) {
  (void)state;
  int64_t index[s + 1];
  int64_t count = -1;
  double x[n];
  assert_ok(sbreg_solver_get_support(solver, NULL, 0, &count));
  assert_int_equal(count, s);
  assert_int_equal(count, int_of(solver, "support_size"));
  memset(index, -1, sizeof index);
  assert_ok(sbreg_solver_get_support(solver, index, s, &count));
  assert_int_equal(count, s);
  assert_int_equal(index[s], -1);
  assert_ok(sbreg_solver_get_solution(solver, x));
  int64_t k = 0;
  for (int64_t i = 0; i < n; ++i)
    if (x[i] != 0) assert_int_equal(index[k++], i);
  assert_int_equal(k, s);
  assert_ok(sbreg_solver_get_support(solver, index, s + 1, &count));
  assert_int_equal(index[s], -1);
}

static void a_support_that_does_not_fit_is_refused_and_nothing_written(void** state) {
  (void)state;
  int64_t index[s];
  memset(index, -1, sizeof index);
  int64_t count = 77;
  for (int64_t capacity = 1; capacity < s; ++capacity) {
    char got[32];
    snprintf(got, sizeof got, "capacity is %lld", (long long)capacity);
    assert_refused(sbreg_solver_get_support(solver, index, capacity, &count), SBREG_E_DIMENSION, got, "4");
  }
  assert_refused(sbreg_solver_get_support(solver, index, -1, &count), SBREG_E_ARGUMENT, "capacity", "got -1");
  for (int k = 0; k < s; ++k) assert_int_equal(index[k], -1);
  assert_int_equal(count, 77);
}

static const char* const series[] = {"objective", "best_objective", "support_changed", "restarted", "active_dsm"};

static void every_series_has_the_start_and_one_number_per_iteration(void** state) {
  (void)state;
  for (int k = 0; k < 5; ++k) {
    double values[28];
    int64_t count = -1;
    for (int i = 0; i < 28; ++i) values[i] = -7;
    assert_ok(sbreg_solver_get_history(solver, series[k], NULL, 0, &count));
    assert_int_equal(count, 26);
    for (int64_t capacity = 26; capacity <= 27; ++capacity) {
      assert_ok(sbreg_solver_get_history(solver, series[k], values, capacity, &count));
      assert_int_equal(count, 26);
      assert_true(values[26] == -7);
      assert_true(values[25] != -7);
    }
  }
}

static void series_agree_with_the_results(void** state) {
  (void)state;
  double f[26];
  double best[26];
  double changed[26];
  int64_t count = 0;
  assert_ok(sbreg_solver_get_history(solver, "objective", f, 26, &count));
  assert_ok(sbreg_solver_get_history(solver, "best_objective", best, 26, &count));
  assert_ok(sbreg_solver_get_history(solver, "support_changed", changed, 26, &count));
  double squares = 0;
  double changes = 0;
  for (int64_t i = 0; i < data.m; ++i) squares += data.b[i] * data.b[i];
  assert_close(f[0], squares / 2, 1e-14); /* the start is zero */
  double smallest = f[0];
  for (int k = 0; k < 26; ++k) {
    smallest = fmin(smallest, f[k]);
    assert_true(best[k] == smallest);
    changes += changed[k];
  }
  assert_true(f[25] == real_of(solver, "objective"));
  assert_true(best[25] == real_of(solver, "best_objective"));
  assert_int_equal((int64_t)changes, int_of(solver, "support_changes"));
}

static void a_series_that_does_not_fit_or_exist_is_refused(void** state) {
  (void)state;
  double values[26] = {0};
  int64_t count = 77;
  for (int k = 0; k < 5; ++k) {
    assert_refused(sbreg_solver_get_history(solver, series[k], values, 25, &count), SBREG_E_DIMENSION, "capacity is 25",
                   "26");
    assert_refused(sbreg_solver_get_history(solver, series[k], values, -2, &count), SBREG_E_ARGUMENT, "got -2");
  }
  assert_refused(sbreg_solver_get_history(solver, "objectiv", values, 26, &count), SBREG_E_KEY, "\"objectiv\"",
                 "\"objective\"");
  assert_refused(sbreg_solver_get_history(solver, "", values, 0, &count), SBREG_E_KEY, "series");
  assert_int_equal(count, 77);
  for (int k = 0; k < 26; ++k) assert_true(values[k] == 0);
}

static void there_is_no_history_unless_it_is_asked_for(void** state) {
  (void)state;
  sbreg_solver* silent = solver_of(&data, "iht");
  int64_t count = 77;
  double value = -7;
  assert_ok(sbreg_solver_step(silent, 5));
  assert_ok(sbreg_solver_get_history(silent, "objective", &value, 1, &count));
  assert_int_equal(count, 0);
  assert_true(value == -7);
  sbreg_solver_destroy(silent);
}

static void before_the_first_step_the_arrays_describe_the_start(void** state) {
  (void)state;
  sbreg_solver* fresh = solver_of(&data, "iht");
  int64_t count = 77;
  int64_t index[s] = {-1, -1, -1, -1};
  double x[n];
  assert_ok(sbreg_solver_get_support(fresh, index, s, &count));
  assert_int_equal(count, 0);
  assert_int_equal(index[0], -1);
  assert_ok(sbreg_solver_set_start(fresh, data.x));
  assert_ok(sbreg_solver_get_support(fresh, index, s, &count));
  assert_int_equal(count, s);
  assert_ok(sbreg_solver_get_iterate(fresh, x));
  assert_same_bits(x, data.x, n);
  assert_ok(sbreg_solver_get_solution(fresh, x));
  assert_same_bits(x, data.x, n);
  sbreg_solver_destroy(fresh);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_support_is_the_nonzeros_of_the_solution),
      cmocka_unit_test(a_support_that_does_not_fit_is_refused_and_nothing_written),
      cmocka_unit_test(every_series_has_the_start_and_one_number_per_iteration),
      cmocka_unit_test(series_agree_with_the_results),
      cmocka_unit_test(a_series_that_does_not_fit_or_exist_is_refused),
      cmocka_unit_test(there_is_no_history_unless_it_is_asked_for),
      cmocka_unit_test(before_the_first_step_the_arrays_describe_the_start),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
