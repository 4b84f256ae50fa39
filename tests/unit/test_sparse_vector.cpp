// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The dense form and the list of nonzeros of a SparseVector say the same, whatever was assigned before.
#include "linalg/sparse_vector.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cmocka.hpp"
#include "support/rng.hpp"

namespace {

using sbreg::Index;
using sbreg::SparseVector;
using sbreg::to_index;
using sbreg::to_size;

/// values() are `expected`, and support() is the ascending list of its nonzeros.
void assert_is(const SparseVector& x, const std::vector<double>& expected) {
  assert_int_equal(x.size(), expected.size());
  std::vector<Index> support;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    assert_true(x[to_index(i)] == expected[i]);
    assert_false(expected[i] == 0 && std::signbit(x[to_index(i)]));
    if (expected[i] != 0) support.push_back(to_index(i));
  }
  assert_int_equal(x.count(), support.size());
  assert_true(std::vector<Index>(x.support().begin(), x.support().end()) == support);
}

void starts_as_zero(void**) { assert_is(SparseVector(5, 2), {0, 0, 0, 0, 0}); }

void assign_leaves_nothing_of_the_previous_value(void**) {
  sbreg::Rng rng(1);
  SparseVector x(40, 10);
  for (int round = 0; round < 200; ++round) {
    std::vector<Index> support;
    std::vector<double> z(40), packed, expected(40, 0.0);
    for (double& v : z) v = rng.normal();
    for (Index i = 0; i < 40 && support.size() < 10; ++i)
      if (rng.below(4) == 0) support.push_back(i);
    for (Index i : support) {
      packed.push_back(z[to_size(i)]);
      expected[to_size(i)] = z[to_size(i)];
    }
    if (round % 3 == 0) x.assign(support, z);
    if (round % 3 == 1) x.assign_packed(support, packed);
    if (round % 3 == 2) x.assign_dense(expected);
    assert_is(x, expected);
    SparseVector y(40, 10);
    y.assign(x);
    assert_is(y, expected);
  }
}

void zeros_leave_the_support(void**) {
  const std::vector<Index> support = {0, 2, 3};
  SparseVector x(4, 3);
  x.assign(support, std::vector<double>{1, 9, 0, -2});
  assert_is(x, {1, 0, 0, -2});
  x.assign_packed(support, std::vector<double>{-0.0, 5, 0});
  assert_is(x, {0, 0, 5, 0});
  const auto [places, values] = x.lend();
  assert_is(x, {0, 0, 0, 0});
  std::ranges::copy(support, places.begin());
  std::ranges::copy(std::vector<double>{-0.0, 0, 7}, values.begin());
  x.settle(3);
  assert_is(x, {0, 0, 0, 7});
  x.assign_dense(std::vector<double>{0, -0.0, 0, 0});
  assert_is(x, {0, 0, 0, 0});
}

void assigning_to_itself_changes_nothing(void**) {
  SparseVector x(3, 2);
  x.assign_dense(std::vector<double>{0, 4, 5});
  const SparseVector& same = x;
  x.assign(same);
  assert_is(x, {0, 4, 5});
}

void same_support_compares_places_not_values(void**) {
  SparseVector x(3, 2), y(3, 3);
  x.assign_dense(std::vector<double>{0, 4, 5});
  y.assign_dense(std::vector<double>{0, -1, 2});
  assert_true(x.same_support(y));
  y.assign_dense(std::vector<double>{1, -1, 2});
  assert_false(x.same_support(y));
  y.assign_dense(std::vector<double>{1, 0, 2});
  assert_false(x.same_support(y));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(starts_as_zero),
      cmocka_unit_test(assign_leaves_nothing_of_the_previous_value),
      cmocka_unit_test(zeros_leave_the_support),
      cmocka_unit_test(assigning_to_itself_changes_nothing),
      cmocka_unit_test(same_support_compares_places_not_values),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
