// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The swap tableau against what it stands for: a refit of every exchanged support, and a tableau built afresh.
#include "solver/search/swap_descent.hpp"

#include <cmath>

#include "model_of.hpp"

namespace {

using namespace oracle;
using sbreg::SwapTableau;

constexpr Index m = 20, n = 37, k = 6;

/// Columns 5 and 9 are equal, column 11 is zero.
LeastSquares data_of(Rng& rng) {
  LeastSquares f{m, n, gaussian(rng, m * n), gaussian(rng, m)};
  std::copy_n(f.A.begin() + 5 * m, m, f.A.begin() + 9 * m);
  std::fill_n(f.A.begin() + 11 * m, m, 0.0);
  return f;
}

Vector weights_of(Rng& rng) {
  Vector w(at(m));
  for (double& v : w) v = 0.5 + rng.uniform();
  return w;
}

const Support start = {3, 30, 5, 17, 22, 8};

template <class Real_>
void compare_scores(double ridge, double tolerance) {
  Rng rng(71);
  const ModelOf data(data_of(rng));
  SwapTableau<Real_> tableau(n, k);
  tableau.build(data.model, start, static_cast<Real_>(ridge));
  std::vector<Real_> score(at(n) + 16);
  const Real before = data.explained(start, ridge);
  ASSERT_AT_MOST(std::abs(static_cast<double>(before) + tableau.energy()), tolerance);
  for (Index i = 0; i < k; ++i) {
    const double largest = tableau.scores(i, score.data());
    double seen = 0;
    for (Index j = 0; j < n; ++j) {
      seen = std::max(seen, static_cast<double>(score[at(j)]));
      if (contains(start, j)) {
        assert_true(score[at(j)] < 1e-20);
        continue;
      }
      Support S = start;
      S[at(i)] = j;
      const double gain = static_cast<double>(score[at(j)]) - static_cast<double>(tableau.cost(i));
      ASSERT_AT_MOST(std::abs(gain - static_cast<double>(data.explained(S, ridge) - before)), tolerance);
    }
    assert_true(largest == seen);
    assert_true(tableau.any_above(i, static_cast<Real_>(0.99 * largest)));
    assert_false(tableau.any_above(i, static_cast<Real_>(1.01 * largest)));
  }
}

void every_score_is_that_of_a_refit(void**) {
  compare_scores<double>(0, 1e-11);
  compare_scores<double>(0.3, 1e-11);
  compare_scores<float>(0, 3e-4);
  compare_scores<float>(0.3, 1e-5);
}

template <class Real_>
void compare_with_rebuilt(double ridge, int swaps, double tolerance) {
  Rng rng(72);
  const ModelOf data(data_of(rng));
  SwapTableau<Real_> tableau(n, k), fresh(n, k);
  tableau.build(data.model, start, static_cast<Real_>(ridge));
  for (int count = 0; count < swaps; ++count) {
    const Index j = static_cast<Index>(rng.below(n));
    if (tableau.contains(j) || j == 11 || j == 9) continue;
    tableau.swap(static_cast<Index>(rng.below(k)), j);
  }
  const auto S = tableau.support();
  fresh.build(data.model, S, static_cast<Real_>(ridge));
  const auto near = [&](Real_ a, Real_ b) {
    ASSERT_AT_MOST(std::abs(static_cast<double>(a - b)), tolerance * (1 + std::abs(static_cast<double>(b))));
  };
  for (Index i = 0; i < k; ++i) {
    near(tableau.x(i), fresh.x(i));
    for (Index l = 0; l < k; ++l) near(tableau.inverse(i, l), fresh.inverse(i, l));
    for (Index j = 0; j < n; ++j) near(tableau.w(i, j), fresh.w(i, j));
  }
  for (Index j = 0; j < n; ++j) {
    near(tableau.slope(j), fresh.slope(j));
    near(tableau.remainder(j), fresh.remainder(j));
  }
}

void an_updated_tableau_is_the_rebuilt_one(void**) {
  compare_with_rebuilt<double>(0, 60, 1e-10);
  compare_with_rebuilt<double>(0.2, 400, 1e-10);
  compare_with_rebuilt<float>(0.2, 60, 3e-3);
}

void polish_ends_where_no_single_swap_improves(void**) {
  for (const double ridge : {0.0, 0.7})
    for (const bool weighted : {false, true}) {
      Rng rng(73);
      const LeastSquares f = data_of(rng);
      const ModelOf data(f, ridge, weighted ? weights_of(rng) : Vector());
      sbreg::SwapDescent polish(n, k);
      const double energy = polish(data.model, start, 1000);
      Support S(at(k));
      std::ranges::copy(polish.support(), S.begin());
      ASSERT_AT_MOST(std::abs(energy + static_cast<double>(data.explained(S))), 1e-12);
      for (Index i = 0; i < k; ++i)
        for (Index j = 0; j < n; ++j) {
          if (contains(S, j)) continue;
          Support T = S;
          T[at(i)] = j;
          ASSERT_AT_MOST(data.explained(T), data.explained(S) + 2e-12L);
        }
    }
}

void the_models_scale_does_not_change_what_it_says(void**) {
  Rng rng(74);
  ModelOf data(data_of(rng), 0.1);
  const Real before = data.explained(start);
  const double unit = data.model.energy_unit;
  data.model.rescale(4);
  ASSERT_AT_MOST(std::abs(data.explained(start) * 4 - before), 1e-14L);
  assert_true(data.model.energy_unit == 4 * unit);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_score_is_that_of_a_refit),
      cmocka_unit_test(an_updated_tableau_is_the_rebuilt_one),
      cmocka_unit_test(polish_ends_where_no_single_swap_improves),
      cmocka_unit_test(the_models_scale_does_not_change_what_it_says),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
