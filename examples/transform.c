/* SPDX-License-Identifier: BSD-3-Clause */
/* A signal from a few of its samples, through a matrix that is never formed. The signal has 1024 samples and is a sum
 * of 12 cosines of the discrete cosine transform, at uniformly drawn frequencies with amplitudes +-(1 + |N(0,1)|); 160
 * samples, uniformly drawn, are known. A is "transform back, then read the known samples": FFTW computes A X and A' Y
 * in O(n log n). */
#include <fftw3.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparsebregman.h"

enum { SAMPLES = 160, LENGTH = 1024, WAVES = 12 };

typedef struct {
  fftw_plan back, forth; /* in place on `work` */
  double *work;
  int known[SAMPLES];
} Transform;

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

/* The columns of the orthonormal transform: the first is shorter in FFTW's scaling. */
static double scale(int j) { return sqrt((j == 0 ? 1.0 : 2.0) / LENGTH); }

/* work <- the signal with coefficients x. */
static void synthesise(const Transform *t, const double *x) {
  t->work[0] = scale(0) * x[0];
  for (int j = 1; j < LENGTH; ++j) t->work[j] = scale(j) * x[j] / 2;
  fftw_execute(t->back);
}

static int apply(int64_t m, int64_t n, int64_t k, const double *X, double *Y, void *user) {
  const Transform *t = user;
  for (; k > 0; --k, X += n, Y += m) {
    synthesise(t, X);
    for (int64_t i = 0; i < m; ++i) Y[i] = t->work[t->known[i]];
  }
  return 0;
}

static int apply_transpose(int64_t m, int64_t n, int64_t k, const double *X, double *Y, void *user) {
  const Transform *t = user;
  for (; k > 0; --k, X += m, Y += n) {
    for (int i = 0; i < LENGTH; ++i) t->work[i] = 0;
    for (int64_t i = 0; i < m; ++i) t->work[t->known[i]] = X[i];
    fftw_execute(t->forth);
    for (int j = 0; j < LENGTH; ++j) Y[j] = scale(j) * t->work[j] / 2;
  }
  return 0;
}

int main(void) {
  static double truth[LENGTH], signal[LENGTH], x[LENGTH], b[SAMPLES];
  Transform t = {.work = fftw_alloc_real(LENGTH)};
  t.back = fftw_plan_r2r_1d(LENGTH, t.work, t.work, FFTW_REDFT01, FFTW_ESTIMATE);
  t.forth = fftw_plan_r2r_1d(LENGTH, t.work, t.work, FFTW_REDFT10, FFTW_ESTIMATE);

  for (int placed = 0; placed < WAVES;) {
    const int j = (int)(uniform() * LENGTH);
    if (truth[j] != 0) continue;
    truth[j] = (uniform() < 0.5 ? -1 : 1) * (1 + fabs(normal()));
    ++placed;
  }
  synthesise(&t, truth);
  static int taken[LENGTH];
  for (int i = 0; i < LENGTH; ++i) signal[i] = t.work[i];
  for (int i = 0; i < SAMPLES;) {
    const int place = (int)(uniform() * LENGTH);
    if (taken[place]) continue;
    taken[place] = 1;
    t.known[i] = place;
    b[i++] = signal[place];
  }

  sbreg_matrix *A = NULL;
  sbreg_problem *problem = NULL;
  sbreg_solver *solver = NULL;
  double discrepancy = 0;
  check(sbreg_matrix_create_operator(&A, SAMPLES, LENGTH, apply, apply_transpose, &t, NULL));
  check(sbreg_matrix_check_adjoint(A, 1, &discrepancy)); /* is apply_transpose the adjoint of apply? */
  check(sbreg_problem_create_linear(&problem, A, "least_squares", b));
  check(sbreg_solver_create(&solver, problem, WAVES));
  check(sbreg_solver_run(solver));
  check(sbreg_solver_get_solution(solver, x));

  double error = 0, size = 0;
  synthesise(&t, x);
  for (int i = 0; i < LENGTH; ++i) {
    error += (t.work[i] - signal[i]) * (t.work[i] - signal[i]);
    size += signal[i] * signal[i];
  }
  const int adjoint = discrepancy < 1e-12, recovered = sqrt(error / size) < 1e-6;
  printf("samples known    %d of %d\n", SAMPLES, LENGTH);
  printf("adjoint          %s\n", adjoint ? "yes" : "no");
  printf("whole signal     %s\n", recovered ? "recovered" : "NOT recovered");

  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(A);
  fftw_destroy_plan(t.back);
  fftw_destroy_plan(t.forth);
  fftw_free(t.work);
  return adjoint && recovered ? EXIT_SUCCESS : EXIT_FAILURE;
}
