/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse index tracking: follow an index of 60 assets with few of them. With the covariances Q of the assets' returns
 * and q of the assets' with the index's, the variance of the tracking error is x'Qx - 2q'x + const, a quadratic
 * problem. The returns of 500 days come from three factors: loadings 0.5 + N(0,1)/2, factors 0.01 N(0,1), own noise
 * 0.005 N(0,1), all independent; the index has weights proportional to 1, 1/2, ..., 1/60. The last 250 days are kept
 * for the test. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparsebregman.h"

enum { ASSETS = 60, DAYS = 500, FIT = 250, FACTORS = 3 };

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

static double returns[DAYS][ASSETS], index_return[DAYS];

static void make_market(void) {
  static double loading[ASSETS][FACTORS];
  double total = 0;
  for (int j = 0; j < ASSETS; ++j) {
    total += 1.0 / (j + 1);
    for (int f = 0; f < FACTORS; ++f) loading[j][f] = 0.5 + normal() / 2;
  }
  for (int t = 0; t < DAYS; ++t) {
    double factor[FACTORS];
    for (int f = 0; f < FACTORS; ++f) factor[f] = 0.01 * normal();
    for (int j = 0; j < ASSETS; ++j) {
      returns[t][j] = 0.005 * normal();
      for (int f = 0; f < FACTORS; ++f) returns[t][j] += loading[j][f] * factor[f];
      index_return[t] += returns[t][j] / ((j + 1) * total);
    }
  }
}

/* Squared tracking error of x over days from .. to, in percent of the index's own squared returns. */
static double tracking_error(const double *x, int from, int to) {
  double error = 0, size = 0;
  for (int t = from; t < to; ++t) {
    double difference = index_return[t];
    for (int j = 0; j < ASSETS; ++j) difference -= x[j] * returns[t][j];
    error += difference * difference;
    size += index_return[t] * index_return[t];
  }
  return 100 * error / size;
}

int main(void) {
  static double Q[ASSETS * ASSETS], q[ASSETS], x[ASSETS];
  make_market();
  for (int t = 0; t < FIT; ++t)
    for (int j = 0; j < ASSETS; ++j) {
      q[j] += returns[t][j] * index_return[t] / FIT;
      for (int i = 0; i < ASSETS; ++i) Q[j * ASSETS + i] += returns[t][i] * returns[t][j] / FIT;
    }

  sbreg_problem *problem = NULL;
  check(sbreg_problem_create_quadratic(&problem, ASSETS, Q, ASSETS, q));
  printf("assets   error %% (250 days fitted)   error %% (next 250 days)\n");
  double previous = 100;
  int falls = 1;
  for (int s = 2; s <= 32; s *= 2) {
    sbreg_solver *solver = NULL;
    check(sbreg_solver_create(&solver, problem, s));
    check(sbreg_solver_run(solver));
    check(sbreg_solver_get_solution(solver, x));
    sbreg_solver_destroy(solver);
    const double error = tracking_error(x, 0, FIT);
    printf("%6d   %25.3f   %23.3f\n", s, error, tracking_error(x, FIT, DAYS));
    falls = falls && error < previous; /* the best of more assets is never worse */
    previous = error;
  }
  sbreg_problem_destroy(problem);
  return falls ? EXIT_SUCCESS : EXIT_FAILURE;
}
