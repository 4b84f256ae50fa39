/* SPDX-License-Identifier: BSD-3-Clause */
/* The time of a solve from C, with which the languages compare theirs:
 *
 *     overhead FILE REPEATS
 *
 * FILE holds doubles: m, n, s, then A by columns, then b. Prints the median of the seconds that one solve took, from the
 * arrays to the solution with default options, and the objective. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sparsebregman.h"

static void check(sbreg_status status) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s: %s\n", sbreg_status_text(status), sbreg_last_error());
  exit(EXIT_FAILURE);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double* read_numbers(FILE* file, size_t count) {
  double* numbers = malloc(count * sizeof *numbers);
  if (numbers == NULL || fread(numbers, sizeof *numbers, count, file) != count) {
    fprintf(stderr, "the file is too short\n");
    exit(EXIT_FAILURE);
  }
  return numbers;
}

int main(int argc, char** argv) {
  if (argc != 3) return fprintf(stderr, "usage: overhead FILE REPEATS\n"), 2;
  FILE* file = fopen(argv[1], "rb");
  if (file == NULL) return perror(argv[1]), 1;
  double* size = read_numbers(file, 3);
  const int64_t m = (int64_t)size[0], n = (int64_t)size[1], s = (int64_t)size[2];
  double* A = read_numbers(file, (size_t)(m * n));
  double* b = read_numbers(file, (size_t)m);
  double* x = malloc((size_t)n * sizeof *x);
  const int repeats = atoi(argv[2]);
  double* times = malloc((size_t)repeats * sizeof *times);
  if (x == NULL || times == NULL) return 1;

  double objective = 0;
  for (int k = 0; k < repeats; ++k) {
    const double start = seconds();
    sbreg_matrix* matrix = NULL;
    sbreg_problem* problem = NULL;
    sbreg_solver* solver = NULL;
    check(sbreg_matrix_create_dense(&matrix, m, n, A, m, SBREG_COL_MAJOR, SBREG_BORROW, NULL, NULL));
    check(sbreg_problem_create_linear(&problem, matrix, "least_squares", b));
    check(sbreg_solver_create(&solver, problem, s));
    check(sbreg_solver_run(solver));
    check(sbreg_solver_get_solution(solver, x));
    check(sbreg_solver_get_real(solver, "best_objective", &objective));
    sbreg_solver_destroy(solver);
    sbreg_problem_destroy(problem);
    sbreg_matrix_destroy(matrix);
    times[k] = seconds() - start;
  }
  qsort(times, (size_t)repeats, sizeof *times, ascending);
  printf("%.9f %.17g\n", times[repeats / 2], objective);
  free(times);
  free(x);
  free(b);
  free(A);
  free(size);
  fclose(file);
  return 0;
}
