/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * A program that knows nothing but the installed header: b is three times the second column. */
#include <math.h>
#include <sparsebregman.h>
#include <stdio.h>

int main(void) {
  const double A[] = {1, 0, 0, /**/ 0, 1, 0, /**/ 0, 0, 1, /**/ 0.5, 0.5, 0.5};
  const double b[] = {0, 3, 0};
  double x[4];
  double objective;
  if (sbreg_version() != SBREG_VERSION) return 1;
  if (sbreg_solve_least_squares(3, 4, A, 3, SBREG_COL_MAJOR, b, 1, x, &objective) != SBREG_OK) {
    fprintf(stderr, "%s\n", sbreg_last_error());
    return 2;
  }
  printf("libsparsebregman %s: x = (%g, %g, %g, %g)\n", sbreg_version_string(), x[0], x[1], x[2], x[3]);
  return fabs(x[1] - 3) < 1e-6 && x[0] == 0 && x[2] == 0 && x[3] == 0 ? 0 : 3;
}
