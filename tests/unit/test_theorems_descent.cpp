// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Paper, lemma subsequential_convergence: for D > H = A'A and the steps of iht, iwht and (each step with its own D)
// ciwht,
//
//     1. f(x_{k+1}) <= f(x_k) - ||x_{k+1} - x_k||^2_{D-H} / 2
//     2. f(x_k) does not increase
//     3. the squares ||x_{k+1} - x_k||^2_{D-H} have a finite sum
//     4. their minimum over the first n decreases like 1/n
//
// The iterates come from the library; every other number is computed here from A and b in extended precision.
#include "handles.hpp"

namespace {

using namespace oracle;

struct Instance {
  LeastSquares f;
  Symmetric H;
  Index s;
};

std::vector<Instance> instances() {
  Rng rng(20);
  std::vector<Instance> all;
  for (const auto& [m, n, s, noise] :
       {std::tuple{10, 30, 4, 0.0}, std::tuple{20, 30, 8, 0.3},  // through A'A, then A'r
        std::tuple{12, 25, 9, 0.1}, std::tuple{30, 12, 5, 1.0}, std::tuple{6, 6, 6, 0.5}}) {
    LeastSquares f = compressed_sensing(rng, m, n, s, noise);
    Symmetric H = f.hessian();
    all.push_back({std::move(f), std::move(H), s});
  }
  return all;
}

/// The matrices tried on each instance: L I and random feasible directions, each barely and comfortably above H.
std::vector<Vector> scalings(Rng& rng, const Symmetric& H) {
  std::vector<Vector> all;
  for (double inflation : {1.0001, 1.5}) {
    all.push_back(feasible_identity(H, inflation));
    all.push_back(feasible_random(rng, H, inflation));
    all.push_back(feasible_random(rng, H, inflation));
  }
  return all;
}

/// ||step||^2_{D-H} = ||step||^2_D - ||A step||^2
Real gap_square(const LeastSquares& f, const Vector& d, const RealVector& step) {
  const Real image = norm(f.times(step));
  return weighted_square(step, d) - image * image;
}

/// What rounding can do to inequality 1. Its slack is the decrease that the model promises, a quadratic with its
/// maximum at the exact step, so a step wrong by an error e loses e'De/2 only: the square of a rounding, relative to f.
Real rounding(const LeastSquares& f) { return 1e-28L * f.value_at_zero(); }

/// The inequalities along one run, D_k = dictionary[k / period mod size].
void assert_descent(const Instance& instance, const char* method, const std::vector<Vector>& dictionary, Index period,
                    const Vector& start) {
  const auto& [f, H, s] = instance;
  const Problem problem = make_problem(f);
  const Solver solver = make_solver(problem, s, method, dictionary);
  OK(sbreg_solver_set_int(solver.get(), "dsm_period", period));
  OK(sbreg_solver_set_int(solver.get(), "history", 1));
  OK(sbreg_solver_set_start(solver.get(), start.data()));
  const std::vector<Vector> x = trajectory(solver, 200);
  assert_true(x.size() > 20 || get_int(solver, "state") == SBREG_STATIONARY);

  Real sum = 0, smallest = INFINITY, fallen = 0;
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    const Vector& d = dictionary[(k / at(period)) % dictionary.size()];
    const Real square = gap_square(f, d, difference(x[k + 1], x[k]));
    const Real decrease = f.decrease(x[k], x[k + 1]);
    ASSERT_AT_MOST(square / 2, decrease + rounding(f));  // 1, and 2 because D > H
    ASSERT_AT_MOST(-rounding(f), decrease);
    sum += square;
    fallen += decrease;
    smallest = std::min(smallest, square);
    const auto steps = static_cast<Real>(k + 1);
    ASSERT_AT_MOST(sum, 2 * fallen + steps * rounding(f));                   // 3: telescoped
    ASSERT_AT_MOST(smallest, 2 * f.value(start) / steps + 2 * rounding(f));  // 4: f >= 0
  }
  ASSERT_AT_MOST(fallen, f.value(start) * (1 + 1e-15L));  // so the sum is finite, whatever the length of the run
}

template <class Visit>
void for_each_instance_and_start(Visit visit) {
  Rng rng(21);
  for (const Instance& instance : instances()) {
    visit(rng, instance, Vector(at(instance.f.n), 0.0));
    visit(rng, instance, sparse_gaussian(rng, instance.f.n, instance.s));
    visit(rng, instance, sparse_gaussian(rng, instance.f.n, 1));
  }
}

void iht_and_iwht_decrease_f_by_the_step_in_the_norm_of_D_minus_H(void**) {
  for_each_instance_and_start([](Rng& rng, const Instance& instance, const Vector& start) {
    for (const Vector& d : scalings(rng, instance.H)) assert_descent(instance, "iwht", {d}, 1, start);
    assert_descent(instance, "iht", {feasible_identity(instance.H, 1.01)}, 1, start);
  });
}

void ciwht_decreases_f_by_the_step_in_the_norm_of_its_own_D_minus_H(void**) {
  for_each_instance_and_start([](Rng& rng, const Instance& instance, const Vector& start) {
    const std::vector<Vector> dictionary = {feasible_random(rng, instance.H, 1.01),
                                            feasible_random(rng, instance.H, 1.01),
                                            feasible_identity(instance.H, 1.01)};
    for (Index period : {1, 10}) assert_descent(instance, "ciwht", dictionary, period, start);
  });
}

void the_squared_steps_add_up_to_at_most_the_fall_of_f_over_the_smallest_eigenvalue(void**) {
  for_each_instance_and_start([](Rng& rng, const Instance& instance, const Vector& start) {
    const auto& [f, H, s] = instance;
    const Vector d = feasible_random(rng, H, 1.01);
    const Real smallest = H.subtracted_from(d).eigenvalues().front();
    assert_true(smallest > 0);
    const Solver solver = make_solver(make_problem(f), s, "iwht", {d});
    OK(sbreg_solver_set_start(solver.get(), start.data()));
    const std::vector<Vector> x = trajectory(solver, 200);
    Real sum = 0;
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
      const Real step = norm(difference(x[k + 1], x[k]));
      sum += step * step;
    }
    ASSERT_AT_MOST(sum, 2 * (f.value(start) - f.value(x.back())) / smallest);
  });
}

void the_library_computes_L_above_the_largest_eigenvalue_and_descends_with_it(void**) {
  for (const Instance& instance : instances()) {
    const auto& [f, H, s] = instance;
    const Problem problem = make_problem(f);
    sbreg_dsm* created = nullptr;
    OK(sbreg_dsm_create(&created, problem.get(), "lipschitz"));
    const Dsm dsm(created);
    OK(sbreg_dsm_run(dsm.get()));
    Vector w(at(f.n));
    OK(sbreg_dsm_get_weights(dsm.get(), w.data()));
    const Real largest = H.eigenvalues().back();
    for (double weight : w) {
      ASSERT_AT_MOST(largest, weight);
      ASSERT_AT_MOST(weight, 1.01L * largest);
    }
    assert_descent(instance, "iht", {w}, 1, Vector(at(f.n), 0.0));
  }
}

void the_recorded_objectives_are_those_of_the_iterates_and_do_not_increase(void**) {
  for_each_instance_and_start([](Rng& rng, const Instance& instance, const Vector& start) {
    const auto& [f, H, s] = instance;
    const Solver solver = make_solver(make_problem(f), s, "iwht", {feasible_random(rng, H, 1.01)});
    OK(sbreg_solver_set_int(solver.get(), "history", 1));
    OK(sbreg_solver_set_start(solver.get(), start.data()));
    const std::vector<Vector> x = trajectory(solver, 300);
    std::vector<double> objective(x.size());
    std::int64_t count = 0;
    OK(sbreg_solver_get_history(solver.get(), "objective", objective.data(), size_of(objective), &count));
    assert_int_equal(count, x.size());
    const Real unit = 64 * 0x1p-52L * (f.value(start) + f.value_at_zero());  // rounding of a sum of m <= 30 squares
    for (std::size_t k = 0; k < x.size(); ++k) {
      ASSERT_AT_MOST(std::abs(objective[k] - f.value(x[k])), unit);
      if (k > 0) ASSERT_AT_MOST(objective[k], objective[k - 1] + unit);
    }
  });
}

/// The assumption matters: with D half as large as needed the inequality breaks. If this test fails the ones above have
/// lost their teeth.
void without_D_above_H_f_can_increase(void**) {
  const Instance instance = instances()[4];  // s = n: along the largest eigenvalue the error grows by 1.5 a step
  const Vector d = feasible_identity(instance.H, 0.4);
  const Solver solver = make_solver(make_problem(instance.f), instance.s, "iwht", {d});
  const std::vector<Vector> x = trajectory(solver, 50);
  bool increased = false;
  for (std::size_t k = 0; k + 1 < x.size(); ++k) increased = increased || instance.f.decrease(x[k], x[k + 1]) < 0;
  assert_true(increased);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(iht_and_iwht_decrease_f_by_the_step_in_the_norm_of_D_minus_H),
      cmocka_unit_test(ciwht_decreases_f_by_the_step_in_the_norm_of_its_own_D_minus_H),
      cmocka_unit_test(the_squared_steps_add_up_to_at_most_the_fall_of_f_over_the_smallest_eigenvalue),
      cmocka_unit_test(the_library_computes_L_above_the_largest_eigenvalue_and_descends_with_it),
      cmocka_unit_test(the_recorded_objectives_are_those_of_the_iterates_and_do_not_increase),
      cmocka_unit_test(without_D_above_H_f_can_increase),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
