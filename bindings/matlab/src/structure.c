/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Commands for complex problems, groups, bounds and kept coordinates, and the certificates that take account of them.
 */
#include <stdlib.h>

#include "gateway.h"

#define OBJECT(k) (c->object[k].pointer)

/* Real and imaginary parts in turn; both arrays are of one size. */
static double* in_turn(call* c, const mxArray* real, const mxArray* imaginary, const char* name) {
  const int64_t count = (int64_t)mxGetNumberOfElements(real);
  double* parts[2] = {argument_vector(c, real, -1, name), argument_vector(c, imaginary, count, name)};
  double* pairs = c->status == SBREG_OK ? malloc((size_t)(2 * count + 1) * sizeof *pairs) : NULL;
  if (pairs == NULL) refuse(c, SBREG_E_MEMORY, "no memory for %s", name);
  for (int64_t k = 0; pairs != NULL && k < 2 * count; ++k) pairs[k] = parts[k % 2][k / 2];
  free(parts[0]);
  free(parts[1]);
  return pairs;
}

static sbreg_status create_complex(call* c) {
  return sbreg_problem_create_least_squares_complex((sbreg_problem**)&c->handle, c->number[0], c->number[1], c->vector,
                                                    c->number[0], SBREG_COL_MAJOR, c->second);
}
/* real(A), imag(A), real(b), imag(b) */
static void problem_complex(call* c, const mxArray* a[]) {
  creates(c, PROBLEM);
  c->number[0] = (int64_t)mxGetM(a[0]);
  c->number[1] = (int64_t)mxGetN(a[0]);
  c->vector = in_turn(c, a[0], a[1], "A");
  c->second = in_turn(c, a[2], a[3], "b");
  const int64_t given = (int64_t)mxGetNumberOfElements(a[2]);
  if (given != c->number[0])
    refuse(c, SBREG_E_DIMENSION, "b has %lld numbers instead of %lld", (long long)given, (long long)c->number[0]);
  c->body = create_complex;
}

static sbreg_status groups(call* c) { return sbreg_solver_set_groups(OBJECT(0), c->index); }
static void solver_set_groups(call* c, const mxArray* a[]) {
  void* solver = argument_object(c, a[0], SOLVER);
  c->index = argument_indices(c, a[1], "groups");
  const int64_t n = object_size(solver, SOLVER, "columns");
  if (c->number[0] != n)
    refuse(c, SBREG_E_DIMENSION, "groups has %lld numbers instead of %lld", (long long)c->number[0], (long long)n);
  c->body = groups;
}

static sbreg_status bounds(call* c) { return sbreg_solver_set_bounds(OBJECT(0), c->vector, c->second); }
/* handle, lower, upper; [] for none */
static void solver_set_bounds(call* c, const mxArray* a[]) {
  const int64_t n = object_size(argument_object(c, a[0], SOLVER), SOLVER, "columns");
  if (!mxIsEmpty(a[1])) c->vector = argument_vector(c, a[1], n, "lower");
  if (!mxIsEmpty(a[2])) c->second = argument_vector(c, a[2], n, "upper");
  c->body = bounds;
}

static sbreg_status kept(call* c) { return sbreg_solver_set_kept(OBJECT(0), c->index, c->number[0]); }
static void solver_set_kept(call* c, const mxArray* a[]) {
  argument_object(c, a[0], SOLVER);
  c->index = argument_indices(c, a[1], "kept");
  c->body = kept;
}

static sbreg_status stationarity(call* c) {
  return sbreg_solver_check_stationarity(OBJECT(0), OBJECT(1), c->vector, &c->value[0]);
}
/* solver, dsm, x */
static void solver_check_stationarity(call* c, const mxArray* a[]) {
  const int64_t n = object_size(argument_object(c, a[0], SOLVER), SOLVER, "columns");
  argument_object(c, a[1], DSM);
  c->vector = argument_vector(c, a[2], n, "x");
  c->values = 1;
  c->body = stationarity;
}

static sbreg_status bregman(call* c) {
  return sbreg_solver_check_bregman(OBJECT(0), OBJECT(1), c->real, c->vector, &c->value[0]);
}
/* solver, kernel, L, x */
static void solver_check_bregman(call* c, const mxArray* a[]) {
  const int64_t n = object_size(argument_object(c, a[0], SOLVER), SOLVER, "columns");
  argument_object(c, a[1], KERNEL);
  c->real = argument_real(c, a[2], "L");
  c->vector = argument_vector(c, a[3], n, "x");
  c->values = 1;
  c->body = bregman;
}

/* Decrease, leaves, enters; indices counted from 1, so 0 means none. */
static sbreg_status coordinatewise(call* c) {
  int64_t leaves = -1, enters = -1;
  const sbreg_status status = sbreg_solver_check_coordinatewise(OBJECT(0), c->vector, &c->value[0], &leaves, &enters);
  c->value[1] = (double)(leaves + 1);
  c->value[2] = (double)(enters + 1);
  return status;
}
/* solver, x */
static void solver_check_coordinatewise(call* c, const mxArray* a[]) {
  const int64_t n = object_size(argument_object(c, a[0], SOLVER), SOLVER, "columns");
  c->vector = argument_vector(c, a[1], n, "x");
  c->values = 3;
  c->body = coordinatewise;
}

static sbreg_status witness_of_dsm(call* c) {
  return sbreg_solver_witness_stationarity(OBJECT(0), OBJECT(1), c->vector, &c->value[0], c->out);
}
/* As solver_check_stationarity; y follows the violation. */
static void solver_witness_stationarity(call* c, const mxArray* a[]) {
  solver_check_stationarity(c, a);
  allocate_out(c, object_size(OBJECT(0), SOLVER, "columns"));
  c->body = witness_of_dsm;
}

static sbreg_status witness_of_kernel(call* c) {
  return sbreg_solver_witness_bregman(OBJECT(0), OBJECT(1), c->real, c->vector, &c->value[0], c->out);
}
static void solver_witness_bregman(call* c, const mxArray* a[]) {
  solver_check_bregman(c, a);
  allocate_out(c, object_size(OBJECT(0), SOLVER, "columns"));
  c->body = witness_of_kernel;
}

static sbreg_status intercept(call* c) { return sbreg_problem_intercept(OBJECT(0), c->vector, &c->value[0]); }
/* problem, x */
static void problem_intercept(call* c, const mxArray* a[]) {
  const int64_t n = object_size(argument_object(c, a[0], PROBLEM), PROBLEM, "columns");
  c->vector = argument_vector(c, a[1], n, "x");
  c->values = 1;
  c->body = intercept;
}

const command structure_commands[] = {{"problem_complex", 4, problem_complex},
                                      {"problem_intercept", 2, problem_intercept},
                                      {"solver_set_groups", 2, solver_set_groups},
                                      {"solver_set_bounds", 3, solver_set_bounds},
                                      {"solver_set_kept", 2, solver_set_kept},
                                      {"solver_check_stationarity", 3, solver_check_stationarity},
                                      {"solver_check_bregman", 4, solver_check_bregman},
                                      {"solver_check_coordinatewise", 2, solver_check_coordinatewise},
                                      {"solver_witness_stationarity", 3, solver_witness_stationarity},
                                      {"solver_witness_bregman", 4, solver_witness_bregman},
                                      {NULL, 0, NULL}};
