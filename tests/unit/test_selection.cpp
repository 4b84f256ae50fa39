// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// select_largest against a full stable sort.
#include "linalg/selection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "cmocka.hpp"
#include "support/rng.hpp"

namespace {

using sbreg::ConstVec;
using sbreg::Index;
using sbreg::to_index;
using sbreg::to_size;
using Scores = std::vector<double>;
using Chosen = std::vector<Index>;

constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr Index sizes[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 255, 257, 1000};

/// The definition: sort by score, ties by index, keep the first s that are positive, in ascending order.
Chosen by_sorting(const Scores& score, Index s) {
  Chosen order(score.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return score[to_size(a)] > score[to_size(b)]; });
  order.resize(to_size(s));
  std::erase_if(order, [&](Index i) { return score[to_size(i)] == 0; });
  std::ranges::sort(order);
  return order;
}

void assert_agrees(const Scores& score, Index s) {
  constexpr Index untouched = -7;
  Chosen chosen(to_size(s) + 1, untouched);  // one more than the function may write
  const double largest = *std::ranges::max_element(score);
  const Index count = sbreg::select_largest(score, largest, s, chosen);
  assert_int_equal(chosen[to_size(s)], untouched);
  chosen.resize(to_size(count));
  const Chosen expected = by_sorting(score, s);
  if (chosen != expected)
    fail_msg("n = %zu, s = %lld: %zu chosen, %zu expected, or others\n", score.size(), static_cast<long long>(s),
             chosen.size(), expected.size());
}

/// For every size, with s from 1 to n.
template <class Make>
void assert_agrees_for_every_s(Make make) {
  for (Index n : sizes) {
    Scores score(to_size(n));
    for (double& v : score) v = make();
    for (Index s = 1; s <= n; s += 1 + (n > 64 ? n / 23 : 0)) assert_agrees(score, s);
    assert_agrees(score, n);
  }
}

void random_scores_as_by_sorting(void**) {
  sbreg::Rng rng(1);
  assert_agrees_for_every_s([&] { return std::abs(rng.normal()); });
}

void ties_go_to_the_lower_index(void**) {
  sbreg::Rng rng(2);
  assert_agrees_for_every_s([] { return 1.5; });
  assert_agrees_for_every_s([&] { return static_cast<double>(1 + rng.below(3)); });
  assert_agrees_for_every_s([&] { return 1.0 + 0x1p-52 * static_cast<double>(rng.below(2)); });
}

void zeros_are_never_chosen(void**) {
  sbreg::Rng rng(3);
  assert_agrees_for_every_s([] { return 0.0; });
  assert_agrees_for_every_s([&] { return rng.below(2) == 0 ? 0.0 : rng.uniform(); });
  assert_agrees_for_every_s([&] { return rng.below(4) == 0 ? 2.0 : 0.0; });
}

void denormal_scores_keep_their_order(void**) {
  sbreg::Rng rng(4);
  assert_agrees_for_every_s([&] { return tiny * static_cast<double>(rng.below(5)); });
  assert_agrees_for_every_s([&] { return rng.below(2) == 0 ? tiny * static_cast<double>(rng.below(3)) : 1.0; });
}

void exponents_may_span_the_whole_range(void**) {
  sbreg::Rng rng(5);
  assert_agrees_for_every_s([&] { return std::ldexp(1 + rng.uniform(), static_cast<int>(rng.below(2097)) - 1074); });
  assert_agrees_for_every_s([&] { return rng.below(2) == 0 ? tiny : std::numeric_limits<double>::max(); });
}

void one_outlier_does_not_hide_the_rest(void**) {
  for (double outlier : {1e300, 1e-300}) {
    Scores score(257, 1.0);
    score[200] = outlier;
    score[100] = 2.0;
    for (Index s : {1, 2, 3, 256, 257}) assert_agrees(score, s);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(random_scores_as_by_sorting),
      cmocka_unit_test(ties_go_to_the_lower_index),
      cmocka_unit_test(zeros_are_never_chosen),
      cmocka_unit_test(denormal_scores_keep_their_order),
      cmocka_unit_test(exponents_may_span_the_whole_range),
      cmocka_unit_test(one_outlier_does_not_hide_the_rest),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
