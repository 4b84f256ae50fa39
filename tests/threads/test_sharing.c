/* SPDX-License-Identifier: BSD-3-Clause
 * Eight threads on one matrix and one problem: every result has the bits of a serial run, and handles come and go
 * while others are in use. Clean under the thread sanitizer. Threads only record; the main thread asserts. */
#include <pthread.h>
#include <stdatomic.h>

#include "testing.h"

enum { threads = 8, m = 60, n = 80, steps = 60 };
static struct instance data;

static int set_up(void** state) {
  (void)state;
  data = instance_make(m, n, 5, 0.1, 201);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

/* What every thread gets; all wait for each other, so that they meet in the library. */
struct task {
  const sbreg_matrix* matrix;
  const sbreg_problem* problem;
  const sbreg_dsm* dsm;
  pthread_barrier_t* barrier;
  int number;
  sbreg_status failure; /* the first that was not expected */
  char text[600];
  double result[2 * n + 2];
};

static void run_together(void* (*body)(void*), struct task* tasks, const struct task* common) {
  pthread_t ids[threads];
  pthread_barrier_t barrier;
  assert_int_equal(pthread_barrier_init(&barrier, NULL, threads), 0);
  for (int k = 0; k < threads; ++k) {
    tasks[k] = *common;
    tasks[k].barrier = &barrier;
    tasks[k].number = k;
    assert_int_equal(pthread_create(&ids[k], NULL, body, &tasks[k]), 0);
  }
  for (int k = 0; k < threads; ++k) assert_int_equal(pthread_join(ids[k], NULL), 0);
  pthread_barrier_destroy(&barrier);
  for (int k = 0; k < threads; ++k)
    if (tasks[k].failure != SBREG_OK) fail_msg("thread %d: %d, %s", k, tasks[k].failure, tasks[k].text);
}

static int good(struct task* task, sbreg_status status) {
  if (status == SBREG_OK) return 1;
  if (task->failure == SBREG_OK) {
    task->failure = status;
    sbreg_last_error_copy(task->text, sizeof task->text);
  }
  return 0;
}

/* A run with a sparsity of the thread's own, its solution, its objective, and a certificate of it. */
static void solve(struct task* task, int64_t s) {
  sbreg_solver* solver = NULL;
  if (!good(task, sbreg_solver_create(&solver, task->problem, s))) return;
  good(task, sbreg_solver_set_text(solver, "method", "iht"));
  good(task, sbreg_solver_step(solver, steps));
  good(task, sbreg_solver_get_solution(solver, task->result));
  good(task, sbreg_solver_get_real(solver, "best_objective", &task->result[2 * n]));
  good(task, sbreg_problem_gradient(task->problem, task->result, task->result + n));
  good(task, sbreg_check_stationarity(task->problem, task->dsm, s, task->result, &task->result[2 * n + 1]));
  sbreg_solver_destroy(solver);
}

static void* solve_in_a_thread(void* argument) {
  struct task* task = argument;
  pthread_barrier_wait(task->barrier);
  solve(task, 2 + 3 * task->number);
  return NULL;
}

static struct task make_common(sbreg_matrix** matrix, sbreg_problem** problem, sbreg_dsm** dsm) {
  assert_ok(sbreg_matrix_create_dense(matrix, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_BORROW, NULL, NULL));
  assert_ok(sbreg_problem_create_linear(problem, *matrix, "least_squares", data.b));
  assert_ok(sbreg_dsm_create(dsm, *problem, "lipschitz"));
  assert_ok(sbreg_dsm_run(*dsm));
  struct task common = {0};
  common.matrix = *matrix;
  common.problem = *problem;
  common.dsm = *dsm;
  return common;
}

static void destroy_common(sbreg_matrix* matrix, sbreg_problem* problem, sbreg_dsm* dsm) {
  sbreg_dsm_destroy(dsm);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
}

static void solvers_sharing_a_problem_give_the_bits_of_a_serial_run(void** state) {
  (void)state;
  static struct task tasks[threads];
  static struct task serial;
  for (int round = 0; round < 5; ++round) {
    sbreg_matrix* matrix = NULL;
    sbreg_problem* problem = NULL;
    sbreg_dsm* dsm = NULL;
    const struct task common = make_common(&matrix, &problem, &dsm); /* its lazily computed columns are all absent */
    run_together(solve_in_a_thread, tasks, &common);
    destroy_common(matrix, problem, dsm);
    for (int k = 0; k < threads; ++k) {
      serial = make_common(&matrix, &problem, &dsm);
      solve(&serial, 2 + 3 * k);
      assert_int_equal(serial.failure, SBREG_OK);
      assert_same_bits(serial.result, tasks[k].result, 2 * n + 2);
      destroy_common(matrix, problem, dsm);
    }
  }
}

/* All threads want the same columns of A'A at the same moment. */
static void* solve_the_same(void* argument) {
  struct task* task = argument;
  pthread_barrier_wait(task->barrier);
  solve(task, 20);
  return NULL;
}

static void columns_wanted_by_all_at_once_are_the_same_for_all(void** state) {
  (void)state;
  static struct task tasks[threads];
  for (int round = 0; round < 10; ++round) {
    sbreg_matrix* matrix = NULL;
    sbreg_problem* problem = NULL;
    sbreg_dsm* dsm = NULL;
    const struct task common = make_common(&matrix, &problem, &dsm);
    run_together(solve_the_same, tasks, &common);
    for (int k = 1; k < threads; ++k) assert_same_bits(tasks[0].result, tasks[k].result, 2 * n + 2);
    destroy_common(matrix, problem, dsm);
  }
}

/* Handles are made, retained and destroyed on the shared ones while the others do the same. */
static void* come_and_go(void* argument) {
  struct task* task = argument;
  pthread_barrier_wait(task->barrier);
  for (int round = 0; round < 20; ++round) {
    sbreg_problem* problem = NULL;
    sbreg_dsm* dsm = NULL;
    sbreg_solver* solver = NULL;
    double f = 0;
    int64_t value = 0;
    good(task, sbreg_problem_create_linear(&problem, task->matrix, "least_squares", data.b));
    good(task, sbreg_dsm_create(&dsm, round % 2 == 0 ? problem : task->problem, "lipschitz"));
    good(task, sbreg_solver_create(&solver, task->problem, 1 + round));
    good(task, sbreg_problem_retain((sbreg_problem*)task->problem));
    good(task, sbreg_solver_add_dsm(solver, task->dsm));
    good(task, sbreg_solver_step(solver, 2));
    good(task, sbreg_problem_value(task->problem, data.x, &f));
    good(task, sbreg_problem_get_int(task->problem, "frozen", &value));
    good(task, sbreg_matrix_get_int(task->matrix, "rows", &value));
    sbreg_problem_destroy((sbreg_problem*)task->problem);
    sbreg_problem_destroy(problem);
    sbreg_dsm_destroy(dsm);
    sbreg_solver_destroy(solver);
  }
  return NULL;
}

static void handles_on_one_problem_come_and_go_at_once(void** state) {
  (void)state;
  static struct task tasks[threads];
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  sbreg_dsm* dsm = NULL;
  double f[2];
  const struct task common = make_common(&matrix, &problem, &dsm);
  assert_ok(sbreg_problem_value(problem, data.x, &f[0]));
  run_together(come_and_go, tasks, &common);
  assert_ok(sbreg_problem_value(problem, data.x, &f[1]));
  assert_same_bits(&f[0], &f[1], 1);
  destroy_common(matrix, problem, dsm);
}

static atomic_int released;

static void count_release(void* user) {
  (void)user;
  atomic_fetch_add(&released, 1);
}

/* Each thread gives up one reference; whoever is last releases the memory. */
static void* give_up_one_reference(void* argument) {
  struct task* task = argument;
  pthread_barrier_wait(task->barrier);
  sbreg_matrix_destroy((sbreg_matrix*)task->matrix);
  return NULL;
}

static void the_last_of_many_destroys_releases_once(void** state) {
  (void)state;
  static struct task tasks[threads];
  for (int round = 0; round < 50; ++round) {
    sbreg_matrix* matrix = NULL;
    atomic_store(&released, 0);
    assert_ok(sbreg_matrix_create_dense(&matrix, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_BORROW, NULL, count_release));
    for (int k = 1; k < threads; ++k) assert_ok(sbreg_matrix_retain(matrix));
    struct task common = {0};
    common.matrix = matrix;
    run_together(give_up_one_reference, tasks, &common);
    assert_int_equal(atomic_load(&released), 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solvers_sharing_a_problem_give_the_bits_of_a_serial_run),
      cmocka_unit_test(columns_wanted_by_all_at_once_are_the_same_for_all),
      cmocka_unit_test(handles_on_one_problem_come_and_go_at_once),
      cmocka_unit_test(the_last_of_many_destroys_releases_once),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
