/* SPDX-License-Identifier: BSD-3-Clause */
/* Choosing the number of nonzeros by cross-validation: 100 observations of 200 variables, all independent and standard
 * normal; five coefficients are +-(1 + |N(0,1)|) at uniformly drawn places, the noise is standard normal. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparsebregman.h"

enum { M = 100, N = 200, TRUE_S = 5, LAST = 10 };

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
  for (int p = 0; p < M * N; ++p) A[p] = normal();
  for (int placed = 0; placed < TRUE_S;) {
    const int j = (int)(uniform() * N);
    if (truth[j] != 0) continue;
    truth[j] = (uniform() < 0.5 ? -1 : 1) * (1 + fabs(normal()));
    ++placed;
  }
  for (int i = 0; i < M; ++i) {
    b[i] = normal();
    for (int j = 0; j < N; ++j) b[i] += A[j * M + i] * truth[j];
  }

  sbreg_problem *problem = NULL;
  sbreg_solver *solver = NULL;
  sbreg_path *path = NULL;
  check(sbreg_problem_create_least_squares(&problem, M, N, A, M, SBREG_COL_MAJOR, b));
  check(sbreg_solver_create(&solver, problem, 1)); /* what the fits have in common: problem and options */
  check(sbreg_path_create(&path, solver));
  check(sbreg_path_set_int(path, "last", LAST));
  check(sbreg_path_set_int(path, "folds", 10));
  check(sbreg_path_run(path));

  double mean[LAST], error[LAST], ebic[LAST];
  int64_t count = 0, chosen = 0;
  check(sbreg_path_get_series(path, "cv_mean", mean, LAST, &count));
  check(sbreg_path_get_series(path, "cv_error", error, LAST, &count));
  check(sbreg_path_get_series(path, "ebic", ebic, LAST, &count));
  check(sbreg_path_get_int(path, "chosen", &chosen));
  check(sbreg_path_get_coefficients(path, chosen, x));

  printf(" s   squared error, held out      EBIC\n");
  for (int64_t k = 0; k < count; ++k) {
    printf("%2d   %12.2f +- %5.2f   %10.1f%s\n", (int)k + 1, mean[k], error[k], ebic[k],
           k + 1 == chosen ? "   chosen" : "");
  }
  int found = 0;
  for (int j = 0; j < N; ++j) found += truth[j] != 0 && x[j] != 0;
  printf("true places among the chosen: %d of %d\n", found, TRUE_S);

  sbreg_path_destroy(path);
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  return found == TRUE_S && chosen == TRUE_S ? EXIT_SUCCESS : EXIT_FAILURE;
}
