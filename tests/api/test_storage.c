/* SPDX-License-Identifier: BSD-3-Clause
 * The same matrix in every order, leading dimension and ownership gives the same results: the same bits where the
 * arithmetic is the same, 1e-12 otherwise. Padding is NaN, so that reading it shows. */
#include "testing.h"

struct variant {
  int32_t order;
  int64_t padding; /* ld beyond its minimum */
  int32_t ownership;
};

static const struct variant variants[] = {{SBREG_COL_MAJOR, 0, SBREG_COPY},   {SBREG_COL_MAJOR, 3, SBREG_COPY},
                                          {SBREG_ROW_MAJOR, 0, SBREG_COPY},   {SBREG_ROW_MAJOR, 5, SBREG_COPY},
                                          {SBREG_COL_MAJOR, 0, SBREG_BORROW}, {SBREG_COL_MAJOR, 3, SBREG_BORROW},
                                          {SBREG_ROW_MAJOR, 0, SBREG_BORROW}, {SBREG_ROW_MAJOR, 5, SBREG_BORROW}};
enum { variant_count = sizeof variants / sizeof variants[0] };

/* A large borrowed matrix is multiplied where it lies, by the BLAS. Its order of additions is another one by rows, and
 * with the kernels for some processors also where columns start off a multiple of 16 bytes. */
static double tolerance(const struct instance* data, const struct variant* v) {
  return v->ownership == SBREG_BORROW && data->m * data->n > 100000 ? 1e-12 : 0;
}

static int64_t leading(const struct instance* data, const struct variant* v) {
  return (v->order == SBREG_ROW_MAJOR ? data->n : data->m) + v->padding;
}

static void release(void* user) { free(user); }

static sbreg_problem* problem_on(const struct instance* data, const struct variant* v) {
  const int64_t ld = leading(data, v);
  double* A = instance_layout(data, v->order == SBREG_ROW_MAJOR, ld, NAN);
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_matrix_create_dense(&matrix, data->m, data->n, A, ld, v->order, v->ownership, A, release));
  assert_ok(sbreg_problem_create_linear(&problem, matrix, "least_squares", data->b));
  sbreg_matrix_destroy(matrix);
  return problem;
}

static void assert_agree(const double* a, const double* b, int64_t count, double limit) {
  if (limit == 0) {
    assert_same_bits(a, b, count);
  } else {
    assert_all_close(a, b, count, limit);
  }
}

/* Value and gradient at a sparse and at a dense point; a run of fixed length with the same scaling matrix. */
static void evaluate(sbreg_problem* problem, const struct instance* data, const sbreg_dsm* dsm, int64_t s,
                     double* out) {
  const int64_t n = data->n;
  double* dense = data_normals(n, 7);
  assert_ok(sbreg_problem_value(problem, data->x, &out[0]));
  assert_ok(sbreg_problem_value(problem, dense, &out[1]));
  assert_ok(sbreg_problem_gradient(problem, data->x, out + 2));
  assert_ok(sbreg_problem_gradient(problem, dense, out + 2 + n));
  free(dense);
  sbreg_solver* solver = NULL;
  assert_ok(sbreg_solver_create(&solver, problem, s));
  assert_ok(sbreg_solver_set_text(solver, "method", "iht"));
  assert_ok(sbreg_solver_add_dsm(solver, dsm));
  assert_ok(sbreg_solver_step(solver, 10));
  assert_ok(sbreg_solver_get_iterate(solver, out + 2 + 2 * n));
  sbreg_solver_destroy(solver);
}

static void compare_variants(int64_t m, int64_t n, int64_t s, int with_lipschitz) {
  struct instance data = instance_make(m, n, s < 4 ? s : 4, 0.1, 101);
  sbreg_problem* reference = problem_of(&data);
  sbreg_dsm* dsm = NULL;
  double* expected = data_array(2 + 3 * n);
  double* got = data_array(2 + 3 * n);
  double* w = data_array(2 * n);
  if (with_lipschitz) {
    assert_ok(sbreg_dsm_create(&dsm, reference, "lipschitz"));
    assert_ok(sbreg_dsm_run(dsm));
  } else {
    for (int64_t i = 0; i < n; ++i) w[i] = 4 * (double)(m + n); /* above the largest eigenvalue of A'A */
    assert_ok(sbreg_dsm_create_weights(&dsm, n, w));
  }
  evaluate(reference, &data, dsm, s, expected);
  assert_ok(sbreg_dsm_get_weights(dsm, w));
  for (int k = 0; k < variant_count; ++k) {
    const double limit = tolerance(&data, &variants[k]);
    sbreg_problem* problem = problem_on(&data, &variants[k]);
    evaluate(problem, &data, dsm, s, got);
    assert_agree(expected, got, 2, limit);
    for (int part = 0; part < 3; ++part) assert_agree(expected + 2 + part * n, got + 2 + part * n, n, limit);
    if (with_lipschitz) {
      sbreg_dsm* other = NULL;
      assert_ok(sbreg_dsm_create(&other, problem, "lipschitz"));
      assert_ok(sbreg_dsm_run(other));
      assert_ok(sbreg_dsm_get_weights(other, w + n));
      assert_all_close(w, w + n, n, 1e-11);
      sbreg_dsm_destroy(other);
    }
    sbreg_problem_destroy(problem);
  }
  free(w);
  free(expected);
  free(got);
  sbreg_dsm_destroy(dsm);
  sbreg_problem_destroy(reference);
  instance_free(&data);
}

static void few_nonzeros_give_the_same_results_in_every_storage(void** state) {
  (void)state;
  compare_variants(24, 40, 4, 1);
}

static void many_nonzeros_give_the_same_results_in_every_storage(void** state) {
  (void)state;
  compare_variants(24, 40, 30, 1);
}

static void a_tall_matrix_gives_the_same_results_in_every_storage(void** state) {
  (void)state;
  compare_variants(90, 11, 3, 1);
}

static void one_row_or_one_column_gives_the_same_results_in_every_storage(void** state) {
  (void)state;
  compare_variants(1, 7, 1, 1);
  compare_variants(7, 1, 1, 1);
  compare_variants(1, 1, 1, 1);
}

static void a_matrix_beyond_the_caches_gives_the_same_results_in_every_storage(void** state) {
  (void)state;
  compare_variants(260, 1100, 5, 0);
}

static void problem_from_arrays_reads_the_same_layouts(void** state) {
  (void)state;
  struct instance data = instance_make(24, 40, 4, 0.1, 111);
  sbreg_problem* reference = problem_of(&data);
  double f[2];
  assert_ok(sbreg_problem_value(reference, data.x, &f[0]));
  for (int k = 0; k < 4; ++k) {
    const int64_t ld = leading(&data, &variants[k]);
    double* A = instance_layout(&data, variants[k].order == SBREG_ROW_MAJOR, ld, NAN);
    sbreg_problem* problem = NULL;
    assert_ok(sbreg_problem_create_least_squares(&problem, data.m, data.n, A, ld, variants[k].order, data.b));
    free(A); /* copied */
    assert_ok(sbreg_problem_value(problem, data.x, &f[1]));
    assert_same_bits(&f[0], &f[1], 1);
    sbreg_problem_destroy(problem);
  }
  sbreg_problem_destroy(reference);
  instance_free(&data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(few_nonzeros_give_the_same_results_in_every_storage),
      cmocka_unit_test(many_nonzeros_give_the_same_results_in_every_storage),
      cmocka_unit_test(a_tall_matrix_gives_the_same_results_in_every_storage),
      cmocka_unit_test(one_row_or_one_column_gives_the_same_results_in_every_storage),
      cmocka_unit_test(a_matrix_beyond_the_caches_gives_the_same_results_in_every_storage),
      cmocka_unit_test(problem_from_arrays_reads_the_same_layouts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
