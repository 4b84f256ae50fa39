/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Loads the library that the argument names, solves, leaves an error text behind, and unloads it, 20 times: the
 * solution keeps its bits. The program is not linked with the library, so that it is loaded afresh each time. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "data.h"
#include "sparsebregman.h"

enum { m = 24, n = 40, s = 3, times = 20 };
typedef sbreg_status (*solve_function)(int64_t, int64_t, const double*, int64_t, int32_t, const double*, int64_t,
                                       double*, double*);
typedef const char* (*text_function)(void);

int main(int count, char** arguments) {
  if (count != 2) return 2;
  struct instance data = instance_make(m, n, s, 0.1, 821);
  double first[n], x[n], f;
  for (int k = 0; k < times; ++k) {
    void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
    void* symbols[2] = {dlsym(library, "sbreg_solve_least_squares"), dlsym(library, "sbreg_last_error")};
    solve_function solve;
    text_function last_error;
    memcpy(&solve, &symbols[0], sizeof solve);
    memcpy(&last_error, &symbols[1], sizeof last_error);
    if (solve(m, n, data.A, m, SBREG_COL_MAJOR, data.b, n + 1, x, &f) != SBREG_E_ARGUMENT || last_error()[0] == '\0')
      return fprintf(stderr, "s = n + 1 was not refused\n"), 1;
    if (solve(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, x, &f) != SBREG_OK)
      return fprintf(stderr, "%s\n", last_error()), 1;
    if (k == 0) memcpy(first, x, sizeof x);
    if (memcmp(first, x, sizeof x) != 0) return fprintf(stderr, "other bits after %d times\n", k), 1;
    if (dlclose(library) != 0) return fprintf(stderr, "%s\n", dlerror()), 1;
    if (dlopen(arguments[1], RTLD_NOW | RTLD_NOLOAD) != NULL) return fprintf(stderr, "the library stays loaded\n"), 1;
  }
  instance_free(&data);
  return 0;
}
