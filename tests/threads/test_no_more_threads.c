/* SPDX-License-Identifier: BSD-3-Clause
 * The system has no more threads: pthread_create answers EAGAIN because no address space holds the stack that new
 * threads would get. Paths and searches that ask for threads succeed all the same, with the bits of one thread. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <errno.h>
#include <pthread.h>

#include "testing.h"

enum { m = 60, n = 120, last = 6 };

static void* nothing(void* argument) { return argument; }

static void refuse_threads(void) {
  pthread_attr_t huge;
  pthread_t thread;
  assert_int_equal(pthread_attr_init(&huge), 0);
  assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << (8 * sizeof(size_t) - 2)), 0);
  assert_int_equal(pthread_setattr_default_np(&huge), 0);
  assert_int_equal(pthread_attr_destroy(&huge), 0);
  assert_int_equal(pthread_create(&thread, NULL, nothing, NULL), EAGAIN);
}

static pthread_attr_t usual;

static int keep_usual(void** state) {
  (void)state;
  return pthread_getattr_default_np(&usual);
}

static int allow_threads(void** state) {
  (void)state;
  return pthread_setattr_default_np(&usual);
}

/* Scores, objectives and coefficients of a path with folds. */
struct fits {
  double score[last], objective[last], x[last][n];
};

static struct fits run_path(const struct instance* data, int64_t threads) {
  struct fits fits;
  int64_t count = 0;
  sbreg_solver* pattern = solver_of(data, "newton");
  sbreg_path* path = NULL;
  assert_ok(sbreg_path_create(&path, pattern));
  assert_ok(sbreg_path_set_int(path, "last", last));
  assert_ok(sbreg_path_set_int(path, "folds", 5));
  assert_ok(sbreg_path_set_int(path, "threads", threads));
  assert_ok(sbreg_path_run(path));
  assert_ok(sbreg_path_get_series(path, "cv_mean", fits.score, last, &count));
  assert_ok(sbreg_path_get_series(path, "objective", fits.objective, last, &count));
  assert_int_equal(count, last);
  for (int64_t s = 1; s <= last; ++s) assert_ok(sbreg_path_get_coefficients(path, s, fits.x[s - 1]));
  sbreg_path_destroy(path);
  sbreg_solver_destroy(pattern);
  return fits;
}

static void a_path_without_threads_has_the_bits_of_one(void** state) {
  (void)state;
  struct instance data = instance_make(m, n, 5, 1, 301);
  const struct fits one = run_path(&data, 1);
  refuse_threads();
  const struct fits none = run_path(&data, 4);
  assert_memory_equal(&one, &none, sizeof one);
  instance_free(&data);
}

/* The solution of a search over supports, after as many rounds as its effort allows. */
static void search(const struct instance* data, int64_t threads, double* x, int64_t* iterations) {
  sbreg_solver* solver = solver_of(data, "search");
  assert_ok(sbreg_solver_set_int(solver, "threads", threads));
  assert_ok(sbreg_solver_set_real(solver, "effort", 0.5));
  assert_ok(sbreg_solver_run(solver));
  assert_ok(sbreg_solver_get_solution(solver, x));
  *iterations = int_of(solver, "iterations");
  sbreg_solver_destroy(solver);
}

static void a_search_without_threads_has_the_bits_of_one(void** state) {
  (void)state;
  struct instance data = instance_make(m, n, 14, 4, 302);
  double one[n], none[n];
  int64_t rounds_of_one = 0, rounds = 0;
  search(&data, 1, one, &rounds_of_one);
  refuse_threads();
  search(&data, 4, none, &rounds);
  assert_int_equal(rounds, rounds_of_one);
  assert_same_bits(one, none, n);
  instance_free(&data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_path_without_threads_has_the_bits_of_one, allow_threads),
      cmocka_unit_test_teardown(a_search_without_threads_has_the_bits_of_one, allow_threads),
  };
  return cmocka_run_group_tests(tests, keep_usual, NULL);
}
