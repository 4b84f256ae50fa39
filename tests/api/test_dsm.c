/* SPDX-License-Identifier: BSD-3-Clause
 * Scaling matrices as computations: how they are cut into calls does not matter, ends are ends, limits can be raised.
 */
#include <math.h>
#include <time.h>

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

/* The data as an operator that counts its products and sleeps during one of them. */
static struct { int64_t products, slow; } operator_;

static void wait_if_due(void) {
  const struct timespec wait = {0, 600000000};
  if (++operator_.products == operator_.slow) nanosleep(&wait, NULL);
}

static int times(int64_t m, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  (void)user;
  wait_if_due();
  for (int64_t c = 0; c < k; ++c)
    for (int64_t i = 0; i < m; ++i) {
      Y[c * m + i] = 0;
      for (int64_t j = 0; j < cols; ++j) Y[c * m + i] += data.A[j * m + i] * X[c * cols + j];
    }
  return 0;
}

static int times_transpose(int64_t m, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  (void)user;
  wait_if_due();
  for (int64_t c = 0; c < k; ++c)
    for (int64_t j = 0; j < cols; ++j) {
      Y[c * cols + j] = 0;
      for (int64_t i = 0; i < m; ++i) Y[c * cols + j] += data.A[j * m + i] * X[c * m + i];
    }
  return 0;
}

/* Its order being beyond the limit of proofs, its certificates take some hundred products. */
static sbreg_problem* counted_problem(void) {
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_matrix_create_operator(&matrix, data.m, data.n, times, times_transpose, NULL, NULL));
  assert_ok(sbreg_problem_create_linear(&problem, matrix, "least_squares", data.b));
  sbreg_matrix_destroy(matrix);
  return problem;
}

static void a_time_limit_is_kept_inside_a_certificate(void** state) {
  (void)state;
  sbreg_problem* problem = counted_problem();
  for (int k = 0; k < model_count; ++k) {
    int64_t undisturbed = 0;
    for (int late = 0; late < 2; ++late) {
      sbreg_dsm* dsm = NULL;
      double gap = 1;
      double margin = -1;
      const char* certificate = NULL;
      assert_ok(sbreg_dsm_create(&dsm, problem, models[k]));
      assert_ok(sbreg_dsm_set_int(dsm, "proof_limit", 0));
      assert_ok(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-4));
      operator_.products = 0;
      operator_.slow = late ? undisturbed - 400 : 0; /* in the last certificate */
      if (late) assert_ok(sbreg_dsm_set_real(dsm, "time_limit", 0.5));
      assert_ok(sbreg_dsm_run(dsm));
      if (!late) undisturbed = operator_.products;
      assert_true(undisturbed > 400 && operator_.products <= undisturbed - 300 * late);
      assert_int_equal(int_from(dsm, "state"), late ? SBREG_TIME_LIMIT : SBREG_TARGET_REACHED);
      /* what there is holds, and the computation goes on */
      assert_ok(sbreg_dsm_get_text(dsm, "certificate", &certificate));
      assert_string_equal(certificate, "probabilistic");
      assert_ok(sbreg_dsm_margin(dsm, problem, &margin));
      assert_true(margin > -1e-10);
      if (late) assert_ok(sbreg_dsm_set_real(dsm, "time_limit", INFINITY));
      assert_ok(sbreg_dsm_run(dsm));
      assert_int_equal(int_from(dsm, "state"), SBREG_TARGET_REACHED);
      assert_ok(sbreg_dsm_get_real(dsm, "gap", &gap));
      assert_true(gap <= 1e-4);
      sbreg_dsm_destroy(dsm);
    }
  }
  sbreg_problem_destroy(problem);
}

static void an_interrupted_last_certificate_is_made_up_for(void** state) {
  (void)state;
  sbreg_problem* problem = counted_problem();
  for (int k = 1; k < model_count; ++k) { /* without iterations there is nothing to limit */
    int64_t undisturbed = 0;
    double gap[2];
    for (int late = 0; late < 2; ++late) {
      sbreg_dsm* dsm = NULL;
      assert_ok(sbreg_dsm_create(&dsm, problem, models[k]));
      assert_ok(sbreg_dsm_set_int(dsm, "proof_limit", 0));
      assert_ok(sbreg_dsm_set_int(dsm, "max_iterations", 4));
      assert_ok(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-7));
      operator_.products = 0;
      operator_.slow = late ? undisturbed - 20 : 0;
      if (late) assert_ok(sbreg_dsm_set_real(dsm, "time_limit", 0.5));
      assert_ok(sbreg_dsm_run(dsm));
      if (!late) undisturbed = operator_.products;
      assert_int_equal(int_from(dsm, "state"), late ? SBREG_TIME_LIMIT : SBREG_ITERATION_LIMIT);
      if (late) assert_ok(sbreg_dsm_set_real(dsm, "time_limit", INFINITY));
      assert_ok(sbreg_dsm_run(dsm));
      assert_int_equal(int_from(dsm, "state"), SBREG_ITERATION_LIMIT);
      assert_ok(sbreg_dsm_get_real(dsm, "gap", &gap[late]));
      sbreg_dsm_destroy(dsm);
    }
    assert_true(gap[1] <= 1.5 * gap[0]);
  }
  sbreg_problem_destroy(problem);
}

/* A wide diagonal matrix whose order is beyond the default limit of proofs. */
static int stretch(int64_t m, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  (void)user;
  wait_if_due();
  for (int64_t c = 0; c < k; ++c)
    for (int64_t i = 0; i < m; ++i) Y[c * m + i] = (1 + (double)i / (double)m) * X[c * cols + i];
  return 0;
}
static int stretch_transpose(int64_t m, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  (void)user;
  wait_if_due();
  for (int64_t c = 0; c < k; ++c)
    for (int64_t j = 0; j < cols; ++j) Y[c * cols + j] = j < m ? (1 + (double)j / (double)m) * X[c * m + j] : 0;
  return 0;
}

static void a_solver_keeps_its_time_limit_inside_a_certificate(void** state) {
  (void)state;
  enum { rows = 4200, columns = 4300 };
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  double* b = data_normals(rows, 5);
  double* x[2] = {data_array(columns), data_array(columns)};
  int64_t undisturbed = 0;
  assert_ok(sbreg_matrix_create_operator(&matrix, rows, columns, stretch, stretch_transpose, NULL, NULL));
  assert_ok(sbreg_problem_create_linear(&problem, matrix, "least_squares", b));
  for (int late = 0; late < 2; ++late) {
    sbreg_solver* solver = NULL;
    int64_t value = -1;
    assert_ok(sbreg_solver_create(&solver, problem, 3));
    assert_ok(sbreg_solver_set_text(solver, "method", "iht"));
    assert_ok(sbreg_solver_set_int(solver, "max_iterations", 5));
    operator_.products = 0;
    operator_.slow = late ? undisturbed - 100 : 0;
    if (late) assert_ok(sbreg_solver_set_real(solver, "time_limit", 0.5));
    assert_ok(sbreg_solver_run(solver));
    if (!late) undisturbed = operator_.products;
    assert_true(undisturbed > 150 && operator_.products <= undisturbed - 95 * late);
    assert_ok(sbreg_solver_get_int(solver, "state", &value));
    assert_int_equal(value, late ? SBREG_TIME_LIMIT : SBREG_ITERATION_LIMIT);
    if (late) assert_ok(sbreg_solver_set_real(solver, "time_limit", INFINITY));
    assert_ok(sbreg_solver_run(solver));
    assert_ok(sbreg_solver_get_solution(solver, x[late]));
    sbreg_solver_destroy(solver);
  }
  assert_same_bits(x[0], x[1], columns);
  for (int k = 0; k < 2; ++k) free(x[k]);
  free(b);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
}

static void inflation_holds_before_the_first_iteration(void** state) {
  (void)state;
  const double given[n] = {1, 2, 3};
  for (int k = 0; k <= model_count; ++k) {
    sbreg_dsm* dsm = NULL;
    double plain[n];
    double inflated[n];
    if (k < model_count)
      dsm = new_dsm(models[k]);
    else
      assert_ok(sbreg_dsm_create_weights(&dsm, n, given));
    assert_ok(sbreg_dsm_get_weights(dsm, plain));
    assert_ok(sbreg_dsm_set_real(dsm, "inflation", 2));
    assert_ok(sbreg_dsm_get_weights(dsm, inflated));
    for (int j = 0; j < n; ++j) assert_true(inflated[j] == 2 * plain[j]);
    assert_ok(sbreg_dsm_set_real(dsm, "inflation", 1));
    assert_ok(sbreg_dsm_get_weights(dsm, inflated));
    assert_same_bits(plain, inflated, n);
    sbreg_dsm_destroy(dsm);
  }
}

/* Scaling by powers of two rounds nothing, so that the gap is the same to the last bit. */
static void the_gap_does_not_depend_on_the_units(void** state) {
  (void)state;
  for (int k = 0; k < model_count; ++k) {
    double gaps[4] = {-1, -1, -1, -1};
    for (int u = 0; u < 4; ++u) {
      const double unit = ldexp(1, (int[]){0, 300, 480, -280}[u]);
      sbreg_dsm* dsm = NULL;
      for (int64_t i = 0; i < data.m * data.n; ++i) data.A[i] *= unit;
      dsm = new_dsm(models[k]);
      for (int64_t i = 0; i < data.m * data.n; ++i) data.A[i] /= unit;
      assert_ok(sbreg_dsm_get_real(dsm, "gap", &gaps[u]));
      assert_true(gaps[u] > 0.5 && gaps[u] <= 1); /* nothing is known yet */
      assert_ok(sbreg_dsm_run(dsm));
      assert_ok(sbreg_dsm_get_real(dsm, "gap", &gaps[u]));
      assert_true(gaps[u] > 0 && gaps[u] <= 1e-3);
      sbreg_dsm_destroy(dsm);
    }
    for (int u = 1; u < 4; ++u) assert_same_bits(gaps, gaps + u, 1);
  }
}

static void a_scaling_by_the_largest_eigenvalue_takes_one_iteration(void** state) {
  (void)state;
  sbreg_dsm* dsm = new_dsm("lipschitz");
  assert_ok(sbreg_dsm_run(dsm));
  assert_int_equal(int_from(dsm, "iterations"), 1);
  sbreg_dsm_destroy(dsm);
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
      cmocka_unit_test(a_time_limit_is_kept_inside_a_certificate),
      cmocka_unit_test(an_interrupted_last_certificate_is_made_up_for),
      cmocka_unit_test(a_solver_keeps_its_time_limit_inside_a_certificate),
      cmocka_unit_test(inflation_holds_before_the_first_iteration),
      cmocka_unit_test(the_gap_does_not_depend_on_the_units),
      cmocka_unit_test(a_scaling_by_the_largest_eigenvalue_takes_one_iteration),
      cmocka_unit_test(the_callers_weights_come_back_and_prove_nothing),
      cmocka_unit_test(the_model_is_named_as_it_was_asked_for),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
