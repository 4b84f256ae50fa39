/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * What a callback written in Fortran reported, per thread, until the call that ran it returns. Fortran has no variables
 * of a thread. */
#include <stdio.h>
#include <string.h>

static _Thread_local int pending_code;
static _Thread_local char pending_text[512];

void sbreg_fortran_put_error(int code, const char *text);
int sbreg_fortran_pending_error(void);
const char *sbreg_fortran_error_text(void);

void sbreg_fortran_put_error(int code, const char *text) {
  pending_code = code;
  snprintf(pending_text, sizeof pending_text, "%s", text);
}

int sbreg_fortran_pending_error(void) { return pending_code; }

const char *sbreg_fortran_error_text(void) { return pending_text; }
