/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Registration, and what is made once. */
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "glue.h"
#include "routines.h"

#define ENTRY(name, count) {#name, (DL_FUNC)&r_##name, count},
static const R_CallMethodDef routines[] = {ROUTINES(ENTRY){NULL, NULL, 0}};

attribute_visible void R_init_sparsebregman(DllInfo* dll) {
  R_registerRoutines(dll, NULL, routines, NULL, NULL);
  R_useDynamicSymbols(dll, TRUE); /* or R would not find R_unload_sparsebregman; names as strings are refused below */
  R_forceSymbols(dll, TRUE);
  guard_load();
  handle_load();
}

attribute_visible void R_unload_sparsebregman(DllInfo* dll) {
  (void)dll;
  handle_unload();
  guard_unload();
}
