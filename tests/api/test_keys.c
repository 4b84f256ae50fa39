/* SPDX-License-Identifier: BSD-3-Clause
 * Options and results by name. Everything here reads the introspection table, so a new key is tested as soon as it
 * exists. */
#include "kinds.h"
#include "testing.h"

static struct instance data;

static int set_up(void** state) {
  (void)state;
  data = instance_make(6, 8, 2, 0.1, 41);
  return 0;
}

static int tear_down(void** state) {
  (void)state;
  instance_free(&data);
  return 0;
}

static int64_t parse_int(const char* text) {
  char* end = NULL;
  const long long value = strtoll(text, &end, 10);
  if (end == text || *end != '\0') fail_msg("\"%s\" is not an integer", text);
  return value;
}

static double parse_real(const char* text) {
  char* end = NULL;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0') fail_msg("\"%s\" is not a number", text);
  return value;
}

/* Visits every key of every kind with a fresh object. */
typedef void (*visitor)(const struct kind* kind, void* handle, int64_t i, const char* name);

static void visit_keys(visitor visit) {
  for (int k = 0; k < kind_count; ++k) {
    assert_true(key_count(&kinds[k]) > 0);
    for (int64_t i = 0; i < key_count(&kinds[k]); ++i) {
      void* handle = kinds[k].create(&data);
      assert_non_null(handle);
      visit(&kinds[k], handle, i, key_field(&kinds[k], i, "name"));
      kinds[k].destroy(handle);
    }
  }
}

static void check_fields(const struct kind* kind, void* handle, int64_t i, const char* name) {
  (void)handle;
  const int option = key_is(kind, i, "kind", "option");
  const int text = key_is(kind, i, "type", "text");
  assert_true(strlen(name) > 0);
  assert_true(option || key_is(kind, i, "kind", "result"));
  assert_true(text || key_is(kind, i, "type", "int") || key_is(kind, i, "type", "real"));
  assert_true(strlen(key_field(kind, i, "doc")) > 0);
  assert_int_equal(strlen(key_field(kind, i, "default")) > 0, option);
  assert_int_equal(strlen(key_field(kind, i, "minimum")) > 0, option && !text);
  assert_int_equal(strlen(key_field(kind, i, "maximum")) > 0, option && !text);
  assert_int_equal(strlen(key_field(kind, i, "choices")) > 0, option && text);
  for (int64_t j = 0; j < i; ++j) assert_string_not_equal(name, key_field(kind, j, "name"));
}

static void every_key_is_described(void** state) {
  (void)state;
  visit_keys(check_fields);
}

static void check_types(const struct kind* kind, void* handle, int64_t i, const char* name) {
  const char* type = key_field(kind, i, "type");
  int64_t integer = 77;
  double real = 77;
  const char* text = "untouched";
  if (strcmp(type, "int") == 0) {
    assert_ok(kind->get_int(handle, name, &integer));
  } else {
    assert_refused(kind->get_int(handle, name, &integer), SBREG_E_KEY, name, type);
    assert_refused(kind->set_int(handle, name, 1), SBREG_E_KEY, name);
    assert_int_equal(integer, 77);
  }
  if (strcmp(type, "real") == 0) {
    assert_ok(kind->get_real(handle, name, &real));
  } else {
    assert_refused(kind->get_real(handle, name, &real), SBREG_E_KEY, name, type);
    assert_refused(kind->set_real(handle, name, 1), SBREG_E_KEY, name);
    assert_true(real == 77);
  }
  if (strcmp(type, "text") == 0) {
    assert_ok(kind->get_text(handle, name, &text));
    assert_true(strlen(text) > 0);
  } else {
    assert_refused(kind->get_text(handle, name, &text), SBREG_E_KEY, name, type);
    assert_refused(kind->set_text(handle, name, "1"), SBREG_E_KEY, name);
    assert_string_equal(text, "untouched");
  }
}

static void every_key_is_read_by_the_getter_of_its_type_only(void** state) {
  (void)state;
  visit_keys(check_types);
}

static void check_default(const struct kind* kind, void* handle, int64_t i, const char* name) {
  if (!key_is(kind, i, "kind", "option")) return;
  const char* listed = key_field(kind, i, "default");
  if (key_is(kind, i, "type", "int")) {
    int64_t value = 77;
    assert_ok(kind->get_int(handle, name, &value));
    assert_int_equal(value, parse_int(listed));
  } else if (key_is(kind, i, "type", "real")) {
    double value = NAN;
    assert_ok(kind->get_real(handle, name, &value));
    assert_true(value == parse_real(listed));
  } else {
    const char* value = NULL;
    assert_ok(kind->get_text(handle, name, &value));
    assert_string_equal(value, listed);
  }
}

static void a_fresh_object_has_the_listed_defaults(void** state) {
  (void)state;
  visit_keys(check_default);
}

static void check_int_bounds(const struct kind* kind, void* handle, int64_t i, const char* name) {
  if (!key_is(kind, i, "kind", "option") || !key_is(kind, i, "type", "int")) return;
  const char* minimum = key_field(kind, i, "minimum");
  const char* maximum = key_field(kind, i, "maximum");
  const int64_t bounds[] = {parse_int(minimum), parse_int(maximum)};
  for (int k = 0; k < 2; ++k) {
    int64_t value = 77;
    assert_ok(kind->set_int(handle, name, bounds[k]));
    assert_ok(kind->get_int(handle, name, &value));
    assert_int_equal(value, bounds[k]);
    if (bounds[k] == (k == 0 ? INT64_MIN : INT64_MAX)) continue;
    const int64_t beyond = bounds[k] + (k == 0 ? -1 : 1);
    char got[48];
    snprintf(got, sizeof got, "got %lld", (long long)beyond);
    assert_refused(kind->set_int(handle, name, beyond), SBREG_E_ARGUMENT, name, minimum, maximum, got);
    assert_ok(kind->get_int(handle, name, &value));
    assert_int_equal(value, bounds[k]);
  }
}

static void check_real_bounds(const struct kind* kind, void* handle, int64_t i, const char* name) {
  if (!key_is(kind, i, "kind", "option") || !key_is(kind, i, "type", "real")) return;
  const char* minimum = key_field(kind, i, "minimum");
  const char* maximum = key_field(kind, i, "maximum");
  const double bounds[] = {parse_real(minimum), parse_real(maximum)};
  for (int k = 0; k < 2; ++k) {
    double value = NAN;
    assert_ok(kind->set_real(handle, name, bounds[k]));
    assert_ok(kind->get_real(handle, name, &value));
    assert_true(value == bounds[k]);
    assert_refused(kind->set_real(handle, name, NAN), SBREG_E_ARGUMENT, name, minimum, maximum, "nan");
    if (!isinf(bounds[k])) {
      const double beyond = nextafter(bounds[k], k == 0 ? -INFINITY : INFINITY);
      assert_refused(kind->set_real(handle, name, beyond), SBREG_E_ARGUMENT, name, minimum, maximum);
      const char* got = strstr(sbreg_last_error(), "got ");
      assert_non_null(got);
      assert_true(parse_real(got + 4) == beyond); /* the very number, however close */
    }
    assert_ok(kind->get_real(handle, name, &value));
    assert_true(value == bounds[k]);
  }
}

/* A factor that is infinite makes no sense; a limit or a tolerance that is means that there is none. */
static void check_infinity(const struct kind* kind, void* handle, int64_t i, const char* name) {
  if (!key_is(kind, i, "kind", "option") || !key_is(kind, i, "type", "real")) return;
  if (strcmp(name, "time_limit") == 0 || strstr(name, "tolerance") != NULL) return;
  assert_refused(kind->set_real(handle, name, INFINITY), SBREG_E_ARGUMENT, name, "inf");
}

static void only_limits_and_tolerances_may_be_infinite(void** state) {
  (void)state;
  visit_keys(check_infinity);
}

static void bounds_are_accepted_and_anything_beyond_is_refused_with_them(void** state) {
  (void)state;
  visit_keys(check_int_bounds);
  visit_keys(check_real_bounds);
}

static void check_choices(const struct kind* kind, void* handle, int64_t i, const char* name) {
  if (!key_is(kind, i, "kind", "option") || !key_is(kind, i, "type", "text")) return;
  const char* choices = key_field(kind, i, "choices");
  const char* wrong[] = {"", " ", "no such choice", choices};
  const char* value = NULL;
  char buffer[1024];
  snprintf(buffer, sizeof buffer, "%s", choices);
  int count = 0;
  int has_default = 0;
  for (char* choice = strtok(buffer, " "); choice != NULL; choice = strtok(NULL, " ")) {
    ++count;
    has_default = has_default || key_is(kind, i, "default", choice);
    assert_ok(kind->set_text(handle, name, choice));
    assert_ok(kind->get_text(handle, name, &value));
    assert_string_equal(value, choice);
  }
  assert_true(has_default);
  char kept[256];
  snprintf(kept, sizeof kept, "%s", value);
  for (int k = 0; k < (count > 1 ? 4 : 3); ++k)
    assert_refused(kind->set_text(handle, name, wrong[k]), SBREG_E_ARGUMENT, name, choices, wrong[k]);
  assert_refused(kind->set_text(handle, name, NULL), SBREG_E_ARGUMENT, "value must not be NULL");
  assert_ok(kind->get_text(handle, name, &value));
  assert_string_equal(value, kept);
}

static void every_choice_is_accepted_and_others_are_refused_with_the_list(void** state) {
  (void)state;
  visit_keys(check_choices);
}

static void check_result(const struct kind* kind, void* handle, int64_t i, const char* name) {
  if (!key_is(kind, i, "kind", "result")) return;
  assert_refused(kind->set_int(handle, name, 1), SBREG_E_KEY, name, "result");
  assert_refused(kind->set_real(handle, name, 1), SBREG_E_KEY, name, "result");
  assert_refused(kind->set_text(handle, name, "1"), SBREG_E_KEY, name, "result");
}

static void results_cannot_be_set(void** state) {
  (void)state;
  visit_keys(check_result);
}

static void check_typo(const struct kind* kind, void* handle, int64_t i, const char* name) {
  (void)i;
  char typo[128];
  char quoted[132];
  int64_t integer = 77;
  double real = 77;
  const char* text = "untouched";
  snprintf(typo, sizeof typo, "%c%s", name[0], name); /* a key hit twice */
  snprintf(quoted, sizeof quoted, "\"%s\"", name);
  assert_refused(kind->get_int(handle, typo, &integer), SBREG_E_KEY, typo, quoted);
  assert_refused(kind->get_real(handle, typo, &real), SBREG_E_KEY, typo, quoted);
  assert_refused(kind->get_text(handle, typo, &text), SBREG_E_KEY, typo, quoted);
  assert_refused(kind->set_int(handle, typo, 1), SBREG_E_KEY, typo, quoted);
  assert_refused(kind->set_real(handle, typo, 1), SBREG_E_KEY, typo, quoted);
  assert_refused(kind->set_text(handle, typo, "1"), SBREG_E_KEY, typo, quoted);
  assert_int_equal(integer, 77);
  assert_true(real == 77);
  assert_string_equal(text, "untouched");
}

static void a_mistyped_name_is_answered_with_the_nearest(void** state) {
  (void)state;
  visit_keys(check_typo);
}

static void the_table_refuses_what_is_not_in_it(void** state) {
  (void)state;
  int64_t count = 77;
  const char* text = "untouched";
  assert_refused(sbreg_key_count("matrx", &count), SBREG_E_KEY, "\"matrx\"", "\"matrix\"");
  assert_refused(sbreg_key_text("solvr", 0, "name", &text), SBREG_E_KEY, "\"solvr\"", "\"solver\"");
  assert_refused(sbreg_key_text("solver", 0, "minimun", &text), SBREG_E_KEY, "\"minimun\"", "\"minimum\"");
  assert_refused(sbreg_key_text("solver", -1, "name", &text), SBREG_E_ARGUMENT, "i ", "got -1");
  assert_int_equal(count, 77);
  for (int k = 0; k < kind_count; ++k) {
    char got[48];
    snprintf(got, sizeof got, "got %lld", (long long)key_count(&kinds[k]));
    assert_refused(sbreg_key_text(kinds[k].object, key_count(&kinds[k]), "name", &text), SBREG_E_ARGUMENT, "i ", got);
  }
  assert_string_equal(text, "untouched");
}

static void names_that_callers_rely_on_exist(void** state) {
  (void)state;
  static const char* const promised[][8] = {
      {"matrix", "rows", "columns"},
      {"problem", "ridge", "rows", "columns"},
      {"dsm", "gap_tolerance", "inflation", "max_iterations", "time_limit", "seed"},
      {"dsm", "primal_objective", "dual_objective", "gap", "certificate", "iterations"},
      {"solver", "method", "dsm_period", "max_iterations", "time_limit", "residual_tolerance", "history"},
      {"solver", "state", "iterations", "objective", "best_objective", "residual_norm", "gradient_norm"},
      {"solver", "support_size", "support_changes", "evaluations", "active_dsm", "elapsed_seconds"},
  };
  for (size_t r = 0; r < sizeof promised / sizeof promised[0]; ++r)
    for (int c = 1; c < 8 && promised[r][c] != NULL; ++c) {
      int found = 0;
      for (int k = 0; k < kind_count; ++k)
        for (int64_t i = 0; strcmp(kinds[k].object, promised[r][0]) == 0 && i < key_count(&kinds[k]); ++i)
          found = found || key_is(&kinds[k], i, "name", promised[r][c]);
      if (!found) fail_msg("%s has no key %s", promised[r][0], promised[r][c]);
    }
}

static void a_name_of_another_object_is_said_to_be_that(void** state) {
  (void)state;
  double value = 0;
  sbreg_solver* solver = solver_of(&data, "iht");
  assert_refused(sbreg_solver_set_real(solver, "ridge", 1), SBREG_E_KEY, "\"ridge\"", "a problem has it");
  assert_refused(sbreg_solver_get_real(solver, "objektive", &value), SBREG_E_KEY, "did you mean \"objective\"?");
  assert_refused(sbreg_solver_get_real(solver, "foo", &value), SBREG_E_KEY, "\"foo\"");
  assert_null(strstr(sbreg_last_error(), "did you mean"));
  sbreg_solver_destroy(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_of_another_object_is_said_to_be_that),
      cmocka_unit_test(every_key_is_described),
      cmocka_unit_test(every_key_is_read_by_the_getter_of_its_type_only),
      cmocka_unit_test(a_fresh_object_has_the_listed_defaults),
      cmocka_unit_test(bounds_are_accepted_and_anything_beyond_is_refused_with_them),
      cmocka_unit_test(only_limits_and_tolerances_may_be_infinite),
      cmocka_unit_test(every_choice_is_accepted_and_others_are_refused_with_the_list),
      cmocka_unit_test(results_cannot_be_set),
      cmocka_unit_test(a_mistyped_name_is_answered_with_the_nearest),
      cmocka_unit_test(the_table_refuses_what_is_not_in_it),
      cmocka_unit_test(names_that_callers_rely_on_exist),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
