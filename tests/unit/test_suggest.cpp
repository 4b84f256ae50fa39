// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
#include "support/suggest.hpp"

#include <string>

#include "cmocka.hpp"

namespace {

using sbreg::edit_distance;

void distance_counts_single_edits(void**) {
  assert_int_equal(edit_distance("", ""), 0);
  assert_int_equal(edit_distance("", "abc"), 3);
  assert_int_equal(edit_distance("iwht", "iwht"), 0);
  assert_int_equal(edit_distance("iht", "iwht"), 1);        // insert
  assert_int_equal(edit_distance("ciwht", "iwht"), 1);      // delete
  assert_int_equal(edit_distance("linear", "lineas"), 1);   // replace
  assert_int_equal(edit_distance("kitten", "sitting"), 3);  // all three
}

void distance_is_symmetric(void**) {
  const char* const words[] = {"", "a", "max_iterations", "maxiter", "time_limit", "tim_limits"};
  for (const char* a : words)
    for (const char* b : words) assert_int_equal(edit_distance(a, b), edit_distance(b, a));
}

void long_texts_are_cut_not_overrun(void**) {
  const std::string a(1000, 'a'), b(1000, 'b');
  assert_int_equal(edit_distance(a, a), 0);
  assert_int_equal(edit_distance(a, b), 63);
}

void the_nearest_name_wins_and_the_first_of_equals(void**) {
  sbreg::Suggestion suggestion("max_iteration");
  for (const char* name : {"history", "max_iterations", "time_limit"}) suggestion.consider(name);
  assert_string_equal(suggestion.hint(), "; did you mean \"max_iterations\"?");
  sbreg::Suggestion tie("ab");
  for (const char* name : {"ax", "ay"}) tie.consider(name);
  assert_string_equal(tie.hint(), "; did you mean \"ax\"?");
}

void the_beginning_of_a_name_is_near_to_it(void**) {
  sbreg::Suggestion begun("max_iter"), short_one("ma");
  for (sbreg::Suggestion* suggestion : {&begun, &short_one})
    for (const char* name : {"maxima", "max_iterations"}) suggestion->consider(name);
  assert_string_equal(begun.hint(), "; did you mean \"max_iterations\"?");
  assert_string_equal(short_one.hint(), "; there is: maxima, max_iterations");
}

void without_a_near_name_few_are_listed(void**) {
  assert_string_equal(sbreg::Suggestion("x").hint(), "");
  sbreg::Suggestion far("foo"), letter("x"), empty(""), many("foo"), overlong("foo");
  for (const char* name : {"effort", "seed"}) far.consider(name);
  assert_string_equal(far.hint(), "; there is: effort, seed");
  letter.consider("s");
  assert_string_equal(letter.hint(), "; there is: s");
  empty.consider("ab");
  assert_string_equal(empty.hint(), "; there is: ab");
  for (int k = 0; k < 17; ++k) many.consider("effort");
  assert_string_equal(many.hint(), "");
  const std::string name(100, 'n');
  for (int k = 0; k < 12; ++k) overlong.consider(name.c_str());
  assert_string_equal(overlong.hint(), "");
  sbreg::Suggestion longer("relative_smootness_x");  // a third of the letters may differ
  longer.consider("relative_smoothness");
  assert_string_equal(longer.hint(), "; did you mean \"relative_smoothness\"?");
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(distance_counts_single_edits),
      cmocka_unit_test(distance_is_symmetric),
      cmocka_unit_test(long_texts_are_cut_not_overrun),
      cmocka_unit_test(the_nearest_name_wins_and_the_first_of_equals),
      cmocka_unit_test(the_beginning_of_a_name_is_near_to_it),
      cmocka_unit_test(without_a_near_name_few_are_listed),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
