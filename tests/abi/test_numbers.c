/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * Compiled programs hold these numbers: none may ever change or be used again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sparsebregman.h"

static void status_codes_keep_their_numbers(void** state) {
  (void)state;
  assert_int_equal(sizeof(sbreg_status), 4);
  assert_int_equal(SBREG_OK, 0);
  assert_int_equal(SBREG_E_ARGUMENT, -1);
  assert_int_equal(SBREG_E_DIMENSION, -2);
  assert_int_equal(SBREG_E_NOT_FINITE, -3);
  assert_int_equal(SBREG_E_KEY, -4);
  assert_int_equal(SBREG_E_STATE, -5);
  assert_int_equal(SBREG_E_UNSUPPORTED, -6);
  assert_int_equal(SBREG_E_MEMORY, -10);
  assert_int_equal(SBREG_E_NUMERIC, -20);
  assert_int_equal(SBREG_E_CALLBACK, -30);
  assert_int_equal(SBREG_E_IO, -40);
  assert_int_equal(SBREG_E_INTERNAL, -99);
}

static void states_keep_their_numbers(void** state) {
  (void)state;
  assert_int_equal(SBREG_RUNNING, 0);
  assert_int_equal(SBREG_TARGET_REACHED, 1);
  assert_int_equal(SBREG_STATIONARY, 2);
  assert_int_equal(SBREG_STALLED, 3);
  assert_int_equal(SBREG_ITERATION_LIMIT, 4);
  assert_int_equal(SBREG_TIME_LIMIT, 5);
  assert_int_equal(SBREG_STOPPED, 6);
  assert_int_equal(SBREG_SEARCHED, 7);
  assert_int_equal(SBREG_UNBOUNDED, 8);
  assert_int_equal(SBREG_INCONSISTENT, 9);
}

static void choices_keep_their_numbers(void** state) {
  (void)state;
  assert_int_equal(SBREG_COL_MAJOR, 0);
  assert_int_equal(SBREG_ROW_MAJOR, 1);
  assert_int_equal(SBREG_COPY, 0);
  assert_int_equal(SBREG_BORROW, 1);
}

static void header_and_library_are_of_one_version(void** state) {
  (void)state;
  assert_int_equal(sbreg_version(), SBREG_VERSION);
  assert_string_equal(sbreg_version_string(), SBREG_PROJECT_VERSION);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(status_codes_keep_their_numbers),
      cmocka_unit_test(states_keep_their_numbers),
      cmocka_unit_test(choices_keep_their_numbers),
      cmocka_unit_test(header_and_library_are_of_one_version),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
