/* SPDX-License-Identifier: BSD-3-Clause
 * The texts: of codes, of states, and of this thread's last failed call. */
#include <pthread.h>

#include "testing.h"

static const sbreg_status codes[] = {SBREG_OK,        SBREG_E_ARGUMENT, SBREG_E_DIMENSION,   SBREG_E_NOT_FINITE,
                                     SBREG_E_KEY,     SBREG_E_STATE,    SBREG_E_UNSUPPORTED, SBREG_E_MEMORY,
                                     SBREG_E_NUMERIC, SBREG_E_CALLBACK, SBREG_E_IO,          SBREG_E_INTERNAL};

static void every_code_and_state_has_a_text_of_its_own(void** state) {
  (void)state;
  enum { count = sizeof codes / sizeof codes[0] };
  for (int i = 0; i < count; ++i) {
    assert_true(strlen(sbreg_status_text(codes[i])) > 0);
    for (int j = 0; j < i; ++j) assert_string_not_equal(sbreg_status_text(codes[i]), sbreg_status_text(codes[j]));
    assert_string_not_equal(sbreg_status_text(codes[i]), sbreg_status_text(12345));
  }
  for (int i = SBREG_RUNNING; i <= SBREG_INCONSISTENT; ++i) {
    assert_true(strlen(sbreg_state_text(i)) > 0);
    for (int j = 0; j < i; ++j) assert_string_not_equal(sbreg_state_text(i), sbreg_state_text(j));
    assert_string_not_equal(sbreg_state_text(i), sbreg_state_text(-1));
  }
  assert_true(strlen(sbreg_status_text(INT32_MIN)) > 0);
  assert_true(strlen(sbreg_state_text(INT32_MAX)) > 0);
}

/* A real option exists, and so does a result: neither text may say that the name is unknown. */
static void a_name_of_another_type_is_not_called_unknown(void** state) {
  (void)state;
  struct instance data = instance_make(4, 6, 1, 0, 5);
  sbreg_problem* problem = NULL;
  assert_ok(sbreg_problem_create_least_squares(&problem, 4, 6, data.A, 4, SBREG_COL_MAJOR, data.b));
  const char* text = NULL;
  int64_t integer = 0;
  assert_refused(sbreg_problem_set_int(problem, "ridge", 1), SBREG_E_KEY, "ridge", "real");
  assert_refused(sbreg_problem_set_text(problem, "ridge", "1"), SBREG_E_KEY, "ridge", "real");
  assert_refused(sbreg_problem_get_int(problem, "ridge", &integer), SBREG_E_KEY, "ridge", "real");
  assert_refused(sbreg_problem_get_text(problem, "rows", &text), SBREG_E_KEY, "rows", "int");
  assert_refused(sbreg_problem_set_int(problem, "rows", 1), SBREG_E_KEY, "rows", "result");
  assert_null(strstr(sbreg_status_text(SBREG_E_KEY), "unknown"));
  assert_non_null(strstr(sbreg_status_text(SBREG_E_KEY), "another type"));
  sbreg_problem_destroy(problem);
  instance_free(&data);
}

static void* ask_in_a_fresh_thread(void* length) {
  *(int64_t*)length = sbreg_last_error_copy(NULL, 0);
  return NULL;
}

static void a_fresh_thread_has_an_empty_text(void** state) {
  (void)state;
  assert_refused(sbreg_solver_run(NULL), SBREG_E_ARGUMENT, "solver");
  pthread_t thread;
  int64_t length = -1;
  assert_int_equal(pthread_create(&thread, NULL, ask_in_a_fresh_thread, &length), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(length, 0);
}

static void* fail_in_another_way(void* result) {
  *(sbreg_status*)result = sbreg_key_count("no such object", NULL);
  return NULL;
}

static void a_failure_elsewhere_does_not_touch_this_thread_s_text(void** state) {
  (void)state;
  assert_refused(sbreg_solver_run(NULL), SBREG_E_ARGUMENT, "solver");
  char before[600];
  snprintf(before, sizeof before, "%s", sbreg_last_error());
  pthread_t thread;
  sbreg_status result = SBREG_OK;
  assert_int_equal(pthread_create(&thread, NULL, fail_in_another_way, &result), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(result, SBREG_E_ARGUMENT);
  assert_string_equal(sbreg_last_error(), before);
}

static void the_text_survives_success_and_destroy(void** state) {
  (void)state;
  struct instance data = instance_make(4, 5, 1, 0, 3);
  sbreg_solver* solver = solver_of(&data, "iht");
  assert_refused(sbreg_solver_set_int(solver, "max_iterations", -4), SBREG_E_ARGUMENT, "max_iterations", "-4");
  char before[600];
  snprintf(before, sizeof before, "%s", sbreg_last_error());
  assert_ok(sbreg_solver_run(solver));
  sbreg_solver_destroy(solver);
  assert_string_equal(sbreg_last_error(), before);
  instance_free(&data);
}

static void a_copy_is_cut_to_fit_and_terminated(void** state) {
  (void)state;
  assert_refused(sbreg_solver_run(NULL), SBREG_E_ARGUMENT, "solver");
  const char* text = sbreg_last_error();
  const int64_t length = (int64_t)strlen(text);
  assert_true(length > 8);
  assert_int_equal(sbreg_last_error_copy(NULL, 0), length);
  for (int64_t capacity = 0; capacity <= length + 2; ++capacity) {
    char buffer[600];
    memset(buffer, '#', sizeof buffer);
    assert_int_equal(sbreg_last_error_copy(buffer, capacity), length);
    const int64_t copied = capacity == 0 ? 0 : (capacity - 1 < length ? capacity - 1 : length);
    assert_memory_equal(buffer, text, (size_t)copied);
    if (capacity > 0) assert_int_equal(buffer[copied], '\0');
    assert_int_equal(buffer[capacity > 0 ? copied + 1 : 0], '#');
  }
  char untouched = '#';
  assert_int_equal(sbreg_last_error_copy(&untouched, -1), length);
  assert_int_equal(untouched, '#');
}

static void a_long_argument_is_cut_and_not_overrun(void** state) {
  (void)state;
  char name[5000];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  int64_t count = 0;
  assert_refused(sbreg_key_count(name, &count), SBREG_E_KEY, "xxxx");
  assert_true(strlen(sbreg_last_error()) < sizeof name);
}

static void the_text_may_be_an_argument_of_the_next_call(void** state) {
  (void)state;
  int64_t count = 0;
  assert_refused(sbreg_key_count("solve", &count), SBREG_E_KEY, "\"solve\"", "\"solver\"");
  assert_refused(sbreg_key_count(sbreg_last_error(), &count), SBREG_E_KEY, "\"solve\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_code_and_state_has_a_text_of_its_own),
      cmocka_unit_test(a_name_of_another_type_is_not_called_unknown),
      cmocka_unit_test(a_fresh_thread_has_an_empty_text),
      cmocka_unit_test(a_failure_elsewhere_does_not_touch_this_thread_s_text),
      cmocka_unit_test(the_text_survives_success_and_destroy),
      cmocka_unit_test(a_copy_is_cut_to_fit_and_terminated),
      cmocka_unit_test(a_long_argument_is_cut_and_not_overrun),
      cmocka_unit_test(the_text_may_be_an_argument_of_the_next_call),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
