/* SPDX-License-Identifier: BSD-3-Clause
 * Scaling matrices through the public interface: models, costs, starts, monitors, margins. */
#include "testing.h"

enum { m = 12, n = 60 };
static struct instance data;
static sbreg_problem* problem;

static int set_up(void** state) {
  (void)state;
  data = instance_make(m, n, 4, 0.1, 91);
  return sbreg_problem_create_least_squares(&problem, m, n, data.A, m, SBREG_COL_MAJOR, data.b);
}

static int tear_down(void** state) {
  (void)state;
  sbreg_problem_destroy(problem);
  instance_free(&data);
  return 0;
}

static double number_of(const sbreg_dsm* dsm, const char* name) {
  double value = NAN;
  assert_ok(sbreg_dsm_get_real(dsm, name, &value));
  return value;
}

static int64_t count_of(const sbreg_dsm* dsm, const char* name) {
  int64_t value = -1;
  assert_ok(sbreg_dsm_get_int(dsm, name, &value));
  return value;
}

static double margin_of(const sbreg_dsm* dsm) {
  double value = NAN;
  assert_ok(sbreg_dsm_margin(dsm, problem, &value));
  return value;
}

static sbreg_dsm* dsm_of(const char* model) {
  sbreg_dsm* dsm = NULL;
  assert_ok(sbreg_dsm_create(&dsm, problem, model));
  return dsm;
}

static void every_model_ends_with_a_proven_gap(void** state) {
  (void)state;
  const char* const models[] = {"lipschitz", "linear", "quadratic"};
  for (int k = 0; k < 3; ++k) {
    sbreg_dsm* dsm = dsm_of(models[k]);
    const char* text = NULL;
    assert_true(margin_of(dsm) > -1e-9); /* before any iteration */
    assert_ok(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-6));
    assert_ok(sbreg_dsm_run(dsm));
    assert_int_equal(count_of(dsm, "state"), SBREG_TARGET_REACHED);
    assert_true(number_of(dsm, "gap") <= 1e-6);
    assert_true(number_of(dsm, "dual_objective") <= number_of(dsm, "primal_objective"));
    assert_true(number_of(dsm, "failure_probability") == 0);
    assert_ok(sbreg_dsm_get_text(dsm, "certificate", &text));
    assert_string_equal(text, "proven");
    assert_ok(sbreg_dsm_get_text(dsm, "model", &text));
    assert_string_equal(text, models[k]);
    assert_true(margin_of(dsm) > -1e-9);
    sbreg_dsm_destroy(dsm);
  }
}

static void algorithms_are_chosen_by_name(void** state) {
  (void)state;
  const char* const names[] = {"auto", "bcm-sequential", "bcm-parallel"};
  double objective[3];
  for (int k = 0; k < 3; ++k) {
    sbreg_dsm* dsm = dsm_of("linear");
    assert_ok(sbreg_dsm_set_text(dsm, "algorithm", names[k]));
    assert_ok(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-4));
    assert_ok(sbreg_dsm_run(dsm));
    assert_int_equal(count_of(dsm, "cycling"), 0);
    assert_int_equal(count_of(dsm, "state"), SBREG_TARGET_REACHED);
    objective[k] = number_of(dsm, "primal_objective");
    sbreg_dsm_destroy(dsm);
  }
  assert_true(fabs(objective[1] / objective[0] - 1) < 2e-4);
  assert_true(fabs(objective[2] / objective[0] - 1) < 2e-4);
  sbreg_dsm* dsm = dsm_of("linear");
  assert_refused(sbreg_dsm_set_text(dsm, "algorithm", "bcm"), SBREG_E_ARGUMENT, "bcm-parallel");
  sbreg_dsm_destroy(dsm);
}

struct watch {
  int64_t calls, stop_at;
  int released;
};
static void count_release(void* user) { ++((struct watch*)user)->released; }
static int stop_at(const sbreg_dsm* dsm, void* user) {
  struct watch* watch = user;
  assert_int_equal(count_of(dsm, "iterations"), ++watch->calls);
  assert_true(number_of(dsm, "residual") >= 0);
  assert_int_equal(sbreg_dsm_step((sbreg_dsm*)dsm, 1), SBREG_E_STATE);
  return watch->calls == watch->stop_at;
}

static void the_monitor_stops_the_run_with_feasible_weights_and_their_gap(void** state) {
  (void)state;
  struct watch watch = {0, 4, 0};
  sbreg_dsm* dsm = dsm_of("linear");
  assert_ok(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-9));
  assert_ok(sbreg_dsm_set_monitor(dsm, stop_at, &watch, count_release));
  assert_ok(sbreg_dsm_run(dsm));
  assert_int_equal(count_of(dsm, "state"), SBREG_STOPPED);
  assert_int_equal(count_of(dsm, "iterations"), 4);
  assert_true(number_of(dsm, "gap") < 0.5);
  assert_true(margin_of(dsm) > -1e-9);
  assert_ok(sbreg_dsm_run(dsm)); /* resumes */
  assert_int_equal(count_of(dsm, "state"), SBREG_TARGET_REACHED);
  assert_true(margin_of(dsm) > -1e-9);
  assert_int_equal(watch.released, 0);
  sbreg_dsm_destroy(dsm);
  assert_int_equal(watch.released, 1);
}

static void the_time_limit_leaves_feasible_weights_and_raising_it_resumes(void** state) {
  (void)state;
  sbreg_dsm* dsm = dsm_of("quadratic");
  assert_ok(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-9));
  assert_ok(sbreg_dsm_set_real(dsm, "time_limit", 0));
  assert_ok(sbreg_dsm_run(dsm));
  assert_int_equal(count_of(dsm, "state"), SBREG_TIME_LIMIT);
  assert_true(margin_of(dsm) > -1e-9);
  assert_ok(sbreg_dsm_set_real(dsm, "time_limit", INFINITY));
  assert_ok(sbreg_dsm_run(dsm));
  assert_int_equal(count_of(dsm, "state"), SBREG_TARGET_REACHED);
  sbreg_dsm_destroy(dsm);
}

static void costs_are_positive_and_belong_to_the_linear_model(void** state) {
  (void)state;
  double c[n];
  for (int j = 0; j < n; ++j) c[j] = 1 + j % 3;
  sbreg_dsm* linear = dsm_of("linear");
  sbreg_dsm* quadratic = dsm_of("quadratic");
  assert_refused(sbreg_dsm_set_cost(quadratic, c), SBREG_E_UNSUPPORTED, "linear");
  c[7] = 0;
  assert_refused(sbreg_dsm_set_cost(linear, c), SBREG_E_ARGUMENT, "cost[7]", "positive");
  c[7] = NAN;
  assert_refused(sbreg_dsm_set_cost(linear, c), SBREG_E_NOT_FINITE, "cost");
  c[7] = 2;
  assert_ok(sbreg_dsm_set_cost(linear, c));
  assert_ok(sbreg_dsm_run(linear));
  double w[n];
  double total = 0;
  assert_ok(sbreg_dsm_get_weights(linear, w));
  for (int j = 0; j < n; ++j) total += c[j] * w[j];
  assert_true(fabs(total / number_of(linear, "primal_objective") - 1) < 1e-12);
  assert_true(margin_of(linear) > -1e-9);
  assert_refused(sbreg_dsm_set_cost(linear, c), SBREG_E_STATE, "first iteration");
  sbreg_dsm_destroy(linear);
  sbreg_dsm_destroy(quadratic);
}

static void a_start_from_the_answer_needs_almost_nothing(void** state) {
  (void)state;
  sbreg_dsm* first = dsm_of("linear");
  sbreg_dsm* again = dsm_of("linear");
  assert_refused(sbreg_dsm_set_start(again, first), SBREG_E_STATE, "no dual solution");
  assert_ok(sbreg_dsm_run(first));
  assert_ok(sbreg_dsm_set_start(again, first));
  assert_ok(sbreg_dsm_run(again));
  assert_int_equal(count_of(again, "state"), SBREG_TARGET_REACHED);
  assert_true(count_of(again, "iterations") <= 2);
  assert_true(count_of(first, "iterations") > 4);
  sbreg_dsm_destroy(first);
  sbreg_dsm_destroy(again);
}

static void extraction_needs_a_dual_solution(void** state) {
  (void)state;
  double w[n];
  sbreg_dsm* linear = dsm_of("linear");
  sbreg_dsm* lipschitz = dsm_of("lipschitz");
  assert_refused(sbreg_dsm_get_extracted_weights(linear, w), SBREG_E_STATE, "first iteration");
  assert_refused(sbreg_dsm_get_extracted_weights(lipschitz, w), SBREG_E_UNSUPPORTED, "linear");
  assert_ok(sbreg_dsm_set_real(linear, "gap_tolerance", 1e-7));
  assert_ok(sbreg_dsm_run(linear));
  double certified[n];
  assert_ok(sbreg_dsm_get_extracted_weights(linear, w));
  assert_ok(sbreg_dsm_get_weights(linear, certified));
  for (int j = 0; j < n; ++j) assert_true(fabs(w[j] / certified[j] - 1) < 1e-3);
  sbreg_dsm_destroy(linear);
  sbreg_dsm_destroy(lipschitz);
}

static void margins_belong_to_problems_of_the_same_size(void** state) {
  (void)state;
  const double w[3] = {1, 1, 1};
  double value = 0;
  sbreg_dsm* small = NULL;
  assert_ok(sbreg_dsm_create_weights(&small, 3, w));
  assert_refused(sbreg_dsm_margin(small, problem, &value), SBREG_E_DIMENSION, "3", "60");
  sbreg_dsm_destroy(small);
}

static void indefinite_problems_have_no_scaling_matrix(void** state) {
  (void)state;
  const double Q[4] = {1, 2, 2, 1};
  const double q[2] = {0, 0};
  sbreg_problem* saddle = NULL;
  sbreg_dsm* dsm = NULL;
  assert_ok(sbreg_problem_create_quadratic(&saddle, 2, Q, 2, q));
  assert_refused(sbreg_dsm_create(&dsm, saddle, "linear"), SBREG_E_NUMERIC, "indefinite");
  assert_null(dsm);
  sbreg_problem_destroy(saddle);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_model_ends_with_a_proven_gap),
      cmocka_unit_test(algorithms_are_chosen_by_name),
      cmocka_unit_test(the_monitor_stops_the_run_with_feasible_weights_and_their_gap),
      cmocka_unit_test(the_time_limit_leaves_feasible_weights_and_raising_it_resumes),
      cmocka_unit_test(costs_are_positive_and_belong_to_the_linear_model),
      cmocka_unit_test(a_start_from_the_answer_needs_almost_nothing),
      cmocka_unit_test(extraction_needs_a_dual_solution),
      cmocka_unit_test(margins_belong_to_problems_of_the_same_size),
      cmocka_unit_test(indefinite_problems_have_no_scaling_matrix),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
