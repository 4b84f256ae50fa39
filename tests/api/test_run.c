/* SPDX-License-Identifier: BSD-3-Clause
 * Stepping: how a run is cut into calls does not matter, ends are ends, limits can be raised, and after the first step
 * nothing else can be set. */
#include "kinds.h"
#include "testing.h"

enum { n = 40 };
static struct instance data;
static sbreg_dsm* lipschitz;

static int set_up(void** state) {
  (void)state;
  data = instance_make(24, n, 9, 0.1, 83); /* more supports than a search goes through */
  sbreg_problem* problem = problem_of(&data);
  assert_ok(sbreg_dsm_create(&lipschitz, problem, "lipschitz"));
  assert_ok(sbreg_dsm_run(lipschitz));
  sbreg_problem_destroy(problem);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_dsm_destroy(lipschitz);
  instance_free(&data);
  return 0;
}

static const struct kind* solver_kind(void) {
  for (int k = 0; k < kind_count; ++k)
    if (strcmp(kinds[k].object, "solver") == 0) return &kinds[k];
  return NULL;
}

/* Every method that the option lists. */
static void each_method(void (*visit)(const char* method)) {
  const struct kind* kind = solver_kind();
  for (int64_t i = 0; i < key_count(kind); ++i) {
    if (!key_is(kind, i, "name", "method")) continue;
    char names[1024];
    char* rest = names;
    snprintf(names, sizeof names, "%s", key_field(kind, i, "choices"));
    while (rest != NULL) { /* strtok would be confused by a visitor that uses it */
      char* name = rest;
      rest = strchr(rest, ' ');
      if (rest != NULL) *rest++ = '\0';
      visit(name);
    }
  }
}

static sbreg_solver* new_solver(const char* method, int64_t limit) {
  sbreg_solver* solver = solver_of(&data, method);
  assert_ok(sbreg_solver_add_dsm(solver, lipschitz));
  assert_ok(sbreg_solver_set_int(solver, "max_iterations", limit));
  assert_ok(sbreg_solver_set_int(solver, "history", 1));
  return solver;
}

/* The whole outcome of a run in numbers: iterate, solution, every result that is not a time, the history. */
enum { outcome_size = 4096 };
static int64_t outcome(const sbreg_solver* solver, double* out) {
  int64_t used = 2 * n;
  int64_t count = 0;
  assert_ok(sbreg_solver_get_iterate(solver, out));
  assert_ok(sbreg_solver_get_solution(solver, out + n));
  const struct kind* kind = solver_kind();
  for (int64_t i = 0; i < key_count(kind); ++i) {
    if (!key_is(kind, i, "kind", "result") || key_is(kind, i, "name", "elapsed_seconds")) continue;
    if (key_is(kind, i, "type", "int")) out[used++] = (double)int_of(solver, key_field(kind, i, "name"));
    if (key_is(kind, i, "type", "real")) out[used++] = real_of(solver, key_field(kind, i, "name"));
  }
  const char* series[] = {"objective", "best_objective", "support_changed", "restarted", "active_dsm"};
  for (int k = 0; k < 5; ++k) {
    assert_ok(sbreg_solver_get_history(solver, series[k], out + used, outcome_size - used, &count));
    used += count;
  }
  return used;
}

static void assert_same_outcome(const sbreg_solver* a, const sbreg_solver* b) {
  static double outcomes[2][outcome_size];
  const int64_t size = outcome(a, outcomes[0]);
  assert_int_equal(outcome(b, outcomes[1]), size);
  assert_same_bits(outcomes[0], outcomes[1], size);
}

static int64_t ended(const sbreg_solver* solver) { return int_of(solver, "state") != SBREG_RUNNING; }

static void check_splits(const char* method) {
  const int64_t cuts[] = {1, 2, 7, 64, 1000, INT64_MAX};
  sbreg_solver* whole = new_solver(method, 150);
  assert_ok(sbreg_solver_run(whole));
  assert_true(int_of(whole, "iterations") > 3);
  for (size_t k = 0; k < sizeof cuts / sizeof cuts[0]; ++k) {
    sbreg_solver* cut = new_solver(method, 150);
    while (!ended(cut)) assert_ok(sbreg_solver_step(cut, cuts[k]));
    assert_same_outcome(whole, cut);
    sbreg_solver_destroy(cut);
  }
  uint64_t seed = 5;
  sbreg_solver* mixed = new_solver(method, 150);
  while (!ended(mixed)) assert_ok(sbreg_solver_step(mixed, 1 + (int64_t)(20 * data_uniform(&seed))));
  assert_same_outcome(whole, mixed);
  sbreg_solver_destroy(mixed);
  sbreg_solver_destroy(whole);
}

static void a_run_equals_any_split_into_steps_bit_for_bit(void** state) {
  (void)state;
  each_method(check_splits);
}

static void check_end(const char* method) {
  sbreg_solver* solver = new_solver(method, 20);
  sbreg_solver* again = new_solver(method, 20);
  assert_ok(sbreg_solver_run(solver));
  assert_ok(sbreg_solver_run(again));
  assert_true(ended(again));
  assert_ok(sbreg_solver_step(again, 10));
  assert_ok(sbreg_solver_run(again));
  assert_same_outcome(solver, again);
  sbreg_solver_destroy(solver);
  sbreg_solver_destroy(again);
}

static void a_step_in_a_terminal_state_does_nothing(void** state) {
  (void)state;
  each_method(check_end);
  assert_ok(sbreg_dsm_step(lipschitz, 3)); /* terminal too */
}

static void check_resume(const char* method) {
  sbreg_solver* whole = new_solver(method, 30);
  sbreg_solver* parts = new_solver(method, 0);
  assert_ok(sbreg_solver_run(whole));
  for (int64_t limit = 0; limit <= 30; limit += 10) {
    assert_ok(sbreg_solver_set_int(parts, "max_iterations", limit));
    assert_ok(sbreg_solver_run(parts));
    assert_true(int_of(parts, "iterations") <= limit);
    if (int_of(parts, "iterations") == limit) assert_int_equal(int_of(parts, "state"), SBREG_ITERATION_LIMIT);
  }
  assert_same_outcome(whole, parts);
  sbreg_solver_destroy(whole);
  sbreg_solver_destroy(parts);
}

static void raising_max_iterations_resumes(void** state) {
  (void)state;
  each_method(check_resume);
}

static void raising_the_time_limit_resumes(void** state) {
  (void)state;
  sbreg_solver* whole = new_solver("iht", 30);
  sbreg_solver* late = new_solver("iht", 30);
  assert_ok(sbreg_solver_run(whole));
  assert_ok(sbreg_solver_set_real(late, "time_limit", 0));
  assert_ok(sbreg_solver_run(late));
  assert_int_equal(int_of(late, "state"), SBREG_TIME_LIMIT);
  assert_int_equal(int_of(late, "iterations"), 0);
  assert_ok(sbreg_solver_step(late, 5)); /* terminal: nothing */
  assert_int_equal(int_of(late, "iterations"), 0);
  assert_ok(sbreg_solver_set_real(late, "time_limit", 1000));
  assert_int_equal(int_of(late, "state"), SBREG_RUNNING);
  assert_ok(sbreg_solver_run(late));
  assert_same_outcome(whole, late);
  assert_true(real_of(late, "elapsed_seconds") > 0);
  sbreg_solver_destroy(whole);
  sbreg_solver_destroy(late);
}

static void lowering_a_limit_ends_the_run(void** state) {
  (void)state;
  sbreg_solver* solver = new_solver("iht", 30);
  assert_ok(sbreg_solver_step(solver, 5));
  assert_ok(sbreg_solver_set_int(solver, "max_iterations", 2));
  assert_int_equal(int_of(solver, "state"), SBREG_ITERATION_LIMIT);
  assert_ok(sbreg_solver_run(solver));
  assert_int_equal(int_of(solver, "iterations"), 5);
  sbreg_solver_destroy(solver);
}

static void after_the_first_step_only_limits_and_the_monitor_can_be_set(void** state) {
  (void)state;
  const struct kind* kind = solver_kind();
  sbreg_solver* solver = new_solver("iht", 30);
  sbreg_solver* untouched = new_solver("iht", 30);
  assert_ok(sbreg_solver_step(solver, 1));
  int limits = 0;
  for (int64_t i = 0; i < key_count(kind); ++i) {
    if (!key_is(kind, i, "kind", "option")) continue;
    const char* name = key_field(kind, i, "name");
    const int limit = strcmp(name, "max_iterations") == 0 || strcmp(name, "time_limit") == 0 ||
                      strcmp(name, "effort") == 0 || strcmp(name, "gap_tolerance") == 0 ||
                      strcmp(name, "proof_share") == 0 || strcmp(name, "prove") == 0 ||
                      strcmp(name, "proof_memory") == 0;
    int64_t integer = 0;
    double real = 0;
    const char* text = NULL;
    sbreg_status status = SBREG_OK;
    if (key_is(kind, i, "type", "int")) {
      assert_ok(kind->get_int(solver, name, &integer));
      status = kind->set_int(solver, name, integer);
    } else if (key_is(kind, i, "type", "real")) {
      assert_ok(kind->get_real(solver, name, &real));
      status = kind->set_real(solver, name, real);
    } else {
      assert_ok(kind->get_text(solver, name, &text));
      status = kind->set_text(solver, name, text);
    }
    if (limit) {
      assert_ok(status);
      ++limits;
    } else {
      assert_refused(status, SBREG_E_STATE, name, "first step");
    }
  }
  assert_int_equal(limits, 7);
  assert_refused(sbreg_solver_add_dsm(solver, lipschitz), SBREG_E_STATE, "dictionary", "first step");
  assert_refused(sbreg_solver_set_start(solver, data.x), SBREG_E_STATE, "start", "first step");
  assert_ok(sbreg_solver_set_monitor(solver, NULL, NULL, NULL));
  assert_ok(sbreg_solver_run(solver));
  assert_ok(sbreg_solver_run(untouched));
  assert_same_outcome(solver, untouched);
  sbreg_solver_destroy(solver);
  sbreg_solver_destroy(untouched);
}

/* What the results say of the iterate and the solution, computed again from those points. */
static void check_results(const char* method) {
  sbreg_problem* problem = problem_of(&data);
  sbreg_solver* solver = new_solver(method, 150);
  for (int64_t k = 0; k < 150; k += 11) {
    double x[n];
    double best[n];
    double g[n];
    double f[2];
    double square = 0;
    int64_t nonzeros = 0;
    assert_ok(sbreg_solver_get_iterate(solver, x));
    assert_ok(sbreg_solver_get_solution(solver, best));
    assert_ok(sbreg_problem_value(problem, x, &f[0]));
    assert_ok(sbreg_problem_value(problem, best, &f[1]));
    assert_ok(sbreg_problem_gradient(problem, x, g));
    for (int i = 0; i < n; ++i) square += g[i] * g[i];
    for (int i = 0; i < n; ++i) nonzeros += best[i] != 0;
    assert_close(real_of(solver, "objective"), f[0], 1e-12);
    assert_close(real_of(solver, "best_objective"), f[1], 1e-12);
    assert_close(real_of(solver, "residual_norm"), sqrt(2 * f[0]), 1e-9);
    if (fabs(real_of(solver, "gradient_norm") - sqrt(square)) > 1e-9 * (1 + sqrt(square)))
      fail_msg("%s, iteration %lld: gradient_norm %g, but %g at the iterate", method, (long long)k,
               real_of(solver, "gradient_norm"), sqrt(square));
    assert_int_equal(int_of(solver, "support_size"), nonzeros);
    assert_true(nonzeros <= data.s);
    assert_ok(sbreg_solver_step(solver, 11));
  }
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
}

static void results_are_those_of_the_points(void** state) {
  (void)state;
  each_method(check_results);
}

static void a_start_is_where_the_run_begins(void** state) {
  (void)state;
  sbreg_solver* first = new_solver("iht", 40);
  sbreg_solver* second = new_solver("iht", 40);
  double x[2][n];
  assert_ok(sbreg_solver_step(first, 10));
  assert_ok(sbreg_solver_get_iterate(first, x[0]));
  assert_ok(sbreg_solver_set_start(second, x[0]));
  assert_ok(sbreg_solver_get_iterate(second, x[1]));
  assert_same_bits(x[0], x[1], n);
  assert_close(real_of(first, "objective"), real_of(second, "objective"), 1e-14);
  assert_ok(sbreg_solver_step(first, 10));
  assert_ok(sbreg_solver_step(second, 10));
  assert_ok(sbreg_solver_get_iterate(first, x[0]));
  assert_ok(sbreg_solver_get_iterate(second, x[1]));
  assert_same_bits(x[0], x[1], n); /* iht has no memory beyond the point */
  sbreg_solver_destroy(first);
  sbreg_solver_destroy(second);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_equals_any_split_into_steps_bit_for_bit),
      cmocka_unit_test(a_step_in_a_terminal_state_does_nothing),
      cmocka_unit_test(raising_max_iterations_resumes),
      cmocka_unit_test(raising_the_time_limit_resumes),
      cmocka_unit_test(lowering_a_limit_ends_the_run),
      cmocka_unit_test(after_the_first_step_only_limits_and_the_monitor_can_be_set),
      cmocka_unit_test(results_are_those_of_the_points),
      cmocka_unit_test(a_start_is_where_the_run_begins),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
