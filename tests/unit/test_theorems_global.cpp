// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Against the global optimum, found by solving on every support: it is stationary for every D >= H (paper, lemma
// bregman_stationarity and theorem l_stationarity), no method ever falls below it, and where the columns are nearly
// orthogonal every method finds it.
#include "handles.hpp"

namespace {

using namespace oracle;

struct Optimum {
  Real value = INFINITY;
  Vector x;
};

Optimum brute_force(const LeastSquares& f, const Symmetric& H, Index s) {
  Optimum best;
  for_each_support(f.n, s, [&](const Support& S) {
    const Vector x = f.minimiser(H, S);
    const Real value = f.value(x);
    if (value < best.value) best = {value, x};
  });
  return best;
}

void the_global_optimum_is_stationary_for_every_matrix_above_the_Hessian(void**) {
  Rng rng(60);
  int others = 0;  // minimisers on a single support that some D rejects: the claim is not empty
  for (const auto& [m, n, s] :
       {std::tuple{8, 12, 3}, std::tuple{6, 10, 4}, std::tuple{15, 9, 2}, std::tuple{5, 7, 1}, std::tuple{9, 6, 6}})
    for (int repeat = 0; repeat < 5; ++repeat) {
      const LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
      const Problem problem = make_problem(f);
      const Symmetric H = f.hessian();
      const Optimum best = brute_force(f, H, s);
      Support first(at(s));
      std::iota(first.begin(), first.end(), Index{0});
      const Vector local = f.minimiser(H, first);
      for (int k = 0; k < 20; ++k) {
        // On the boundary of the feasible set too; 1e-13 makes up for the rounding of the eigenvalue.
        const double inflation = k % 2 == 0 ? 1 + 1e-13 : 1 + rng.uniform();
        const Vector d = k < 2 ? feasible_identity(H, inflation) : feasible_random(rng, H, inflation);
        ASSERT_AT_MOST(violation_of(problem, d, s, best.x), 1e-28L * f.value_at_zero());
        others += violation_of(problem, d, s, local) > 1e-6 ? 1 : 0;
      }
    }
  assert_true(others > 100);
}

using Methods = std::vector<std::pair<const char*, std::vector<Vector>>>;

/// Runs every method from zero and from random starts; the objective that is reported belongs to the solution.
template <class Visit>
void for_each_result(Rng& rng, const LeastSquares& f, Index s, const Methods& methods, int starts, Visit visit) {
  const Problem problem = make_problem(f);
  for (const auto& [method, dictionary] : methods)
    for (int k = 0; k < starts; ++k) {
      const Solver solver = make_solver(problem, s, method, dictionary);
      OK(sbreg_solver_set_real(solver.get(), "stationarity_tolerance", 1e-24));
      if (k > 0) OK(sbreg_solver_set_start(solver.get(), sparse_gaussian(rng, f.n, s).data()));
      OK(sbreg_solver_run(solver.get()));
      const Vector x = solution_of(solver);
      ASSERT_AT_MOST(support_of(x).size(), s);
      const Real reported = get_real(solver, "best_objective");
      ASSERT_AT_MOST(std::abs(reported - f.value(x)), 64 * 0x1p-52L * f.value_at_zero());
      visit(x);
    }
}

void no_method_falls_below_the_global_optimum(void**) {
  Rng rng(61);
  for (const auto& [m, n, s] : {std::tuple{8, 12, 4}, std::tuple{6, 11, 2}, std::tuple{5, 8, 4}})
    for (int repeat = 0; repeat < 3; ++repeat) {
      const LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
      const Symmetric H = f.hessian();
      const Optimum best = brute_force(f, H, s);
      const std::vector<Vector> several = {feasible_random(rng, H, 1.01), feasible_random(rng, H, 1.01)};
      const Methods methods = {{"auto", {}}, {"iht", {}}, {"iwht", {several[0]}}, {"ciwht", several}};
      for_each_result(rng, f, s, methods, 15,
                      [&](const Vector& x) { ASSERT_AT_MOST(best.value, f.value(x) + 1e-17L * f.value_at_zero()); });
    }
}

void nearly_orthogonal_columns_are_solved_from_every_start(void**) {
  Rng rng(62);
  for (int repeat = 0; repeat < 5; ++repeat) {
    const LeastSquares f = compressed_sensing(rng, 400, 12, 3, 0.01);
    const Symmetric H = f.hessian();
    const Optimum best = brute_force(f, H, 3);
    // Matrices close to H: one that is far above it in some coordinates has stationary points elsewhere too.
    Vector d(12);
    for (double& w : d) w = 1 + 0.1 * rng.uniform();
    const std::vector<Vector> several = {feasible(H, d, 1.01), feasible_identity(H, 1.01)};
    const Methods methods = {{"auto", {}}, {"iht", {}}, {"iwht", {several[0]}}, {"ciwht", several}};
    for_each_result(rng, f, 3, methods, 5, [&](const Vector& x) {
      assert_true(support_of(x) == support_of(best.x));
      ASSERT_AT_MOST(norm(difference(x, best.x)), 1e-10L * norm(best.x));
    });
  }
}

void the_one_call_interface_solves_them_too(void**) {
  Rng rng(63);
  const LeastSquares f = compressed_sensing(rng, 200, 12, 4, 0.01);
  const Optimum best = brute_force(f, f.hessian(), 4);
  Vector x(12);
  double objective = 0;
  OK(sbreg_solve_least_squares(f.m, f.n, f.A.data(), f.m, SBREG_COL_MAJOR, f.b.data(), 4, x.data(), &objective));
  ASSERT_AT_MOST(norm(difference(x, best.x)), 1e-10L * norm(best.x));
  ASSERT_AT_MOST(std::abs(objective - best.value), 1e-12L * best.value);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_global_optimum_is_stationary_for_every_matrix_above_the_Hessian),
      cmocka_unit_test(no_method_falls_below_the_global_optimum),
      cmocka_unit_test(nearly_orthogonal_columns_are_solved_from_every_start),
      cmocka_unit_test(the_one_call_interface_solves_them_too),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
