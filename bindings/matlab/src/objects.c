/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Commands that make matrices, problems and kernels, and evaluate them. Arrays are copied: the interface of MEX files
 * offers no way to hold an argument's memory after the gateway has returned. */
#include "gateway.h"

static int is_matrix(call* c, const mxArray* A, const char* name) {
  if (!mxIsDouble(A) || mxIsComplex(A) || mxGetNumberOfDimensions(A) != 2)
    refuse(c, SBREG_E_ARGUMENT, "%s must be a matrix of real numbers", name);
  return c->status == SBREG_OK;
}

/* Dense or sparse; on the interpreter's thread, which may read A. */
static void matrix_create(call* c, const mxArray* a[]) {
  creates(c, MATRIX);
  if (!is_matrix(c, a[0], "A")) return;
  sbreg_matrix** out = (sbreg_matrix**)&c->handle;
  const int64_t m = (int64_t)mxGetM(a[0]), n = (int64_t)mxGetN(a[0]);
  const sbreg_status status =
      mxIsSparse(a[0])
          ? sbreg_matrix_create_csc(out, m, n, mxGetJc(a[0]), mxGetIr(a[0]), sizeof(mwIndex), 0, mxGetPr(a[0]),
                                    SBREG_COPY, NULL, NULL)
          : sbreg_matrix_create_dense(out, m, n, mxGetPr(a[0]), m, SBREG_COL_MAJOR, SBREG_COPY, NULL, NULL);
  note(c, status);
}

/* m, n, slot */
static void matrix_operator(call* c, const mxArray* a[]) {
  creates(c, MATRIX);
  c->number[0] = argument_int(c, a[0], "m");
  c->number[1] = argument_int(c, a[1], "n");
  c->slot = argument_int(c, a[2], "slot");
  c->body = create_operator;
}

static sbreg_status check_adjoint(call* c) {
  return sbreg_matrix_check_adjoint(c->object[0].pointer, c->number[0], &c->value[0]);
}
static void matrix_check_adjoint(call* c, const mxArray* a[]) {
  argument_object(c, a[0], MATRIX);
  c->number[0] = argument_int(c, a[1], "seed");
  c->values = 1;
  c->body = check_adjoint;
}

static sbreg_status create_linear(call* c) {
  return sbreg_problem_create_linear((sbreg_problem**)&c->handle, c->object[0].pointer, c->text, c->vector);
}
/* matrix, loss, b */
static void problem_linear(call* c, const mxArray* a[]) {
  creates(c, PROBLEM);
  void* matrix = argument_object(c, a[0], MATRIX);
  c->text = argument_text(c, a[1], "loss");
  c->vector = argument_vector(c, a[2], object_size(matrix, MATRIX, "rows"), "b");
  c->body = create_linear;
}

/* Q, q */
static void problem_quadratic(call* c, const mxArray* a[]) {
  creates(c, PROBLEM);
  if (!is_matrix(c, a[0], "Q")) return;
  const int64_t n = (int64_t)mxGetM(a[0]), columns = (int64_t)mxGetN(a[0]);
  if (mxIsSparse(a[0])) refuse(c, SBREG_E_ARGUMENT, "Q must be a full matrix");
  if (n != columns) refuse(c, SBREG_E_DIMENSION, "Q is %lld x %lld, not square", (long long)n, (long long)columns);
  c->vector = argument_vector(c, a[1], n, "q");
  if (c->status != SBREG_OK) return;
  const sbreg_status status =
      sbreg_problem_create_quadratic((sbreg_problem**)&c->handle, n, mxGetPr(a[0]), n, c->vector);
  note(c, status);
}

/* n, which optional functions there are (1: Hessian, 2: curvature), slot */
static void problem_custom(call* c, const mxArray* a[]) {
  creates(c, PROBLEM);
  c->number[0] = argument_int(c, a[0], "n");
  c->number[1] = argument_int(c, a[1], "functions");
  c->slot = argument_int(c, a[2], "slot");
  c->body = create_custom_problem;
}

static sbreg_status problem_weights(call* c) { return sbreg_problem_set_weights(c->object[0].pointer, c->vector); }
static void problem_set_weights(call* c, const mxArray* a[]) {
  void* problem = argument_object(c, a[0], PROBLEM);
  c->vector = argument_vector(c, a[1], object_size(problem, PROBLEM, "rows"), "weights");
  c->body = problem_weights;
}

static void at_point(call* c, const mxArray* a[]) {
  void* problem = argument_object(c, a[0], PROBLEM);
  c->vector = argument_vector(c, a[1], object_size(problem, PROBLEM, "columns"), "x");
}

static sbreg_status value(call* c) { return sbreg_problem_value(c->object[0].pointer, c->vector, &c->value[0]); }
static void problem_value(call* c, const mxArray* a[]) {
  at_point(c, a);
  c->values = 1;
  c->body = value;
}

static sbreg_status gradient(call* c) { return sbreg_problem_gradient(c->object[0].pointer, c->vector, c->out); }
static void problem_gradient(call* c, const mxArray* a[]) {
  at_point(c, a);
  allocate_out(c, (int64_t)mxGetNumberOfElements(a[1]));
  c->body = gradient;
}

/* The largest relative discrepancy, and where, counted from 1. */
static sbreg_status check_gradient(call* c) {
  int64_t where = -1;
  const sbreg_status status =
      sbreg_problem_check_gradient(c->object[0].pointer, c->vector, c->real, &c->value[0], &where);
  c->value[1] = (double)(where + 1);
  return status;
}
static void problem_check_gradient(call* c, const mxArray* a[]) {
  at_point(c, a);
  c->real = argument_real(c, a[2], "step");
  c->values = 2;
  c->body = check_gradient;
}

static sbreg_status create_kernel(call* c) {
  return sbreg_kernel_create((sbreg_kernel**)&c->handle, c->number[0], c->text);
}
static void kernel_create(call* c, const mxArray* a[]) {
  creates(c, KERNEL);
  c->number[0] = argument_int(c, a[0], "n");
  c->text = argument_text(c, a[1], "name");
  c->body = create_kernel;
}

/* n, slot */
static void kernel_custom(call* c, const mxArray* a[]) {
  creates(c, KERNEL);
  c->number[0] = argument_int(c, a[0], "n");
  c->slot = argument_int(c, a[1], "slot");
  c->body = create_custom_kernel;
}

static sbreg_status kernel_weights(call* c) { return sbreg_kernel_set_weights(c->object[0].pointer, c->vector); }
static void kernel_set_weights(call* c, const mxArray* a[]) {
  void* kernel = argument_object(c, a[0], KERNEL);
  c->vector = argument_vector(c, a[1], object_size(kernel, KERNEL, "columns"), "weights");
  c->body = kernel_weights;
}

const command object_commands[] = {{"matrix", 1, matrix_create},
                                   {"matrix_operator", 3, matrix_operator},
                                   {"matrix_check_adjoint", 2, matrix_check_adjoint},
                                   {"problem_linear", 3, problem_linear},
                                   {"problem_quadratic", 2, problem_quadratic},
                                   {"problem_custom", 3, problem_custom},
                                   {"problem_set_weights", 2, problem_set_weights},
                                   {"problem_value", 2, problem_value},
                                   {"problem_gradient", 2, problem_gradient},
                                   {"problem_check_gradient", 3, problem_check_gradient},
                                   {"kernel_create", 2, kernel_create},
                                   {"kernel_custom", 2, kernel_custom},
                                   {"kernel_set_weights", 2, kernel_set_weights},
                                   {NULL, 0, NULL}};
