/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Calls into the library, errors, and calls back into R. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "glue.h"
#include "routines.h"

static guard* innermost = NULL;
static SEXP token = NULL; /* where an R jump was going: one for all calls, since a jump ends them from the inside out */

void guard_load(void) { R_PreserveObject(token = R_MakeUnwindCont()); }

void guard_unload(void) { R_ReleaseObject(token); }

void guard_enter(guard* call, SEXP object) {
  call->object = object;
  call->jumped = 0;
  call->interrupted = NULL;
  call->outer = innermost;
  innermost = call;
}

void guard_leave(guard* call, sbreg_status status) {
  innermost = call->outer;
  if (call->jumped) R_ContinueUnwind(token);
  if (status != SBREG_OK) fail(status, "%s", sbreg_last_error());
}

int guard_active(void) { return innermost != NULL; }

SEXP r_busy(void) { return Rf_ScalarLogical(guard_active()); }

static void jump_back(void* target, Rboolean jump) {
  if (jump) longjmp(*(jmp_buf*)target, 1);
}

int evaluate(SEXP (*body)(void*), void* data) {
  guard* const call = innermost;
  jmp_buf here;
  if (call == NULL || call->jumped) return 1;
  if (setjmp(here)) {
    innermost = call;
    call->jumped = 1;
    return 1;
  }
  R_UnwindProtect(body, data, jump_back, &here, token);
  return 0;
}

static SEXP interrupt_body(void* unused) {
  (void)unused;
  R_CheckUserInterrupt();
  return R_NilValue;
}

static SEXP note_interrupt(SEXP condition, void* interrupted) {
  (void)condition;
  *(int*)interrupted = 1;
  return R_NilValue;
}

/* An interrupt ends here; an error, such as that of an elapsed time limit, does not. */
static SEXP catching_body(void* interrupted) {
  SEXP classes = PROTECT(Rf_mkString("interrupt"));
  R_tryCatch(interrupt_body, NULL, classes, note_interrupt, interrupted, NULL, NULL);
  UNPROTECT(1);
  return R_NilValue;
}

static int poll_interrupt(void) {
  static struct timespec last;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if ((double)(now.tv_sec - last.tv_sec) + 1e-9 * (double)(now.tv_nsec - last.tv_nsec) < 0.05) return 0;
  last = now;
  int* const interrupted = innermost->interrupted;
  if (interrupted == NULL) return evaluate(interrupt_body, NULL);
  return evaluate(catching_body, interrupted) || *interrupted;
}

typedef struct {
  SEXP function;
  int stop;
} question;

static SEXP question_body(void* data) {
  question* q = data;
  SEXP call = PROTECT(Rf_lang2(q->function, innermost->object));
  SEXP answer = PROTECT(Rf_eval(call, R_BaseEnv));
  q->stop = Rf_isLogical(answer) && Rf_length(answer) == 1 && LOGICAL(answer)[0] == TRUE;
  UNPROTECT(2);
  return R_NilValue;
}

int watch_run(SEXP function) {
  question q = {function, 0};
  if (poll_interrupt()) return 1;
  return function != R_NilValue && (evaluate(question_body, &q) || q.stop);
}

static const char* status_name(sbreg_status status) {
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

void fail(sbreg_status status, const char* format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  SEXP package = PROTECT(Rf_mkString("sparsebregman"));
  SEXP namespace = PROTECT(R_FindNamespace(package));
  SEXP code = PROTECT(Rf_ScalarInteger(status));
  SEXP name = PROTECT(Rf_mkString(status_name(status)));
  SEXP meaning = PROTECT(Rf_mkString(sbreg_status_text(status)));
  SEXP message = PROTECT(Rf_ScalarString(Rf_mkCharCE(text, CE_UTF8)));
  SEXP call = PROTECT(Rf_lang5(Rf_install("stop_status"), code, name, meaning, message));
  Rf_eval(call, namespace);
  Rf_error("%s", text); /* never reached: stop_status does not return */
}

int64_t argument_int(SEXP value, const char* name) {
  const int number = (Rf_isReal(value) || Rf_isInteger(value) || Rf_isLogical(value)) && Rf_xlength(value) == 1;
  const double real = number ? Rf_asReal(value) : NA_REAL;
  if (!(real >= -9007199254740992.0 && real <= 9007199254740992.0) || real != (double)(int64_t)real)
    fail(SBREG_E_ARGUMENT, "%s must be one whole number", name);
  return (int64_t)real;
}

double argument_real(SEXP value, const char* name) {
  if (!(Rf_isReal(value) || Rf_isInteger(value) || Rf_isLogical(value)) || Rf_xlength(value) != 1)
    fail(SBREG_E_ARGUMENT, "%s must be one number", name);
  return Rf_asReal(value);
}

const char* argument_text(SEXP value, const char* name) {
  if (!Rf_isString(value) || Rf_xlength(value) != 1 || STRING_ELT(value, 0) == NA_STRING)
    fail(SBREG_E_ARGUMENT, "%s must be one character string", name);
  return Rf_translateCharUTF8(STRING_ELT(value, 0));
}

SEXP argument_vector(SEXP value, int64_t length, const char* name) {
  if (!Rf_isReal(value) && !Rf_isInteger(value) && !Rf_isLogical(value))
    fail(SBREG_E_ARGUMENT, "%s must be numeric", name);
  if ((int64_t)Rf_xlength(value) != length)
    fail(SBREG_E_DIMENSION, "%s has %lld numbers instead of %lld", name, (long long)Rf_xlength(value),
         (long long)length);
  return Rf_coerceVector(value, REALSXP);
}

SEXP argument_function(SEXP value, const char* name) {
  if (!Rf_isFunction(value)) fail(SBREG_E_ARGUMENT, "%s must be a function", name);
  return value;
}

void copy_result(SEXP value, double* out, R_xlen_t length, const char* what) {
  if (!Rf_isReal(value) && !Rf_isInteger(value) && !Rf_isLogical(value))
    Rf_error("%s returned a value of type %s instead of numbers", what, Rf_type2char(TYPEOF(value)));
  if (Rf_xlength(value) != length)
    Rf_error("%s returned %lld numbers instead of %lld", what, (long long)Rf_xlength(value), (long long)length);
  SEXP real = PROTECT(Rf_coerceVector(value, REALSXP));
  memcpy(out, REAL_RO(real), (size_t)length * sizeof *out);
  UNPROTECT(1);
}

SEXP block(const double* values, int64_t rows, int64_t columns) {
  SEXP result = Rf_allocMatrix(REALSXP, (int)rows, (int)columns);
  memcpy(REAL(result), values, (size_t)rows * (size_t)columns * sizeof *values);
  return result;
}
