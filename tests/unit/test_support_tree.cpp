// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Branch and bound against all supports, one by one, and what its bounds spare.
#include "solver/search/support_tree.hpp"

#include <cmath>

#include "model_of.hpp"
#include "solver/search/support_search.hpp"

namespace {

using namespace oracle;
using sbreg::SupportTree;

constexpr double no_limit = 1e300;

Support any_order(Rng& rng, Index n) {
  Support order(at(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (Index i = n - 1; i > 0; --i) std::swap(order[at(i)], order[rng.below(static_cast<std::uint64_t>(i) + 1)]);
  return order;
}

Real most_explained(const ModelOf& data, Index s) {
  Real most = 0;
  for_each_support(data.model.size, s, [&](const Support& S) { most = std::max(most, data.explained(S)); });
  return most;
}

/// A tree that was started without knowing any support, grown in portions of that much work.
SupportTree grown(const ModelOf& data, const Support& order, Index s, double portion) {
  SupportTree tree(data.model.size, s);
  tree.start(data.model, order, s, data.rows(), data.total());
  double energy = 0;
  while (!tree.done()) {
    const double before = energy;
    assert_true(tree.grow(portion, energy) == (energy < before));
  }
  Support S(tree.support().begin(), tree.support().end());
  assert_true(std::ranges::is_sorted(S) && S.size() <= at(s));
  ASSERT_AT_MOST(std::abs(static_cast<double>(data.explained(S)) + energy), 1e-11);
  return tree;
}

void assert_best(const ModelOf& data, Rng& rng, Index s) {
  const SupportTree tree = grown(data, any_order(rng, data.model.size), s, no_limit);
  const Support S(tree.support().begin(), tree.support().end());
  ASSERT_AT_MOST(most_explained(data, s), data.explained(S) + 1e-11L);
}

void it_ends_with_the_best_of_all_supports(void**) {
  Rng rng(91);
  for (const Index m : {Index{7}, Index{12}, Index{40}})
    for (const double noise : {0.1, 3.0})
      for (Index s = 1; s < std::min<Index>(m, 11); ++s) {
        const LeastSquares f = compressed_sensing(rng, m, 11, 4, noise);
        assert_best(ModelOf(f, m == 40 ? 0.2 : 0), rng, s);
      }
}

void columns_may_depend_on_each_other(void**) {
  Rng rng(92);
  for (int instance = 0; instance < 8; ++instance) {
    const Index m = 9, n = 10;
    LeastSquares f = compressed_sensing(rng, m, n, 3, 1);
    std::copy_n(f.A.begin(), m, f.A.begin() + 4 * m);  // a copy
    std::fill_n(f.A.begin() + 6 * m, m, 0.0);          // nothing
    for (Index i = 0; i < m; ++i)                      // a sum
      f.A[at(8 * m + i)] = f.A[at(m + i)] - 2 * f.A[at(2 * m + i)];
    for (Index s = 1; s < n; ++s) assert_best(ModelOf(f), rng, s);
  }
  for (int instance = 0; instance < 4; ++instance) {  // fewer dimensions than places
    LeastSquares f = compressed_sensing(rng, 3, 8, 3, 1);
    for (Index j = 0; j < f.n; ++j) f.A[at(j * 3 + 2)] = f.A[at(j * 3)];
    for (Index s = 1; s < f.n; ++s) assert_best(ModelOf(f), rng, s);
  }
}

void the_values_are_the_minimiser_on_the_support(void**) {
  Rng rng(93);
  const LeastSquares f = compressed_sensing(rng, 20, 12, 4, 0.5);
  const ModelOf data(f);
  const SupportTree tree = grown(data, any_order(rng, f.n), 4, no_limit);
  Vector x(at(f.n));
  for (std::size_t k = 0; k < 4; ++k)
    x[at(tree.support()[k])] = data.model.coordinate(tree.support()[k], tree.values()[k]);
  const RealVector g = f.gradient(x);
  for (Index j : tree.support()) ASSERT_AT_MOST(std::abs(g[at(j)]), 1e-13L);
}

void portions_change_nothing(void**) {
  Rng rng(94);
  const LeastSquares f = compressed_sensing(rng, 30, 16, 5, 2);
  const ModelOf data(f);
  const Support order = any_order(rng, f.n);
  const SupportTree whole = grown(data, order, 5, no_limit);
  for (const double portion : {1.0, 100.0, 5000.0}) {
    const SupportTree cut = grown(data, order, 5, portion);
    assert_true(std::ranges::equal(whole.support(), cut.support()));
    assert_true(std::ranges::equal(whole.values(), cut.values()));
    assert_true(whole.work() == cut.work());
  }
}

void what_is_known_to_be_best_is_confirmed(void**) {
  Rng rng(95);
  const LeastSquares f = compressed_sensing(rng, 25, 15, 4, 1);
  const ModelOf data(f);
  const double best = -static_cast<double>(most_explained(data, 4));
  SupportTree tree(f.n, 4);
  tree.start(data.model, any_order(rng, f.n), 4, data.rows(), data.total());
  double energy = best;
  assert_false(tree.grow(no_limit, energy));
  assert_true(tree.done() && energy == best);
  tree.start(data.model, any_order(rng, f.n), 4, data.rows(), data.total());
  energy = best * (1 - 1e-9);
  while (!tree.done()) tree.grow(no_limit, energy);
  ASSERT_AT_MOST(std::abs(energy - best), 1e-12);
}

/// 30 of the columns and more rows than columns: of 5 852 925 supports few are looked at.
void bounds_spare_most_of_the_work(void**) {
  Rng rng(96);
  const Index n = 30, s = 8;
  const LeastSquares f = compressed_sensing(rng, 80, n, s, 0.05);
  const ModelOf data(f);
  std::vector<std::pair<double, Index>> slopes;
  for (Index j = 0; j < n; ++j) slopes.emplace_back(-std::abs(data.model.c<double>()[j]), j);
  std::ranges::sort(slopes);
  Support order;
  for (const auto& slope : slopes) order.push_back(slope.second);
  const SupportTree tree = grown(data, order, s, no_limit);
  ASSERT_AT_MOST(tree.work(), 0.02 * SupportTree::work(n, s));
}

/// One place: the tree finds the best column and has looked at all in the same step, but f has yet to judge.
void nothing_is_proved_before_f_has_confirmed_it(void**) {
  Rng rng(97);
  const LeastSquares f = compressed_sensing(rng, 20, 12, 3, 1);
  const ModelOf data(f);
  const double f0 = static_cast<double>(f.value_at_zero()), best = best_subset(f, 1);
  Vector g(at(f.n));
  data.evaluator->gradient(data.point->x, data.point->state, g);
  for (const double found : {best, best * (1 + 1e-7), best * (1 + 1e-5)}) {
    sbreg::SupportSearch search(*data.problem, 1, 0);
    search.begin(*data.evaluator, *data.point, g, f0);
    assert_true(search.pending() && !search.proved());
    search.confirm(f0, f0);  // as if the support that it begins with could not be refitted
    assert_true(search.advance(1, 1));
    assert_true(search.pending() && !search.proved());
    search.confirm(found, f0);
    assert_true(!search.pending());
    assert_true(search.proved() == (found < best * (1 + 1e-6)));
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(it_ends_with_the_best_of_all_supports),       cmocka_unit_test(columns_may_depend_on_each_other),
      cmocka_unit_test(the_values_are_the_minimiser_on_the_support), cmocka_unit_test(portions_change_nothing),
      cmocka_unit_test(what_is_known_to_be_best_is_confirmed),       cmocka_unit_test(bounds_spare_most_of_the_work),
      cmocka_unit_test(nothing_is_proved_before_f_has_confirmed_it),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
