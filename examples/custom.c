/* SPDX-License-Identifier: BSD-3-Clause */
/* An objective of one's own: f(x) = sum of log cosh(a_i'x - b_i), which grows linearly, so that wild observations do
 * not spoil the fit. A is 80 x 200 with independent standard normal entries, 5 coefficients are +-2 at uniformly drawn
 * places, the noise is 0.1 N(0,1), and every tenth observation is off by +50. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparsebregman.h"

enum { M = 80, N = 200, S = 5 };

typedef struct {
  double A[M * N], b[M]; /* A by columns */
} Data;

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

static double residual(const Data *data, const double *x, int i) {
  double r = -data->b[i];
  for (int j = 0; j < N; ++j)
    if (x[j] != 0) r += data->A[j * M + i] * x[j];
  return r;
}

/* f, and its gradient A' tanh(r) when g is wanted. */
static int value_gradient(int64_t n, const double *x, double *f, double *g, void *user) {
  const Data *data = user;
  double slope[M];
  *f = 0;
  for (int i = 0; i < M; ++i) {
    const double r = residual(data, x, i);
    *f += fabs(r) + log1p(exp(-2 * fabs(r))) - 0.6931471805599453; /* log cosh r, without overflow */
    slope[i] = tanh(r);
  }
  for (int64_t j = 0; g != NULL && j < n; ++j) {
    g[j] = 0;
    for (int i = 0; i < M; ++i) g[j] += data->A[j * M + i] * slope[i];
  }
  return 0;
}

/* Second derivatives on the support: A_T' Diag(1 - tanh^2 r) A_T. Without this function there are no Newton steps. */
static int hessian(int64_t n, const double *x, int64_t k, const int64_t *support, double *H, void *user) {
  const Data *data = user;
  (void)n;
  for (int64_t p = 0; p < k * k; ++p) H[p] = 0;
  for (int i = 0; i < M; ++i) {
    const double t = tanh(residual(data, x, i)), weight = 1 - t * t;
    for (int64_t p = 0; p < k; ++p)
      for (int64_t q = 0; q < k; ++q)
        H[p * k + q] += weight * data->A[support[p] * M + i] * data->A[support[q] * M + i];
  }
  return 0;
}

int main(void) {
  static Data data;
  static double truth[N], x[N], point[N];
  for (int p = 0; p < M * N; ++p) data.A[p] = normal();
  for (int placed = 0; placed < S;) {
    const int j = (int)(uniform() * N);
    if (truth[j] != 0) continue;
    truth[j] = uniform() < 0.5 ? -2 : 2;
    ++placed;
  }
  for (int i = 0; i < M; ++i) data.b[i] = residual(&data, truth, i) + 0.1 * normal() + (i % 10 == 0 ? 50 : 0);

  sbreg_problem *robust = NULL, *squares = NULL;
  double discrepancy = 0;
  check(sbreg_problem_create_custom(&robust, N, value_gradient, hessian, NULL, &data, NULL));
  for (int j = 0; j < N; ++j) point[j] = 0.1 * normal();
  check(sbreg_problem_check_gradient(robust, point, 0, &discrepancy, NULL));
  printf("gradient agrees with differences: %s\n", discrepancy < 1e-6 ? "yes" : "no");
  check(sbreg_problem_create_least_squares(&squares, M, N, data.A, M, SBREG_COL_MAJOR, data.b));

  const sbreg_problem *problems[] = {squares, robust};
  const char *names[] = {"least squares", "log cosh"};
  int found = 0;
  for (int p = 0; p < 2; ++p) {
    sbreg_solver *solver = NULL;
    double error = 0;
    check(sbreg_solver_create(&solver, problems[p], S));
    check(sbreg_solver_run(solver));
    check(sbreg_solver_get_solution(solver, x));
    sbreg_solver_destroy(solver);
    found = 0;
    for (int j = 0; j < N; ++j) {
      found += truth[j] != 0 && x[j] != 0;
      error = fmax(error, fabs(x[j] - truth[j]));
    }
    printf("%-14s %d of %d places found, largest error %.2f\n", names[p], found, S, error);
  }
  sbreg_problem_destroy(robust);
  sbreg_problem_destroy(squares);
  return found == S && discrepancy < 1e-6 ? EXIT_SUCCESS : EXIT_FAILURE;
}
