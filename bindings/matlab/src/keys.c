/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Commands about the library itself, and options and results by name. They run on the interpreter's thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static void version(call* c, const mxArray* a[]) {
  (void)a;
  c->values = 2;
  c->value[0] = sbreg_version();
  c->value[1] = SBREG_VERSION;
  c->extra = mxCreateString(sbreg_version_string());
}

static void slot(call* c, const mxArray* a[]) {
  (void)a;
  c->values = 1;
  c->value[0] = (double)slot_next();
}

static void live(call* c, const mxArray* a[]) {
  (void)a;
  c->values = 1;
  c->value[0] = (double)registry_count();
}

static void state_text(call* c, const mxArray* a[]) {
  const int64_t state = argument_int(c, a[0], "state");
  if (c->status != SBREG_OK) return;
  const char* text = sbreg_state_text((int32_t)state);
  char number[32];
  snprintf(number, sizeof number, "state %ld", (long)state); /* where the library has no words for it */
  c->extra = mxCreateString(strcmp(text, sbreg_state_text(-1)) == 0 ? number : text);
}

/* Numbers, names and meanings of the errors. */
static void statuses(call* c, const mxArray* a[]) {
  static const sbreg_status codes[] = {SBREG_E_ARGUMENT, SBREG_E_DIMENSION,   SBREG_E_NOT_FINITE, SBREG_E_KEY,
                                       SBREG_E_STATE,    SBREG_E_UNSUPPORTED, SBREG_E_MEMORY,     SBREG_E_NUMERIC,
                                       SBREG_E_CALLBACK, SBREG_E_IO,          SBREG_E_INTERNAL};
  enum { COUNT = sizeof codes / sizeof *codes };
  (void)a;
  c->extra = mxCreateCellMatrix(COUNT, 3);
  for (int k = 0; k < COUNT; ++k) {
    mxSetCell(c->extra, (mwIndex)k, mxCreateDoubleScalar(codes[k]));
    mxSetCell(c->extra, COUNT + (mwIndex)k, mxCreateString(status_name(codes[k])));
    mxSetCell(c->extra, (mwIndex)2 * COUNT + (mwIndex)k, mxCreateString(sbreg_status_text(codes[k])));
  }
}

static void keys(call* c, const mxArray* a[]) {
  static const char* fields[] = {"name", "kind", "type", "default", "minimum", "maximum", "choices", "doc"};
  enum { COUNT = sizeof fields / sizeof *fields };
  int64_t count = 0;
  c->text = argument_text(c, a[0], "object");
  if (c->status == SBREG_OK) note(c, sbreg_key_count(c->text, &count));
  if (c->status != SBREG_OK) return;
  c->extra = mxCreateStructMatrix((mwSize)count, 1, COUNT, fields);
  for (int64_t i = 0; i < count; ++i)
    for (int k = 0; k < COUNT; ++k) {
      const char* text = "";
      note(c, sbreg_key_text(c->text, i, fields[k], &text));
      mxSetFieldByNumber(c->extra, (mwIndex)i, k, mxCreateString(text));
    }
}

/* The function of the object's kind. */
#define OF_KIND(which, object, function, ...)                           \
  ((which) == MATRIX    ? sbreg_matrix_##function(object, __VA_ARGS__)  \
   : (which) == PROBLEM ? sbreg_problem_##function(object, __VA_ARGS__) \
   : (which) == DSM     ? sbreg_dsm_##function(object, __VA_ARGS__)     \
   : (which) == KERNEL  ? sbreg_kernel_##function(object, __VA_ARGS__)  \
   : (which) == SOLVER  ? sbreg_solver_##function(object, __VA_ARGS__)  \
                        : sbreg_path_##function(object, __VA_ARGS__))

/* handle, type, name */
static void get(call* c, const mxArray* a[]) {
  void* object = argument_object(c, a[0], KINDS);
  c->text = argument_text(c, a[1], "type");
  c->field = argument_text(c, a[2], "name");
  if (c->status != SBREG_OK) return;
  const kind which = c->object[0].which;
  if (c->text[0] == 't') {
    const char* value = "";
    note(c, OF_KIND(which, object, get_text, c->field, &value));
    if (c->status == SBREG_OK) c->extra = mxCreateString(value);
    return;
  }
  c->values = 1;
  if (c->text[0] == 'i') {
    int64_t value = 0;
    note(c, OF_KIND(which, object, get_int, c->field, &value));
    c->value[0] = (double)value;
  } else {
    note(c, OF_KIND(which, object, get_real, c->field, &c->value[0]));
  }
}

/* handle, type, name, value */
static void set(call* c, const mxArray* a[]) {
  void* object = argument_object(c, a[0], KINDS);
  c->text = argument_text(c, a[1], "type");
  c->field = argument_text(c, a[2], "name");
  if (c->status != SBREG_OK) return;
  const kind which = c->object[0].which;
  if (c->text[0] == 't') {
    char* value = argument_text(c, a[3], c->field);
    if (c->status == SBREG_OK) note(c, OF_KIND(which, object, set_text, c->field, value));
    free(value);
  } else if (c->text[0] == 'i') {
    const int64_t value = argument_int(c, a[3], c->field);
    if (c->status == SBREG_OK) note(c, OF_KIND(which, object, set_int, c->field, value));
  } else {
    const double value = argument_real(c, a[3], c->field);
    if (c->status == SBREG_OK) note(c, OF_KIND(which, object, set_real, c->field, value));
  }
}

/* A handle that is not one any more is deleted already. */
static void destroy(call* c, const mxArray* a[]) {
  c->values = 1;
  c->value[0] =
      mxIsUint64(a[0]) && mxGetNumberOfElements(a[0]) == 1 && registry_remove(*(const uint64_t*)mxGetData(a[0]));
}

const command key_commands[] = {
    {"version", 0, version},   {"slot", 0, slot}, {"live", 0, live}, {"state_text", 1, state_text},
    {"statuses", 0, statuses}, {"keys", 1, keys}, {"get", 3, get},   {"set", 4, set},
    {"destroy", 1, destroy},   {NULL, 0, NULL}};
