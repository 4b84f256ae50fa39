/* SPDX-License-Identifier: BSD-3-Clause
 * The monitor sees every iteration, may read everything, may stop the run, and may change nothing. */
#include "kinds.h"
#include "testing.h"

enum { n = 40 };
static struct instance data;

static int set_up(void** state) {
  (void)state;
  data = instance_make(24, n, 4, 0.1, 71);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

struct watch {
  int64_t calls;
  int64_t stop_at; /* stops whenever calls is a multiple of it; 0: never */
  int released;
  sbreg_solver* solver;
  sbreg_dsm* dsm;
};

static void count_release(void* user) { ++((struct watch*)user)->released; }

static int count_and_stop(const sbreg_solver* solver, void* user) {
  struct watch* watch = user;
  ++watch->calls;
  assert_int_equal(int_of(solver, "iterations"), watch->calls);
  return watch->stop_at > 0 && watch->calls % watch->stop_at == 0 ? 42 : 0;
}

static void it_is_called_after_every_iteration(void** state) {
  (void)state;
  sbreg_solver* solver = solver_of(&data, "iht");
  struct watch watch = {0};
  assert_ok(sbreg_solver_set_int(solver, "max_iterations", 30));
  assert_ok(sbreg_solver_set_monitor(solver, count_and_stop, &watch, NULL));
  assert_ok(sbreg_solver_step(solver, 7));
  assert_int_equal(watch.calls, 7);
  assert_ok(sbreg_solver_run(solver));
  assert_int_equal(watch.calls, int_of(solver, "iterations"));
  sbreg_solver_destroy(solver);
}

static void stopping_and_resuming_gives_the_same_trajectory(void** state) {
  (void)state;
  sbreg_solver* straight = solver_of(&data, "iht");
  sbreg_solver* stopped = solver_of(&data, "iht");
  struct watch watch = {0};
  watch.stop_at = 5;
  double x[2][n];
  double series[2][61];
  int64_t count[2] = {0};
  sbreg_solver* both[2] = {straight, stopped};
  for (int k = 0; k < 2; ++k) {
    assert_ok(sbreg_solver_set_int(both[k], "max_iterations", 60));
    assert_ok(sbreg_solver_set_int(both[k], "history", 1));
  }
  assert_ok(sbreg_solver_set_monitor(stopped, count_and_stop, &watch, NULL));
  assert_ok(sbreg_solver_run(straight));
  const int64_t total = int_of(straight, "iterations");
  assert_true(total > 10);
  for (int64_t expected = 5; expected <= total; expected += 5) {
    assert_ok(sbreg_solver_run(stopped));
    assert_int_equal(int_of(stopped, "iterations"), expected);
    assert_int_equal(int_of(stopped, "state"), SBREG_STOPPED);
  }
  assert_ok(sbreg_solver_run(stopped));
  assert_int_equal(int_of(stopped, "state"), int_of(straight, "state"));
  assert_int_equal(int_of(stopped, "iterations"), total);
  for (int k = 0; k < 2; ++k) {
    assert_ok(sbreg_solver_get_iterate(both[k], x[k]));
    assert_ok(sbreg_solver_get_history(both[k], "objective", series[k], 61, &count[k]));
    sbreg_solver_destroy(both[k]);
  }
  assert_int_equal(count[0], count[1]);
  assert_same_bits(x[0], x[1], n);
  assert_same_bits(series[0], series[1], count[0]);
}

/* Every function that would change or run the solver, from inside. */
static int try_everything(const sbreg_solver* solver, void* user) {
  struct watch* watch = user;
  sbreg_solver* self = watch->solver;
  const int64_t iterations = int_of(solver, "iterations");
  ++watch->calls;
  assert_refused(sbreg_solver_step(self, 1), SBREG_E_STATE, "get functions");
  assert_refused(sbreg_solver_run(self), SBREG_E_STATE, "get functions");
  assert_refused(sbreg_solver_set_start(self, data.x), SBREG_E_STATE, "");
  assert_refused(sbreg_solver_add_dsm(self, watch->dsm), SBREG_E_STATE, "");
  assert_refused(sbreg_solver_set_monitor(self, NULL, watch, count_release), SBREG_E_STATE, "get functions");
  assert_int_equal(watch->released, 0);
  for (int k = 0; k < kind_count; ++k) {
    const struct kind* kind = &kinds[k];
    for (int64_t i = 0; strcmp(kind->object, "solver") == 0 && i < key_count(kind); ++i) {
      const char* name = key_field(kind, i, "name");
      const int option = key_is(kind, i, "kind", "option");
      int64_t integer = 0;
      double real = 0;
      const char* text = NULL;
      if (key_is(kind, i, "type", "int")) {
        assert_ok(kind->get_int(solver, name, &integer));
        if (option) assert_refused(kind->set_int(self, name, integer), SBREG_E_STATE, "");
      } else if (key_is(kind, i, "type", "real")) {
        assert_ok(kind->get_real(solver, name, &real));
        if (option) assert_refused(kind->set_real(self, name, real), SBREG_E_STATE, "");
      } else {
        assert_ok(kind->get_text(solver, name, &text));
        if (option) assert_refused(kind->set_text(self, name, text), SBREG_E_STATE, "");
      }
    }
  }
  double x[n];
  double values[64];
  int64_t index[4];
  int64_t count = 0;
  double f = 0;
  sbreg_problem* problem = problem_of(&data);
  assert_ok(sbreg_solver_get_iterate(solver, x));
  assert_ok(sbreg_problem_value(problem, x, &f));
  assert_close(f, real_of(solver, "objective"), 1e-12);
  sbreg_problem_destroy(problem);
  assert_ok(sbreg_solver_get_solution(solver, x));
  assert_ok(sbreg_solver_get_support(solver, index, 4, &count));
  assert_ok(sbreg_solver_get_history(solver, "objective", values, 64, &count));
  assert_int_equal(count, iterations + 1);
  assert_int_equal(int_of(solver, "iterations"), iterations);
  return 0;
}

static void inside_it_everything_can_be_read_and_nothing_changed(void** state) {
  (void)state;
  sbreg_solver* plain = solver_of(&data, "iht");
  struct watch watch = {0};
  watch.solver = solver_of(&data, "iht");
  const double w[n] = {0};
  assert_ok(sbreg_dsm_create_weights(&watch.dsm, n, w));
  assert_ok(sbreg_solver_set_int(watch.solver, "history", 1));
  assert_ok(sbreg_solver_set_monitor(watch.solver, try_everything, &watch, count_release));
  assert_ok(sbreg_solver_step(watch.solver, 20));
  assert_ok(sbreg_solver_step(plain, 20));
  assert_int_equal(watch.calls, 20);
  double x[2][n];
  assert_ok(sbreg_solver_get_iterate(plain, x[0]));
  assert_ok(sbreg_solver_get_iterate(watch.solver, x[1]));
  assert_same_bits(x[0], x[1], n); /* reading, even the gradient, changes no bit */
  assert_int_equal(watch.released, 0);
  sbreg_solver_destroy(watch.solver);
  assert_int_equal(watch.released, 1);
  sbreg_dsm_destroy(watch.dsm);
  sbreg_solver_destroy(plain);
}

static void a_replaced_monitor_is_released_once_and_not_called_again(void** state) {
  (void)state;
  sbreg_solver* solver = solver_of(&data, "iht");
  struct watch first = {0};
  struct watch second = {0};
  assert_ok(sbreg_solver_set_monitor(solver, count_and_stop, &first, count_release));
  assert_ok(sbreg_solver_step(solver, 3));
  assert_int_equal(first.released, 0);
  second.calls = 3;
  assert_ok(sbreg_solver_set_monitor(solver, count_and_stop, &second, count_release)); /* also after the first step */
  assert_int_equal(first.released, 1);
  assert_ok(sbreg_solver_step(solver, 3));
  assert_int_equal(first.calls, 3);
  assert_int_equal(second.calls, 6);
  assert_ok(sbreg_solver_set_monitor(solver, NULL, NULL, NULL));
  assert_int_equal(second.released, 1);
  assert_ok(sbreg_solver_step(solver, 3));
  assert_int_equal(second.calls, 6);
  sbreg_solver_destroy(solver);
  assert_int_equal(first.released, 1);
  assert_int_equal(second.released, 1);
}

static int stop_at_once(const sbreg_solver* solver, void* user) {
  (void)solver;
  (void)user;
  return -1;
}

static void a_stop_in_the_last_iteration_does_not_hide_the_end(void** state) {
  (void)state;
  sbreg_solver* solver = solver_of(&data, "iht");
  assert_ok(sbreg_solver_set_int(solver, "max_iterations", 1));
  assert_ok(sbreg_solver_set_monitor(solver, stop_at_once, NULL, NULL));
  assert_ok(sbreg_solver_run(solver));
  assert_int_equal(int_of(solver, "state"), SBREG_STOPPED);
  assert_ok(sbreg_solver_run(solver));
  assert_int_equal(int_of(solver, "state"), SBREG_ITERATION_LIMIT);
  assert_int_equal(int_of(solver, "iterations"), 1);
  sbreg_solver_destroy(solver);
}

static int stop_at_the_first_call(const sbreg_solver* solver, void* user) {
  (void)solver;
  return ++((struct watch*)user)->calls == 1;
}

static void a_stop_while_the_dictionary_is_computed_stops(void** state) {
  (void)state;
  struct watch watch = {0};
  sbreg_solver* solver = solver_of(&data, "ciwht");
  assert_ok(sbreg_solver_set_int(solver, "max_iterations", 30));
  assert_ok(sbreg_solver_set_monitor(solver, stop_at_the_first_call, &watch, NULL));
  assert_ok(sbreg_solver_run(solver));
  assert_int_equal(watch.calls, 1);
  assert_int_equal(int_of(solver, "state"), SBREG_STOPPED);
  assert_true(int_of(solver, "iterations") <= 1);
  assert_ok(sbreg_solver_run(solver));
  assert_int_not_equal(int_of(solver, "state"), SBREG_STOPPED);
  assert_true(int_of(solver, "iterations") > 1);
  sbreg_solver_destroy(solver);
}

static int stop_every_time_before_an_iteration(const sbreg_solver* solver, void* user) {
  struct watch* watch = user;
  if (int_of(solver, "iterations") > 0) return 0;
  ++watch->calls;
  return 1;
}

static void stops_while_the_dictionary_is_computed_change_no_bit_of_the_path(void** state) {
  (void)state;
  static const char* const methods[] = {"ciwht", "iwht", "newton"};
  static const char* const dictionaries[] = {"D1", "linear", "D3"};
  for (int k = 0; k < 3; ++k) {
    struct watch watch = {0};
    double x[2][n];
    double f[2];
    int64_t iterations[2];
    for (int stopped = 0; stopped < 2; ++stopped) {
      sbreg_solver* solver = solver_of(&data, methods[k]);
      assert_ok(sbreg_solver_set_text(solver, "dictionary", dictionaries[k]));
      assert_ok(sbreg_solver_set_int(solver, "max_iterations", 12));
      if (stopped) assert_ok(sbreg_solver_set_monitor(solver, stop_every_time_before_an_iteration, &watch, NULL));
      assert_ok(sbreg_solver_run(solver));
      for (int64_t stops = 1; stopped && int_of(solver, "state") == SBREG_STOPPED; ++stops) {
        assert_int_equal(watch.calls, stops);
        assert_refused(sbreg_solver_set_text(solver, "method", "iht"), SBREG_E_STATE, "first step");
        assert_refused(sbreg_solver_set_start(solver, data.x), SBREG_E_STATE, "first step");
        assert_ok(sbreg_solver_run(solver));
      }
      assert_ok(sbreg_solver_get_iterate(solver, x[stopped]));
      f[stopped] = real_of(solver, "objective");
      iterations[stopped] = int_of(solver, "iterations");
      sbreg_solver_destroy(solver);
    }
    assert_true(watch.calls > 1);
    assert_int_equal(iterations[0], iterations[1]);
    assert_same_bits(f, f + 1, 1);
    assert_same_bits(x[0], x[1], n);
  }
}

static void a_time_limit_while_the_dictionary_is_computed_changes_no_bit_of_the_path(void** state) {
  (void)state;
  double x[2][n];
  for (int limited = 0; limited < 2; ++limited) {
    sbreg_solver* solver = solver_of(&data, "ciwht");
    assert_ok(sbreg_solver_set_int(solver, "max_iterations", 12));
    if (limited) {
      assert_ok(sbreg_solver_set_real(solver, "time_limit", 0));
      for (int k = 0; k < 3; ++k) {
        assert_ok(sbreg_solver_run(solver));
        assert_int_equal(int_of(solver, "state"), SBREG_TIME_LIMIT);
        assert_int_equal(int_of(solver, "iterations"), 0);
      }
      assert_ok(sbreg_solver_set_real(solver, "time_limit", INFINITY));
    }
    assert_ok(sbreg_solver_run(solver));
    assert_int_equal(int_of(solver, "iterations"), 12);
    assert_ok(sbreg_solver_get_iterate(solver, x[limited]));
    sbreg_solver_destroy(solver);
  }
  assert_same_bits(x[0], x[1], n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_called_after_every_iteration),
      cmocka_unit_test(stopping_and_resuming_gives_the_same_trajectory),
      cmocka_unit_test(inside_it_everything_can_be_read_and_nothing_changed),
      cmocka_unit_test(a_replaced_monitor_is_released_once_and_not_called_again),
      cmocka_unit_test(a_stop_in_the_last_iteration_does_not_hide_the_end),
      cmocka_unit_test(a_stop_while_the_dictionary_is_computed_stops),
      cmocka_unit_test(stops_while_the_dictionary_is_computed_change_no_bit_of_the_path),
      cmocka_unit_test(a_time_limit_while_the_dictionary_is_computed_changes_no_bit_of_the_path),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
