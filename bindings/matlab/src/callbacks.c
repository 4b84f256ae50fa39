/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Functions of the interpreter as callbacks of the library: each puts its arguments into a question. The functions
 * themselves stay with the caller, under the number of their slot. */
#include <stdlib.h>

#include "gateway.h"

int64_t slot_next(void) {
  static int64_t last = 0;
  return ++last;
}

/* The user pointer of the library; 0 for a monitor that only looks whether the run was abandoned. */
static int64_t* slot_new(int64_t number) {
  int64_t* slot = malloc(sizeof *slot);
  if (slot != NULL) *slot = number;
  return slot;
}

static sbreg_status no_memory(call* c) {
  refuse(c, SBREG_E_MEMORY, "no memory for a callback");
  return SBREG_E_MEMORY;
}

static int apply(int64_t rows, int64_t columns, int64_t k, const double* X, double* Y, void* slot) {
  question q = {.slot = *(int64_t*)slot, .which = 1, .inputs = 1, .outputs = 1};
  q.input[0] = (question_input){.numbers = X, .rows = columns, .columns = k};
  q.output[0] = (question_output){Y, rows * k, "the operator"};
  return worker_ask(&q);
}

static int apply_transpose(int64_t rows, int64_t columns, int64_t k, const double* X, double* Y, void* slot) {
  question q = {.slot = *(int64_t*)slot, .which = 2, .inputs = 1, .outputs = 1};
  q.input[0] = (question_input){.numbers = X, .rows = rows, .columns = k};
  q.output[0] = (question_output){Y, columns * k, "the transposed operator"};
  return worker_ask(&q);
}

static int objective(int64_t n, const double* x, double* f, double* g, void* slot) {
  question q = {.slot = *(int64_t*)slot, .which = 1, .inputs = 1, .outputs = g == NULL ? 1 : 2};
  q.input[0] = (question_input){.numbers = x, .rows = n, .columns = 1};
  q.output[0] = (question_output){f, 1, "the objective"};
  q.output[1] = (question_output){g, n, "the gradient"};
  return worker_ask(&q);
}

static int hessian(int64_t n, const double* x, int64_t k, const int64_t* support, double* H, void* slot) {
  question q = {.slot = *(int64_t*)slot, .which = 2, .inputs = 2, .outputs = 1};
  q.input[0] = (question_input){.numbers = x, .rows = n, .columns = 1};
  q.input[1] = (question_input){.indices = support, .rows = k, .columns = 1};
  q.output[0] = (question_output){H, k * k, "the Hessian"};
  return worker_ask(&q);
}

static int curvature(int64_t n, int64_t k, const double* X, double* CX, void* slot) {
  question q = {.slot = *(int64_t*)slot, .which = 3, .inputs = 1, .outputs = 1};
  q.input[0] = (question_input){.numbers = X, .rows = n, .columns = k};
  q.output[0] = (question_output){CX, n * k, "the curvature bound"};
  return worker_ask(&q);
}

static int scalar(int which, int64_t i, double t, double* out, void* slot) {
  question q = {.slot = *(int64_t*)slot, .which = which, .inputs = 2, .outputs = 1};
  q.input[0] = (question_input){.indices = &i, .rows = 1, .columns = 1};
  q.input[1] = (question_input){.numbers = &t, .rows = 1, .columns = 1};
  q.output[0] = (question_output){out, 1, "a function of the kernel"};
  return worker_ask(&q);
}
static int kernel_value(int64_t i, double t, double* out, void* slot) { return scalar(1, i, t, out, slot); }
static int kernel_derivative(int64_t i, double t, double* out, void* slot) { return scalar(2, i, t, out, slot); }
static int kernel_inverse(int64_t i, double t, double* out, void* slot) { return scalar(3, i, t, out, slot); }

/* number: m, n */
sbreg_status create_operator(call* c) {
  int64_t* slot = slot_new(c->slot);
  if (slot == NULL) return no_memory(c);
  const sbreg_status status = sbreg_matrix_create_operator((sbreg_matrix**)&c->handle, c->number[0], c->number[1],
                                                           apply, apply_transpose, slot, free);
  if (status != SBREG_OK) free(slot);
  return status;
}

/* number: n and which of the optional functions there are */
sbreg_status create_custom_problem(call* c) {
  int64_t* slot = slot_new(c->slot);
  if (slot == NULL) return no_memory(c);
  const sbreg_status status =
      sbreg_problem_create_custom((sbreg_problem**)&c->handle, c->number[0], objective,
                                  c->number[1] & 1 ? hessian : NULL, c->number[1] & 2 ? curvature : NULL, slot, free);
  if (status != SBREG_OK) free(slot);
  return status;
}

/* number: n */
sbreg_status create_custom_kernel(call* c) {
  int64_t* slot = slot_new(c->slot);
  if (slot == NULL) return no_memory(c);
  const sbreg_status status = sbreg_kernel_create_custom((sbreg_kernel**)&c->handle, c->number[0], kernel_value,
                                                         kernel_derivative, kernel_inverse, slot, free);
  if (status != SBREG_OK) free(slot);
  return status;
}

static int watch(const void* slot) {
  if (worker_abandoned()) return 1;
  if (*(const int64_t*)slot == 0) return 0;
  question q = {.slot = *(const int64_t*)slot, .which = 1, .monitor = 1, .outputs = 1};
  return worker_ask(&q) || q.stop;
}
static int solver_monitor(const sbreg_solver* solver, void* slot) {
  (void)solver;
  return watch(slot);
}
static int dsm_monitor(const sbreg_dsm* dsm, void* slot) {
  (void)dsm;
  return watch(slot);
}
static int path_monitor(const sbreg_path* path, void* slot) {
  (void)path;
  return watch(slot);
}

/* Every run has a monitor, with slot 0 when the caller has none: this is how it is interrupted. */
sbreg_status watch_solver(sbreg_solver* solver, int64_t number) {
  int64_t* slot = slot_new(number);
  if (slot == NULL) return SBREG_E_MEMORY;
  const sbreg_status status = sbreg_solver_set_monitor(solver, solver_monitor, slot, free);
  if (status != SBREG_OK) free(slot);
  return status;
}

sbreg_status watch_dsm(sbreg_dsm* dsm, int64_t number) {
  int64_t* slot = slot_new(number);
  if (slot == NULL) return SBREG_E_MEMORY;
  const sbreg_status status = sbreg_dsm_set_monitor(dsm, dsm_monitor, slot, free);
  if (status != SBREG_OK) free(slot);
  return status;
}

sbreg_status watch_path(sbreg_path* path, int64_t number) {
  int64_t* slot = slot_new(number);
  if (slot == NULL) return SBREG_E_MEMORY;
  const sbreg_status status = sbreg_path_set_monitor(path, path_monitor, slot, free);
  if (status != SBREG_OK) free(slot);
  return status;
}
