/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * What a host process does to itself changes no result of the library, and the library changes nothing of the host:
 * fork, small stacks, rounding modes, flush to zero, floating-point traps, signals, a limit on memory, and closed
 * streams. */
#define _GNU_SOURCE /* feenableexcept */
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

enum { m = 48, n = 96, s = 5, last = 6 };
static struct instance data;
static double wanted[n], wanted_path[last];

/* 0 when a solution has the expected bits; no assertion, so that children and threads may call it. */
static int solve_differs(void) {
  double x[n], f;
  if (sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x, &f) != SBREG_OK) return 1;
  return memcmp(x, wanted, sizeof x) != 0;
}

static int path_of(int64_t threads, double* scores) {
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  sbreg_path* path = NULL;
  int64_t count = 0;
  int bad = sbreg_problem_create_least_squares(&problem, m, n, data.A, m, SBREG_COL_MAJOR, data.b) != SBREG_OK ||
            sbreg_solver_create(&solver, problem, s) != SBREG_OK || sbreg_path_create(&path, solver) != SBREG_OK ||
            sbreg_path_set_int(path, "last", last) != SBREG_OK || sbreg_path_set_int(path, "folds", 4) != SBREG_OK ||
            sbreg_path_set_int(path, "threads", threads) != SBREG_OK || sbreg_path_run(path) != SBREG_OK ||
            sbreg_path_get_series(path, "cv_mean", scores, last, &count) != SBREG_OK || count != last;
  sbreg_path_destroy(path);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return bad;
}

static int path_differs(int64_t threads) {
  double scores[last];
  return path_of(threads, scores) || memcmp(scores, wanted_path, sizeof scores) != 0;
}

static int set_up(void** state) {
  (void)state;
  double f;
  data = instance_make(m, n, s, 0.5, 811);
  assert_ok(sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, wanted, &f));
  return path_of(1, wanted_path);
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

/* The exit status of a child that runs the function; a signal or an hour of waiting fails. */
static int in_child(int (*work)(void)) {
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    alarm(120);
    _exit(work());
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (!WIFEXITED(status)) fail_msg("the child ended by signal %d", WTERMSIG(status));
  return WEXITSTATUS(status);
}

static int solve_and_path(void) { return solve_differs() || path_differs(1) || path_differs(3); }

static void a_child_uses_what_its_parent_used(void** state) {
  (void)state;
  assert_int_equal(path_differs(3), 0); /* threads came and went */
  for (int k = 0; k < 4; ++k) assert_int_equal(in_child(solve_and_path), 0);
  assert_int_equal(solve_differs(), 0);
}

static void* on_small_stack(void* result) {
  *(int*)result = solve_differs() || path_differs(1);
  return NULL;
}

static void eighty_kibibytes_of_stack_are_enough(void** state) {
  (void)state;
  pthread_attr_t small;
  assert_int_equal(pthread_attr_init(&small), 0);
  assert_int_equal(pthread_attr_setstacksize(&small, 80 * 1024), 0);
  pthread_t threads[4];
  int results[4];
  for (int k = 0; k < 4; ++k) assert_int_equal(pthread_create(&threads[k], &small, on_small_stack, &results[k]), 0);
  for (int k = 0; k < 4; ++k) assert_int_equal(pthread_join(threads[k], NULL), 0);
  for (int k = 0; k < 4; ++k) assert_int_equal(results[k], 0);
  assert_int_equal(pthread_attr_destroy(&small), 0);
}

/* Under another rounding mode the last digits differ, and nothing else. */
static void rounding_modes_are_kept_and_do_no_harm(void** state) {
  (void)state;
  const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
  for (int k = 0; k < 4; ++k) {
    double x[n], f, scores[last];
    assert_int_equal(fesetround(modes[k]), 0);
    const sbreg_status status = sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x, &f);
    const int bad = path_of(2, scores);
    const int after = fegetround();
    fesetround(FE_TONEAREST);
    assert_int_equal(status, SBREG_OK);
    assert_int_equal(bad, 0);
    assert_int_equal(after, modes[k]);
    assert_all_close(x, wanted, n, 1e-9);
    assert_all_close(scores, wanted_path, last, 1e-6);
  }
}

static void flushing_to_zero_is_kept_and_does_no_harm(void** state) {
  (void)state;
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr(), controls = 0xffc0; /* all but the sticky flags */
  _mm_setcsr(before | 0x8040);                             /* FTZ and DAZ */
  const unsigned set = _mm_getcsr();
  double x[n], f;
  const sbreg_status status = sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x, &f);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  assert_int_equal(status, SBREG_OK);
  assert_int_equal(set & controls, after & controls);
  assert_all_close(x, wanted, n, 1e-9);
#else
  assert_int_equal(solve_differs(), 0); /* no such mode of the host is known here */
#endif
}

static int with_traps(void) {
  feclearexcept(FE_ALL_EXCEPT);
  const int traps = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;
  if (feenableexcept(traps) < 0) return 2;
  if (solve_differs() || path_differs(1)) return 3;
  return fegetexcept() == traps ? 0 : 4;
}

static void floating_point_traps_do_not_kill_the_process(void** state) {
  (void)state;
  assert_int_equal(in_child(with_traps), 0);
}

static volatile sig_atomic_t ticks;
static void tick(int signal_number) {
  (void)signal_number;
  ++ticks;
}

static void signals_interrupt_nothing_and_handlers_stay(void** state) {
  (void)state;
  struct sigaction mine = {0}, now;
  mine.sa_handler = tick; /* without SA_RESTART: system calls are interrupted */
  assert_int_equal(sigaction(SIGALRM, &mine, NULL), 0);
  const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
  int bad = 0;
  while (ticks < 50) bad += solve_differs() + path_differs(3);
  assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
  assert_int_equal(bad, 0);
  for (int k = 1; k < NSIG; ++k) {
    if (sigaction(k, NULL, &now) != 0 || k == SIGALRM) continue;
    if (k == SIGSEGV || k == SIGBUS || k == SIGFPE || k == SIGILL || k == SIGABRT || k == SIGSYS)
      continue; /* CMocka's */
    if (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN) fail_msg("somebody handles signal %d", k);
  }
  assert_int_equal(sigaction(SIGALRM, NULL, &now), 0);
  assert_ptr_equal(now.sa_handler, tick);
  signal(SIGALRM, SIG_DFL);
}

/* A gibibyte that nobody touches, to be copied by a process that has room for 400 MiB more. */
static const int64_t large = (int64_t)1 << 27;
static double* untouched;

static int with_little_memory(void) {
  long pages = 0;
  FILE* statm = fopen("/proc/self/statm", "r");
  if (statm == NULL || fscanf(statm, "%ld", &pages) != 1) return 2;
  fclose(statm);
  const rlim_t room = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)400 << 20);
  const struct rlimit limit = {room, room};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  sbreg_matrix* matrix = NULL;
  if (sbreg_matrix_create_dense(&matrix, large / 1024, 1024, untouched, large / 1024, SBREG_COL_MAJOR, SBREG_COPY, NULL,
                                NULL) != SBREG_E_MEMORY)
    return 4;
  if (matrix != NULL || sbreg_last_error()[0] == '\0') return 5;
  return solve_differs() || path_differs(1);
}

static void a_limit_on_memory_gives_a_code(void** state) {
  (void)state;
  untouched = data_array(large);
  assert_non_null(untouched);
  assert_int_equal(in_child(with_little_memory), 0);
  free(untouched);
}

/* What the library printed would go to files that others open under these numbers. */
static int with_closed_streams(void) {
  char name[] = "/tmp/sbreg-process-XXXXXX";
  for (int k = 0; k < 3; ++k) close(k);
  const int zero = mkstemp(name), one = dup(zero), two = dup(zero);
  if (zero != 0 || one != 1 || two != 2) return 2;
  unlink(name);
  const int bad = solve_and_path();
  sbreg_matrix* matrix = NULL;
  sbreg_matrix_create_dense(&matrix, -1, 1, wanted, 1, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL);
  return bad || lseek(0, 0, SEEK_END) != 0;
}

static void nothing_is_written_to_closed_streams(void** state) {
  (void)state;
  assert_int_equal(in_child(with_closed_streams), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_child_uses_what_its_parent_used),
      cmocka_unit_test(eighty_kibibytes_of_stack_are_enough),
      cmocka_unit_test(rounding_modes_are_kept_and_do_no_harm),
      cmocka_unit_test(flushing_to_zero_is_kept_and_does_no_harm),
      cmocka_unit_test(floating_point_traps_do_not_kill_the_process),
      cmocka_unit_test(signals_interrupt_nothing_and_handlers_stay),
      cmocka_unit_test(a_limit_on_memory_gives_a_code),
      cmocka_unit_test(nothing_is_written_to_closed_streams),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
