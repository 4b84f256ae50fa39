/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * instructions WORKLOAD: a few fixed runs for `tests/bench/instructions`, which counts their instructions.
 *
 *     newton      Newton + D1 on 64 x 256, columns of length 1, s = 20, 26 and 30, no noise: the instances of `newton`
 *     search      auto on 100 x 300, s = 8 .. 20, Gaussian and correlated columns, 10 % noise: the families of `search`
 *     dependent   auto on 60 x 40, s = 10, with near copies of columns: where refits need more than a Cholesky factor
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sparsebregman.h"

enum { largest = 100 * 300 };

static uint64_t seed = 2026;
static double A[largest], b[100];

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

/* Each column is `correlation` times the one before it and the rest new; then all have length 1. b = A x* + noise. */
static void draw(int m, int n, int s, double correlation, double noise) {
  for (int j = 0; j < n; ++j) {
    double length = 0;
    for (int i = 0; i < m; ++i) {
      double* const entry = &A[j * m + i];
      *entry = normal();
      if (j > 0) *entry = correlation * A[(j - 1) * m + i] * sqrt(m) + sqrt(1 - correlation * correlation) * *entry;
      length += *entry * *entry;
    }
    for (int i = 0; i < m; ++i) A[j * m + i] /= sqrt(length);
  }
  for (int i = 0; i < m; ++i) b[i] = noise * normal() / sqrt(m);
  for (int k = 0; k < s; ++k) {
    const int j = (int)(uniform() * n);
    const double value = normal();
    for (int i = 0; i < m; ++i) b[i] += A[j * m + i] * value;
  }
}

static void run(int m, int n, int s, const char* method) {
  sbreg_problem* problem = NULL;
  sbreg_solver* solver = NULL;
  check(sbreg_problem_create_least_squares(&problem, m, n, A, m, SBREG_COL_MAJOR, b));
  check(sbreg_solver_create(&solver, problem, s));
  check(sbreg_solver_set_text(solver, "method", method));
  const char* const models[] = {"quadratic", "linear", "lipschitz"};
  for (int k = 0; k < 3 && strcmp(method, "newton") == 0; ++k) {
    sbreg_dsm* dsm = NULL;
    check(sbreg_dsm_create(&dsm, problem, models[k]));
    check(sbreg_dsm_run(dsm));
    check(sbreg_solver_add_dsm(solver, dsm));
    sbreg_dsm_destroy(dsm);
  }
  int64_t iterations = 0;
  double f = 0;
  check(sbreg_solver_run(solver));
  check(sbreg_solver_get_int(solver, "iterations", &iterations));
  check(sbreg_solver_get_real(solver, "best_objective", &f));
  printf("%s %d x %d, s = %d: %lld iterations, f = %.6g\n", method, m, n, s, (long long)iterations, f);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
}

int main(int count, char** words) {
  const char* const workload = count == 2 ? words[1] : "";
  if (strcmp(workload, "newton") == 0) {
    for (int s = 20; s <= 30; s += s == 20 ? 6 : 4) {
      draw(64, 256, s, 0, 0);
      run(64, 256, s, "newton");
    }
  } else if (strcmp(workload, "search") == 0) {
    for (int k = 0; k < 4; ++k) {
      draw(100, 300, 8 + 4 * k, k % 2 == 0 ? 0 : 0.9, 0.1);
      run(100, 300, 8 + 4 * k, "auto");
    }
  } else if (strcmp(workload, "dependent") == 0) {
    for (int k = 0; k < 4; ++k) {
      draw(60, 40, 10, k == 3 ? 1 : 1 - 1e-10 * pow(1e-2, k), 0.1);
      run(60, 40, 10, "auto");
    }
  } else {
    fprintf(stderr, "usage: instructions newton|search|dependent\n");
    return 2;
  }
  return 0;
}
