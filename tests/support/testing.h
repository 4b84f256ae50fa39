/* SPDX-License-Identifier: BSD-3-Clause
 * CMocka for C, and assertions about calls of the library. */
#ifndef SBREG_TESTS_TESTING_H
#define SBREG_TESTS_TESTING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "data.h"
#include "sparsebregman.h"

static inline void assert_ok_at(sbreg_status status, const char* call, const char* file, int line) {
  if (status == SBREG_OK) return;
  print_error("%s\n  answered %d: %s\n", call, status, sbreg_last_error());
  _fail(file, line);
}

/* The status is the one expected and the error text contains every word. */
static inline void assert_refused_at(sbreg_status status, sbreg_status expected, const char* const* words,
                                     const char* call, const char* file, int line) {
  int good = status == expected;
  for (; status != SBREG_OK && *words != NULL; ++words) {
    if (strstr(sbreg_last_error(), *words) != NULL) continue;
    good = 0;
    print_error("the text does not contain \"%s\"\n", *words);
  }
  if (good) return;
  print_error("%s\n  answered %d, expected %d; text: %s\n", call, status, expected, sbreg_last_error());
  _fail(file, line);
}

static inline void assert_close_at(double a, double b, double tolerance, const char* what, const char* file, int line) {
  if (fabs(a - b) <= tolerance * fmax(1, fmax(fabs(a), fabs(b)))) return;
  print_error("%s: %.17g and %.17g differ by more than %g\n", what, a, b, tolerance);
  _fail(file, line);
}

static inline void assert_all_close_at(const double* a, const double* b, int64_t n, double tolerance, const char* what,
                                       const char* file, int line) {
  double unit = 0;
  for (int64_t i = 0; i < n; ++i) unit = fmax(unit, fmax(fabs(a[i]), fabs(b[i])));
  for (int64_t i = 0; i < n; ++i) {
    if (fabs(a[i] - b[i]) <= tolerance * unit) continue;
    print_error("%s at %lld: %.17g and %.17g\n", what, (long long)i, a[i], b[i]);
    _fail(file, line);
  }
}

#define assert_ok(call) assert_ok_at((call), #call, __FILE__, __LINE__)
/* assert_refused(call, code, "word", ...) */
#define assert_refused(call, code, ...) \
  assert_refused_at((call), (code), (const char* const[]){__VA_ARGS__, NULL}, #call, __FILE__, __LINE__)
/* Relative where the numbers exceed 1, absolute below. */
#define assert_close(a, b, tolerance) assert_close_at((a), (b), (tolerance), #a ", " #b, __FILE__, __LINE__)
/* Relative to the largest number of both. */
#define assert_all_close(a, b, n, tolerance) \
  assert_all_close_at((a), (b), (n), (tolerance), #a ", " #b, __FILE__, __LINE__)
#define assert_same_bits(a, b, n) assert_memory_equal((a), (b), (size_t)(n) * sizeof(double))

static inline sbreg_problem* problem_of(const struct instance* data) {
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_problem_create_least_squares(&problem, data->m, data->n, data->A, data->m, SBREG_COL_MAJOR, data->b));
  return problem;
}

/* A solver on a problem of its own, which lives as long as the solver. */
static inline sbreg_solver* solver_of(const struct instance* data, const char* method) {
  sbreg_problem* problem = problem_of(data);
  sbreg_solver* solver = NULL;
  assert_ok(sbreg_solver_create(&solver, problem, data->s));
  assert_ok(sbreg_solver_set_text(solver, "method", method));
  sbreg_problem_destroy(problem);
  return solver;
}

static inline int64_t int_of(const sbreg_solver* solver, const char* name) {
  int64_t value = -1;
  assert_ok(sbreg_solver_get_int(solver, name, &value));
  return value;
}

static inline double real_of(const sbreg_solver* solver, const char* name) {
  double value = NAN;
  assert_ok(sbreg_solver_get_real(solver, name, &value));
  return value;
}

#endif
