/* SPDX-License-Identifier: BSD-3-Clause */
/* Compressed sensing through the C API: recover a sparse x from b = Ax with far fewer equations than unknowns, and
 * show what happened. A has independent standard normal entries and columns scaled to norm 1; the nonzeros of x are
 * standard normal at uniformly drawn places. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sparsebregman.h"

enum { M = 64, N = 256, S = 16 };

static uint64_t seed = 2026;

static double uniform(void) { /* a 64-bit linear congruential generator is enough for a demonstration */
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

static void check(sbreg_status status) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s: %s\n", sbreg_status_text(status), sbreg_last_error());
  exit(EXIT_FAILURE);
}

static void make_instance(double *A, double *truth, double *b) {
  for (int j = 0; j < N; ++j) {
    double norm = 0;
    for (int i = 0; i < M; ++i) {
      A[j * M + i] = normal();
      norm += A[j * M + i] * A[j * M + i];
    }
    for (int i = 0; i < M; ++i) A[j * M + i] /= sqrt(norm);
  }
  for (int placed = 0; placed < S;) {
    const int j = (int)(uniform() * N);
    if (truth[j] != 0) continue;
    truth[j] = normal();
    ++placed;
  }
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) b[i] += A[j * M + i] * truth[j];
}

/* One line per nonzero: index, truth, estimate and a bar. */
static void show_coefficients(const double *truth, const double *x) {
  printf("  index      truth   estimate\n");
  for (int j = 0; j < N; ++j) {
    if (truth[j] == 0 && x[j] == 0) continue;
    char bar[42] = "                    |                    ";
    const int length = (int)fmin(20, ceil(fabs(x[j]) * 8));
    for (int k = 1; k <= length; ++k) bar[x[j] < 0 ? 20 - k : 20 + k] = '#';
    printf("  %5d %10.5f %10.5f  %s%s\n", j, truth[j], x[j], bar, (truth[j] != 0) == (x[j] != 0) ? "" : "  <- differs");
  }
}

/* The objective, on a logarithmic scale, as a bar per row; long runs are thinned to 16 rows. */
static void show_objective(const double *f, int64_t count) {
  const int64_t rows = count < 16 ? count : 16;
  printf("  iteration    objective\n");
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t k = rows < 2 ? 0 : r * (count - 1) / (rows - 1);
    const double decades = f[k] > 0 ? 24 + log10(f[k]) : 0;
    char bar[64] = "";
    const int length = (int)fmax(0, fmin(50, decades * 2));
    memset(bar, '=', (size_t)length);
    bar[length] = '\0';
    printf("  %9lld %12.3e  %s\n", (long long)k, f[k], bar);
  }
}

int main(void) {
  static double A[M * N], truth[N], b[M], x[N];
  make_instance(A, truth, b);

  sbreg_problem *problem = NULL;
  sbreg_solver *solver = NULL;
  check(sbreg_problem_create_least_squares(&problem, M, N, A, M, SBREG_COL_MAJOR, b));
  check(sbreg_solver_create(&solver, problem, S));
  check(sbreg_solver_set_int(solver, "history", 1));
  check(sbreg_solver_run(solver));
  check(sbreg_solver_get_solution(solver, x));

  int64_t state = 0, iterations = 0, count = 0;
  double objective = 0, seconds = 0, error = 0, size = 0;
  const char *method = NULL;
  check(sbreg_solver_get_int(solver, "state", &state));
  check(sbreg_solver_get_int(solver, "iterations", &iterations));
  check(sbreg_solver_get_real(solver, "best_objective", &objective));
  check(sbreg_solver_get_real(solver, "elapsed_seconds", &seconds));
  check(sbreg_solver_get_text(solver, "method", &method));
  check(sbreg_solver_get_history(solver, "objective", NULL, 0, &count));
  double *history = malloc((size_t)count * sizeof *history);
  if (history == NULL) return EXIT_FAILURE;
  check(sbreg_solver_get_history(solver, "objective", history, count, &count));
  for (int j = 0; j < N; ++j) {
    error += (x[j] - truth[j]) * (x[j] - truth[j]);
    size += truth[j] * truth[j];
  }

  printf("libsparsebregman %s: %d equations, %d unknowns, at most %d nonzeros\n\n", sbreg_version_string(), M, N, S);
  show_coefficients(truth, x);
  printf("\n");
  show_objective(history, count);
  printf("\nmethod %s: %s after %lld iterations, %.2f ms; objective %.3e, relative error %.3e: %s\n", method,
         sbreg_state_text((int32_t)state), (long long)iterations, 1e3 * seconds, objective, sqrt(error / size),
         sqrt(error / size) < 1e-4 ? "recovered" : "NOT recovered");

  free(history);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return sqrt(error / size) < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
