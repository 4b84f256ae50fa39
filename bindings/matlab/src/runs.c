/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Commands for scaling matrices, solvers and certificates. */
#include <stdlib.h>

#include "gateway.h"

#define OBJECT(k) (c->object[k].pointer)

static sbreg_status create_dsm(call* c) {
  const sbreg_status status = sbreg_dsm_create((sbreg_dsm**)&c->handle, OBJECT(0), c->text);
  return status == SBREG_OK ? watch_dsm(c->handle, 0) : status;
}
/* problem, model */
static void dsm_create(call* c, const mxArray* a[]) {
  creates(c, DSM);
  argument_object(c, a[0], PROBLEM);
  c->text = argument_text(c, a[1], "model");
  c->body = create_dsm;
}

static sbreg_status create_weights(call* c) {
  return sbreg_dsm_create_weights((sbreg_dsm**)&c->handle, c->number[0], c->vector);
}
static void dsm_weights(call* c, const mxArray* a[]) {
  creates(c, DSM);
  c->number[0] = (int64_t)mxGetNumberOfElements(a[0]);
  c->vector = argument_vector(c, a[0], -1, "weights");
  c->body = create_weights;
}

static sbreg_status set_cost(call* c) { return sbreg_dsm_set_cost(OBJECT(0), c->vector); }
static void dsm_set_cost(call* c, const mxArray* a[]) {
  void* dsm = argument_object(c, a[0], DSM);
  c->vector = argument_vector(c, a[1], object_size(dsm, DSM, "columns"), "cost");
  c->body = set_cost;
}

static sbreg_status dsm_start(call* c) { return sbreg_dsm_set_start(OBJECT(0), OBJECT(1)); }
static void dsm_set_start(call* c, const mxArray* a[]) {
  argument_object(c, a[0], DSM);
  argument_object(c, a[1], DSM);
  c->body = dsm_start;
}

/* handle, slot (0: none) */
static sbreg_status dsm_monitor(call* c) { return watch_dsm(OBJECT(0), c->slot); }
static void dsm_set_monitor(call* c, const mxArray* a[]) {
  argument_object(c, a[0], DSM);
  c->slot = argument_int(c, a[1], "slot");
  c->body = dsm_monitor;
}

static sbreg_status step_dsm(call* c) { return sbreg_dsm_step(OBJECT(0), c->number[0]); }
static void dsm_step(call* c, const mxArray* a[]) {
  argument_object(c, a[0], DSM);
  c->number[0] = argument_int(c, a[1], "count");
  c->body = step_dsm;
}

static sbreg_status run_dsm(call* c) { return sbreg_dsm_run(OBJECT(0)); }
static void dsm_run(call* c, const mxArray* a[]) {
  argument_object(c, a[0], DSM);
  c->body = run_dsm;
}

static sbreg_status get_weights(call* c) {
  return c->number[0] ? sbreg_dsm_get_extracted_weights(OBJECT(0), c->out) : sbreg_dsm_get_weights(OBJECT(0), c->out);
}
/* handle, whether those that the paper extracts */
static void dsm_get_weights(call* c, const mxArray* a[]) {
  void* dsm = argument_object(c, a[0], DSM);
  c->number[0] = argument_int(c, a[1], "extracted");
  allocate_out(c, object_size(dsm, DSM, "columns"));
  c->body = get_weights;
}

static sbreg_status margin(call* c) { return sbreg_dsm_margin(OBJECT(0), OBJECT(1), &c->value[0]); }
static void dsm_margin(call* c, const mxArray* a[]) {
  argument_object(c, a[0], DSM);
  argument_object(c, a[1], PROBLEM);
  c->values = 1;
  c->body = margin;
}

static sbreg_status create_solver(call* c) {
  const sbreg_status status = sbreg_solver_create((sbreg_solver**)&c->handle, OBJECT(0), c->number[0]);
  return status == SBREG_OK ? watch_solver(c->handle, 0) : status;
}
/* problem, s */
static void solver_create(call* c, const mxArray* a[]) {
  creates(c, SOLVER);
  argument_object(c, a[0], PROBLEM);
  c->number[0] = argument_int(c, a[1], "s");
  c->body = create_solver;
}

static sbreg_status add_dsm(call* c) { return sbreg_solver_add_dsm(OBJECT(0), OBJECT(1)); }
static void solver_add_dsm(call* c, const mxArray* a[]) {
  argument_object(c, a[0], SOLVER);
  argument_object(c, a[1], DSM);
  c->body = add_dsm;
}

static sbreg_status set_kernel(call* c) { return sbreg_solver_set_kernel(OBJECT(0), OBJECT(1)); }
static void solver_set_kernel(call* c, const mxArray* a[]) {
  argument_object(c, a[0], SOLVER);
  argument_object(c, a[1], KERNEL);
  c->body = set_kernel;
}

static sbreg_status set_start(call* c) { return sbreg_solver_set_start(OBJECT(0), c->vector); }
static void solver_set_start(call* c, const mxArray* a[]) {
  void* solver = argument_object(c, a[0], SOLVER);
  c->vector = argument_vector(c, a[1], object_size(solver, SOLVER, "columns"), "start");
  c->body = set_start;
}

static sbreg_status solver_monitor(call* c) { return watch_solver(OBJECT(0), c->slot); }
static void solver_set_monitor(call* c, const mxArray* a[]) {
  argument_object(c, a[0], SOLVER);
  c->slot = argument_int(c, a[1], "slot");
  c->body = solver_monitor;
}

static sbreg_status step_solver(call* c) { return sbreg_solver_step(OBJECT(0), c->number[0]); }
static void solver_step(call* c, const mxArray* a[]) {
  argument_object(c, a[0], SOLVER);
  c->number[0] = argument_int(c, a[1], "count");
  c->body = step_solver;
}

static sbreg_status run_solver(call* c) { return sbreg_solver_run(OBJECT(0)); }
static void solver_run(call* c, const mxArray* a[]) {
  argument_object(c, a[0], SOLVER);
  c->body = run_solver;
}

static sbreg_status solution(call* c) { return sbreg_solver_get_solution(OBJECT(0), c->out); }
static void solver_solution(call* c, const mxArray* a[]) {
  allocate_out(c, object_size(argument_object(c, a[0], SOLVER), SOLVER, "columns"));
  c->body = solution;
}

static sbreg_status iterate(call* c) { return sbreg_solver_get_iterate(OBJECT(0), c->out); }
static void solver_iterate(call* c, const mxArray* a[]) {
  allocate_out(c, object_size(argument_object(c, a[0], SOLVER), SOLVER, "columns"));
  c->body = iterate;
}

/* Counted from 1. */
static sbreg_status support(call* c) {
  const sbreg_status status = sbreg_solver_get_support(OBJECT(0), c->index, c->outs, &c->outs);
  for (int64_t k = 0; status == SBREG_OK && k < c->outs; ++k) c->out[k] = (double)(c->index[k] + 1);
  return status;
}
static void solver_support(call* c, const mxArray* a[]) {
  void* solver = argument_object(c, a[0], SOLVER);
  int64_t count = 0;
  if (c->status == SBREG_OK) note(c, sbreg_solver_get_support(solver, NULL, 0, &count));
  allocate_out(c, count);
  c->index = malloc((size_t)(count > 0 ? count : 1) * sizeof *c->index);
  if (c->index == NULL) refuse(c, SBREG_E_MEMORY, "no memory for the support");
  c->body = count > 0 ? support : NULL;
}

static sbreg_status history(call* c) { return sbreg_solver_get_history(OBJECT(0), c->text, c->out, c->outs, &c->outs); }
/* handle, series */
static void solver_history(call* c, const mxArray* a[]) {
  void* solver = argument_object(c, a[0], SOLVER);
  int64_t count = 0;
  c->text = argument_text(c, a[1], "series");
  if (c->status != SBREG_OK) return;
  const sbreg_status status = sbreg_solver_get_history(solver, c->text, NULL, 0, &count);
  note(c, status);
  allocate_out(c, count);
  c->body = count > 0 ? history : NULL;
}

static sbreg_status stationarity(call* c) {
  return sbreg_check_stationarity(OBJECT(0), OBJECT(1), c->number[0], c->vector, &c->value[0]);
}
/* problem, dsm, s, x */
static void check_stationarity(call* c, const mxArray* a[]) {
  void* problem = argument_object(c, a[0], PROBLEM);
  argument_object(c, a[1], DSM);
  c->number[0] = argument_int(c, a[2], "s");
  c->vector = argument_vector(c, a[3], object_size(problem, PROBLEM, "columns"), "x");
  c->values = 1;
  c->body = stationarity;
}

static sbreg_status bregman(call* c) {
  return sbreg_check_bregman(OBJECT(0), OBJECT(1), c->real, c->number[0], c->vector, &c->value[0]);
}
/* problem, kernel, L, s, x */
static void check_bregman(call* c, const mxArray* a[]) {
  void* problem = argument_object(c, a[0], PROBLEM);
  argument_object(c, a[1], KERNEL);
  c->real = argument_real(c, a[2], "L");
  c->number[0] = argument_int(c, a[3], "s");
  c->vector = argument_vector(c, a[4], object_size(problem, PROBLEM, "columns"), "x");
  c->values = 1;
  c->body = bregman;
}

/* Decrease, leaves, enters; indices counted from 1, so 0 means none. */
static sbreg_status coordinatewise(call* c) {
  int64_t leaves = -1, enters = -1;
  const sbreg_status status =
      sbreg_check_coordinatewise(OBJECT(0), c->number[0], c->vector, &c->value[0], &leaves, &enters);
  c->value[1] = (double)(leaves + 1);
  c->value[2] = (double)(enters + 1);
  return status;
}
/* problem, s, x */
static void check_coordinatewise(call* c, const mxArray* a[]) {
  void* problem = argument_object(c, a[0], PROBLEM);
  c->number[0] = argument_int(c, a[1], "s");
  c->vector = argument_vector(c, a[2], object_size(problem, PROBLEM, "columns"), "x");
  c->values = 3;
  c->body = coordinatewise;
}

static sbreg_status witness_of_dsm(call* c) {
  return sbreg_witness_stationarity(OBJECT(0), OBJECT(1), c->number[0], c->vector, &c->value[0], c->out);
}
/* As check_stationarity; y follows the violation. */
static void witness_stationarity(call* c, const mxArray* a[]) {
  check_stationarity(c, a);
  allocate_out(c, object_size(OBJECT(0), PROBLEM, "columns"));
  c->body = witness_of_dsm;
}

static sbreg_status witness_of_kernel(call* c) {
  return sbreg_witness_bregman(OBJECT(0), OBJECT(1), c->real, c->number[0], c->vector, &c->value[0], c->out);
}
static void witness_bregman(call* c, const mxArray* a[]) {
  check_bregman(c, a);
  allocate_out(c, object_size(OBJECT(0), PROBLEM, "columns"));
  c->body = witness_of_kernel;
}

const command run_commands[] = {{"dsm_create", 2, dsm_create},
                                {"dsm_weights", 1, dsm_weights},
                                {"dsm_set_cost", 2, dsm_set_cost},
                                {"dsm_set_start", 2, dsm_set_start},
                                {"dsm_set_monitor", 2, dsm_set_monitor},
                                {"dsm_step", 2, dsm_step},
                                {"dsm_run", 1, dsm_run},
                                {"dsm_get_weights", 2, dsm_get_weights},
                                {"dsm_margin", 2, dsm_margin},
                                {"solver_create", 2, solver_create},
                                {"solver_add_dsm", 2, solver_add_dsm},
                                {"solver_set_kernel", 2, solver_set_kernel},
                                {"solver_set_start", 2, solver_set_start},
                                {"solver_set_monitor", 2, solver_set_monitor},
                                {"solver_step", 2, solver_step},
                                {"solver_run", 1, solver_run},
                                {"solver_solution", 1, solver_solution},
                                {"solver_iterate", 1, solver_iterate},
                                {"solver_support", 1, solver_support},
                                {"solver_history", 2, solver_history},
                                {"check_stationarity", 4, check_stationarity},
                                {"check_bregman", 5, check_bregman},
                                {"check_coordinatewise", 3, check_coordinatewise},
                                {"witness_stationarity", 4, witness_stationarity},
                                {"witness_bregman", 5, witness_bregman},
                                {NULL, 0, NULL}};
