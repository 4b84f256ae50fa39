/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * sizes: walks m, n and s, one at a time, and makes every kind of call at each size. Under callgrind each call is a
 * dump of its own, named "axis|call|m|n|s"; `tests/bench/sizes` reads them. Without callgrind it prints the processor
 * time of each call instead. */
#include <math.h>
#include <sparsebregman.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

static void ok(sbreg_status status, const char* call) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s: %s\n", call, sbreg_last_error());
  exit(1);
}
#define OK(call) ok((call), #call)

static double uniform(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53 - 0.5;
}

struct size {
  int64_t m, n, s;
};

/* All that a call may need. */
struct world {
  const char* axis;
  struct size size;
  double *A, *b, *x, *out, *ones;
  sbreg_matrix* matrix;
  sbreg_problem* problem;
  sbreg_dsm* weights;
};

static struct timespec started;

static void begin(void) {
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &started);
}

static void end(const struct world* w, const char* call) {
  struct timespec now;
  char name[200];
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  CALLGRIND_TOGGLE_COLLECT;
  snprintf(name, sizeof name, "%s|%s|%lld|%lld|%lld", w->axis, call, (long long)w->size.m, (long long)w->size.n,
           (long long)w->size.s);
  CALLGRIND_DUMP_STATS_AT(name);
  const double seconds = (double)(now.tv_sec - started.tv_sec) + 1e-9 * (double)(now.tv_nsec - started.tv_nsec);
  if (!RUNNING_ON_VALGRIND) printf("%s %.0f\n", name, 1e9 * seconds);
}

static void build(struct world* w) {
  const int64_t m = w->size.m, n = w->size.n;
  uint64_t state = 7;
  w->A = malloc((size_t)(m * n) * sizeof(double));
  w->b = malloc((size_t)m * sizeof(double));
  w->x = calloc((size_t)n, sizeof(double));
  w->out = malloc((size_t)n * sizeof(double));
  w->ones = malloc((size_t)m * sizeof(double));
  if (!w->ones || !w->A || !w->b || !w->x || !w->out) exit(1);
  for (int64_t k = 0; k < m * n; ++k) w->A[k] = uniform(&state) / sqrt((double)m);
  for (int64_t i = 0; i < m; ++i) {
    w->b[i] = uniform(&state);
    w->ones[i] = 1;
  }
  for (int64_t k = 0; k < w->size.s; ++k) w->x[k * n / w->size.s] = uniform(&state);
  OK(sbreg_matrix_create_dense(&w->matrix, m, n, w->A, m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL));
  OK(sbreg_problem_create_linear(&w->problem, w->matrix, "least_squares", w->b));
  for (int64_t j = 0; j < n; ++j) w->out[j] = 100;
  OK(sbreg_dsm_create_weights(&w->weights, n, w->out));
}

static void destroy(struct world* w) {
  sbreg_dsm_destroy(w->weights);
  sbreg_problem_destroy(w->problem);
  sbreg_matrix_destroy(w->matrix);
  free(w->A);
  free(w->b);
  free(w->x);
  free(w->out);
  free(w->ones);
}

/* Each on a matrix of its own, so that no call finds what another has left in the matrix. */
#define MEASURE(...)      \
  do {                    \
    struct world w = {0}; \
    w.axis = axis;        \
    w.size = size;        \
    build(&w);            \
    __VA_ARGS__;          \
    destroy(&w);          \
  } while (0)

static void run(const struct world* w, const char* method, int64_t steps, const char* name) {
  sbreg_solver* solver = NULL;
  begin();
  OK(sbreg_solver_create(&solver, w->problem, w->size.s));
  OK(sbreg_solver_set_text(solver, "method", method));
  OK(sbreg_solver_set_real(solver, "residual_tolerance", 0));
  OK(sbreg_solver_step(solver, steps));
  OK(sbreg_solver_get_solution(solver, w->out));
  end(w, name);
  sbreg_solver_destroy(solver);
}

static void call_all(const char* axis, struct size size) {
  double f;
  MEASURE(begin(); OK(sbreg_problem_value(w.problem, w.x, &f)); end(&w, "value"));
  MEASURE(begin(); OK(sbreg_problem_gradient(w.problem, w.x, w.out)); end(&w, "gradient"));
  MEASURE(begin(); OK(sbreg_problem_set_int(w.problem, "intercept", 1)); end(&w, "set intercept"));
  MEASURE(begin(); OK(sbreg_problem_set_int(w.problem, "standardize", 1)); end(&w, "set standardize"));
  MEASURE(begin(); OK(sbreg_problem_set_weights(w.problem, w.ones)); end(&w, "set weights"));
  MEASURE(begin(); OK(sbreg_check_stationarity(w.problem, w.weights, size.s, w.x, &f)); end(&w, "check stationarity"));
  MEASURE(begin(); OK(sbreg_check_coordinatewise(w.problem, size.s, w.x, &f, NULL, NULL));
          end(&w, "check coordinatewise"));
  MEASURE(sbreg_solver* solver = NULL; begin(); OK(sbreg_solver_create(&solver, w.problem, size.s));
          end(&w, "create solver"); sbreg_solver_destroy(solver));
  MEASURE(run(&w, "iht-lsr", 1, "iht-lsr, 1 step"));
  MEASURE(run(&w, "iht-lsr", 10, "iht-lsr, 10 steps"));
  MEASURE(run(&w, "gpnp", 10, "gpnp, 10 steps"));
  MEASURE(run(&w, "mfista", 10, "mfista, 10 steps"));
}

int main(void) {
  /* Steps of about a fifth, and the sizes next to each other where something is known to change. */
  static const int64_t rows[] = {40, 48, 58, 70, 84};
  static const int64_t columns[] = {154, 184, 191, 192, 221, 256, 257, 307};
  static const int64_t wide[] = {2048, 2049};
  static const int64_t nonzeros[] = {5, 6, 7, 9, 11, 13, 16, 19, 23, 28, 34, 41, 48, 49};
#define WALK(axis, list, ...)                                 \
  for (size_t k = 0; k < sizeof list / sizeof list[0]; ++k) { \
    const int64_t v = list[k];                                \
    call_all(axis, (struct size)__VA_ARGS__);                 \
  }
  WALK("m", rows, {v, 256, 8});
  WALK("n", columns, {64, v, 8});
  WALK("s", nonzeros, {64, 256, v});
  WALK("wide", wide, {200, v, 40});
  return 0;
}
