/* SPDX-License-Identifier: BSD-3-Clause */
/* Compressed sensing with noise: 100 equations, 400 unknowns, 12 of them nonzero. A has independent standard normal
 * entries and columns scaled to norm 1; nonzeros are +-(1 + |N(0,1)|) at uniformly drawn places; the noise is normal
 * with standard deviation 0.1. The yardstick is the fit that knows the true places. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparsebregman.h"

enum { M = 100, N = 400, S = 12 };

static uint64_t seed = 1;

static double uniform(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

static void check(sbreg_status status) {
  if (status == SBREG_OK) return;
  fprintf(stderr, "%s: %s\n", sbreg_status_text(status), sbreg_last_error());
  exit(EXIT_FAILURE);
}

/* x <- the minimiser of f among vectors whose nonzeros are where `places` has them. */
static void fit_on(const sbreg_problem *problem, const double *places, double *x) {
  sbreg_solver *solver = NULL;
  sbreg_dsm *dsm = NULL;
  double w[N];
  for (int j = 0; j < N; ++j) w[j] = places[j] != 0; /* a weight of zero keeps a column out of the support */
  check(sbreg_dsm_create_weights(&dsm, N, w));
  check(sbreg_solver_create(&solver, problem, S));
  check(sbreg_solver_set_text(solver, "method", "newton"));
  check(sbreg_solver_add_dsm(solver, dsm));
  check(sbreg_solver_run(solver));
  check(sbreg_solver_get_solution(solver, x));
  sbreg_solver_destroy(solver);
  sbreg_dsm_destroy(dsm);
}

static double distance(const double *x, const double *y) {
  double sum = 0;
  for (int j = 0; j < N; ++j) sum += (x[j] - y[j]) * (x[j] - y[j]);
  return sqrt(sum);
}

int main(void) {
  static double A[M * N], truth[N], b[M], x[N], known[N], zero[N];
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
    truth[j] = (uniform() < 0.5 ? -1 : 1) * (1 + fabs(normal()));
    ++placed;
  }
  for (int i = 0; i < M; ++i) {
    b[i] = 0.1 * normal();
    for (int j = 0; j < N; ++j) b[i] += A[j * M + i] * truth[j];
  }

  sbreg_problem *problem = NULL;
  sbreg_solver *solver = NULL;
  double decrease = 0;
  check(sbreg_problem_create_least_squares(&problem, M, N, A, M, SBREG_COL_MAJOR, b));
  check(sbreg_solver_create(&solver, problem, S));
  check(sbreg_solver_run(solver));
  check(sbreg_solver_get_solution(solver, x));
  check(sbreg_check_coordinatewise(problem, S, x, &decrease, NULL, NULL));
  fit_on(problem, truth, known);

  int found = 0;
  for (int j = 0; j < N; ++j) found += truth[j] != 0 && x[j] != 0;
  printf("true places found     %d of %d\n", found, S);
  printf("error                 %.4f\n", distance(x, truth) / distance(zero, truth));
  printf("with places known     %.4f\n", distance(known, truth) / distance(zero, truth));
  printf("an exchange improves  %s\n", decrease > 1e-12 ? "yes" : "no");

  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return found == S && decrease <= 1e-12 ? EXIT_SUCCESS : EXIT_FAILURE;
}
