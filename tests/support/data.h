/* SPDX-License-Identifier: BSD-3-Clause
 * Random data that are the same in every run and on every machine, for C and C++ tests of the public interface. */
#ifndef SBREG_TESTS_DATA_H
#define SBREG_TESTS_DATA_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64, uniform on [0, 1). */
static inline double data_uniform(uint64_t* seed) {
  *seed += 0x9e3779b97f4a7c15u;
  uint64_t z = *seed;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * (1.0 / 9007199254740992.0);
}

/* Nearly standard normal (a sum of twelve), without the mathematics library. */
static inline double data_normal(uint64_t* seed) {
  double total = -6;
  for (int k = 0; k < 12; ++k) total += data_uniform(seed);
  return total;
}

static inline double* data_array(int64_t count) { return (double*)calloc((size_t)count, sizeof(double)); }

static inline double* data_normals(int64_t count, uint64_t seed) {
  double* values = data_array(count);
  for (int64_t i = 0; i < count; ++i) values[i] = data_normal(&seed);
  return values;
}

/* b = A x + noise with an s-sparse x. A is by columns, ld = m. */
struct instance {
  int64_t m, n, s;
  double *A, *b, *x;
};

static inline struct instance instance_make(int64_t m, int64_t n, int64_t s, double noise, uint64_t seed) {
  struct instance data = {m, n, s, data_normals(m * n, seed), data_normals(m, seed + 1), data_array(n)};
  uint64_t state = seed + 2;
  for (int64_t i = 0; i < m; ++i) data.b[i] *= noise;
  for (int64_t k = 0; k < s;) {
    const int64_t j = (int64_t)(data_uniform(&state) * (double)n);
    if (data.x[j] != 0) continue;
    data.x[j] = data_normal(&state) + (k % 2 == 0 ? 3 : -3);
    for (int64_t i = 0; i < m; ++i) data.b[i] += data.A[j * m + i] * data.x[j];
    ++k;
  }
  return data;
}

static inline void instance_free(struct instance* data) {
  free(data->A);
  free(data->b);
  free(data->x);
}

/* A in another order and leading dimension; what lies between the columns or rows is `padding`. */
static inline double* instance_layout(const struct instance* data, int by_rows, int64_t ld, double padding) {
  const int64_t inner = by_rows ? data->n : data->m;
  const int64_t outer = by_rows ? data->m : data->n;
  double* out = data_array(ld * outer);
  for (int64_t k = 0; k < outer; ++k)
    for (int64_t l = 0; l < ld; ++l)
      out[k * ld + l] = l >= inner ? padding : (by_rows ? data->A[l * data->m + k] : data->A[k * data->m + l]);
  return out;
}

#endif
