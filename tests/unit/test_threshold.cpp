// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The steps of a line search, which look at a few candidates only, against steps that look at every coordinate.
#include "solver/step/threshold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cmocka.hpp"
#include "oracle.hpp"
#include "solver/loop/restart.hpp"
#include "solver/run/methods.hpp"
#include "support/rng.hpp"

namespace {

using sbreg::Index;
using sbreg::Scaling;
using sbreg::SparseVector;
using sbreg::Threshold;
using sbreg::to_size;
using Vector = std::vector<double>;

struct Case {
  Index n, s;
  Vector x, g, d;
};

/// x with `count` nonzeros; `draw` gives the numbers of x and g, `weight` those of d.
template <class Draw, class Weight>
Case make(sbreg::Rng& rng, Index n, Index s, Index count, Draw draw, Weight weight) {
  Case c{n, s, Vector(to_size(n), 0.0), Vector(to_size(n)), Vector(to_size(n))};
  for (double& v : c.g) v = draw();
  for (double& v : c.d) v = weight();
  for (; count > 0; --count) c.x[rng.below(to_size(n))] = draw();
  return c;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Index steps = 17;

/// Steps of 2^-8 to 2^8, each from several gradients, so that every aim but the first has thresholds to start from.
void assert_all_steps_agree(const Case& c) {
  SparseVector x(c.n, c.s), all(c.n, c.s), aimed(c.n, c.s);
  x.assign_dense(c.x);
  const Scaling d(c.d);
  Threshold threshold(c.n, c.s), other(c.n, c.s);
  threshold.remember(2, steps);
  for (const double scale : {1.0, 1.0, -0.75, 8.0, 0.25}) {
    Vector g = c.g;
    double size = 0;
    for (double& v : g) {
      v *= scale;
      size += v * v;
    }
    assert_true(threshold.aim(x, g, std::sqrt(size), d, scale < 1 ? 0 : 1));
    double last = -infinity;
    for (Index j = 0; j < steps; ++j) {
      const double step = std::ldexp(1.0, static_cast<int>(j) - 8);
      assert_true(other(x, g, d, step, all));
      const double before = threshold.least_fall(j, step);
      assert_true(threshold.choose(j, step));
      const double after = threshold.least_fall(j, step);
      threshold.take(aimed);
      if (!std::ranges::equal(all.values(), aimed.values()))
        fail_msg("n = %lld, s = %lld, step %g: another point\n", static_cast<long long>(c.n),
                 static_cast<long long>(c.s), step);
      assert_true(std::ranges::equal(all.support(), aimed.support()));
      double fall = 0, unit = 0;  // -g'(y-x)
      for (std::size_t i = 0; i < c.x.size(); ++i) {
        fall -= g[i] * (aimed.values()[i] - c.x[i]);
        unit += std::abs(g[i]) * (std::abs(aimed.values()[i]) + std::abs(c.x[i]));
      }
      if (threshold.fall() > -infinity) assert_true(std::abs(threshold.fall() - fall) <= 1e-13 * unit);
      assert_true(before <= fall + 1e-13 * unit);
      assert_true(after <= fall + 1e-13 * unit);
      assert_true(fall >= last - 1e-13 * unit);  // the longer the step, the larger the fall
      last = fall;
    }
  }
}

template <class Draw, class Weight>
void for_many_sizes(sbreg::Rng& rng, Draw draw, Weight weight) {
  for (Index n : {1, 2, 5, 8, 17, 64, 100, 257})
    for (Index s = 1; s <= n; s += 1 + s / 2)
      for (Index count : {Index{0}, s / 2, s}) assert_all_steps_agree(make(rng, n, s, count, draw, weight));
}

void candidates_suffice(void**) {
  sbreg::Rng rng(1);
  for_many_sizes(
      rng, [&] { return rng.normal(); }, [&] { return 0.5 + rng.uniform(); });
}

void ties_go_to_the_lower_index_among_candidates_too(void**) {
  sbreg::Rng rng(2);
  const auto few = [&] { return static_cast<double>(rng.below(5)) - 2; };
  for_many_sizes(rng, few, [] { return 1.0; });
  for_many_sizes(rng, few, [&] { return rng.below(2) == 0 ? 1.0 : 4.0; });
  for_many_sizes(
      rng, [] { return 1.0; }, [] { return 1.0; });
}

void coordinates_without_weight_are_no_candidates(void**) {
  sbreg::Rng rng(3);
  for_many_sizes(
      rng, [&] { return rng.normal(); }, [&] { return rng.below(3) == 0 ? 0.0 : 1 + rng.uniform(); });
  for_many_sizes(
      rng, [&] { return rng.normal(); }, [] { return 0.0; });
}

void a_step_that_lands_on_zero_hides_no_candidate(void**) {
  Case c{4, 2, {0, 3, 0, -2}, {0, 3, 0, -2}, {1, 1, 1, 1}};  // x - g = 0
  assert_all_steps_agree(c);
  c.g = {0, 0, 0, 0};
  assert_all_steps_agree(c);
}

void least_squares_rise_where_the_fall_exceeds_four_times_f(void**) {
  sbreg::Rng rng(4);
  oracle::Rng data(4);
  int risen = 0, fallen = 0, bounded = 0;
  for (int instance = 0; instance < 300; ++instance) {
    const Index m = 3 + static_cast<Index>(rng.below(20)), n = 2 + static_cast<Index>(rng.below(30));
    const Index s = 1 + static_cast<Index>(rng.below(to_size(n)));
    const auto f = oracle::compressed_sensing(data, m, n, s, 3);
    SparseVector x(n, s), y(n, s);
    Vector start(to_size(n), 0.0), d(to_size(n));
    for (Index k = 0; k < s / 2; ++k) start[rng.below(to_size(n))] = rng.normal();
    for (double& v : d) v = 1 + rng.uniform();
    x.assign_dense(start);
    const auto exact = f.gradient(start);
    const Vector g(exact.begin(), exact.end());
    const Scaling scaling(d);
    Threshold threshold(n, s);
    threshold.remember(1, 1);
    assert_true(threshold.aim(x, g, 1, scaling, 0));
    for (double step = 0x1p-4; step <= 0x1p6; step *= 2) {
      bounded += threshold.least_fall(0, step) > 4 * f.value(start) ? 1 : 0;
      assert_true(threshold.choose(0, step));
      threshold.take(y);
      const bool rises = f.value(Vector(y.values().begin(), y.values().end())) > f.value(start);
      fallen += rises ? 0 : 1;
      if (!(threshold.fall() > 4 * f.value(start))) continue;
      ++risen;
      assert_true(rises);
    }
  }
  assert_true(risen > 500 && fallen > 300);
  assert_true(bounded > risen / 4);
}

void numbers_that_are_not_finite_are_noticed(void**) {
  constexpr double most = std::numeric_limits<double>::max();
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    SparseVector x(3, 1);
    Threshold threshold(3, 1);
    threshold.remember(1, 1);
    assert_false(threshold.aim(x, Vector{1, bad, 2}, 1, Scaling(Vector{1, 1, 1}), 0));
  }
  SparseVector x(3, 1);
  Threshold threshold(3, 1);
  threshold.remember(1, 1);
  assert_true(threshold.aim(x, Vector{1, most, 2}, most, Scaling(Vector{1, 1, 1}), 0));
  assert_false(threshold.choose(0, 4));
}

void a_restart_asks_for_some_trials_whatever_the_gradient(void**) {
  sbreg::SolverOptions options;
  options.method = "newton";
  sbreg::apply_method(options);
  const sbreg::LineSearch line_search(options, 4);
  const sbreg::Restart restart(options);
  assert_true(restart.enabled());
  const sbreg::Units units{.gradient = 1, .curvature = 1};
  SparseVector x(4, 1);
  int restarts = 0;
  for (double at : {1.0, 1e-300, 1e300})
    for (double off : {0.5, 2.0, 3.5, 100.0, 1e300, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
      x.assign_dense(Vector{0, at, 0, 0});
      const sbreg::StepPlan plan = restart.plan(x, Vector{off, 0, 0, 0}, infinity, units, line_search);
      assert_true(plan.trials >= 1 && plan.trials <= line_search.trials());
      restarts += plan.restart ? 1 : 0;
      if (at == 1 && std::isfinite(off)) assert_int_equal(plan.trials, std::clamp(std::ceil(off) - 1, 1.0, 8.0));
    }
  assert_int_equal(restarts, 3 * 5);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(candidates_suffice),
      cmocka_unit_test(ties_go_to_the_lower_index_among_candidates_too),
      cmocka_unit_test(coordinates_without_weight_are_no_candidates),
      cmocka_unit_test(a_step_that_lands_on_zero_hides_no_candidate),
      cmocka_unit_test(least_squares_rise_where_the_fall_exceeds_four_times_f),
      cmocka_unit_test(numbers_that_are_not_finite_are_noticed),
      cmocka_unit_test(a_restart_asks_for_some_trials_whatever_the_gradient),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
