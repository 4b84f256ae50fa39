/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * mexFunction: finds the command, runs it, makes the reply. What replies are is in gateway.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gateway.h"

static mxArray* cell_of(int count, double first) {
  mxArray* cell = mxCreateCellMatrix(1, (mwSize)count);
  mxSetCell(cell, 0, mxCreateDoubleScalar(first));
  return cell;
}

static mxArray* failure(sbreg_status status, const char* text) {
  mxArray* reply = cell_of(3, status);
  mxSetCell(reply, 1, mxCreateString(status_name(status)));
  mxSetCell(reply, 2, mxCreateString(text));
  return reply;
}

static mxArray* vector_of(const double* values, int64_t rows, int64_t columns) {
  mxArray* result = mxCreateDoubleMatrix((mwSize)rows, (mwSize)columns, mxREAL);
  if (rows * columns > 0) memcpy(mxGetPr(result), values, (size_t)(rows * columns) * sizeof *values);
  return result;
}

/* {1, slot, which, monitor, outputs, arguments...} */
static mxArray* ask(const question* q) {
  mxArray* reply = cell_of(5 + q->inputs, 1);
  const double head[] = {(double)q->slot, q->which, q->monitor, q->outputs};
  for (int k = 0; k < 4; ++k) mxSetCell(reply, (mwIndex)k + 1, mxCreateDoubleScalar(head[k]));
  for (int k = 0; k < q->inputs; ++k) {
    const question_input* in = &q->input[k];
    mxArray* argument = NULL;
    if (in->indices == NULL) {
      argument = vector_of(in->numbers, in->rows, in->columns);
    } else {
      argument = mxCreateDoubleMatrix((mwSize)in->rows, (mwSize)in->columns, mxREAL);
      for (int64_t j = 0; j < in->rows; ++j) mxGetPr(argument)[j] = (double)(in->indices[j] + 1);
    }
    mxSetCell(reply, 5 + (mwIndex)k, argument);
  }
  return reply;
}

/* {0, results...}: the new object, or numbers, or a vector, or what the command made itself. */
static mxArray* results(call* c) {
  if (c->status != SBREG_OK) return failure(c->status, c->error);
  if (c->creates) {
    mxArray* number = registry_add(c->created, c->handle);
    if (number == NULL) return failure(SBREG_E_MEMORY, "no memory for a handle");
    c->handle = NULL;
    mxArray* reply = cell_of(2, 0);
    mxSetCell(reply, 1, number);
    return reply;
  }
  mxArray* reply = cell_of(1 + c->values + (c->out != NULL) + (c->extra != NULL), 0);
  int place = 1;
  for (int k = 0; k < c->values; ++k) mxSetCell(reply, (mwIndex)place++, mxCreateDoubleScalar(c->value[k]));
  if (c->out != NULL) mxSetCell(reply, (mwIndex)place++, vector_of(c->out, c->outs, 1));
  if (c->extra != NULL) mxSetCell(reply, (mwIndex)place, c->extra);
  return reply;
}

static mxArray* reply_of_worker(void) {
  call* const c = worker_wait();
  if (c == NULL) return failure(SBREG_E_STATE, "no call is under way");
  if (c->done) {
    mxArray* reply = results(c);
    worker_pop();
    return reply;
  }
  return c->pending != NULL ? ask(c->pending) : cell_of(1, 2);
}

/* Copies the values of the caller's function into the library's arrays. */
static mxArray* answer(int count, const mxArray* values[]) {
  call* const c = worker_wait();
  if (c == NULL || c->done || c->pending == NULL) return failure(SBREG_E_STATE, "no question was asked");
  question* const q = c->pending;
  int fail = count != q->outputs;
  if (fail) refuse(c, SBREG_E_CALLBACK, "%d values were returned instead of %d", count, q->outputs);
  if (!fail && q->monitor)
    q->stop = mxIsLogical(values[0]) && mxGetNumberOfElements(values[0]) == 1 && mxIsLogicalScalarTrue(values[0]);
  for (int k = 0; !fail && !q->monitor && k < count; ++k) {
    const question_output* out = &q->output[k];
    const long long given = (long long)mxGetNumberOfElements(values[k]);
    fail = 1;
    if (!mxIsDouble(values[k]) || mxIsComplex(values[k]) || mxIsSparse(values[k]))
      refuse(c, SBREG_E_CALLBACK, "%s did not return real numbers", out->what);
    else if (given != out->count)
      refuse(c, SBREG_E_CALLBACK, "%s returned %lld numbers instead of %lld", out->what, given, (long long)out->count);
    else
      fail = 0;
    if (!fail) memcpy(out->numbers, mxGetPr(values[k]), (size_t)given * sizeof(double));
  }
  worker_answer(fail);
  return reply_of_worker();
}

static const command* find_command(const char* name) {
  const command* const tables[] = {run_commands, object_commands, key_commands, path_commands, structure_commands};
  for (int t = 0; t < 5; ++t)
    for (const command* row = tables[t]; row->name != NULL; ++row)
      if (strcmp(row->name, name) == 0) return row;
  return NULL;
}

static mxArray* carry_out(const char* name, int count, const mxArray* arguments[]) {
  char text[160];
  const command* row = find_command(name);
  if (row == NULL || row->arguments != count) {
    if (row == NULL)
      snprintf(text, sizeof text, "there is no command %.64s", name);
    else
      snprintf(text, sizeof text, "%s takes %d arguments, %d were given", name, row->arguments, count);
    return failure(SBREG_E_ARGUMENT, text);
  }
  if (worker_running() && strcmp(name, "destroy") != 0) /* which any thread may do at any time */
    return failure(SBREG_E_STATE, "the library is at work: finish or abandon the call under way");
  call* c = calloc(1, sizeof *c);
  if (c == NULL) return failure(SBREG_E_MEMORY, "no memory for a call");
  row->prepare(c, arguments);
  if (c->status == SBREG_OK && c->body != NULL && worker_begin(c) == 0) return reply_of_worker();
  mxArray* reply = results(c);
  call_free(c);
  return reply;
}

/* Unloading the gateway would take the objects with it: it stays as long as there are any. */
static void hold(void) {
  static int locked = 0;
  const int needed = registry_count() > 0 || worker_depth() > 0;
  if (needed && !locked) mexLock();
  if (!needed && locked) mexUnlock();
  locked = needed;
}

static void leave(void) {
  worker_stop();
  registry_clear();
}

void mexFunction(int nlhs, mxArray* plhs[], int nrhs, const mxArray* prhs[]) {
  static int registered = 0;
  char name[64] = "";
  (void)nlhs;
  if (!registered) registered = mexAtExit(leave) == 0;
  if (nrhs < 1 || !mxIsChar(prhs[0]) || mxGetString(prhs[0], name, sizeof name) != 0)
    plhs[0] = failure(SBREG_E_ARGUMENT, "the first argument is the name of a command");
  else if (strcmp(name, "wait") == 0)
    plhs[0] = reply_of_worker();
  else if (strcmp(name, "answer") == 0)
    plhs[0] = answer(nrhs - 1, prhs + 1);
  else if (strcmp(name, "level") == 0)
    plhs[0] = cell_of(1, worker_depth() + 1);
  else if (strcmp(name, "abandon") == 0 && nrhs == 2 && mxIsDouble(prhs[1]) && mxGetScalar(prhs[1]) >= 1 &&
           mxGetScalar(prhs[1]) <= 1000) {
    worker_abandon((int)mxGetScalar(prhs[1]));
    plhs[0] = cell_of(1, 0);
  } else
    plhs[0] = carry_out(name, nrhs - 1, prhs + 1);
  hold();
}
