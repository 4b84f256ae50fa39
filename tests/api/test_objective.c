/* SPDX-License-Identifier: BSD-3-Clause
 * Values and gradients: against finite differences, and against equivalent problems (rows scaled by the roots of the
 * weights, rows appended for the ridge, the normal equations as a quadratic). */
#include "testing.h"

enum { m = 24, n = 40, s = 4 };
static struct instance data;
static double weights[m];
static const double ridge = 0.75;

static int set_up(void** state) {
  (void)state;
  uint64_t seed = 3;
  data = instance_make(m, n, s, 0.1, 121);
  for (int i = 0; i < m; ++i) weights[i] = i == 5 ? 0 : 2 * data_uniform(&seed);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

/* Q = A'A and q = A'b. */
static void normal_equations(double* Q, double* q) {
  for (int i = 0; i < n; ++i) {
    q[i] = 0;
    for (int k = 0; k < m; ++k) q[i] += data.A[i * m + k] * data.b[k];
    for (int j = 0; j < n; ++j) {
      Q[j * n + i] = 0;
      for (int k = 0; k < m; ++k) Q[j * n + i] += data.A[i * m + k] * data.A[j * m + k];
    }
  }
}

static sbreg_problem* quadratic(void) {
  static double Q[n * n];
  static double q[n];
  normal_equations(Q, q);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) Q[j * n + i] = NAN; /* the upper triangle is not read */
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_problem_create_quadratic(&problem, n, Q, n, q));
  return problem;
}

static void assert_gradient_is_the_difference_quotient(const sbreg_problem* problem, const double* x) {
  double g[n];
  assert_ok(sbreg_problem_gradient(problem, x, g));
  double scale = 0;
  for (int i = 0; i < n; ++i) scale = fmax(scale, fabs(g[i]));
  for (int i = 0; i < n; ++i) { /* exact for a quadratic f but for rounding: f eps / h */
    const double h = 1e-3;
    double y[n];
    double f[2];
    memcpy(y, x, sizeof y);
    y[i] = x[i] + h;
    assert_ok(sbreg_problem_value(problem, y, &f[0]));
    y[i] = x[i] - h;
    assert_ok(sbreg_problem_value(problem, y, &f[1]));
    const double slope = (f[0] - f[1]) / (2 * h);
    if (!(fabs(slope - g[i]) <= 1e-8 * scale)) fail_msg("at %d: slope %.17g, gradient %.17g", i, slope, g[i]);
  }
}

static void gradients_are_difference_quotients(void** state) {
  (void)state;
  double* dense = data_normals(n, 9);
  for (int kind = 0; kind < 4; ++kind) {
    sbreg_problem* problem = kind < 3 ? problem_of(&data) : quadratic();
    if (kind == 1 || kind == 2) assert_ok(sbreg_problem_set_weights(problem, weights));
    if (kind >= 2) assert_ok(sbreg_problem_set_real(problem, "ridge", ridge));
    assert_gradient_is_the_difference_quotient(problem, data.x);
    assert_gradient_is_the_difference_quotient(problem, dense);
    sbreg_problem_destroy(problem);
  }
  free(dense);
}

static void a_tall_problem_s_gradient_is_the_difference_quotient(void** state) {
  (void)state; /* many more rows than columns: the gradient comes from A'A x - A'b */
  struct instance tall = instance_make(4 * n, n, s, 0.1, 131);
  sbreg_problem* problem = problem_of(&tall);
  assert_ok(sbreg_problem_set_real(problem, "ridge", ridge));
  assert_gradient_is_the_difference_quotient(problem, tall.x);
  sbreg_problem_destroy(problem);
  instance_free(&tall);
}

static void the_value_is_half_the_sum_of_squares(void** state) {
  (void)state;
  double* x = data_normals(n, 9);
  double expected = 0;
  for (int i = 0; i < m; ++i) {
    double r = -data.b[i];
    for (int j = 0; j < n; ++j) r += data.A[j * m + i] * x[j];
    expected += 0.5 * weights[i] * r * r;
  }
  for (int j = 0; j < n; ++j) expected += 0.5 * ridge * x[j] * x[j];
  sbreg_problem* problem = problem_of(&data);
  double f = 0;
  assert_ok(sbreg_problem_set_weights(problem, weights));
  assert_ok(sbreg_problem_set_real(problem, "ridge", ridge));
  assert_ok(sbreg_problem_value(problem, x, &f));
  assert_close(f, expected, 1e-13);
  sbreg_problem_destroy(problem);
  free(x);
}

/* Value, gradient, Lipschitz constant and ten steps agree to 1e-12; the values may differ by a constant. */
static void assert_equivalent(const sbreg_problem* a, const sbreg_problem* b, double offset, int64_t steps,
                              double tolerance) {
  double* x = data_normals(n, 17);
  double f[2];
  double g[2][n];
  double w[2][n];
  double y[2][n];
  const sbreg_problem* both[2] = {a, b};
  sbreg_dsm* common = NULL;
  assert_ok(sbreg_dsm_create(&common, a, "lipschitz"));
  assert_ok(sbreg_dsm_run(common));
  for (int k = 0; k < 2; ++k) {
    sbreg_dsm* dsm = NULL;
    sbreg_solver* solver = NULL;
    assert_ok(sbreg_problem_value(both[k], x, &f[k]));
    assert_ok(sbreg_problem_gradient(both[k], x, g[k]));
    assert_ok(sbreg_dsm_create(&dsm, both[k], "lipschitz"));
    assert_ok(sbreg_dsm_run(dsm));
    assert_ok(sbreg_dsm_get_weights(dsm, w[k]));
    assert_ok(sbreg_solver_create(&solver, both[k], s));
    assert_ok(sbreg_solver_set_text(solver, "method", "iht"));
    assert_ok(sbreg_solver_set_real(solver, "residual_tolerance", 0));
    assert_ok(sbreg_solver_set_real(solver, "stationarity_tolerance", 0));
    assert_ok(sbreg_solver_add_dsm(solver, common));
    assert_ok(sbreg_solver_step(solver, steps));
    assert_int_equal(int_of(solver, "iterations"), steps);
    assert_ok(sbreg_solver_get_iterate(solver, y[k]));
    sbreg_solver_destroy(solver);
    sbreg_dsm_destroy(dsm);
  }
  assert_close(f[0], f[1] + offset, tolerance);
  assert_all_close(g[0], g[1], n, tolerance);
  assert_all_close(w[0], w[1], n, 1e-11); /* both are bounds, not equal numbers */
  assert_all_close(y[0], y[1], n, tolerance);
  sbreg_dsm_destroy(common);
  free(x);
}

static void weights_equal_rows_scaled_by_their_roots(void** state) {
  (void)state;
  struct instance scaled = instance_make(m, n, s, 0.1, 121);
  for (int i = 0; i < m; ++i) {
    scaled.b[i] *= sqrt(weights[i]);
    for (int j = 0; j < n; ++j) scaled.A[j * m + i] *= sqrt(weights[i]);
  }
  sbreg_problem* weighted = problem_of(&data);
  sbreg_problem* plain = problem_of(&scaled);
  assert_ok(sbreg_problem_set_weights(weighted, weights));
  assert_equivalent(weighted, plain, 0, 10, 1e-12);
  sbreg_problem_destroy(weighted);
  sbreg_problem_destroy(plain);
  instance_free(&scaled);
}

static void a_ridge_equals_appended_rows(void** state) {
  (void)state;
  double* A = data_array((m + n) * n);
  double* b = data_array(m + n);
  memcpy(b, data.b, m * sizeof(double));
  for (int j = 0; j < n; ++j) {
    memcpy(A + j * (m + n), data.A + j * m, m * sizeof(double));
    A[j * (m + n) + m + j] = sqrt(ridge);
  }
  sbreg_problem* with_ridge = problem_of(&data);
  sbreg_problem* appended = NULL;
  assert_ok(sbreg_problem_set_real(with_ridge, "ridge", ridge));
  assert_ok(sbreg_problem_create_least_squares(&appended, m + n, n, A, m + n, SBREG_COL_MAJOR, b));
  assert_equivalent(with_ridge, appended, 0, 10, 1e-12);
  sbreg_problem_destroy(with_ridge);
  sbreg_problem_destroy(appended);
  free(A);
  free(b);
}

static void the_normal_equations_as_a_quadratic_equal_least_squares(void** state) {
  (void)state;
  double squares = 0;
  for (int i = 0; i < m; ++i) squares += data.b[i] * data.b[i];
  for (int k = 0; k < 2; ++k) {
    sbreg_problem* squared = problem_of(&data);
    sbreg_problem* normal = quadratic();
    if (k == 1) {
      assert_ok(sbreg_problem_set_real(squared, "ridge", ridge));
      assert_ok(sbreg_problem_set_real(normal, "ridge", ridge));
    }
    assert_equivalent(squared, normal, squares / 2, 100, 1e-10);
    sbreg_problem_destroy(squared);
    sbreg_problem_destroy(normal);
  }
}

static void weights_can_be_replaced_until_the_first_use(void** state) {
  (void)state;
  double ones[m];
  double f[3];
  for (int i = 0; i < m; ++i) ones[i] = 1;
  sbreg_problem* problem = problem_of(&data);
  assert_ok(sbreg_problem_value(problem, data.x, &f[0]));
  assert_ok(sbreg_problem_set_weights(problem, weights));
  assert_ok(sbreg_problem_value(problem, data.x, &f[1]));
  assert_ok(sbreg_problem_set_weights(problem, ones));
  assert_ok(sbreg_problem_value(problem, data.x, &f[2]));
  assert_true(f[0] != f[1]);
  assert_close(f[0], f[2], 1e-14);
  sbreg_problem_destroy(problem);
}

static void an_infinite_ridge_is_refused(void** state) {
  (void)state;
  sbreg_problem* problem = problem_of(&data);
  assert_refused(sbreg_problem_set_real(problem, "ridge", INFINITY), SBREG_E_ARGUMENT, "ridge", "inf");
  sbreg_problem_destroy(problem);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradients_are_difference_quotients),
      cmocka_unit_test(a_tall_problem_s_gradient_is_the_difference_quotient),
      cmocka_unit_test(the_value_is_half_the_sum_of_squares),
      cmocka_unit_test(weights_equal_rows_scaled_by_their_roots),
      cmocka_unit_test(a_ridge_equals_appended_rows),
      cmocka_unit_test(the_normal_equations_as_a_quadratic_equal_least_squares),
      cmocka_unit_test(weights_can_be_replaced_until_the_first_use),
      cmocka_unit_test(an_infinite_ridge_is_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
