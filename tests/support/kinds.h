/* SPDX-License-Identifier: BSD-3-Clause
 * The kinds of objects behind one interface, so that a test of options and results is written once for all of them.
 * A new kind is a line SBREG_KIND, a function that creates one and a row of the table. C and C++. */
#ifndef SBREG_TESTS_KINDS_H
#define SBREG_TESTS_KINDS_H

#include "data.h"
#include "sparsebregman.h"

struct kind {
  const char* object;
  void* (*create)(const struct instance* data); /* a fresh one, or NULL after a failure */
  void (*destroy)(void* handle);
  sbreg_status (*retain)(void* handle);
  sbreg_status (*set_int)(void* handle, const char* name, int64_t value);
  sbreg_status (*set_real)(void* handle, const char* name, double value);
  sbreg_status (*set_text)(void* handle, const char* name, const char* value);
  sbreg_status (*get_int)(const void* handle, const char* name, int64_t* value);
  sbreg_status (*get_real)(const void* handle, const char* name, double* value);
  sbreg_status (*get_text)(const void* handle, const char* name, const char** value);
};

#define SBREG_KIND(TYPE)                                                                                       \
  static inline void kind_##TYPE##_destroy(void* h) { sbreg_##TYPE##_destroy((sbreg_##TYPE*)h); }              \
  static inline sbreg_status kind_##TYPE##_retain(void* h) { return sbreg_##TYPE##_retain((sbreg_##TYPE*)h); } \
  static inline sbreg_status kind_##TYPE##_set_int(void* h, const char* name, int64_t value) {                 \
    return sbreg_##TYPE##_set_int((sbreg_##TYPE*)h, name, value);                                              \
  }                                                                                                            \
  static inline sbreg_status kind_##TYPE##_set_real(void* h, const char* name, double value) {                 \
    return sbreg_##TYPE##_set_real((sbreg_##TYPE*)h, name, value);                                             \
  }                                                                                                            \
  static inline sbreg_status kind_##TYPE##_set_text(void* h, const char* name, const char* value) {            \
    return sbreg_##TYPE##_set_text((sbreg_##TYPE*)h, name, value);                                             \
  }                                                                                                            \
  static inline sbreg_status kind_##TYPE##_get_int(const void* h, const char* name, int64_t* value) {          \
    return sbreg_##TYPE##_get_int((const sbreg_##TYPE*)h, name, value);                                        \
  }                                                                                                            \
  static inline sbreg_status kind_##TYPE##_get_real(const void* h, const char* name, double* value) {          \
    return sbreg_##TYPE##_get_real((const sbreg_##TYPE*)h, name, value);                                       \
  }                                                                                                            \
  static inline sbreg_status kind_##TYPE##_get_text(const void* h, const char* name, const char** value) {     \
    return sbreg_##TYPE##_get_text((const sbreg_##TYPE*)h, name, value);                                       \
  }

SBREG_KIND(matrix)
SBREG_KIND(problem)
SBREG_KIND(dsm)
SBREG_KIND(kernel)
SBREG_KIND(solver)
SBREG_KIND(path)

static inline void* kind_matrix_create(const struct instance* data) {
  sbreg_matrix* matrix = NULL;
  sbreg_matrix_create_dense(&matrix, data->m, data->n, data->A, data->m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL);
  return matrix;
}

static inline void* kind_problem_create(const struct instance* data) {
  sbreg_problem* problem = NULL;
  sbreg_problem_create_least_squares(&problem, data->m, data->n, data->A, data->m, SBREG_COL_MAJOR, data->b);
  return problem;
}

static inline void* kind_dsm_create(const struct instance* data) {
  sbreg_problem* problem = (sbreg_problem*)kind_problem_create(data);
  sbreg_dsm* dsm = NULL;
  sbreg_dsm_create(&dsm, problem, "lipschitz");
  sbreg_problem_destroy(problem);
  return dsm;
}

static inline void* kind_kernel_create(const struct instance* data) {
  sbreg_kernel* kernel = NULL;
  sbreg_kernel_create(&kernel, data->n, "quartic");
  return kernel;
}

static inline void* kind_solver_create(const struct instance* data) {
  sbreg_problem* problem = (sbreg_problem*)kind_problem_create(data);
  sbreg_solver* solver = NULL;
  sbreg_solver_create(&solver, problem, data->s);
  sbreg_problem_destroy(problem);
  return solver;
}

static inline void* kind_path_create(const struct instance* data) {
  sbreg_solver* solver = (sbreg_solver*)kind_solver_create(data);
  sbreg_path* path = NULL;
  sbreg_path_create(&path, solver);
  sbreg_solver_destroy(solver);
  return path;
}

#define SBREG_KIND_ROW(TYPE)                                                                           \
  {                                                                                                    \
#TYPE, kind_##TYPE##_create, kind_##TYPE##_destroy, kind_##TYPE##_retain, kind_##TYPE##_set_int,   \
        kind_##TYPE##_set_real, kind_##TYPE##_set_text, kind_##TYPE##_get_int, kind_##TYPE##_get_real, \
        kind_##TYPE##_get_text                                                                         \
  }

static const struct kind kinds[] = {SBREG_KIND_ROW(matrix), SBREG_KIND_ROW(problem), SBREG_KIND_ROW(dsm),
                                    SBREG_KIND_ROW(kernel), SBREG_KIND_ROW(solver),  SBREG_KIND_ROW(path)};
enum { kind_count = sizeof kinds / sizeof kinds[0] };

static inline int64_t key_count(const struct kind* kind) {
  int64_t count = 0;
  return sbreg_key_count(kind->object, &count) == SBREG_OK ? count : -1;
}

/* The static text of a field, or "" when it does not exist. */
static inline const char* key_field(const struct kind* kind, int64_t i, const char* field) {
  const char* text = "";
  sbreg_key_text(kind->object, i, field, &text);
  return text;
}

static inline int key_is(const struct kind* kind, int64_t i, const char* field, const char* text) {
  return strcmp(key_field(kind, i, field), text) == 0;
}

#endif
