/* SPDX-License-Identifier: BSD-3-Clause */
/* What a solve costs from C, for comparison with other languages:
 *
 *     overhead FILE    writes the problem (A by columns, then b, as doubles) and prints the best time in microseconds
 *
 * 64 equations, 256 unknowns, 16 nonzeros; all of a solve: matrix, problem, solver, run, solution, destruction. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sparsebregman.h"

enum { M = 64, N = 256, S = 16, SOLVES = 300 };

static uint64_t seed = 2026;

static double uniform(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

static void check(sbreg_status status) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s\n", sbreg_last_error());
  exit(EXIT_FAILURE);
}

static void solve(const double* A, const double* b, double* x) {
  sbreg_matrix* matrix = NULL;
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  check(sbreg_matrix_create_dense(&matrix, M, N, A, M, SBREG_COL_MAJOR, SBREG_BORROW, NULL, NULL));
  check(sbreg_problem_create_linear(&problem, matrix, "least_squares", b));
  check(sbreg_solver_create(&solver, problem, S));
  check(sbreg_solver_run(solver));
  check(sbreg_solver_get_solution(solver, x));
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
}

int main(int argc, char** argv) {
  static double A[M * N], b[M], x[N];
  if (argc != 2) return fprintf(stderr, "usage: overhead FILE\n"), 2;
  for (int j = 0; j < N; ++j) {
    double norm = 0;
    for (int i = 0; i < M; ++i) A[j * M + i] = normal();
    for (int i = 0; i < M; ++i) norm += A[j * M + i] * A[j * M + i];
    for (int i = 0; i < M; ++i) A[j * M + i] /= sqrt(norm);
  }
  for (int k = 0; k < S; ++k) {
    const int j = (int)(uniform() * N);
    const double value = normal();
    for (int i = 0; i < M; ++i) b[i] += A[j * M + i] * value;
  }
  FILE* file = fopen(argv[1], "wb");
  if (file == NULL || fwrite(A, sizeof A, 1, file) != 1 || fwrite(b, sizeof b, 1, file) != 1 || fclose(file) != 0)
    return perror(argv[1]), 1;

  double best = INFINITY;
  for (int k = 0; k < SOLVES; ++k) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    solve(A, b, x);
    clock_gettime(CLOCK_MONOTONIC, &end);
    best = fmin(best, 1e6 * (double)(end.tv_sec - start.tv_sec) + 1e-3 * (double)(end.tv_nsec - start.tv_nsec));
  }
  printf("%.1f\n", best);
}
