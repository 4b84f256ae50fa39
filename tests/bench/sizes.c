/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * sizes: walks m, n and s, one at a time, and makes every call of the interface at each size. Under callgrind each call
 * is a dump of its own, named "axis|call|m|n|s"; `tests/bench/sizes` reads them. Without callgrind it prints the
 * processor time of each call instead. */
#include <math.h>
#include <sparsebregman.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

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
  double *A, *b, *x, *out, *ones, *large;
  int64_t *start, *row, *group;
  sbreg_matrix* matrix;
  sbreg_problem* problem;
  sbreg_dsm* weights;
  sbreg_kernel* kernel;
  sbreg_solver* solver;
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

static void ok(sbreg_status status, const char* call) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s: %s\n", call, sbreg_last_error());
  exit(1);
}
#define OK(call) ok((call), #call)

/* A measured call, which is told from others to the same function by `words`. */
#define CALL_SAYING(w, words, function, ...)           \
  do {                                                 \
    begin();                                           \
    const sbreg_status status = function(__VA_ARGS__); \
    end(w, #function words);                           \
    ok(status, #function);                             \
  } while (0)
#define CALL(w, function, ...) CALL_SAYING(w, "", function, __VA_ARGS__)
/* One that has no status. */
#define PLAIN(w, function, ...)  \
  do {                           \
    begin();                     \
    (void)function(__VA_ARGS__); \
    end(w, #function);           \
  } while (0)

/* --- functions of the caller's ----------------------------------------------------------------------------------- */

static int apply(int64_t rows, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  const double* A = user;
  memset(Y, 0, (size_t)(k * rows) * sizeof *Y);
  for (int64_t c = 0; c < k; ++c)
    for (int64_t j = 0; j < cols; ++j)
      for (int64_t i = 0; i < rows; ++i) Y[c * rows + i] += A[j * rows + i] * X[c * cols + j];
  return 0;
}

static int apply_transpose(int64_t rows, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  const double* A = user;
  memset(Y, 0, (size_t)(k * cols) * sizeof *Y);
  for (int64_t c = 0; c < k; ++c)
    for (int64_t j = 0; j < cols; ++j)
      for (int64_t i = 0; i < rows; ++i) Y[c * cols + j] += A[j * rows + i] * X[c * rows + i];
  return 0;
}

static int bowl(int64_t n, const double* x, double* f, double* g, void* user) {
  (void)user;
  *f = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double off = x[i] - 1.0 / (double)(1 + i);
    *f += 0.5 * off * off;
    if (g != NULL) g[i] = off;
  }
  return 0;
}

static int half_square(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = 0.5 * t * t;
  return 0;
}

static int identity(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = t;
  return 0;
}

static int watch_solver(const sbreg_solver* solver, void* user) { return (void)solver, (void)user, 0; }
static int watch_dsm(const sbreg_dsm* dsm, void* user) { return (void)dsm, (void)user, 0; }
static int watch_path(const sbreg_path* path, void* user) { return (void)path, (void)user, 0; }

/* --- the world --------------------------------------------------------------------------------------------------- */

static void* make(int64_t count, size_t size) {
  void* memory = calloc((size_t)count, size);
  if (memory == NULL) exit(1);
  return memory;
}

static void build(struct world* w) {
  const int64_t m = w->size.m, n = w->size.n;
  uint64_t state = 7;
  w->A = make(m * n, sizeof *w->A);
  w->b = make(m, sizeof *w->b);
  w->x = make(n, sizeof *w->x);
  w->out = make(n > m ? n : m, sizeof *w->out);
  w->ones = make(n > m ? n : m, sizeof *w->ones);
  w->large = make(n, sizeof *w->large);
  w->start = make(n + 1, sizeof *w->start);
  w->row = make(m * n, sizeof *w->row);
  w->group = make(n, sizeof *w->group);
  for (int64_t k = 0; k < m * n; ++k) {
    w->A[k] = uniform(&state) / sqrt((double)m);
    w->row[k] = k % m;
  }
  for (int64_t i = 0; i < m; ++i) w->b[i] = uniform(&state);
  for (int64_t i = 0; i < (n > m ? n : m); ++i) w->ones[i] = 1;
  for (int64_t j = 0; j < n; ++j) {
    w->large[j] = 100;
    w->start[j + 1] = (j + 1) * m;
    w->group[j] = j / 2;
  }
  for (int64_t k = 0; k < w->size.s; ++k) w->x[k * n / w->size.s] = uniform(&state);
  OK(sbreg_matrix_create_dense(&w->matrix, m, n, w->A, m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL));
  OK(sbreg_problem_create_linear(&w->problem, w->matrix, "least_squares", w->b));
  OK(sbreg_dsm_create_weights(&w->weights, n, w->large));
  OK(sbreg_kernel_create(&w->kernel, n, "quadratic"));
}

static void add_solver(struct world* w, const char* method) {
  OK(sbreg_solver_create(&w->solver, w->problem, w->size.s));
  OK(sbreg_solver_set_text(w->solver, "method", method));
  OK(sbreg_solver_set_real(w->solver, "residual_tolerance", 0));
}

static void destroy(struct world* w) {
  sbreg_solver_destroy(w->solver);
  sbreg_kernel_destroy(w->kernel);
  sbreg_dsm_destroy(w->weights);
  sbreg_problem_destroy(w->problem);
  sbreg_matrix_destroy(w->matrix);
  free(w->A);
  free(w->b);
  free(w->x);
  free(w->out);
  free(w->ones);
  free(w->large);
  free(w->start);
  free(w->row);
  free(w->group);
}

/* On a matrix of its own, so that no call finds what another has left in the matrix. */
#define ALONE(...)        \
  do {                    \
    struct world w = {0}; \
    w.axis = axis;        \
    w.size = size;        \
    build(&w);            \
    __VA_ARGS__;          \
    destroy(&w);          \
  } while (0)

/* --- the calls --------------------------------------------------------------------------------------------------- */

static void calls_that_compute(const char* axis, struct size size) {
  double f;
  ALONE(CALL(&w, sbreg_problem_value, w.problem, w.x, &f));
  ALONE(CALL(&w, sbreg_problem_gradient, w.problem, w.x, w.out));
  ALONE(CALL(&w, sbreg_problem_intercept, w.problem, w.x, &f));
  ALONE(CALL(&w, sbreg_problem_check_gradient, w.problem, w.x, 0, &f, NULL));
  ALONE(CALL_SAYING(&w, " intercept", sbreg_problem_set_int, w.problem, "intercept", 1));
  ALONE(CALL_SAYING(&w, " standardize", sbreg_problem_set_int, w.problem, "standardize", 1));
  ALONE(CALL(&w, sbreg_problem_set_weights, w.problem, w.ones));
  ALONE(CALL(&w, sbreg_matrix_check_adjoint, w.matrix, 1, &f));
  ALONE(CALL(&w, sbreg_check_stationarity, w.problem, w.weights, size.s, w.x, &f));
  ALONE(CALL(&w, sbreg_witness_stationarity, w.problem, w.weights, size.s, w.x, &f, w.out));
  ALONE(CALL(&w, sbreg_check_bregman, w.problem, w.kernel, 100, size.s, w.x, &f));
  ALONE(CALL(&w, sbreg_witness_bregman, w.problem, w.kernel, 100, size.s, w.x, &f, w.out));
  ALONE(CALL(&w, sbreg_check_coordinatewise, w.problem, size.s, w.x, &f, NULL, NULL));
  ALONE(add_solver(&w, "iht"); CALL(&w, sbreg_solver_check_stationarity, w.solver, w.weights, w.x, &f));
  ALONE(add_solver(&w, "iht"); CALL(&w, sbreg_solver_witness_stationarity, w.solver, w.weights, w.x, &f, w.out));
  ALONE(add_solver(&w, "iht"); CALL(&w, sbreg_solver_check_bregman, w.solver, w.kernel, 100, w.x, &f));
  ALONE(add_solver(&w, "iht"); CALL(&w, sbreg_solver_witness_bregman, w.solver, w.kernel, 100, w.x, &f, w.out));
  ALONE(add_solver(&w, "iht"); CALL(&w, sbreg_solver_check_coordinatewise, w.solver, w.x, &f, NULL, NULL));
  ALONE(CALL(&w, sbreg_solver_create, &w.solver, w.problem, size.s));
  ALONE(add_solver(&w, "iht-lsr"); CALL_SAYING(&w, " iht-lsr 1", sbreg_solver_step, w.solver, 1));
  ALONE(add_solver(&w, "iht-lsr"); CALL_SAYING(&w, " iht-lsr 10", sbreg_solver_step, w.solver, 10));
  ALONE(add_solver(&w, "gpnp"); CALL_SAYING(&w, " gpnp 10", sbreg_solver_step, w.solver, 10));
  ALONE(add_solver(&w, "mfista"); CALL_SAYING(&w, " mfista 10", sbreg_solver_step, w.solver, 10));
  ALONE(add_solver(&w, "iht-lsr"); OK(sbreg_solver_set_int(w.solver, "max_iterations", 20));
        CALL(&w, sbreg_solver_run, w.solver));
  ALONE(CALL(&w, sbreg_solve_least_squares, size.m, size.n, w.A, size.m, SBREG_COL_MAJOR, w.b, size.s, w.out, &f));
}

static void calls_on_matrices_and_problems(const char* axis, struct size size) {
  double f = 0;
  int64_t number = 0;
  const char* text = NULL;
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  const int64_t m = size.m, n = size.n;
#define CREATED(kind, words, function, ...)             \
  CALL_SAYING(&w, words, function, &kind, __VA_ARGS__); \
  PLAIN(&w, sbreg_##kind##_destroy, kind)
  ALONE(
      CREATED(matrix, " by columns", sbreg_matrix_create_dense, m, n, w.A, m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL);
      CREATED(matrix, " by rows", sbreg_matrix_create_dense, m, n, w.A, n, SBREG_ROW_MAJOR, SBREG_COPY, NULL, NULL);
      CREATED(matrix, "", sbreg_matrix_create_csc, m, n, w.start, w.row, 8, 0, w.A, SBREG_COPY, NULL, NULL);
      CREATED(matrix, "", sbreg_matrix_create_operator, m, n, apply, apply_transpose, w.A, NULL);
      CREATED(problem, "", sbreg_problem_create_least_squares, m, n, w.A, m, SBREG_COL_MAJOR, w.b);
      CREATED(problem, "", sbreg_problem_create_least_squares_complex, m / 2, n, w.A, m / 2, SBREG_COL_MAJOR, w.b);
      CREATED(problem, "", sbreg_problem_create_linear, w.matrix, "huber", w.b);
      CREATED(problem, "", sbreg_problem_create_custom, n, bowl, NULL, NULL, NULL, NULL));
  /* The lower triangle of what A begins with, as a Q of min(m, n) variables. */
  const int64_t order = m < n ? m : n;
  ALONE(CREATED(problem, "", sbreg_problem_create_quadratic, order, w.A, m, w.b));
#undef CREATED
  ALONE(CALL(&w, sbreg_matrix_retain, w.matrix); sbreg_matrix_destroy(w.matrix);
        PLAIN(&w, sbreg_matrix_set_int, w.matrix, "callbacks_thread_safe", 1); /* refused: a problem uses it */
        CALL(&w, sbreg_matrix_get_int, w.matrix, "rows", &number);
        PLAIN(&w, sbreg_matrix_set_real, w.matrix, "rows", 1);   /* refused: a matrix has no such option */
        PLAIN(&w, sbreg_matrix_set_text, w.matrix, "rows", "1"); /* likewise */
        PLAIN(&w, sbreg_matrix_get_real, w.matrix, "rows", &f);  /* likewise */
        CALL(&w, sbreg_matrix_get_text, w.matrix, "storage", &text); CALL(&w, sbreg_problem_retain, w.problem);
        sbreg_problem_destroy(w.problem); CALL(&w, sbreg_problem_set_real, w.problem, "ridge", 0.5);
        PLAIN(&w, sbreg_problem_set_text, w.problem, "ridge", "1"); /* refused, as above */
        CALL(&w, sbreg_problem_get_int, w.problem, "intercept", &number);
        CALL(&w, sbreg_problem_get_real, w.problem, "ridge", &f);
        CALL(&w, sbreg_problem_get_text, w.problem, "loss", &text));
}

static void calls_on_scaling_matrices_and_kernels(const char* axis, struct size size) {
  double f = 0;
  int64_t number = 0;
  const char* text = NULL;
  sbreg_dsm *dsm = NULL, *next = NULL;
  sbreg_kernel* kernel = NULL;
  ALONE(CALL(&w, sbreg_dsm_create_weights, &dsm, size.n, w.large); PLAIN(&w, sbreg_dsm_destroy, dsm));
  for (const char* const* model = (const char* const[]){"lipschitz", "linear", "quadratic", NULL}; *model; ++model)
    ALONE(CALL(&w, sbreg_dsm_create, &dsm, w.problem, *model); sbreg_dsm_destroy(dsm));
  ALONE(OK(sbreg_dsm_create(&dsm, w.problem, "linear")); CALL(&w, sbreg_dsm_set_cost, dsm, w.ones);
        CALL(&w, sbreg_dsm_set_monitor, dsm, watch_dsm, NULL, NULL);
        CALL(&w, sbreg_dsm_set_int, dsm, "max_iterations", 4); CALL(&w, sbreg_dsm_set_real, dsm, "gap_tolerance", 1e-2);
        CALL(&w, sbreg_dsm_set_text, dsm, "algorithm", "bcm-sequential"); CALL(&w, sbreg_dsm_step, dsm, 2);
        CALL(&w, sbreg_dsm_run, dsm); CALL(&w, sbreg_dsm_get_weights, dsm, w.out);
        CALL(&w, sbreg_dsm_get_extracted_weights, dsm, w.out); CALL(&w, sbreg_dsm_get_int, dsm, "iterations", &number);
        CALL(&w, sbreg_dsm_get_real, dsm, "gap", &f); CALL(&w, sbreg_dsm_get_text, dsm, "certificate", &text);
        CALL(&w, sbreg_dsm_margin, dsm, w.problem, &f); OK(sbreg_dsm_create(&next, w.problem, "quadratic"));
        CALL(&w, sbreg_dsm_set_start, next, dsm); CALL(&w, sbreg_dsm_retain, dsm); sbreg_dsm_destroy(dsm);
        sbreg_dsm_destroy(dsm); sbreg_dsm_destroy(next));
  ALONE(CALL(&w, sbreg_kernel_create, &kernel, size.n, "power"); CALL(&w, sbreg_kernel_set_weights, kernel, w.ones);
        PLAIN(&w, sbreg_kernel_set_int, kernel, "exponent", 3);    /* refused: it is real */
        PLAIN(&w, sbreg_kernel_set_text, kernel, "exponent", "3"); /* likewise */
        CALL(&w, sbreg_kernel_set_real, kernel, "exponent", 3.0);
        CALL(&w, sbreg_kernel_get_real, kernel, "exponent", &f);
        CALL(&w, sbreg_kernel_get_int, kernel, "columns", &number);
        CALL(&w, sbreg_kernel_get_text, kernel, "kernel", &text); CALL(&w, sbreg_kernel_retain, kernel);
        sbreg_kernel_destroy(kernel); PLAIN(&w, sbreg_kernel_destroy, kernel);
        CALL(&w, sbreg_kernel_create_custom, &kernel, size.n, half_square, identity, identity, NULL, NULL);
        sbreg_kernel_destroy(kernel));
}

static void calls_on_solvers_and_paths(const char* axis, struct size size) {
  double f = 0;
  int64_t number = 0;
  const char* text = NULL;
  sbreg_path* path = NULL;
  ALONE(add_solver(&w, "iwht"); CALL(&w, sbreg_solver_set_bounds, w.solver, NULL, w.large);
        CALL(&w, sbreg_solver_set_kept, w.solver, w.start, 1); CALL(&w, sbreg_solver_add_dsm, w.solver, w.weights);
        CALL(&w, sbreg_solver_set_start, w.solver, w.x);
        CALL(&w, sbreg_solver_set_monitor, w.solver, watch_solver, NULL, NULL);
        CALL(&w, sbreg_solver_set_int, w.solver, "history", 1); CALL(&w, sbreg_solver_set_real, w.solver, "effort", 1);
        CALL(&w, sbreg_solver_set_text, w.solver, "restart", "none");
        CALL_SAYING(&w, " bounded", sbreg_solver_step, w.solver, 3);
        CALL(&w, sbreg_solver_get_solution, w.solver, w.out); CALL(&w, sbreg_solver_get_iterate, w.solver, w.out);
        CALL(&w, sbreg_solver_get_support, w.solver, NULL, 0, &number);
        CALL(&w, sbreg_solver_get_history, w.solver, "objective", NULL, 0, &number);
        CALL(&w, sbreg_solver_get_int, w.solver, "rank", &number);
        CALL(&w, sbreg_solver_get_real, w.solver, "gradient_norm", &f);
        CALL(&w, sbreg_solver_get_text, w.solver, "strategy", &text); CALL(&w, sbreg_solver_retain, w.solver);
        sbreg_solver_destroy(w.solver));
  ALONE(add_solver(&w, "bpg"); CALL(&w, sbreg_solver_set_kernel, w.solver, w.kernel);
        CALL_SAYING(&w, " bpg", sbreg_solver_step, w.solver, 3));
  ALONE(add_solver(&w, "iwht"); CALL(&w, sbreg_solver_set_groups, w.solver, w.group);
        PLAIN(&w, sbreg_solver_destroy, w.solver); w.solver = NULL);
  ALONE(add_solver(&w, "gpnp"); OK(sbreg_solver_set_int(w.solver, "max_iterations", 5));
        CALL(&w, sbreg_path_create, &path, w.solver); CALL(&w, sbreg_path_set_int, path, "last", 4);
        CALL(&w, sbreg_path_set_real, path, "ebic_gamma", 0.5); CALL(&w, sbreg_path_set_text, path, "criterion", "bic");
        CALL(&w, sbreg_path_set_monitor, path, watch_path, NULL, NULL); CALL(&w, sbreg_path_run, path);
        CALL(&w, sbreg_path_get_coefficients, path, 2, w.out);
        CALL(&w, sbreg_path_get_series, path, "bic", NULL, 0, &number);
        CALL(&w, sbreg_path_get_int, path, "chosen", &number); CALL(&w, sbreg_path_get_real, path, "ebic_gamma", &f);
        CALL(&w, sbreg_path_get_text, path, "criterion", &text); CALL(&w, sbreg_path_retain, path);
        sbreg_path_destroy(path); PLAIN(&w, sbreg_path_destroy, path));
}

static void calls_on_texts(const char* axis, struct size size) {
  int64_t number = 0;
  const char* text = NULL;
  struct world w = {0};
  w.axis = axis;
  w.size = size;
  PLAIN(&w, sbreg_version);
  PLAIN(&w, sbreg_version_string);
  PLAIN(&w, sbreg_status_text, SBREG_E_KEY);
  PLAIN(&w, sbreg_state_text, SBREG_SEARCHED);
  PLAIN(&w, sbreg_last_error);
  PLAIN(&w, sbreg_last_error_copy, NULL, 0);
  CALL(&w, sbreg_key_count, "solver", &number);
  CALL(&w, sbreg_key_text, "solver", 0, "name", &text);
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
    const struct size size = (struct size)__VA_ARGS__;        \
    calls_that_compute(axis, size);                           \
    calls_on_matrices_and_problems(axis, size);               \
    calls_on_scaling_matrices_and_kernels(axis, size);        \
    calls_on_solvers_and_paths(axis, size);                   \
    calls_on_texts(axis, size);                               \
  }
  WALK("m", rows, {v, 256, 8});
  WALK("n", columns, {64, v, 8});
  WALK("s", nonzeros, {64, 256, v});
  WALK("wide", wide, {200, v, 40});
  return 0;
}
