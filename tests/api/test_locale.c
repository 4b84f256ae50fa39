/* SPDX-License-Identifier: BSD-3-Clause
 * The caller's locale changes nothing: texts keep the decimal point and results keep their bits. The build compiles a
 * locale with a comma (tests/support/locale), so that the test does not depend on what is installed. */
#include <locale.h>

#include "kinds.h"
#include "testing.h"

/* Error texts that contain numbers. */
static void provoke(const struct instance* data, char* out, size_t capacity) {
  const double w[3] = {1.5, -0.25, 1};
  sbreg_dsm* dsm = NULL;
  sbreg_problem* problem = problem_of(data);
  size_t used = 0;
#define APPEND(call)                          \
  assert_int_equal((call), SBREG_E_ARGUMENT); \
  used += (size_t)snprintf(out + used, capacity - used, "%s\n", sbreg_last_error())
  APPEND(sbreg_dsm_create_weights(&dsm, 3, w));
  APPEND(sbreg_problem_set_real(problem, "ridge", -1234567.5));
  APPEND(sbreg_problem_set_real(problem, "ridge", -2.5e-30));
#undef APPEND
  sbreg_problem_destroy(problem);
}

static void collect_keys(char* out, size_t capacity) {
  size_t used = 0;
  for (int k = 0; k < kind_count; ++k)
    for (int64_t i = 0; i < key_count(&kinds[k]); ++i)
      used += (size_t)snprintf(out + used, capacity - used, "%s %s %s\n", key_field(&kinds[k], i, "default"),
                               key_field(&kinds[k], i, "minimum"), key_field(&kinds[k], i, "maximum"));
}

static void a_decimal_comma_changes_no_text_and_no_result(void** state) {
  (void)state;
  struct instance data = instance_make(24, 40, 4, 0.1, 51);
  static char texts[2][4096];
  static char tables[2][16384];
  double x[2][40];
  double f[2];
  for (int k = 0; k < 2; ++k) {
    if (k == 1) {
      assert_int_equal(setenv("LOCPATH", SBREG_TEST_LOCALES, 1), 0);
      if (setlocale(LC_ALL, "comma") == NULL) fail_msg("the test locale in %s is missing", SBREG_TEST_LOCALES);
      char number[16];
      snprintf(number, sizeof number, "%.1f", 1.5);
      assert_string_equal(number, "1,5"); /* the locale is in force */
    }
    provoke(&data, texts[k], sizeof texts[k]);
    collect_keys(tables[k], sizeof tables[k]);
    assert_ok(sbreg_solve_least_squares(data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, data.b, 4, x[k], &f[k]));
  }
  char number[16];
  snprintf(number, sizeof number, "%.1f", 1.5);
  assert_string_equal(number, "1,5"); /* and still is: the library changes nothing of the process */
  assert_non_null(setlocale(LC_ALL, "C"));
  assert_string_equal(texts[0], texts[1]);
  assert_non_null(strstr(texts[1], "-0.25"));
  assert_string_equal(tables[0], tables[1]);
  assert_same_bits(x[0], x[1], 40);
  assert_same_bits(&f[0], &f[1], 1);
  instance_free(&data);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_decimal_comma_changes_no_text_and_no_result)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
