/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Preloaded, it makes the library look like another version. */
#include <stdint.h>

int32_t sbreg_version(void);
const char *sbreg_version_string(void);

int32_t sbreg_version(void) { return 990000; }
const char *sbreg_version_string(void) { return "99.0.0"; }
