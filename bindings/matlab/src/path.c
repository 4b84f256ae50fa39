/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Commands for paths: fits for a range of sparsities. */
#include "gateway.h"

#define OBJECT(k) (c->object[k].pointer)

static sbreg_status create_path(call* c) {
  const sbreg_status status = sbreg_path_create((sbreg_path**)&c->handle, OBJECT(0));
  return status == SBREG_OK ? watch_path(c->handle, 0) : status;
}
/* the solver that is the pattern */
static void path_create(call* c, const mxArray* a[]) {
  creates(c, PATH);
  argument_object(c, a[0], SOLVER);
  c->body = create_path;
}

/* handle, slot (0: none) */
static sbreg_status path_monitor(call* c) { return watch_path(OBJECT(0), c->slot); }
static void path_set_monitor(call* c, const mxArray* a[]) {
  argument_object(c, a[0], PATH);
  c->slot = argument_int(c, a[1], "slot");
  c->body = path_monitor;
}

static sbreg_status run_path(call* c) { return sbreg_path_run(OBJECT(0)); }
static void path_run(call* c, const mxArray* a[]) {
  argument_object(c, a[0], PATH);
  c->body = run_path;
}

static sbreg_status coefficients(call* c) { return sbreg_path_get_coefficients(OBJECT(0), c->number[0], c->out); }
/* handle, s */
static void path_coefficients(call* c, const mxArray* a[]) {
  void* path = argument_object(c, a[0], PATH);
  c->number[0] = argument_int(c, a[1], "s");
  allocate_out(c, object_size(path, PATH, "columns"));
  c->body = coefficients;
}

static sbreg_status series(call* c) { return sbreg_path_get_series(OBJECT(0), c->text, c->out, c->outs, &c->outs); }
/* handle, series */
static void path_series(call* c, const mxArray* a[]) {
  void* path = argument_object(c, a[0], PATH);
  int64_t count = 0;
  c->text = argument_text(c, a[1], "series");
  if (c->status != SBREG_OK) return;
  note(c, sbreg_path_get_series(path, c->text, NULL, 0, &count));
  allocate_out(c, count);
  c->body = count > 0 ? series : NULL;
}

const command path_commands[] = {{"path_create", 1, path_create},
                                 {"path_set_monitor", 2, path_set_monitor},
                                 {"path_run", 1, path_run},
                                 {"path_coefficients", 2, path_coefficients},
                                 {"path_series", 2, path_series},
                                 {NULL, 0, NULL}};
