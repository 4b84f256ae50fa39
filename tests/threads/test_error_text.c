/* SPDX-License-Identifier: BSD-3-Clause
 * Failing calls in eight threads at once: every thread reads the text of its own call. */
#include <pthread.h>

#include "testing.h"

enum { threads = 8, rounds = 500 };

struct task {
  pthread_barrier_t* barrier;
  int number;
  int wrong; /* texts or codes that were not this thread's */
};

static void* fail_again_and_again(void* argument) {
  struct task* task = argument;
  pthread_barrier_wait(task->barrier);
  for (int round = 0; round < rounds; ++round) {
    char name[64];
    char text[600];
    int64_t count = 0;
    snprintf(name, sizeof name, "thread %d round %d", task->number, round);
    const sbreg_status status = sbreg_key_count(name, &count);
    sbreg_last_error_copy(text, sizeof text);
    if (status != SBREG_E_KEY || strstr(text, name) == NULL || strcmp(text, sbreg_last_error()) != 0) ++task->wrong;
  }
  return NULL;
}

static void every_thread_reads_its_own_text(void** state) {
  (void)state;
  pthread_t ids[threads];
  struct task tasks[threads];
  pthread_barrier_t barrier;
  assert_int_equal(pthread_barrier_init(&barrier, NULL, threads), 0);
  assert_int_equal(sbreg_solver_run(NULL), SBREG_E_ARGUMENT);
  for (int k = 0; k < threads; ++k) {
    tasks[k] = (struct task){&barrier, k, 0};
    assert_int_equal(pthread_create(&ids[k], NULL, fail_again_and_again, &tasks[k]), 0);
  }
  for (int k = 0; k < threads; ++k) assert_int_equal(pthread_join(ids[k], NULL), 0);
  for (int k = 0; k < threads; ++k) assert_int_equal(tasks[k].wrong, 0);
  assert_string_equal(sbreg_last_error(), "solver must not be NULL");
  pthread_barrier_destroy(&barrier);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_thread_reads_its_own_text)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
