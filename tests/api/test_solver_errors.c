/* SPDX-License-Identifier: BSD-3-Clause
 * Every documented error of solvers and certificates apart from NULL: the exact code, a text that names the argument
 * and the value, and an object that goes on as if nothing had happened. */
#include "testing.h"

static struct instance data;
static sbreg_problem* problem;
static sbreg_dsm* dsm;

static int set_up(void** state) {
  (void)state;
  data = instance_make(12, 16, 3, 0.1, 31);
  problem = problem_of(&data);
  assert_ok(sbreg_dsm_create(&dsm, problem, "lipschitz"));
  assert_ok(sbreg_dsm_run(dsm));
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  sbreg_dsm_destroy(dsm);
  sbreg_problem_destroy(problem);
  instance_free(&data);
  return 0;
}

static sbreg_solver* new_solver(const char* method) {
  sbreg_solver* solver = NULL;
  assert_ok(sbreg_solver_create(&solver, problem, data.s));
  assert_ok(sbreg_solver_set_text(solver, "method", method));
  return solver;
}

static void sparsity_must_lie_between_0_and_n(void** state) {
  (void)state;
  const int64_t wrong[] = {-1, 17, INT64_MAX, INT64_MIN};
  for (int k = 0; k < 4; ++k) {
    sbreg_solver* out = (sbreg_solver*)(void*)&data;
    double x[16] = {0};
    double result = 7;
    char got[48];
    snprintf(got, sizeof got, "got %lld", (long long)wrong[k]);
    assert_refused(sbreg_solver_create(&out, problem, wrong[k]), SBREG_E_ARGUMENT, "s must lie in 0..16", got);
    assert_null(out);
    assert_refused(sbreg_check_stationarity(problem, dsm, wrong[k], x, &result), SBREG_E_ARGUMENT, "0..16", got);
    assert_refused(
        sbreg_solve_least_squares(data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, data.b, wrong[k], x, &result),
        SBREG_E_ARGUMENT, "0..16", got);
    assert_true(result == 7);
  }
  const int64_t right[] = {0, 1, 16};
  for (int k = 0; k < 3; ++k) {
    sbreg_solver* solver = NULL;
    assert_ok(sbreg_solver_create(&solver, problem, right[k]));
    assert_ok(sbreg_solver_run(solver));
    sbreg_solver_destroy(solver);
  }
}

static void a_refused_create_does_not_freeze_the_problem(void** state) {
  (void)state;
  sbreg_problem* fresh = problem_of(&data);
  sbreg_solver* solver = NULL;
  sbreg_dsm* other = NULL;
  double x[16] = {1, 1, 1, 1};
  double result = 0;
  int64_t frozen = -1;
  assert_refused(sbreg_solver_create(&solver, fresh, -1), SBREG_E_ARGUMENT, "s");
  assert_refused(sbreg_dsm_create(&other, fresh, "no such model"), SBREG_E_KEY, "model");
  assert_refused(sbreg_check_stationarity(fresh, dsm, 3, x, &result), SBREG_E_ARGUMENT, "x has 4 nonzeros");
  assert_ok(sbreg_problem_get_int(fresh, "frozen", &frozen));
  assert_int_equal(frozen, 0);
  sbreg_problem_destroy(fresh);
}

static void count_must_be_positive(void** state) {
  (void)state;
  sbreg_solver* solver = new_solver("iht");
  assert_refused(sbreg_solver_step(solver, 0), SBREG_E_ARGUMENT, "count", "got 0");
  assert_refused(sbreg_solver_step(solver, -5), SBREG_E_ARGUMENT, "count", "got -5");
  assert_refused(sbreg_dsm_step(dsm, 0), SBREG_E_ARGUMENT, "count", "got 0");
  assert_refused(sbreg_dsm_step(dsm, INT64_MIN), SBREG_E_ARGUMENT, "count", "got -9223372036854775808");
  assert_int_equal(int_of(solver, "iterations"), 0);
  assert_ok(sbreg_solver_set_start(solver, data.x)); /* still before the first step */
  sbreg_solver_destroy(solver);
}

static void a_start_must_be_finite_and_sparse(void** state) {
  (void)state;
  sbreg_solver* solver = new_solver("iht");
  const double before = real_of(solver, "objective");
  double x[16] = {0};
  double kept[16];
  double result = 7;
  for (int i = 0; i < 4; ++i) x[i] = 1;
  assert_refused(sbreg_solver_set_start(solver, x), SBREG_E_ARGUMENT, "x0 has 4 nonzeros", "s is 3");
  assert_refused(sbreg_check_stationarity(problem, dsm, 3, x, &result), SBREG_E_ARGUMENT, "x has 4 nonzeros", "s is 3");
  for (int i = 0; i < 16; ++i) {
    double y[16] = {0};
    char at[16];
    snprintf(at, sizeof at, "[%d]", i);
    y[i] = i % 2 == 0 ? NAN : INFINITY;
    assert_refused(sbreg_solver_set_start(solver, y), SBREG_E_NOT_FINITE, "x0", at);
    assert_refused(sbreg_check_stationarity(problem, dsm, 3, y, &result), SBREG_E_NOT_FINITE, "x", at);
  }
  assert_true(result == 7);
  assert_true(real_of(solver, "objective") == before);
  assert_ok(sbreg_solver_get_iterate(solver, kept));
  for (int i = 0; i < 16; ++i) assert_true(kept[i] == 0);
  assert_ok(sbreg_solver_run(solver));
  sbreg_solver_destroy(solver);
}

static void a_start_at_which_f_overflows_is_refused_and_changes_nothing(void** state) {
  (void)state;
  double far[16] = {1e200, 0, 1e200};
  double x[2][16];
  for (int refused = 0; refused < 2; ++refused) {
    sbreg_solver* solver = new_solver("iht");
    assert_ok(sbreg_solver_set_start(solver, data.x));
    const double f = real_of(solver, "objective");
    if (refused) assert_refused(sbreg_solver_set_start(solver, far), SBREG_E_NUMERIC, "inf", "x0");
    assert_true(real_of(solver, "objective") == f);
    assert_true(real_of(solver, "best_objective") == f);
    assert_ok(sbreg_solver_step(solver, 5));
    assert_ok(sbreg_solver_get_iterate(solver, x[refused]));
    sbreg_solver_destroy(solver);
  }
  assert_same_bits(x[0], x[1], 16);
}

static void a_problem_whose_f_overflows_at_zero_is_refused(void** state) {
  (void)state;
  double b[12] = {1e160, -1e160};
  sbreg_problem* huge = NULL;
  sbreg_solver* solver = NULL;
  int64_t frozen = -1;
  assert_ok(sbreg_problem_create_least_squares(&huge, data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, b));
  assert_refused(sbreg_solver_create(&solver, huge, 3), SBREG_E_NUMERIC, "inf", "0");
  assert_null(solver);
  assert_ok(sbreg_problem_get_int(huge, "frozen", &frozen));
  assert_int_equal(frozen, 0);
  sbreg_problem_destroy(huge);
}

static void a_scaling_matrix_must_have_the_size_of_the_problem(void** state) {
  (void)state;
  const double w[3] = {1, 1, 1};
  sbreg_solver* solver = new_solver("ciwht");
  sbreg_dsm* small = NULL;
  double result = 7;
  assert_ok(sbreg_dsm_create_weights(&small, 3, w));
  assert_refused(sbreg_solver_add_dsm(solver, small), SBREG_E_DIMENSION, "dsm has 3 weights", "16 variables");
  assert_int_equal(int_of(solver, "dictionary_size"), 0);
  assert_refused(sbreg_check_stationarity(problem, small, 3, data.x, &result), SBREG_E_DIMENSION, "dsm has 3 weights",
                 "16 variables");
  assert_true(result == 7);
  sbreg_dsm_destroy(small);
  sbreg_solver_destroy(solver);
}

static int count_calls(const sbreg_solver* solver, void* user) {
  (void)solver;
  ++*(int64_t*)user;
  return 0;
}

static void a_method_refuses_a_dictionary_it_cannot_use(void** state) {
  (void)state;
  double w[16];
  sbreg_dsm* uneven = NULL;
  for (int i = 0; i < 16; ++i) w[i] = 100 + i;
  assert_ok(sbreg_dsm_create_weights(&uneven, 16, w));

  sbreg_solver* iwht = new_solver("iwht");
  int64_t asked = 0; /* by the computation of the matrices, which does not begin */
  assert_ok(sbreg_solver_set_monitor(iwht, count_calls, &asked, NULL));
  assert_ok(sbreg_solver_set_text(iwht, "dictionary", "D1"));
  assert_refused(sbreg_solver_run(iwht), SBREG_E_ARGUMENT, "\"iwht\"", "dictionary = \"D1\"");
  assert_ok(sbreg_solver_set_text(iwht, "method", "gpnp"));
  assert_refused(sbreg_solver_run(iwht), SBREG_E_ARGUMENT, "\"gpnp\"", "dictionary = \"D1\"");
  assert_ok(sbreg_solver_set_text(iwht, "method", "iwht"));
  assert_int_equal(asked, 0);
  assert_int_equal(int_of(iwht, "dictionary_size"), 0);
  assert_ok(sbreg_solver_add_dsm(iwht, dsm)); /* not started: can be repaired */
  assert_ok(sbreg_solver_add_dsm(iwht, uneven));
  assert_refused(sbreg_solver_step(iwht, 1), SBREG_E_ARGUMENT, "\"iwht\"", "2 were given");
  assert_ok(sbreg_solver_set_text(iwht, "method", "ciwht"));
  assert_ok(sbreg_solver_run(iwht));
  sbreg_solver_destroy(iwht);

  sbreg_solver* iht = new_solver("iht");
  assert_ok(sbreg_solver_add_dsm(iht, uneven));
  assert_refused(sbreg_solver_run(iht), SBREG_E_ARGUMENT, "\"iht\"", "identity");
  assert_int_equal(int_of(iht, "iterations"), 0);
  assert_ok(sbreg_solver_set_text(iht, "method", "iwht"));
  assert_ok(sbreg_solver_run(iht));
  sbreg_solver_destroy(iht);
  sbreg_dsm_destroy(uneven);
}

static void overflow_inside_a_step_keeps_the_last_good_point(void** state) {
  (void)state;
  double w[16];
  double x[16];
  sbreg_dsm* tiny = NULL;
  for (int i = 0; i < 16; ++i) w[i] = 1e-307;
  assert_ok(sbreg_dsm_create_weights(&tiny, 16, w));
  sbreg_solver* solver = new_solver("ciwht");
  assert_ok(sbreg_solver_add_dsm(solver, dsm));
  assert_ok(sbreg_solver_add_dsm(solver, tiny));
  assert_ok(sbreg_solver_step(solver, 1));
  const double objective = real_of(solver, "objective");
  assert_ok(sbreg_solver_get_iterate(solver, x));
  assert_refused(sbreg_solver_run(solver), SBREG_E_NUMERIC, "iteration 2", "last good point is kept");
  double after[16];
  assert_ok(sbreg_solver_get_iterate(solver, after));
  assert_same_bits(x, after, 16);
  assert_ok(sbreg_solver_get_solution(solver, after));
  assert_same_bits(x, after, 16);
  assert_true(real_of(solver, "objective") == objective);
  assert_int_equal(int_of(solver, "iterations"), 1);
  assert_true(isfinite(real_of(solver, "gradient_norm")));
  sbreg_solver_destroy(solver);
  sbreg_dsm_destroy(tiny);
}

static void a_frozen_problem_refuses_changes(void** state) {
  (void)state;
  for (int user = 0; user < 3; ++user) {
    sbreg_problem* fresh = problem_of(&data);
    sbreg_dsm* other = NULL;
    sbreg_solver* solver = NULL;
    double result = 0;
    double ridge = -1;
    int64_t frozen = -1;
    assert_ok(sbreg_problem_value(fresh, data.x, &result));
    assert_ok(sbreg_problem_get_int(fresh, "frozen", &frozen));
    assert_int_equal(frozen, 0);
    assert_ok(sbreg_problem_set_real(fresh, "ridge", 0.25));
    if (user == 0) assert_ok(sbreg_dsm_create(&other, fresh, "lipschitz"));
    if (user == 1) assert_ok(sbreg_solver_create(&solver, fresh, 2));
    if (user == 2) assert_ok(sbreg_check_stationarity(fresh, dsm, 3, data.x, &result));
    assert_ok(sbreg_problem_get_int(fresh, "frozen", &frozen));
    assert_int_equal(frozen, 1);
    assert_refused(sbreg_problem_set_real(fresh, "ridge", 0.5), SBREG_E_STATE, "ridge");
    assert_refused(sbreg_problem_set_weights(fresh, data.b), SBREG_E_STATE, "observation_weights");
    assert_ok(sbreg_problem_get_real(fresh, "ridge", &ridge));
    assert_true(ridge == 0.25);
    sbreg_solver_destroy(solver);
    sbreg_dsm_destroy(other);
    assert_refused(sbreg_problem_set_real(fresh, "ridge", 0.5), SBREG_E_STATE, "ridge"); /* for good */
    sbreg_problem_destroy(fresh);
  }
}

static void a_computed_dsm_refuses_changes_except_limits(void** state) {
  (void)state;
  int64_t seed = -1;
  assert_refused(sbreg_dsm_set_int(dsm, "seed", 2), SBREG_E_STATE, "seed");
  assert_ok(sbreg_dsm_get_int(dsm, "seed", &seed));
  assert_int_equal(seed, 1);
  assert_ok(sbreg_dsm_set_int(dsm, "max_iterations", 20000));
  assert_ok(sbreg_dsm_set_real(dsm, "time_limit", 100));
  assert_ok(sbreg_dsm_run(dsm)); /* terminal: nothing to do */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sparsity_must_lie_between_0_and_n),
      cmocka_unit_test(a_refused_create_does_not_freeze_the_problem),
      cmocka_unit_test(count_must_be_positive),
      cmocka_unit_test(a_start_must_be_finite_and_sparse),
      cmocka_unit_test(a_start_at_which_f_overflows_is_refused_and_changes_nothing),
      cmocka_unit_test(a_problem_whose_f_overflows_at_zero_is_refused),
      cmocka_unit_test(a_scaling_matrix_must_have_the_size_of_the_problem),
      cmocka_unit_test(a_method_refuses_a_dictionary_it_cannot_use),
      cmocka_unit_test(overflow_inside_a_step_keeps_the_last_good_point),
      cmocka_unit_test(a_frozen_problem_refuses_changes),
      cmocka_unit_test(a_computed_dsm_refuses_changes_except_limits),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
