/* SPDX-License-Identifier: BSD-3-Clause
 * The one-call interface is the object interface with its defaults. Its errors are in test_errors.c. */
#include "testing.h"

enum { m = 30, n = 50, s = 4 };

static void one_call_equals_the_objects(void** state) {
  (void)state;
  const double noise[] = {0, 0.1};
  for (int k = 0; k < 2; ++k) {
    struct instance data = instance_make(m, n, s, noise[k], 141);
    sbreg_problem* problem = problem_of(&data);
    sbreg_solver* solver = NULL;
    double x[2][n];
    double f[2] = {-1, -2};
    assert_ok(sbreg_solver_create(&solver, problem, s));
    assert_ok(sbreg_solver_run(solver));
    assert_ok(sbreg_solver_get_solution(solver, x[0]));
    f[0] = real_of(solver, "best_objective");
    assert_ok(sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x[1], &f[1]));
    assert_same_bits(x[0], x[1], n);
    assert_same_bits(&f[0], &f[1], 1);
    assert_ok(sbreg_problem_value(problem, x[1], &f[0]));
    assert_close(f[0], f[1], 1e-12);
    sbreg_solver_destroy(solver);
    sbreg_problem_destroy(problem);
    instance_free(&data);
  }
}

static void every_layout_gives_the_same_answer(void** state) {
  (void)state;
  struct instance data = instance_make(m, n, s, 0.1, 151);
  double x[2][n];
  double f[2];
  assert_ok(sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x[0], &f[0]));
  for (int by_rows = 0; by_rows < 2; ++by_rows) {
    const int64_t ld = (by_rows ? n : m) + 7;
    double* A = instance_layout(&data, by_rows, ld, NAN);
    assert_ok(
        sbreg_solve_least_squares(m, n, A, ld, by_rows ? SBREG_ROW_MAJOR : SBREG_COL_MAJOR, data.b, s, x[1], &f[1]));
    if (by_rows) { /* other rounding ends the run elsewhere, where f is as flat as f can tell: x to half the digits */
      assert_all_close(x[0], x[1], n, 1e-8);
      assert_close(f[0], f[1], 1e-12);
    } else {
      assert_same_bits(x[0], x[1], n);
      assert_same_bits(&f[0], &f[1], 1);
    }
    free(A);
  }
  instance_free(&data);
}

static void the_answer_is_sparse(void** state) {
  (void)state;
  struct instance data = instance_make(m, n, s, 0.1, 161);
  for (int64_t limit = 1; limit <= n; limit += 7) {
    double x[n];
    int64_t nonzeros = 0;
    assert_ok(sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, limit, x, NULL));
    for (int i = 0; i < n; ++i) nonzeros += x[i] != 0;
    assert_true(nonzeros <= limit);
  }
  instance_free(&data);
}

static void the_input_is_left_alone(void** state) {
  (void)state;
  struct instance data = instance_make(m, n, s, 0.1, 171);
  struct instance same = instance_make(m, n, s, 0.1, 171);
  double x[n];
  assert_ok(sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x, NULL));
  assert_same_bits(data.A, same.A, m * n);
  assert_same_bits(data.b, same.b, m);
  instance_free(&data);
  instance_free(&same);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_call_equals_the_objects),
      cmocka_unit_test(every_layout_gives_the_same_answer),
      cmocka_unit_test(the_answer_is_sparse),
      cmocka_unit_test(the_input_is_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
