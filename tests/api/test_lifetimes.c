/* SPDX-License-Identifier: BSD-3-Clause
 * Objects die in any order; borrowed memory is released exactly once, after its last user and never after a failure. */
#include "kinds.h"
#include "testing.h"

static struct instance data;

static int set_up(void** state) {
  (void)state;
  data = instance_make(16, 12, 3, 0.1, 61);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

/* Borrowed memory that is poisoned and freed when the library lets go of it: a late read shows under valgrind. Its
 * columns start on cache lines, or else so few numbers would be copied. */
struct loan {
  double* memory;
  int64_t count;
  int released;
};

static void release(void* user) {
  struct loan* loan = user;
  ++loan->released;
  for (int64_t i = 0; i < loan->count; ++i) loan->memory[i] = NAN;
  free(loan->memory);
  loan->memory = NULL;
}

static struct loan lend(void) {
  struct loan loan = {aligned_alloc(64, (size_t)(data.m * data.n) * sizeof(double)), data.m * data.n, 0};
  assert_non_null(loan.memory);
  memcpy(loan.memory, data.A, (size_t)loan.count * sizeof(double));
  return loan;
}

enum { matrix_part, problem_part, dsm_part, solver_part, part_count };

struct parts {
  sbreg_matrix* matrix;
  sbreg_problem* problem;
  sbreg_dsm* dsm;
  sbreg_solver* solver;
};

static struct parts build(struct loan* loan) {
  struct parts parts = {0};
  assert_ok(sbreg_matrix_create_dense(&parts.matrix, data.m, data.n, loan->memory, data.m, SBREG_COL_MAJOR,
                                      SBREG_BORROW, loan, release));
  assert_ok(sbreg_problem_create_linear(&parts.problem, parts.matrix, "least_squares", data.b));
  assert_ok(sbreg_dsm_create(&parts.dsm, parts.problem, "lipschitz"));
  assert_ok(sbreg_solver_create(&parts.solver, parts.problem, data.s));
  return parts;
}

/* Uses what is left of the parts, so that a part that died too early shows. */
static void use(const struct parts* parts, double* f) {
  double x[16];
  if (parts->matrix != NULL) {
    sbreg_problem* another = NULL;
    assert_ok(sbreg_problem_create_linear(&another, parts->matrix, "least_squares", data.b));
    assert_ok(sbreg_problem_value(another, data.x, f));
    sbreg_problem_destroy(another);
  }
  if (parts->problem != NULL) assert_ok(sbreg_problem_gradient(parts->problem, data.x, x));
  if (parts->dsm != NULL) {
    assert_ok(sbreg_dsm_run(parts->dsm));
    assert_ok(sbreg_dsm_get_weights(parts->dsm, x));
  }
  if (parts->solver != NULL) {
    assert_ok(sbreg_solver_step(parts->solver, 3));
    assert_true(isfinite(real_of(parts->solver, "gradient_norm")));
    assert_ok(sbreg_solver_get_solution(parts->solver, x));
  }
}

static void destroy_part(struct parts* parts, int part) {
  switch (part) {
    case matrix_part:
      sbreg_matrix_destroy(parts->matrix);
      parts->matrix = NULL;
      break;
    case problem_part:
      sbreg_problem_destroy(parts->problem);
      parts->problem = NULL;
      break;
    case dsm_part:
      sbreg_dsm_destroy(parts->dsm);
      parts->dsm = NULL;
      break;
    default:
      sbreg_solver_destroy(parts->solver);
      parts->solver = NULL;
      break;
  }
}

static void permute(int* order, int fixed, void (*visit)(const int* order)) {
  if (fixed == part_count) {
    visit(order);
    return;
  }
  for (int k = fixed; k < part_count; ++k) {
    const int a = order[fixed];
    order[fixed] = order[k];
    order[k] = a;
    permute(order, fixed + 1, visit);
    order[k] = order[fixed];
    order[fixed] = a;
  }
}

static int permutations;

static void destroy_in_order(const int* order) {
  ++permutations;
  for (int used = 0; used < 2; ++used) { /* without and with use between the deaths */
    struct loan loan = lend();
    struct parts parts = build(&loan);
    double f = 0;
    for (int k = 0; k < part_count; ++k) {
      if (used) use(&parts, &f);
      assert_int_equal(loan.released, 0);
      destroy_part(&parts, order[k]);
    }
    assert_int_equal(loan.released, 1);
  }
}

static void destroy_in_every_order_releases_borrowed_memory_once_at_the_end(void** state) {
  (void)state;
  int order[part_count] = {matrix_part, problem_part, dsm_part, solver_part};
  permutations = 0;
  permute(order, 0, destroy_in_order);
  assert_int_equal(permutations, 24);
}

static void a_solver_does_not_keep_the_matrices_of_its_dictionary(void** state) {
  (void)state;
  struct loan loan = lend();
  struct parts parts = build(&loan);
  sbreg_solver* other = solver_of(&data, "iht");
  assert_ok(sbreg_dsm_run(parts.dsm));
  assert_ok(sbreg_solver_add_dsm(other, parts.dsm)); /* another problem of the same size */
  for (int k = 0; k < part_count; ++k) destroy_part(&parts, k);
  assert_int_equal(loan.released, 1);
  assert_ok(sbreg_solver_run(other));
  sbreg_solver_destroy(other);
}

static void a_copy_releases_the_caller_s_memory_during_the_call(void** state) {
  (void)state;
  struct loan loan = lend();
  sbreg_matrix* matrix = NULL;
  assert_ok(sbreg_matrix_create_dense(&matrix, data.m, data.n, loan.memory, data.m, SBREG_COL_MAJOR, SBREG_COPY, &loan,
                                      release));
  assert_int_equal(loan.released, 1);
  sbreg_problem* problem = NULL;
  sbreg_problem* reference = problem_of(&data);
  double f[2] = {1, 2};
  assert_ok(sbreg_problem_create_linear(&problem, matrix, "least_squares", data.b));
  assert_ok(sbreg_problem_value(problem, data.x, &f[0]));
  assert_ok(sbreg_problem_value(reference, data.x, &f[1]));
  assert_same_bits(&f[0], &f[1], 1);
  sbreg_problem_destroy(reference);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
  assert_int_equal(loan.released, 1);
}

static void borrowed_numbers_on_cache_lines_are_used_in_place(void** state) {
  (void)state;
  struct loan loan = lend();
  struct parts parts = build(&loan);
  const double x[12] = {1};
  double before = 0, after = 0;
  assert_ok(sbreg_problem_value(parts.problem, x, &before));
  loan.memory[0] += 1;
  assert_ok(sbreg_problem_value(parts.problem, x, &after));
  assert_true(before != after);
  for (int part = 0; part < part_count; ++part) destroy_part(&parts, part);
  assert_int_equal(loan.released, 1);
}

static void a_failed_create_releases_nothing(void** state) {
  (void)state;
  struct loan loan = lend();
  sbreg_matrix* out = NULL;
  for (int32_t ownership = SBREG_COPY; ownership <= SBREG_BORROW; ++ownership) {
    double* A = loan.memory;
    const int64_t m = data.m, n = data.n;
    assert_refused(sbreg_matrix_create_dense(&out, 0, n, A, m, 0, ownership, &loan, release), SBREG_E_DIMENSION, "m");
    assert_refused(sbreg_matrix_create_dense(&out, m, n, A, 1, 0, ownership, &loan, release), SBREG_E_DIMENSION, "ld");
    assert_refused(sbreg_matrix_create_dense(&out, m, n, NULL, m, 0, ownership, &loan, release), SBREG_E_ARGUMENT, "A");
    assert_refused(sbreg_matrix_create_dense(&out, m, n, A, m, 5, ownership, &loan, release), SBREG_E_ARGUMENT,
                   "order");
    assert_refused(sbreg_matrix_create_dense(&out, m, n, A, m, 0, 5, &loan, release), SBREG_E_ARGUMENT, "ownership");
    A[3] = INFINITY;
    assert_refused(sbreg_matrix_create_dense(&out, m, n, A, m, 0, ownership, &loan, release), SBREG_E_NOT_FINITE, "A");
    A[3] = 0;
    assert_null(out);
  }
  assert_int_equal(loan.released, 0);
  release(&loan);
}

static void a_handle_lives_until_as_many_destroys_as_references(void** state) {
  (void)state;
  for (int k = 0; k < kind_count; ++k) {
    void* handle = kinds[k].create(&data);
    int64_t columns = 0;
    assert_non_null(handle);
    for (int r = 0; r < 3; ++r) assert_ok(kinds[k].retain(handle));
    for (int r = 0; r < 3; ++r) {
      kinds[k].destroy(handle);
      assert_ok(kinds[k].get_int(handle, "columns", &columns));
      assert_int_equal(columns, data.n);
    }
    kinds[k].destroy(handle);
  }
  struct loan loan = lend();
  sbreg_matrix* matrix = NULL;
  assert_ok(sbreg_matrix_create_dense(&matrix, data.m, data.n, loan.memory, data.m, SBREG_COL_MAJOR, SBREG_BORROW,
                                      &loan, release));
  assert_ok(sbreg_matrix_retain(matrix));
  sbreg_matrix_destroy(matrix);
  assert_int_equal(loan.released, 0);
  sbreg_matrix_destroy(matrix);
  assert_int_equal(loan.released, 1);
}

struct suicide {
  sbreg_solver* solver;
  int calls;
  int released;
};

static int destroy_the_solver(const sbreg_solver* solver, void* user) {
  struct suicide* suicide = user;
  assert_ptr_equal(solver, suicide->solver);
  if (++suicide->calls == 2) {
    sbreg_solver_destroy(suicide->solver);
    assert_int_equal(suicide->released, 0);            /* alive to the end of the call */
    assert_int_equal(int_of(solver, "iterations"), 2); /* and readable */
  }
  return 0;
}

static void count_release(void* user) { ++((struct suicide*)user)->released; }

static void a_solver_may_be_destroyed_by_its_own_monitor(void** state) {
  (void)state;
  struct suicide suicide = {solver_of(&data, "iht"), 0, 0};
  assert_ok(sbreg_solver_set_monitor(suicide.solver, destroy_the_solver, &suicide, count_release));
  assert_ok(sbreg_solver_step(suicide.solver, 5));
  assert_int_equal(suicide.calls, 5);
  assert_int_equal(suicide.released, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(destroy_in_every_order_releases_borrowed_memory_once_at_the_end),
      cmocka_unit_test(borrowed_numbers_on_cache_lines_are_used_in_place),
      cmocka_unit_test(a_solver_does_not_keep_the_matrices_of_its_dictionary),
      cmocka_unit_test(a_copy_releases_the_caller_s_memory_during_the_call),
      cmocka_unit_test(a_failed_create_releases_nothing),
      cmocka_unit_test(a_handle_lives_until_as_many_destroys_as_references),
      cmocka_unit_test(a_solver_may_be_destroyed_by_its_own_monitor),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
