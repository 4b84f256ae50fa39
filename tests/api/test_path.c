/* SPDX-License-Identifier: BSD-3-Clause
 * Paths at the C interface: what is refused and how, stopping and going on, reading while it runs. */
#include "testing.h"

enum { m = 24, n = 40 };
static struct instance data;

static int set_up(void** state) {
  (void)state;
  data = instance_make(m, n, 4, 0.1, 71);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

static sbreg_path* path_of(int64_t last, int64_t folds) {
  sbreg_solver* solver = solver_of(&data, "newton");
  sbreg_path* path = NULL;
  assert_ok(sbreg_path_create(&path, solver));
  assert_ok(sbreg_path_set_int(path, "last", last));
  assert_ok(sbreg_path_set_int(path, "folds", folds));
  sbreg_solver_destroy(solver);
  return path;
}

static int64_t number_of(const sbreg_path* path, const char* name) {
  int64_t value = -1;
  assert_ok(sbreg_path_get_int(path, name, &value));
  return value;
}

static void ranges_and_folds_that_make_no_sense_are_refused(void** state) {
  (void)state;
  sbreg_path* path = path_of(n + 1, 0);
  assert_refused(sbreg_path_run(path), SBREG_E_ARGUMENT, "41", "40");
  assert_ok(sbreg_path_set_int(path, "last", 3));
  assert_ok(sbreg_path_set_int(path, "first", 4));
  assert_refused(sbreg_path_run(path), SBREG_E_ARGUMENT, "4 .. 3");
  assert_ok(sbreg_path_set_int(path, "first", 1));
  assert_ok(sbreg_path_set_int(path, "folds", 1));
  assert_refused(sbreg_path_run(path), SBREG_E_ARGUMENT, "folds", "got 1");
  assert_ok(sbreg_path_set_int(path, "folds", m + 1));
  assert_refused(sbreg_path_run(path), SBREG_E_ARGUMENT, "folds", "25");
  assert_ok(sbreg_path_set_int(path, "folds", 0));
  assert_ok(sbreg_path_set_text(path, "criterion", "cv"));
  assert_refused(sbreg_path_run(path), SBREG_E_ARGUMENT, "cv", "folds");
  assert_ok(sbreg_path_set_text(path, "criterion", "bic"));
  assert_ok(sbreg_path_run(path));
  assert_int_equal(number_of(path, "state"), SBREG_TARGET_REACHED);
  sbreg_path_destroy(path);
}

static void without_observations_there_is_a_path_but_no_criterion(void** state) {
  (void)state;
  const double Q[] = {2, 0, 0, 3}, q[] = {1, 1};
  double values[2], x[2];
  int64_t count = 0;
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  sbreg_path* path = NULL;
  assert_ok(sbreg_problem_create_quadratic(&problem, 2, Q, 2, q));
  assert_ok(sbreg_solver_create(&solver, problem, 1));
  assert_ok(sbreg_path_create(&path, solver));
  assert_ok(sbreg_path_set_text(path, "criterion", "aic"));
  assert_refused(sbreg_path_run(path), SBREG_E_UNSUPPORTED, "likelihood", "aic");
  assert_ok(sbreg_path_set_text(path, "criterion", "auto"));
  assert_ok(sbreg_path_set_int(path, "folds", 2));
  assert_refused(sbreg_path_run(path), SBREG_E_ARGUMENT, "no observations", "folds");
  assert_ok(sbreg_path_set_int(path, "folds", 0));
  assert_ok(sbreg_path_run(path));
  assert_int_equal(number_of(path, "chosen"), 0);
  assert_refused(sbreg_path_get_coefficients(path, 0, x), SBREG_E_ARGUMENT, "nothing could be chosen", "1 .. 2");
  assert_refused(sbreg_path_set_text(path, "criterion", "bic"), SBREG_E_UNSUPPORTED, "likelihood", "bic");
  assert_ok(sbreg_path_get_series(path, "aic", values, 2, &count));
  assert_int_equal(count, 2);
  assert_true(isnan(values[0]) && isnan(values[1]));
  assert_ok(sbreg_path_get_coefficients(path, 2, x));
  assert_close(x[0], 0.5, 1e-12);
  assert_close(x[1], 1.0 / 3, 1e-12);
  sbreg_path_destroy(path);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
}

static void what_is_not_there_is_refused_with_what_is(void** state) {
  (void)state;
  sbreg_path* path = path_of(5, 0);
  double values[5], x[n];
  int64_t count = -1;
  assert_refused(sbreg_path_get_coefficients(path, 1, x), SBREG_E_STATE, "run the path first");
  assert_ok(sbreg_path_get_series(path, "objective", NULL, 0, &count));
  assert_int_equal(count, 0);
  assert_int_equal(number_of(path, "chosen"), 0);
  assert_ok(sbreg_path_run(path));
  assert_refused(sbreg_path_get_coefficients(path, 6, x), SBREG_E_ARGUMENT, "s = 6", "1 .. 5");
  assert_refused(sbreg_path_get_coefficients(path, 0, x), SBREG_E_ARGUMENT, "s = 0");
  assert_refused(sbreg_path_get_series(path, "objetive", values, 5, &count), SBREG_E_KEY, "objective");
  assert_refused(sbreg_path_get_series(path, "objective", values, 4, &count), SBREG_E_DIMENSION, "4", "5");
  assert_refused(sbreg_path_get_series(path, "objective", values, -1, &count), SBREG_E_ARGUMENT, "-1");
  assert_refused(sbreg_path_set_int(path, "last", 7), SBREG_E_STATE, "last");
  assert_ok(sbreg_path_run(path)); /* nothing left to do */
  assert_int_equal(number_of(path, "fits"), number_of(path, "fits_total"));
  sbreg_path_destroy(path);
}

struct watch {
  int64_t calls, last;
  sbreg_path* path;
};

static int read_all(const sbreg_path* path, void* user) {
  struct watch* watch = user;
  double values[16], x[n];
  int64_t count = 0;
  const int64_t done = number_of(path, "fits");
  assert_true(done >= watch->last);
  watch->last = done;
  ++watch->calls;
  assert_int_equal(number_of(path, "state"),
                   done < number_of(path, "fits_total") ? SBREG_RUNNING : SBREG_TARGET_REACHED);
  assert_ok(sbreg_path_get_series(path, "objective", values, 16, &count));
  if (count > 0) assert_ok(sbreg_path_get_coefficients(path, count, x));
  assert_refused(sbreg_path_run(watch->path), SBREG_E_STATE, "inside a call");
  assert_refused(sbreg_path_set_int(watch->path, "threads", 1), SBREG_E_STATE, "inside a call");
  return 0;
}

static void the_monitor_may_read_everything_and_change_nothing(void** state) {
  (void)state;
  for (int64_t threads = 1; threads <= 2; ++threads) {
    sbreg_path* path = path_of(6, 3);
    struct watch watch = {0, 0, path};
    assert_ok(sbreg_path_set_int(path, "threads", threads));
    assert_ok(sbreg_path_set_monitor(path, read_all, &watch, NULL));
    assert_ok(sbreg_path_run(path));
    assert_true(watch.calls > 0);
    assert_int_equal(number_of(path, "state"), SBREG_TARGET_REACHED);
    sbreg_path_destroy(path);
  }
}

static void a_time_limit_stops_and_a_larger_one_resumes(void** state) {
  (void)state;
  sbreg_path* path = path_of(6, 2);
  double x[n];
  assert_ok(sbreg_path_set_real(path, "time_limit", 0));
  assert_ok(sbreg_path_run(path));
  assert_int_equal(number_of(path, "state"), SBREG_TIME_LIMIT);
  assert_refused(sbreg_path_get_coefficients(path, 0, x), SBREG_E_ARGUMENT, "nothing is chosen yet", "1 .. 6");
  assert_ok(sbreg_path_set_real(path, "time_limit", 1e9));
  assert_ok(sbreg_path_run(path));
  assert_int_equal(number_of(path, "state"), SBREG_TARGET_REACHED);
  assert_true(number_of(path, "chosen") >= 1);
  sbreg_path_destroy(path);
}

/* Every fit ended by itself; where one iteration is allowed, the fits say that this was the reason. */
static void every_fit_tells_how_it_ended_and_after_how_many_iterations(void** state) {
  (void)state;
  for (int limited = 0; limited < 2; ++limited) {
    sbreg_solver* solver = solver_of(&data, "iht");
    sbreg_path* path = NULL;
    double states[4] = {-1, -1, -1, -1}, iterations[4] = {-1, -1, -1, -1};
    int64_t count = 0;
    if (limited) assert_ok(sbreg_solver_set_int(solver, "max_iterations", 1));
    assert_ok(sbreg_path_create(&path, solver));
    assert_ok(sbreg_path_set_int(path, "last", 4));
    assert_int_equal(number_of(path, "state"), SBREG_RUNNING);
    assert_ok(sbreg_path_run(path));
    assert_ok(sbreg_path_get_series(path, "state", states, 4, &count));
    assert_int_equal(count, 4);
    assert_ok(sbreg_path_get_series(path, "iterations", iterations, 4, &count));
    assert_int_equal(count, 4);
    for (int k = 0; k < 4; ++k) {
      if (limited) {
        assert_true(states[k] == SBREG_ITERATION_LIMIT && iterations[k] == 1);
      } else {
        assert_true(states[k] == SBREG_STATIONARY && iterations[k] > 1);
      }
    }
    assert_ok(sbreg_path_retain(path));
    sbreg_path_destroy(path);
    assert_int_equal(number_of(path, "fits"), number_of(path, "fits_total"));
    sbreg_path_destroy(path);
    sbreg_path_destroy(NULL);
    sbreg_solver_destroy(solver);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges_and_folds_that_make_no_sense_are_refused),
      cmocka_unit_test(without_observations_there_is_a_path_but_no_criterion),
      cmocka_unit_test(what_is_not_there_is_refused_with_what_is),
      cmocka_unit_test(the_monitor_may_read_everything_and_change_nothing),
      cmocka_unit_test(a_time_limit_stops_and_a_larger_one_resumes),
      cmocka_unit_test(every_fit_tells_how_it_ended_and_after_how_many_iterations),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
