// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Paper, theorem sparsity_pattern_change: with finitely many changes of the pattern the sequence converges to an
// optimum of the last pattern; with infinitely many the gradient at the changes goes to zero. The proof rests on
//
//     ||g_S||^2_{D_S^{-1}} / 2 + ||x_{k+1} - x_k||^2_{D-H} / 2 <= f(x_k) - f(x_{k+1}),      S the pattern of x_k    (*)
//
// and on |g_i| of an entering coordinate being bounded by the step.
//
// When can there be infinitely many? By (*) and its companion, at a change the whole gradient is at most a constant
// times the root of the decrease, and for a quadratic f - min f is at most a constant times the squared gradient; so
// each change takes a fixed share of f - min f, the steps add up to a geometric series, and the sequence converges: the
// diverging sequence that the paper allows for does not exist for least squares. Near a limit with s nonzeros the
// pattern stays, so the limit has fewer, and a zero gradient. With one D even this seems not to last: when s = 1 and
// the limit is 0 a change from i to j needs 1 - h_jj/d_j > 1 - h_ii/d_i, hence at most n - 1 changes. Two matrices that
// favour different coordinates change the pattern in every iteration, for ever; this is the instance tested below.
#include "handles.hpp"

namespace {

using namespace oracle;

/// What rounding can do to (*), an equality while the pattern stays: in the step it costs the square of a rounding
/// relative to f (see test_theorems_descent), and our own sums are in extended precision.
Real rounding(const LeastSquares& f, const Vector& start, Real decrease) {
  return 1e-28L * (f.value_at_zero() + f.value(start)) + 1e-16L * decrease;
}

/// (*) at every step, and its companion for the gradient off the pattern at every change; returns the number of
/// changes.
int assert_inequalities(const LeastSquares& f, const std::vector<Vector>& x, const std::vector<Vector>& dictionary,
                        Index s) {
  const Symmetric H = f.hessian();
  std::vector<Real> smallest;  // lambda_min(D - H)
  for (const Vector& d : dictionary) smallest.push_back(H.subtracted_from(d).eigenvalues().front());
  int changes = 0;
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    const Vector& d = dictionary[k % dictionary.size()];
    const Support before = support_of(x[k]), after = support_of(x[k + 1]);
    const RealVector g = f.gradient(x[k]), step = difference(x[k + 1], x[k]);
    const Real decrease = f.decrease(x[k], x[k + 1]), image = norm(f.times(step));
    Real on = 0, off = 0;
    for (Index i = 0; i < f.n; ++i) {
      const Real square = g[at(i)] * g[at(i)] / d[at(i)];
      if (contains(before, i)) on += square;
      if (!contains(before, i)) off = std::max(off, square);
    }
    ASSERT_AT_MOST(on / 2 + (weighted_square(step, d) - image * image) / 2, decrease + rounding(f, x[0], decrease));
    if (before == after) continue;
    ++changes;
    // An entering coordinate has the largest g_i^2/d_i off the pattern, and moves by g_i/d_i.
    const Real largest = *std::ranges::max_element(d);
    const bool enters = std::ranges::any_of(after, [&](Index i) { return !contains(before, i); });
    if (enters && static_cast<Index>(before.size()) == s)
      ASSERT_AT_MOST(off, 2 * largest * (decrease + rounding(f, x[0], decrease)) / smallest[k % dictionary.size()]);
  }
  return changes;
}

void at_every_change_the_gradient_is_bounded_by_the_decrease(void**) {
  Rng rng(50);
  int changes = 0;
  for (const auto& [m, n, s] : {std::tuple{12, 40, 5}, std::tuple{20, 60, 8}, std::tuple{10, 20, 9}})
    for (int repeat = 0; repeat < 6; ++repeat) {
      const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
      const Symmetric H = f.hessian();
      const std::vector<Vector> one = {feasible_random(rng, H, 1.01)};
      const std::vector<Vector> two = {feasible_random(rng, H, 1.01), feasible_random(rng, H, 1.01)};
      for (const std::vector<Vector>& dictionary : {one, two}) {
        const Solver solver = make_solver(make_problem(f), s, "ciwht", dictionary);
        OK(sbreg_solver_set_start(solver.get(), sparse_gaussian(rng, n, s).data()));
        const std::vector<Vector> x = trajectory(solver, 300);
        const int seen = assert_inequalities(f, x, dictionary, s);
        assert_int_equal(seen, get_int(solver, "support_changes"));
        changes += seen;
      }
    }
  assert_true(changes > 100);
}

void patterns_settle_and_the_gradient_vanishes_on_the_last_one(void**) {
  Rng rng(51);
  for (int repeat = 0; repeat < 10; ++repeat) {
    const LeastSquares f = compressed_sensing(rng, 12, 40, 5, 0.1);
    const Solver solver = make_solver(make_problem(f), 5, "iwht", {feasible_random(rng, f.hessian(), 1.01)});
    OK(sbreg_solver_step(solver.get(), 4000));
    const auto changes = get_int(solver, "support_changes");
    const Vector x = iterate_of(solver);
    const RealVector g = f.gradient(x);
    for (Index i : support_of(x)) ASSERT_AT_MOST(std::abs(g[at(i)]), 1e-9L);
    OK(sbreg_solver_step(solver.get(), 4000));
    assert_int_equal(get_int(solver, "support_changes"), changes);
  }
}

/// H = (1 c; c 1). D = (1 + e, 1 + 1.01 c^2/e) is above H, and moves (t, 0) to the second coordinate because
/// c^2 > d_2/d_1 (d_1 - 1)^2; its mirror image moves back.
struct Seesaw {
  static constexpr double c = 0.5, e = 0.125;
  LeastSquares f{3, 3, {1, 0, 0, c, std::sqrt(1 - c * c), 0, 0, 0, 1}, {0, 0, 0}};
  std::vector<Vector> dictionary = {{1 + e, 1 + 1.01 * c* c / e, 2}, {1 + 1.01 * c * c / e, 1 + e, 2}};
};

void assert_vanishing_gradients(const LeastSquares& f, const std::vector<Vector>& dictionary, Index s,
                                const Vector& start, Index iterations, Real least, Real most) {
  const Symmetric H = f.hessian();
  for (const Vector& d : dictionary) assert_true(H.subtracted_from(d).eigenvalues().front() > 0);
  const Solver solver = make_solver(make_problem(f), s, "ciwht", dictionary);
  OK(sbreg_solver_set_start(solver.get(), start.data()));
  const std::vector<Vector> x = trajectory(solver, iterations);
  assert_int_equal(x.size(), iterations + 1);
  assert_int_equal(get_int(solver, "support_changes"), iterations);  // in every iteration
  assert_int_equal(assert_inequalities(f, x, dictionary, s), iterations);
  Real previous = INFINITY;
  for (const Vector& point : x) {
    const Real value = f.value(point);
    assert_true(value < previous);
    previous = value;
  }
  ASSERT_AT_MOST(norm(f.gradient(x.back())), most * norm(f.gradient(x.front())));
  ASSERT_AT_MOST(least, norm(f.gradient(x.back())));  // still on its way: neither stopped nor underflown
}

void where_the_pattern_changes_for_ever_the_gradient_goes_to_zero(void**) {
  const Seesaw seesaw;
  assert_vanishing_gradients(seesaw.f, seesaw.dictionary, 1, {1, 0, 0}, 150, 1e-150L, 1e-50L);
}

/// The same beside a coordinate of the solution: the limit is (0, 0, 1) with s = 2, and (*) takes it to rounding.
void so_it_does_when_the_limit_is_not_zero(void**) {
  Seesaw seesaw;
  seesaw.f.b = {0, 0, 1};
  assert_vanishing_gradients(seesaw.f, seesaw.dictionary, 2, {0.25, 0, 0.75}, 40, 1e-16L, 1e-7L);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(at_every_change_the_gradient_is_bounded_by_the_decrease),
      cmocka_unit_test(patterns_settle_and_the_gradient_vanishes_on_the_last_one),
      cmocka_unit_test(where_the_pattern_changes_for_ever_the_gradient_goes_to_zero),
      cmocka_unit_test(so_it_does_when_the_limit_is_not_zero),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
