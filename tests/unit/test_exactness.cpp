// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What must hold to the last bit: D = H solves in one step, zero columns stay out, ties go to the lower index, and
// scaling the data by a power of two scales the run.
#include <cstring>

#include "handles.hpp"

namespace {

using namespace oracle;

bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

Vector times(double factor, Vector v) {
  for (double& entry : v) entry *= factor;
  return v;
}

/// Orthogonal columns of different lengths: powers of two on a diagonal.
LeastSquares diagonal(const Vector& root, const Vector& b) {
  const Index n = size_of(root);
  LeastSquares f{n, n, Vector(at(n * n), 0.0), b};
  for (Index i = 0; i < n; ++i) f.A[at(i * n + i)] = root[at(i)];
  return f;
}

void a_matrix_equal_to_the_Hessian_solves_in_one_step(void**) {
  Rng rng(70);
  const Index n = 12;
  for (Index s : {1, 5, 12}) {
    Vector root(at(n)), d(at(n)), b(at(n));
    for (Index i = 0; i < n; ++i) {
      root[at(i)] = std::ldexp(1.0, static_cast<int>(rng.below(9)) - 4);
      d[at(i)] = root[at(i)] * root[at(i)];
      b[at(i)] = static_cast<double>((5 * i + 3) % n + 1) * (rng.below(2) == 0 ? 0.25 : -0.25);  // no two equal
    }
    // f = sum (root_i x_i - b_i)^2 / 2: the s largest |b_i| are fitted exactly, the others not at all.
    const Real level = s_th_largest(Vector(at(n), 1.0), b, s);
    Vector best(at(n), 0.0);
    for (Index i = 0; i < n; ++i)
      if (std::abs(b[at(i)]) >= level) best[at(i)] = b[at(i)] / root[at(i)];

    const Solver solver = make_solver(make_problem(diagonal(root, b)), s, "iwht", {d});
    Vector start = sparse_gaussian(rng, n, s);
    for (double& v : start) v = std::round(4 * v);  // so that the step has no rounding
    OK(sbreg_solver_set_start(solver.get(), start.data()));
    OK(sbreg_solver_step(solver.get(), 1));
    assert_true(same_bits(iterate_of(solver), best));
    OK(sbreg_solver_run(solver.get()));  // one more step, which promises nothing
    assert_true(same_bits(solution_of(solver), best));
    assert_int_equal(get_int(solver, "iterations"), s == n ? 1 : 2);  // with s = n the residual is zero at once
    assert_int_equal(get_int(solver, "state"), s == n ? SBREG_TARGET_REACHED : SBREG_STATIONARY);
  }
}

void zero_columns_never_enter(void**) {
  Rng rng(71);
  LeastSquares f = compressed_sensing(rng, 10, 16, 5, 0.3);
  const auto is_zero = [](Index j) { return j % 3 == 0; };
  for (Index j = 0; j < f.n; ++j)
    if (is_zero(j)) std::fill_n(f.A.begin() + j * f.m, f.m, 0.0);
  const Problem problem = make_problem(f);
  const Symmetric H = f.hessian();
  const Vector positive = feasible_random(rng, H, 1.01);
  Vector vanishing = positive;
  for (Index j = 0; j < f.n; ++j)
    if (is_zero(j)) vanishing[at(j)] = 0;
  for (Index s : {1, 6, 16}) {
    const std::pair<const char*, std::vector<Vector>> methods[] = {
        {"iht", {}}, {"auto", {}}, {"iwht", {positive}}, {"iwht", {vanishing}}, {"ciwht", {positive, vanishing}}};
    for (const auto& [method, dictionary] : methods) {
      const Solver solver = make_solver(problem, s, method, dictionary);
      for (const Vector& x : trajectory(solver, 60))
        for (Index j : support_of(x)) assert_false(is_zero(j));
      assert_true(get_int(solver, "support_size") == std::min<Index>(s, 10));
    }
  }
}

void a_start_on_a_zero_weight_leaves_it_in_the_first_step(void**) {
  const LeastSquares f = diagonal({1, 0, 1}, {1, 1, 2});
  const Solver solver = make_solver(make_problem(f), 2, "iwht", {{2, 0, 2}});
  const Vector start = {0, 3, 0};
  OK(sbreg_solver_set_start(solver.get(), start.data()));
  OK(sbreg_solver_step(solver.get(), 1));
  assert_true(same_bits(iterate_of(solver), {0.5, 0, 1}));
}

void ties_go_to_the_lower_index(void**) {
  for (Index s = 1; s <= 8; ++s) {
    const Solver solver =
        make_solver(make_problem(diagonal(Vector(8, 1.0), Vector(8, 1.0))), s, "iht", {Vector(8, 2.0)});
    OK(sbreg_solver_step(solver.get(), 5));
    const Support S = support_of(iterate_of(solver));
    assert_int_equal(S.size(), s);
    assert_int_equal(S.back(), s - 1);
  }
  Rng rng(72);
  LeastSquares f = compressed_sensing(rng, 9, 1, 1, 0.1);
  const Vector column = f.A;
  for (int copies = 0; copies < 4; ++copies) f.A.insert(f.A.end(), column.begin(), column.end());
  f.n = 5;  // five equal columns
  const Solver solver = make_solver(make_problem(f), 1, "auto", {});
  OK(sbreg_solver_run(solver.get()));
  assert_true((support_of(solution_of(solver)) == Support{0}));
}

void a_run_repeated_gives_the_same_bits(void**) {
  Rng rng(73);
  const LeastSquares f = compressed_sensing(rng, 30, 80, 10, 0.1);
  const Vector start = sparse_gaussian(rng, 80, 10);
  const auto run = [&] {
    const Solver solver = make_solver(make_problem(f), 10, "auto", {});
    OK(sbreg_solver_set_start(solver.get(), start.data()));
    OK(sbreg_solver_run(solver.get()));
    return solution_of(solver);
  };
  const Vector once = run();
  for (int repeat = 0; repeat < 3; ++repeat) assert_true(same_bits(run(), once));
}

void scaling_b_by_a_power_of_two_scales_every_iterate_exactly(void**) {
  Rng rng(74);
  for (const auto& [m, n, s] : {std::tuple{20, 50, 6}, std::tuple{12, 30, 9}}) {  // through A'A and through A'r
    const LeastSquares f = compressed_sensing(rng, m, n, s, 0.1);
    const std::vector<Vector> dictionary = {feasible_random(rng, f.hessian(), 1.01),
                                            feasible_identity(f.hessian(), 1.01)};
    const Vector start = sparse_gaussian(rng, n, s);
    const auto run = [&, size = s](double factor, const char* method, const std::vector<Vector>& matrices) {
      LeastSquares scaled = f;
      scaled.b = times(factor, f.b);
      Solver solver = make_solver(make_problem(scaled), size, method, matrices);
      OK(sbreg_solver_set_real(solver.get(), "stationarity_tolerance", 1e-24));
      OK(sbreg_solver_set_start(solver.get(), times(factor, start).data()));
      OK(sbreg_solver_run(solver.get()));
      return solver;
    };
    const std::pair<const char*, std::vector<Vector>> methods[] = {{"iht", {}}, {"auto", {}}, {"ciwht", dictionary}};
    for (const auto& [method, matrices] : methods) {
      const Solver reference = run(1, method, matrices);
      for (int exponent : {-200, -33, -1, 1, 40, 200}) {
        const double factor = std::ldexp(1.0, exponent);
        const Solver solver = run(factor, method, matrices);
        assert_true(same_bits(iterate_of(solver), times(factor, iterate_of(reference))));
        assert_true(get_real(solver, "best_objective") == factor * factor * get_real(reference, "best_objective"));
        assert_int_equal(get_int(solver, "iterations"), get_int(reference, "iterations"));
      }
    }
  }
}

void scaling_A_by_a_power_of_two_scales_every_iterate_exactly(void**) {
  Rng rng(75);
  const LeastSquares f = compressed_sensing(rng, 20, 50, 6, 0.1);
  const Vector d = feasible_random(rng, f.hessian(), 1.01);
  const Solver reference = make_solver(make_problem(f), 6, "iwht", {d});
  OK(sbreg_solver_step(reference.get(), 100));
  for (int exponent : {-100, -3, 5, 100}) {
    const double factor = std::ldexp(1.0, 2 * exponent);  // even, so that sqrt(d) scales exactly too
    LeastSquares scaled = f;
    scaled.A = times(factor, f.A);
    const Solver solver = make_solver(make_problem(scaled), 6, "iwht", {times(factor * factor, d)});
    OK(sbreg_solver_step(solver.get(), 100));
    assert_true(same_bits(iterate_of(solver), times(1 / factor, iterate_of(reference))));
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_matrix_equal_to_the_Hessian_solves_in_one_step),
      cmocka_unit_test(zero_columns_never_enter),
      cmocka_unit_test(a_start_on_a_zero_weight_leaves_it_in_the_first_step),
      cmocka_unit_test(ties_go_to_the_lower_index),
      cmocka_unit_test(a_run_repeated_gives_the_same_bits),
      cmocka_unit_test(scaling_b_by_a_power_of_two_scales_every_iterate_exactly),
      cmocka_unit_test(scaling_A_by_a_power_of_two_scales_every_iterate_exactly),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
