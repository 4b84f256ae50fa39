/* SPDX-License-Identifier: BSD-3-Clause */
/* Stepping with a stopping rule of one's own: five safe steps of iterative hard thresholding at a time, until the
 * support has been the same for twenty iterations; then Newton steps from there. A is 120 x 300 with independent
 * standard normal entries and columns scaled to norm 1, 10 nonzeros are +-(1 + |N(0,1)|) at uniformly drawn places. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparsebregman.h"

enum { M = 120, N = 300, S = 10 };

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

int main(void) {
  static double A[M * N], truth[N], b[M], x[N];
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
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) b[i] += A[j * M + i] * truth[j];

  sbreg_problem *problem = NULL;
  sbreg_solver *solver = NULL, *finish = NULL;
  check(sbreg_problem_create_least_squares(&problem, M, N, A, M, SBREG_COL_MAJOR, b));
  check(sbreg_solver_create(&solver, problem, S));
  check(sbreg_solver_set_text(solver, "method", "iht"));

  int64_t state = SBREG_RUNNING, iterations = 0, changes = 0, seen = -1, settled = 0;
  double objective = 0;
  while (state == SBREG_RUNNING && settled < 20) {
    check(sbreg_solver_step(solver, 5));
    check(sbreg_solver_get_int(solver, "state", &state));
    check(sbreg_solver_get_int(solver, "support_changes", &changes));
    settled = changes == seen ? settled + 5 : 0;
    seen = changes;
  }
  check(sbreg_solver_get_int(solver, "iterations", &iterations));
  check(sbreg_solver_get_real(solver, "best_objective", &objective));
  check(sbreg_solver_get_solution(solver, x));
  printf("the support settled by iteration %lld, objective %.2e\n", (long long)(iterations - settled), objective);

  check(sbreg_solver_create(&finish, problem, S));
  check(sbreg_solver_set_text(finish, "method", "newton"));
  check(sbreg_solver_set_start(finish, x));
  check(sbreg_solver_run(finish));
  check(sbreg_solver_get_real(finish, "best_objective", &objective));
  check(sbreg_solver_get_int(finish, "state", &state));
  check(sbreg_solver_get_solution(finish, x));
  printf("Newton steps from there: %s\n", sbreg_state_text((int32_t)state));

  double error = 0;
  for (int j = 0; j < N; ++j) error = fmax(error, fabs(x[j] - truth[j]));
  printf("signal %s\n", error < 1e-8 ? "recovered" : "NOT recovered");
  sbreg_solver_destroy(finish);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return error < 1e-8 ? EXIT_SUCCESS : EXIT_FAILURE;
}
