// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The recovery table in small: few instances, cheap cells of every row and two expensive ones, held against the
// published rates with the error of both samples counted. The whole table: reproduce table.

#include "cmocka.hpp"
#include "parallel.hpp"
#include "published.hpp"
#include "statistics.hpp"

namespace {

using namespace paper;

struct Plan {
  Index s;
  std::vector<std::size_t> rows;
};

/// recovered[row] on `count` instances of one sparsity.
std::vector<long> recovered(const Plan& plan, Index count, unsigned threads) {
  std::vector<std::atomic<long>> successes(table_rows.size());
  for_each_parallel(at(count), threads, [&](std::size_t number) {
    const Instance instance = draw_instance(7, plan.s, static_cast<Index>(number));
    const Problem problem = make_problem(instance);
    const Matrices matrices(problem);
    for (std::size_t row : plan.rows)
      successes[row] += solve(problem, instance, table_rows[row], matrices).recovered ? 1 : 0;
  });
  return {successes.begin(), successes.end()};
}

void no_rate_is_significantly_below_the_published_one(void**) {
  constexpr Index count = 40;
  const std::vector<std::size_t> all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const auto published = read_published(SBREG_TEST_DATA "/published_recovery.csv");
  std::vector<double> p;
  double difference = 0, variance = 0;
  for (const Plan& plan : {Plan{8, all}, Plan{16, all}, Plan{22, all}, Plan{26, {0, 3}}, Plan{29, {0, 3, 8}}}) {
    const std::vector<long> successes = recovered(plan, count, 2);
    for (std::size_t row : plan.rows) {
      const double rate = published.at(plan.s)[row];
      p.push_back(probability_below(successes[row], count, published_count(rate), published_instances));
      print_message("s = %2d  %-7s %3ld of %d, published %5.1f %%, p = %.3f\n", static_cast<int>(plan.s),
                    table_rows[row].name, successes[row], static_cast<int>(count), rate, p.back());
      difference += static_cast<double>(successes[row]) - rate / 100 * count;
      const double share =
          static_cast<double>(count) / published_instances;  // of the error that the published rate has
      variance += count * (1 + share) * rate / 100 * (1 - rate / 100);
    }
  }
  for (const bool rejected : holm(p, 0.01)) assert_false(rejected);
  // All cells together. Rows share instances, so their errors add up in the worst case: eleven times the variance.
  assert_true(difference > -3 * std::sqrt(11 * variance));
}

void instances_and_outcomes_do_not_depend_on_threads(void**) {
  const Plan plan{24, {0, 3}};
  assert_true(recovered(plan, 8, 1) == recovered(plan, 8, 3));
}

void easy_instances_are_always_recovered(void**) {
  const std::vector<long> successes = recovered({5, {0, 3, 10}}, 100, 2);
  assert_true(successes[0] >= 98 && successes[3] == 100 && successes[10] == 100);
}

/// Values by hand, and by R's fisher.test and p.adjust.
void the_statistics_are_right(void**) {
  assert_true(std::abs(probability_below(3, 10, 8, 10) - 0.0349) < 1e-4);
  assert_true(std::abs(probability_below(0, 1, 1, 1) - 0.5) < 1e-12);
  assert_true(std::abs(probability_below(5, 5, 0, 5) - 1) < 1e-12);
  const auto [low, high] = interval(50, 100);
  assert_true(std::abs(low - 40.38) < 0.01 && std::abs(high - 59.62) < 0.01);
  assert_true(holm({0.001, 0.9, 0.02, 0.012}, 0.05) == (std::vector<bool>{true, false, true, true}));
  assert_true(holm({0.02, 0.03}, 0.03) == (std::vector<bool>{false, false}));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(no_rate_is_significantly_below_the_published_one),
      cmocka_unit_test(instances_and_outcomes_do_not_depend_on_threads),
      cmocka_unit_test(easy_instances_are_always_recovered),
      cmocka_unit_test(the_statistics_are_right),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
