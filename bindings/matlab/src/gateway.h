/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * The parts of the gateway.
 *
 *     reply = sparsebregman.internal.gateway(command, arguments...)
 *
 * never raises an error and never calls back into the interpreter. `reply` is a cell array whose first entry tells what
 * it is: 0 and the results; a negative status, its name and the text; 1 and a question, for the caller to evaluate a
 * function and answer; 2, when nothing has happened for a moment and the caller should ask again ("wait").
 *
 * So an error or a Ctrl-C of the interpreter, which MATLAB and Octave raise by jumps or exceptions that must not cross
 * the library, has only the caller's own frames to cross. While a question is open the library is inside a callback,
 * which waits on a thread of its own: see worker.c. */
#ifndef SPARSEBREGMAN_GATEWAY_H
#define SPARSEBREGMAN_GATEWAY_H

#include <mex.h>
#include <sparsebregman.h>

typedef enum { MATRIX, PROBLEM, DSM, KERNEL, SOLVER, PATH, KINDS } kind;

/* What a callback asks the caller: function `which` of `slot`, with these arguments. */
typedef struct {
  const double* numbers;  /* or */
  const int64_t* indices; /* counted from 0 */
  int64_t rows, columns;
} question_input;
typedef struct {
  double* numbers;
  int64_t count;
  const char* what;
} question_output;
typedef struct {
  int64_t slot;
  int which;
  int monitor; /* asks whether to stop, about the object that is running */
  int stop;
  int inputs, outputs;
  question_input input[2];
  question_output output[2];
} question;

/* One call into the library. It owns its inputs and outputs, because the arrays of the caller are gone when the gateway
 * returns with a question. */
typedef struct call call;
struct call {
  sbreg_status (*body)(call*);
  sbreg_status status; /* of reading the arguments, then of the library */
  char error[1024];
  int objects;
  struct {
    void* pointer;
    kind which;
  } object[3]; /* kept alive until the call ends */
  double *vector, *second;
  int64_t* index;
  int64_t number[2], slot;
  double real;
  char *text, *field;
  /* results */
  int creates;
  kind created;
  void* handle;
  int values;
  double value[3];
  double* out;
  int64_t outs;
  mxArray* extra; /* made by commands that do not run on the worker */
  /* the worker's */
  int done, abandoned;
  question* pending;
};

/* arguments.c: each reports a bad argument in the call, which is then not carried out. */
void refuse(call* c, sbreg_status status, const char* format, ...);
int64_t argument_int(call* c, const mxArray* value, const char* name);
double argument_real(call* c, const mxArray* value, const char* name);
char* argument_text(call* c, const mxArray* value, const char* name);
double* argument_vector(call* c, const mxArray* value, int64_t length, const char* name);
int64_t* argument_indices(call* c, const mxArray* value, const char* name); /* from 1 to 0; their number in number[0] */
void* argument_object(call* c, const mxArray* value, kind which);           /* kept alive by the call */
int64_t object_size(void* object, kind which, const char* name);
void note(call* c, sbreg_status status); /* the library's answer to a call on the interpreter's thread */
void creates(call* c, kind which);
void allocate_out(call* c, int64_t count);
void call_free(call* c);
const char* status_name(sbreg_status status);

/* registry.c: handles are numbers that are never used twice, in this process or another. */
mxArray* registry_add(kind which, void* object);
void* registry_find(uint64_t id, kind* which);
int registry_remove(uint64_t id);
int64_t registry_count(void);
void registry_clear(void);
void object_destroy(kind which, void* object);
void object_retain(kind which, void* object);
const char* kind_name(kind which);

/* worker.c */
int worker_running(void); /* the library is computing, and not waiting for an answer */
int worker_depth(void);
int worker_begin(call* c); /* nonzero when it could not be started; the call then says why */
call* worker_wait(void);   /* the innermost call, after at most a moment; done, pending or neither */
void worker_answer(int fail);
void worker_pop(void);
void worker_abandon(int level);
void worker_stop(void);
int worker_ask(question* q); /* for callbacks: 0, or nonzero when there is no answer */
int worker_abandoned(void);  /* for callbacks */

/* callbacks.c */
int64_t slot_next(void);
sbreg_status create_operator(call* c);
sbreg_status create_custom_problem(call* c);
sbreg_status create_custom_kernel(call* c);
sbreg_status watch_solver(sbreg_solver* solver, int64_t number);
sbreg_status watch_dsm(sbreg_dsm* dsm, int64_t number);
sbreg_status watch_path(sbreg_path* path, int64_t number);

/* commands */
typedef struct {
  const char* name;
  int arguments;
  void (*prepare)(call*, const mxArray**); /* reads the arguments; calls the library itself when it sets no body */
} command;
extern const command key_commands[], object_commands[], run_commands[], path_commands[], structure_commands[];

#endif
