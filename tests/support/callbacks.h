/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Small data and callbacks for tests that must call every function: a 2 x 2 sparse matrix, the identity as an operator,
 * f(x) = ||x||^2 / 2 and h(t) = t^2 / 2. C and C++. */
#ifndef SBREG_TESTS_CALLBACKS_H
#define SBREG_TESTS_CALLBACKS_H

#include <stdint.h>
#include <string.h>

static const int32_t csc_start[] = {0, 1, 3};
static const int32_t csc_rows[] = {0, 0, 1};
static const double csc_values[] = {1, 2, 3};

static inline int apply_identity(int64_t rows, int64_t cols, int64_t k, const double* X, double* Y, void* user) {
  (void)cols, (void)user;
  memcpy(Y, X, (size_t)(rows * k) * sizeof(double));
  return 0;
}

static inline int half_square(int64_t n, const double* x, double* f, double* g, void* user) {
  (void)user;
  *f = 0;
  for (int64_t i = 0; i < n; ++i) {
    *f += 0.5 * x[i] * x[i];
    if (g != NULL) g[i] = x[i];
  }
  return 0;
}

static inline int scalar_half_square(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = 0.5 * t * t;
  return 0;
}

static inline int scalar_identity(int64_t i, double t, double* out, void* user) {
  (void)i, (void)user;
  *out = t;
  return 0;
}

#endif
