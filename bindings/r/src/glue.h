/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * What the routines of the package share: handles, calls into the library, callbacks into R.
 *
 * An R error or interrupt is a longjmp, which must not cross a frame of the library. So R code is evaluated only by
 * evaluate(), which keeps the jump and makes the callback report failure; when the library has returned, CALL lets
 * the jump continue to where it was going, and the caller sees the condition that was signalled.
 *
 * Who keeps what alive is written down in R's own terms: the `protected` slot of a handle's external pointer holds the
 * R objects that the library uses (borrowed arrays, functions, other handles). The library's user pointers are those R
 * objects themselves, so a solver and the closure that watches it are collected together. */
#ifndef SPARSEBREGMAN_R_GLUE_H
#define SPARSEBREGMAN_R_GLUE_H

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <sparsebregman.h>

typedef enum { MATRIX, PROBLEM, DSM, KERNEL, SOLVER, PATH } kind;

/* One call into the library. */
typedef struct guard {
  SEXP object; /* the R handle the call is about */
  int jumped;
  int* interrupted; /* set to 1 by an interrupt, which then ends here; NULL where it goes on to the caller */
  struct guard* outer; /* calls nest when a callback uses another object */
} guard;

void guard_load(void); /* once, when the package is loaded */
void guard_unload(void);
void guard_enter(guard* call, SEXP object);
void guard_leave(guard* call, sbreg_status status); /* does not return when the call failed */
#define CALL(object, expression) CALL_CATCHING(object, expression, NULL)
#define CALL_CATCHING(object, expression, caught) \
  do {                                            \
    guard call_;                                  \
    guard_enter(&call_, object);                  \
    call_.interrupted = (caught);                 \
    const sbreg_status status_ = (expression);    \
    guard_leave(&call_, status_);                 \
  } while (0)
int guard_active(void);                        /* whether a call into the library is under way */
int evaluate(SEXP (*body)(void*), void* data); /* 0, or nonzero when R jumped; for callbacks only */
int watch_run(SEXP function); /* what a monitor answers: looks for an interrupt now and then, asks `function` */

/* Signals the R condition of a status; not inside a callback. */
void fail(sbreg_status status, const char* format, ...);

void handle_load(void);   /* once, when the package is loaded */
void handle_unload(void); /* closes every handle, so that nothing of this package is called afterwards */
/* A handle with an empty pointer, to be filled by a create function. */
SEXP handle_new(kind which, SEXP keep);
void* handle_get(SEXP handle, kind which);
kind handle_kind(SEXP handle);

/* Arguments, checked. The vectors are double, of the length given, and to be protected. */
int64_t argument_int(SEXP value, const char* name);
double argument_real(SEXP value, const char* name);
const char* argument_text(SEXP value, const char* name);
SEXP argument_vector(SEXP value, int64_t length, const char* name);
SEXP argument_function(SEXP value, const char* name);

/* Points of a problem, a solver or a path: double, or complex where the problem is. */
SEXP complex_mark(void);
int64_t handle_parts(SEXP handle); /* real numbers in a variable: 1, or 2 */
SEXP point_new(SEXP handle);
double* point_numbers(SEXP point); /* in the library's order */
/* Of a complex problem also real numbers: one for each variable, or real and imaginary parts in turn. */
SEXP argument_point(SEXP value, SEXP handle, const char* name);
int64_t point_index(int64_t parts, int64_t k); /* of the variable that has the number k; 0 for k = -1 */

int64_t handle_columns(SEXP handle);
int64_t handle_rows(SEXP handle);

/* Copies what a callback returned, or signals an R error; inside evaluate() only. */
void copy_result(SEXP value, double* out, R_xlen_t length, const char* what);
SEXP block(const double* values, int64_t rows, int64_t columns);

#endif
