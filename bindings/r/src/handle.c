/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Handles as external pointers, and their options and results by name. */
#include <stdio.h>
#include <string.h>

#include "glue.h"
#include "routines.h"

/* The functions that every kind of object has, with one type for all kinds. */
#define KIND(type)                                                                                \
  static sbreg_status type##_set_int(void* object, const char* name, int64_t value) {             \
    return sbreg_##type##_set_int(object, name, value);                                           \
  }                                                                                               \
  static sbreg_status type##_set_real(void* object, const char* name, double value) {             \
    return sbreg_##type##_set_real(object, name, value);                                          \
  }                                                                                               \
  static sbreg_status type##_set_text(void* object, const char* name, const char* value) {        \
    return sbreg_##type##_set_text(object, name, value);                                          \
  }                                                                                               \
  static sbreg_status type##_get_int(const void* object, const char* name, int64_t* value) {      \
    return sbreg_##type##_get_int(object, name, value);                                           \
  }                                                                                               \
  static sbreg_status type##_get_real(const void* object, const char* name, double* value) {      \
    return sbreg_##type##_get_real(object, name, value);                                          \
  }                                                                                               \
  static sbreg_status type##_get_text(const void* object, const char* name, const char** value) { \
    return sbreg_##type##_get_text(object, name, value);                                          \
  }                                                                                               \
  static void type##_finalize(SEXP handle) {                                                      \
    void* object = R_ExternalPtrAddr(handle);                                                     \
    R_ClearExternalPtr(handle);                                                                   \
    sbreg_##type##_destroy(object);                                                               \
  }
KIND(matrix)
KIND(problem)
KIND(dsm)
KIND(kernel)
KIND(solver)
KIND(path)

#define ROW(type)                                                                                      \
  {                                                                                                    \
    "sbreg_" #type, type##_finalize, type##_set_int, type##_set_real, type##_set_text, type##_get_int, \
        type##_get_real, type##_get_text                                                               \
  }
static const struct {
  const char* name;
  void (*finalize)(SEXP);
  sbreg_status (*set_int)(void*, const char*, int64_t);
  sbreg_status (*set_real)(void*, const char*, double);
  sbreg_status (*set_text)(void*, const char*, const char*);
  sbreg_status (*get_int)(const void*, const char*, int64_t*);
  sbreg_status (*get_real)(const void*, const char*, double*);
  sbreg_status (*get_text)(const void*, const char*, const char**);
} kinds[] = {ROW(matrix), ROW(problem), ROW(dsm), ROW(kernel), ROW(solver), ROW(path)}; /* in the order of the enumeration */
enum { KINDS = sizeof kinds / sizeof *kinds };
static SEXP tags[KINDS], classes[KINDS];

/* A finalizer that R still knows after the package is unloaded would be called in memory that is gone. So every handle
 * has a weak reference in this list, by which its finalizer is run and forgotten when the package is unloaded. A
 * reference whose handle was collected has no key any more; those are dropped whenever the list has doubled. */
static SEXP references; /* a pairlist whose head is a place holder */
static size_t listed, listed_most;

static void forget_collected(void) {
  listed = 0;
  for (SEXP before = references; CDR(before) != R_NilValue;) {
    if (R_WeakRefKey(CADR(before)) == R_NilValue) {
      SETCDR(before, CDDR(before));
    } else {
      before = CDR(before);
      ++listed;
    }
  }
  listed_most = 2 * listed + 64;
}

void handle_load(void) {
  R_PreserveObject(references = Rf_list1(R_NilValue));
  listed = 0;
  listed_most = 64;
  for (int which = 0; which < KINDS; ++which) {
    tags[which] = Rf_install(kinds[which].name);
    R_PreserveObject(classes[which] = Rf_allocVector(STRSXP, 2));
    SET_STRING_ELT(classes[which], 0, Rf_mkChar(kinds[which].name));
    SET_STRING_ELT(classes[which], 1, Rf_mkChar("sbreg_object"));
    MARK_NOT_MUTABLE(classes[which]);
  }
}

void handle_unload(void) {
  for (SEXP cell = CDR(references); cell != R_NilValue; cell = CDR(cell)) R_RunWeakRefFinalizer(CAR(cell));
  R_ReleaseObject(references);
  for (int which = 0; which < KINDS; ++which) R_ReleaseObject(classes[which]);
}

SEXP handle_new(kind which, SEXP keep) {
  if (++listed > listed_most) forget_collected();
  SEXP handle = PROTECT(R_MakeExternalPtr(NULL, tags[which], keep));
  SEXP reference = PROTECT(R_MakeWeakRefC(handle, R_NilValue, kinds[which].finalize, TRUE));
  SETCDR(references, Rf_cons(reference, CDR(references)));
  Rf_setAttrib(handle, R_ClassSymbol, classes[which]);
  UNPROTECT(2);
  return handle;
}

kind handle_kind(SEXP handle) {
  if (TYPEOF(handle) == EXTPTRSXP)
    for (int which = 0; which < KINDS; ++which)
      if (R_ExternalPtrTag(handle) == tags[which]) return (kind)which;
  fail(SBREG_E_ARGUMENT, "an object of this package is needed, made by sbreg_problem(), sbreg_solver() or the like");
  return MATRIX;
}

void* handle_get(SEXP handle, kind which) {
  if (TYPEOF(handle) != EXTPTRSXP || R_ExternalPtrTag(handle) != tags[which])
    fail(SBREG_E_ARGUMENT, "an object of class %s is needed", kinds[which].name);
  void* object = R_ExternalPtrAddr(handle);
  if (object == NULL) fail(SBREG_E_ARGUMENT, "this %s was closed, or comes from another R session", kinds[which].name);
  return object;
}

static int64_t size(SEXP handle, const char* name) {
  const kind which = handle_kind(handle);
  const void* object = handle_get(handle, which);
  int64_t value = 0;
  CALL(handle, kinds[which].get_int(object, name, &value));
  return value;
}
int64_t handle_columns(SEXP handle) { return size(handle, "columns"); }
int64_t handle_rows(SEXP handle) { return size(handle, "rows"); }

SEXP r_close(SEXP handle) {
  const kind which = handle_kind(handle);
  if (guard_active()) fail(SBREG_E_STATE, "objects cannot be closed inside a callback");
  kinds[which].finalize(handle);
  return R_NilValue;
}

/* Closes what nobody will ask for again; inside a callback that is left to the garbage collector. */
SEXP r_release(SEXP handle) {
  if (!guard_active()) r_close(handle);
  return R_NilValue;
}

SEXP r_set(SEXP handle, SEXP type, SEXP r_name, SEXP r_value) {
  const kind which = handle_kind(handle);
  void* object = handle_get(handle, which);
  const char* name = argument_text(r_name, "name");
  switch (argument_text(type, "type")[0]) {
    case 'i': {
      const int64_t value = argument_int(r_value, name);
      CALL(handle, kinds[which].set_int(object, name, value));
      break;
    }
    case 'r': {
      const double value = argument_real(r_value, name);
      CALL(handle, kinds[which].set_real(object, name, value));
      break;
    }
    default: {
      const char* value = argument_text(r_value, name);
      CALL(handle, kinds[which].set_text(object, name, value));
    }
  }
  return handle;
}

/* Besides the library's types "logical", an int that is 0 or 1. */
static SEXP get_one(SEXP handle, kind which, const void* object, const char* type, const char* name) {
  switch (type[0]) {
    case 'l':
    case 'i': {
      int64_t value = 0;
      CALL(handle, kinds[which].get_int(object, name, &value));
      return type[0] == 'l' ? Rf_ScalarLogical(value != 0) : Rf_ScalarReal((double)value);
    }
    case 'r': {
      double value = 0;
      CALL(handle, kinds[which].get_real(object, name, &value));
      return Rf_ScalarReal(value);
    }
    default: {
      const char* value = NULL;
      CALL(handle, kinds[which].get_text(object, name, &value));
      return Rf_ScalarString(Rf_mkCharCE(value, CE_UTF8));
    }
  }
}

/* Several at once: character vectors of types and names of the same length. */
SEXP r_get(SEXP handle, SEXP types, SEXP names) {
  const kind which = handle_kind(handle);
  const void* object = handle_get(handle, which);
  if (!Rf_isString(names) || !Rf_isString(types) || Rf_xlength(names) != Rf_xlength(types))
    fail(SBREG_E_ARGUMENT, "names must be character strings");
  SEXP values = PROTECT(Rf_allocVector(VECSXP, Rf_xlength(names)));
  for (R_xlen_t k = 0; k < Rf_xlength(names); ++k)
    SET_VECTOR_ELT(
        values, k,
        get_one(handle, which, object, CHAR(STRING_ELT(types, k)), Rf_translateCharUTF8(STRING_ELT(names, k))));
  Rf_setAttrib(values, R_NamesSymbol, names);
  UNPROTECT(1);
  return values;
}

SEXP r_keys(SEXP r_object) {
  static const char* fields[] = {"name", "kind", "type", "default", "minimum", "maximum", "choices", "doc", ""};
  const char* object = argument_text(r_object, "object");
  int64_t count = 0;
  CALL(R_NilValue, sbreg_key_count(object, &count));
  SEXP table = PROTECT(Rf_mkNamed(VECSXP, fields));
  for (int column = 0; column < Rf_length(table); ++column) {
    SEXP texts = Rf_allocVector(STRSXP, (R_xlen_t)count);
    SET_VECTOR_ELT(table, column, texts);
    for (int64_t row = 0; row < count; ++row) {
      const char* text = "";
      CALL(R_NilValue, sbreg_key_text(object, row, fields[column], &text));
      SET_STRING_ELT(texts, (R_xlen_t)row, Rf_mkCharCE(text, CE_UTF8));
    }
  }
  UNPROTECT(1);
  return table;
}

SEXP r_version(void) {
  SEXP result = PROTECT(Rf_allocVector(VECSXP, 3));
  SET_VECTOR_ELT(result, 0, Rf_ScalarInteger(sbreg_version()));
  SET_VECTOR_ELT(result, 1, Rf_ScalarInteger(SBREG_VERSION));
  SET_VECTOR_ELT(result, 2, Rf_mkString(sbreg_version_string()));
  UNPROTECT(1);
  return result;
}

/* The library's words, or the number where it has none. */
SEXP r_state_text(SEXP state) {
  const int32_t number = (int32_t)argument_int(state, "state");
  const char* text = sbreg_state_text(number);
  if (strcmp(text, sbreg_state_text(-1)) != 0) return Rf_mkString(text);
  char shown[32];
  snprintf(shown, sizeof shown, "state %ld", (long)number);
  return Rf_mkString(shown);
}
