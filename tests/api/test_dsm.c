/* SPDX-License-Identifier: BSD-3-Clause
 * Scaling matrices as computations: how they are cut into calls does not matter, ends are ends, limits can be raised.
 */
#include "testing.h"

enum { n = 24 };
static const char* const models[] = {"lipschitz", "linear", "quadratic"};
enum { model_count = 3 };
static struct instance data;

static int set_up(void** state) {
  (void)state;
  data = instance_make(16, n, 3, 0.1, 211);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

static sbreg_dsm* new_dsm(const char* model) {
  sbreg_problem* problem = problem_of(&data);
  sbreg_dsm* dsm = NULL;
  assert_ok(sbreg_dsm_create(&dsm, problem, model));
  sbreg_problem_destroy(problem);
  return dsm;
}

static int64_t int_from(const sbreg_dsm* dsm, const char* name) {
  int64_t value = -1;
  assert_ok(sbreg_dsm_get_int(dsm, name, &value));
  return value;
}

/* The weights followed by the results. */
enum { outcome_size = n + 5 };
static void outcome(const sbreg_dsm* dsm, double* out) {
  assert_ok(sbreg_dsm_get_weights(dsm, out));
  assert_ok(sbreg_dsm_get_real(dsm, "primal_objective", out + n));
  assert_ok(sbreg_dsm_get_real(dsm, "dual_objective", out + n + 1));
  assert_ok(sbreg_dsm_get_real(dsm, "gap", out + n + 2));
  out[n + 3] = (double)int_from(dsm, "iterations");
  out[n + 4] = (double)int_from(dsm, "state");
}

static void assert_same_outcome(const sbreg_dsm* a, const sbreg_dsm* b) {
  double outcomes[2][outcome_size];
  outcome(a, outcomes[0]);
  outcome(b, outcomes[1]);
  assert_same_bits(outcomes[0], outcomes[1], outcome_size);
}

static void a_run_equals_any_split_into_steps_bit_for_bit(void** state) {
  (void)state;
  const int64_t cuts[] = {1, 3, 50, INT64_MAX};
  for (int k = 0; k < model_count; ++k) {
    sbreg_dsm* whole = new_dsm(models[k]);
    assert_int_equal(int_from(whole, "state"), SBREG_RUNNING);
    assert_ok(sbreg_dsm_run(whole));
    assert_int_equal(int_from(whole, "state"), SBREG_TARGET_REACHED);
    for (int c = 0; c < 4; ++c) {
      sbreg_dsm* cut = new_dsm(models[k]);
      while (int_from(cut, "state") == SBREG_RUNNING) assert_ok(sbreg_dsm_step(cut, cuts[c]));
      assert_same_outcome(whole, cut);
      assert_ok(sbreg_dsm_step(cut, 5)); /* terminal: nothing */
      assert_ok(sbreg_dsm_run(cut));
      assert_same_outcome(whole, cut);
      sbreg_dsm_destroy(cut);
    }
    sbreg_dsm_destroy(whole);
  }
}

static void raising_the_time_limit_resumes(void** state) {
  (void)state;
  for (int k = 0; k < model_count; ++k) {
    sbreg_dsm* whole = new_dsm(models[k]);
    sbreg_dsm* late = new_dsm(models[k]);
    assert_ok(sbreg_dsm_run(whole));
    assert_ok(sbreg_dsm_set_real(late, "time_limit", 0));
    for (int again = 0; again < 2; ++again) {
      assert_ok(sbreg_dsm_run(late));
      assert_int_equal(int_from(late, "state"), SBREG_TIME_LIMIT);
      assert_int_equal(int_from(late, "iterations"), 0);
    }
    assert_ok(sbreg_dsm_set_real(late, "time_limit", INFINITY));
    assert_ok(sbreg_dsm_run(late));
    assert_same_outcome(whole, late);
    sbreg_dsm_destroy(whole);
    sbreg_dsm_destroy(late);
  }
}

/* At the limit the weights are certified, so the way there may differ; the promise is the gap. */
static void raising_max_iterations_resumes(void** state) {
  (void)state;
  for (int k = 0; k < model_count; ++k) {
    sbreg_dsm* dsm = new_dsm(models[k]);
    double gap[2] = {1, 1};
    double tolerance = 0;
    assert_ok(sbreg_dsm_get_real(dsm, "gap_tolerance", &tolerance));
    for (int64_t limit = 0; int_from(dsm, "state") != SBREG_TARGET_REACHED; limit += 2) {
      assert_true(limit < 10000);
      assert_ok(sbreg_dsm_set_int(dsm, "max_iterations", limit));
      assert_ok(sbreg_dsm_run(dsm));
      assert_true(int_from(dsm, "iterations") <= limit);
      assert_ok(sbreg_dsm_get_real(dsm, "gap", &gap[1]));
      assert_true(gap[1] <= gap[0]);
      gap[0] = gap[1];
    }
    assert_true(gap[0] <= tolerance);
    sbreg_dsm_destroy(dsm);
  }
}

/* Diag(w) - A'A >= 0 on many vectors: at any moment, before the first step too. */
static void the_weights_are_above_the_curvature_at_any_moment(void** state) {
  (void)state;
  for (int k = 0; k < model_count; ++k) {
    sbreg_dsm* dsm = new_dsm(models[k]);
    for (int moment = 0; moment < 4; ++moment) {
      double w[n];
      uint64_t seed = 1;
      assert_ok(sbreg_dsm_get_weights(dsm, w));
      for (int trial = 0; trial < 200; ++trial) {
        double x[n];
        double above = 0;
        double below = 0;
        for (int j = 0; j < n; ++j) {
          x[j] = data_normal(&seed);
          above += w[j] * x[j] * x[j];
        }
        for (int64_t i = 0; i < data.m; ++i) {
          double t = 0;
          for (int j = 0; j < n; ++j) t += data.A[j * data.m + i] * x[j];
          below += t * t;
        }
        assert_true(below <= above * (1 + 1e-12));
      }
      assert_ok(sbreg_dsm_step(dsm, 1));
    }
    sbreg_dsm_destroy(dsm);
  }
}

static void the_callers_weights_come_back_and_prove_nothing(void** state) {
  (void)state;
  const double w[4] = {0, 1.5, 2, 0};
  double got[4] = {7, 7, 7, 7};
  const char* text = NULL;
  sbreg_dsm* dsm = NULL;
  assert_ok(sbreg_dsm_create_weights(&dsm, 4, w));
  assert_ok(sbreg_dsm_run(dsm));
  assert_ok(sbreg_dsm_step(dsm, 1));
  assert_ok(sbreg_dsm_get_weights(dsm, got));
  assert_same_bits(w, got, 4);
  assert_int_equal(int_from(dsm, "columns"), 4);
  assert_int_equal(int_from(dsm, "iterations"), 0);
  assert_ok(sbreg_dsm_get_text(dsm, "certificate", &text));
  assert_string_equal(text, "none");
  assert_ok(sbreg_dsm_get_text(dsm, "model", &text));
  assert_string_equal(text, "weights");
  sbreg_dsm_destroy(dsm);
}

static void the_model_is_named_as_it_was_asked_for(void** state) {
  (void)state;
  for (int k = 0; k < model_count; ++k) {
    const char* text = NULL;
    sbreg_dsm* dsm = new_dsm(models[k]);
    assert_ok(sbreg_dsm_get_text(dsm, "model", &text));
    assert_string_equal(text, models[k]);
    sbreg_dsm_destroy(dsm);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_equals_any_split_into_steps_bit_for_bit),
      cmocka_unit_test(raising_the_time_limit_resumes),
      cmocka_unit_test(raising_max_iterations_resumes),
      cmocka_unit_test(the_weights_are_above_the_curvature_at_any_moment),
      cmocka_unit_test(the_callers_weights_come_back_and_prove_nothing),
      cmocka_unit_test(the_model_is_named_as_it_was_asked_for),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
