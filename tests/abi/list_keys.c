/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * list_keys OBJECT...: prints every option and result of these kinds of object as OBJECT.NAME, one per line. */
#include <stdio.h>

#include "sparsebregman.h"

static int fail(const char* object) {
  fprintf(stderr, "%s: %s\n", object, sbreg_last_error());
  return 1;
}

int main(int argc, char** argv) {
  for (int k = 1; k < argc; k++) {
    int64_t count = 0;
    if (sbreg_key_count(argv[k], &count) != SBREG_OK) return fail(argv[k]);
    for (int64_t i = 0; i < count; i++) {
      const char* name = NULL;
      if (sbreg_key_text(argv[k], i, "name", &name) != SBREG_OK) return fail(argv[k]);
      printf("%s.%s\n", argv[k], name);
    }
  }
  return 0;
}
