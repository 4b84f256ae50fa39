/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Arguments of commands, checked and copied into the call. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

void refuse(call* c, sbreg_status status, const char* format, ...) {
  if (c->status != SBREG_OK) return; /* the first refusal counts */
  c->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->error, sizeof c->error, format, arguments);
  va_end(arguments);
}

void note(call* c, sbreg_status status) {
  if (status != SBREG_OK) refuse(c, status, "%s", sbreg_last_error());
}

void creates(call* c, kind which) {
  c->creates = 1;
  c->created = which;
}

static void* allocate(call* c, int64_t count, size_t size) {
  void* memory = count < 0 ? NULL : calloc(count > 0 ? (size_t)count : 1, size);
  if (memory == NULL) refuse(c, SBREG_E_MEMORY, "no memory for %lld numbers", (long long)count);
  return memory;
}

static int is_real(const mxArray* value) { return mxIsDouble(value) && !mxIsComplex(value) && !mxIsSparse(value); }

double argument_real(call* c, const mxArray* value, const char* name) {
  if ((is_real(value) || mxIsLogical(value)) && mxGetNumberOfElements(value) == 1) return mxGetScalar(value);
  refuse(c, SBREG_E_ARGUMENT, "%s must be one number", name);
  return 0;
}

int64_t argument_int(call* c, const mxArray* value, const char* name) {
  if (mxIsInt64(value) && mxGetNumberOfElements(value) == 1) return *(const int64_t*)mxGetData(value);
  const int number = (mxIsDouble(value) || mxIsLogical(value) || mxIsInt32(value)) && !mxIsComplex(value) &&
                     mxGetNumberOfElements(value) == 1;
  const double real = number ? mxGetScalar(value) : 0.5;
  if (real >= -9007199254740992.0 && real <= 9007199254740992.0 && real == (double)(int64_t)real) return (int64_t)real;
  refuse(c, SBREG_E_ARGUMENT, "%s must be one whole number", name);
  return 0;
}

char* argument_text(call* c, const mxArray* value, const char* name) {
  char* text = mxIsChar(value) && mxGetM(value) <= 1 ? mxArrayToString(value) : NULL;
  if (text == NULL) {
    refuse(c, SBREG_E_ARGUMENT, "%s must be a character vector", name);
    return NULL;
  }
  const size_t size = strlen(text) + 1;
  char* copy = allocate(c, (int64_t)size, 1);
  if (copy != NULL) memcpy(copy, text, size);
  mxFree(text);
  return copy;
}

double* argument_vector(call* c, const mxArray* value, int64_t length, const char* name) {
  if (!is_real(value)) {
    refuse(c, SBREG_E_ARGUMENT, "%s must be a vector of real numbers", name);
    return NULL;
  }
  const int64_t given = (int64_t)mxGetNumberOfElements(value);
  if (length >= 0 && given != length) {
    refuse(c, SBREG_E_DIMENSION, "%s has %lld numbers instead of %lld", name, (long long)given, (long long)length);
    return NULL;
  }
  double* copy = allocate(c, given, sizeof *copy);
  if (copy != NULL && given > 0) memcpy(copy, mxGetPr(value), (size_t)given * sizeof *copy);
  return copy;
}

int64_t* argument_indices(call* c, const mxArray* value, const char* name) {
  double* numbers = argument_vector(c, value, -1, name);
  c->number[0] = (int64_t)mxGetNumberOfElements(value);
  int64_t* indices = numbers == NULL ? NULL : allocate(c, c->number[0], sizeof *indices);
  for (int64_t k = 0; indices != NULL && k < c->number[0]; ++k) {
    if (numbers[k] >= 1 && numbers[k] <= 9007199254740992.0 && numbers[k] == (double)(int64_t)numbers[k])
      indices[k] = (int64_t)numbers[k] - 1;
    else
      refuse(c, SBREG_E_ARGUMENT, "%s(%lld) = %g is not an index", name, (long long)k + 1, numbers[k]);
  }
  free(numbers);
  return indices;
}

void* argument_object(call* c, const mxArray* value, kind which) {
  kind found = which;
  void* object = NULL;
  if (mxIsUint64(value) && mxGetNumberOfElements(value) == 1)
    object = registry_find(*(const uint64_t*)mxGetData(value), &found);
  else
    refuse(c, SBREG_E_ARGUMENT, "a %s is needed", which == KINDS ? "handle" : kind_name(which));
  if (object == NULL)
    refuse(c, SBREG_E_ARGUMENT, "this %s was deleted, or belongs to another session",
           which == KINDS ? "object" : kind_name(which));
  else if (which != KINDS && found != which)
    refuse(c, SBREG_E_ARGUMENT, "a %s is needed instead of a %s", kind_name(which), kind_name(found));
  if (c->status != SBREG_OK) return NULL;
  object_retain(found, object);
  c->object[c->objects].pointer = object;
  c->object[c->objects++].which = found;
  return object;
}

int64_t object_size(void* object, kind which, const char* name) {
  int64_t size = -1;
  if (object == NULL) return size;
  if (which == MATRIX)
    sbreg_matrix_get_int(object, name, &size);
  else if (which == PROBLEM)
    sbreg_problem_get_int(object, name, &size);
  else if (which == DSM)
    sbreg_dsm_get_int(object, name, &size);
  else if (which == KERNEL)
    sbreg_kernel_get_int(object, name, &size);
  else if (which == SOLVER)
    sbreg_solver_get_int(object, name, &size);
  else
    sbreg_path_get_int(object, name, &size);
  return size;
}

void allocate_out(call* c, int64_t count) {
  if (c->status != SBREG_OK) return;
  c->out = allocate(c, count, sizeof *c->out);
  c->outs = count;
}

void call_free(call* c) {
  for (int k = 0; k < c->objects; ++k) object_destroy(c->object[k].which, c->object[k].pointer);
  if (c->handle != NULL) object_destroy(c->created, c->handle); /* nobody took it */
  free(c->vector);
  free(c->second);
  free(c->index);
  free(c->text);
  free(c->field);
  free(c->out);
  free(c);
}

const char* status_name(sbreg_status status) {
  switch (status) {
    case SBREG_E_ARGUMENT:
      return "argument";
    case SBREG_E_DIMENSION:
      return "dimension";
    case SBREG_E_NOT_FINITE:
      return "not_finite";
    case SBREG_E_KEY:
      return "key";
    case SBREG_E_STATE:
      return "state";
    case SBREG_E_UNSUPPORTED:
      return "unsupported";
    case SBREG_E_MEMORY:
      return "memory";
    case SBREG_E_NUMERIC:
      return "numeric";
    case SBREG_E_CALLBACK:
      return "callback";
    case SBREG_E_IO:
      return "io";
    default:
      return "internal";
  }
}
