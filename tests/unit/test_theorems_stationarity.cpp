// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// D-stationarity: x minimises the model g'(y-x) + (y-x)'D(y-x)/2 over ||y||_0 <= s (definition D_stationary_point), or
// equivalently (lemma D_stationary_point_characterization) g = 0 on the support of x and |g_i| <= sqrt(d_i) M_s(D^{1/2}
// x) off it. Here the measure sbreg_check_stationarity is held against both, the point of sbreg_witness_stationarity
// against the model, and the limits of iht, iwht and ciwht against the measure and the lemma.
#include "handles.hpp"

namespace {

using namespace oracle;

/// f = x'Qx/2 - q'x with a prescribed gradient g at a prescribed x. All numbers are small integers, so q = Qx - g is
/// exact and so is everything that the library computes from it.
struct Prescribed {
  Index n, s;
  Vector x, g, d;

  [[nodiscard]] Problem problem(Rng& rng) const {
    Vector Q(at(n * n)), q(at(n));
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j <= i; ++j)
        Q[at(i * n + j)] = Q[at(j * n + i)] = i == j ? 64.0 : static_cast<double>(rng.below(9)) - 4;
    for (Index i = 0; i < n; ++i) {
      q[at(i)] = -g[at(i)];
      for (Index j = 0; j < n; ++j) q[at(i)] += Q[at(i * n + j)] * x[at(j)];
    }
    sbreg_problem* problem = nullptr;
    OK(sbreg_problem_create_quadratic(&problem, n, Q.data(), n, q.data()));
    return Problem(problem);
  }

  /// The lemma's right-hand side.
  [[nodiscard]] bool satisfies_lemma() const {
    const Real level = s_th_largest(d, x, s);
    for (Index i = 0; i < n; ++i) {
      const Real bound = x[at(i)] != 0 ? 0 : std::sqrt(static_cast<Real>(d[at(i)])) * level;
      if (std::abs(g[at(i)]) > bound) return false;
    }
    return true;
  }

  /// g'(y-x) + (y-x)'D(y-x)/2
  [[nodiscard]] Real model(const Vector& y) const {
    Real total = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const Real step = Real{y[i]} - x[i];
      total += g[i] * step + d[i] * step * step / 2;
    }
    return total;
  }

  /// -min over all supports U and all y on U of the model: coordinates in U gain g^2/2d, the others are set to zero.
  [[nodiscard]] Real promised_by_brute_force() const {
    Real best = 0;
    for_each_support(n, s, [&](const Support& U) {
      Real promised = 0;
      for (Index i = 0; i < n; ++i) {
        const Real gi = g[at(i)], di = d[at(i)], xi = x[at(i)];
        promised += contains(U, i) ? gi * gi / (2 * di) : gi * xi - di * xi * xi / 2;
      }
      best = std::max(best, promised);
    });
    return best;
  }
};

double power_of_four(Rng& rng) { return std::ldexp(1.0, 2 * static_cast<int>(rng.below(4))); }
double integer(Rng& rng, int largest) {
  return static_cast<double>(rng.below(static_cast<std::uint64_t>(2 * largest + 1))) - largest;
}

/// A stationary point by the lemma, ties at the bound included; `nonzeros` of x.
Prescribed stationary_point(Rng& rng, Index n, Index s, Index nonzeros) {
  Prescribed p{n, s, Vector(at(n), 0.0), Vector(at(n), 0.0), Vector(at(n))};
  for (double& w : p.d) w = power_of_four(rng);
  for (Index left = nonzeros; left > 0;) {
    double& v = p.x[rng.below(static_cast<std::uint64_t>(n))];
    if (v != 0) continue;
    do v = integer(rng, 8);
    while (v == 0);
    --left;
  }
  const Real level = s_th_largest(p.d, p.x, s);  // an integer, for every sqrt(d_i) is one
  for (Index i = 0; i < n; ++i) {
    if (p.x[at(i)] != 0) continue;
    const auto bound = static_cast<double>(std::sqrt(static_cast<Real>(p.d[at(i)])) * level);
    const double share[] = {0, 0.5, -0.5, 1, -1};
    p.g[at(i)] = bound * share[rng.below(5)];
  }
  return p;
}

template <class Visit>
void for_each_size(Visit visit) {
  Rng rng(30);
  for (Index n : {1, 2, 5, 9})
    for (Index s = 1; s <= n; ++s)
      for (Index nonzeros = 0; nonzeros <= s; ++nonzeros)
        for (int repeat = 0; repeat < 10; ++repeat) visit(rng, n, s, nonzeros);
}

void what_satisfies_the_lemma_has_violation_exactly_zero(void**) {
  for_each_size([](Rng& rng, Index n, Index s, Index nonzeros) {
    const Prescribed p = stationary_point(rng, n, s, nonzeros);
    assert_true(p.satisfies_lemma());
    assert_true(p.promised_by_brute_force() == 0);
    assert_true(violation_of(p.problem(rng), p.d, s, p.x) == 0.0);
  });
}

void what_breaks_the_lemma_has_a_positive_violation(void**) {
  int inside = 0, outside = 0;
  for_each_size([&](Rng& rng, Index n, Index s, Index nonzeros) {
    Prescribed p = stationary_point(rng, n, s, nonzeros);
    const std::size_t i = rng.below(static_cast<std::uint64_t>(n));
    (p.x[i] != 0 ? inside : outside) += 1;
    p.g[i] += p.g[i] < 0 ? -1 : 1;  // on the support one is too much, off it perhaps only with a bound that was tight
    const double violation = violation_of(p.problem(rng), p.d, s, p.x);
    assert_true((violation == 0.0) == p.satisfies_lemma());
    assert_true(violation == static_cast<double>(p.promised_by_brute_force()));
  });
  assert_true(inside > 100 && outside > 100);
}

void the_witness_minimises_the_model_and_differs_from_x_exactly_where_x_is_not_stationary(void**) {
  int same = 0, different = 0;
  for_each_size([&](Rng& rng, Index n, Index s, Index nonzeros) {
    Prescribed p = stationary_point(rng, n, s, nonzeros);
    for (double& v : p.x)
      if (v == 0 && rng.below(2) == 0) v = -0.0;
    if (rng.below(2) == 0) p.g[rng.below(static_cast<std::uint64_t>(n))] += 1;
    const Problem problem = p.problem(rng);
    const Better better = witness_of(problem, p.d, s, p.x);
    assert_true(better.violation == violation_of(problem, p.d, s, p.x));
    assert_true(-p.model(better.y) == better.violation);
    ASSERT_AT_MOST(support_of(better.y).size(), s);
    if (p.satisfies_lemma())
      assert_memory_equal(better.y.data(), p.x.data(), at(n) * sizeof(double));
    else
      assert_true(better.violation > 0 && better.y != p.x);
    (p.satisfies_lemma() ? same : different) += 1;
  });
  assert_true(same > 100 && different > 100);
}

void with_room_left_stationary_means_a_zero_gradient(void**) {
  Rng rng(31);
  Prescribed p = stationary_point(rng, 6, 3, 2);
  for (Index i = 0; i < 6; ++i) {
    p.g = Vector(6, 0.0);
    assert_true(violation_of(p.problem(rng), p.d, 3, p.x) == 0.0);
    p.g[at(i)] = 0x1p-20;
    assert_true(violation_of(p.problem(rng), p.d, 3, p.x) > 0);
  }
}

void the_violation_is_the_best_decrease_of_the_model_over_all_supports(void**) {
  Rng rng(32);
  for (Index n : {3, 6, 10})
    for (Index s = 1; s <= n; ++s)
      for (int repeat = 0; repeat < 10; ++repeat) {
        LeastSquares f{n + 2, n, gaussian(rng, (n + 2) * n), gaussian(rng, n + 2)};
        const Vector x = sparse_gaussian(rng, n, static_cast<Index>(rng.below(static_cast<std::uint64_t>(s + 1))));
        const RealVector g = f.gradient(x);
        const Prescribed p{n, s, x, {g.begin(), g.end()}, feasible_random(rng, f.hessian(), 1 + rng.uniform())};
        const Real expected = p.promised_by_brute_force();
        ASSERT_AT_MOST(std::abs(violation_of(make_problem(f), p.d, s, x) - expected), 1e-12L * (f.value(x) + expected));
      }
}

/// g = 0 on the support, within the bound off it; `tolerance` is on |g_i| / sqrt(d_i) in units of sqrt(f(0)).
void assert_lemma(const LeastSquares& f, const Vector& d, Index s, const Vector& x, Real tolerance) {
  const RealVector g = f.gradient(x);
  const Real level = s_th_largest(d, x, s), unit = std::sqrt(f.value_at_zero());
  for (Index i = 0; i < f.n; ++i)
    ASSERT_AT_MOST(std::abs(g[at(i)]) / std::sqrt(static_cast<Real>(d[at(i)])),
                   (x[at(i)] != 0 ? 0 : level) + tolerance * unit);
}

/// Runs to the state "stationary" with the default tolerance, 1e-24 on the promised decrease relative to f.
Vector run_to_the_end(const LeastSquares& f, const Problem& problem, Index s, const char* method,
                      const std::vector<Vector>& dictionary, Index period, const Vector& start) {
  const Solver solver = make_solver(problem, s, method, dictionary);
  OK(sbreg_solver_set_real(solver.get(), "stationarity_tolerance", 1e-24));
  OK(sbreg_solver_set_int(solver.get(), "dsm_period", period));
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", 1000000));
  OK(sbreg_solver_set_start(solver.get(), start.data()));
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "state"), SBREG_STATIONARY);
  const Vector x = solution_of(solver);
  ASSERT_AT_MOST(support_of(x).size(), s);
  ASSERT_AT_MOST(f.value(x), f.value(start) + 1e-14L * f.value_at_zero());
  return x;
}

/// What a stopped run promises: the decrease left, for each of these matrices, and the lemma to the square root of it.
void assert_stationary(const LeastSquares& f, const Problem& problem, Index s, const std::vector<Vector>& dictionary,
                       const Vector& x) {
  for (const Vector& d : dictionary) {
    ASSERT_AT_MOST(violation_of(problem, d, s, x), 4e-24L * f.value_at_zero());
    assert_lemma(f, d, s, x, 4e-12L);
  }
}

void limits_of_iht_and_iwht_are_stationary_for_their_matrix(void**) {
  Rng rng(33);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const LeastSquares f = compressed_sensing(rng, 15, 30, 6, 0.2);
    const Problem problem = make_problem(f);
    const Symmetric H = f.hessian();
    const Vector L = feasible_identity(H, 1.01), D = feasible_random(rng, H, 1.01);
    for (const Vector& start : {Vector(30, 0.0), sparse_gaussian(rng, 30, 6)}) {
      assert_stationary(f, problem, 6, {L}, run_to_the_end(f, problem, 6, "iht", {L}, 1, start));
      assert_stationary(f, problem, 6, {D}, run_to_the_end(f, problem, 6, "iwht", {D}, 1, start));
    }
  }
}

void limits_of_ciwht_are_stationary_for_every_matrix_of_the_dictionary(void**) {
  Rng rng(34);
  int not_by_one_alone = 0;  // limits of iwht that another matrix of the dictionary would still improve
  for (int repeat = 0; repeat < 20; ++repeat) {
    const LeastSquares f = compressed_sensing(rng, 15, 30, 6, 0.2);
    const Problem problem = make_problem(f);
    const Symmetric H = f.hessian();
    const std::vector<Vector> dictionary = {feasible_random(rng, H, 1.01), feasible_random(rng, H, 1.01),
                                            feasible_identity(H, 1.01)};
    const Vector start = sparse_gaussian(rng, 30, 6);
    for (Index period : {1, 10})
      assert_stationary(f, problem, 6, dictionary, run_to_the_end(f, problem, 6, "ciwht", dictionary, period, start));
    const Vector alone = run_to_the_end(f, problem, 6, "iwht", {dictionary[0]}, 1, start);
    for (const Vector& d : dictionary) not_by_one_alone += violation_of(problem, d, 6, alone) > 1e-6 ? 1 : 0;
  }
  assert_true(not_by_one_alone > 0);
}

void a_run_from_its_own_limit_stays_there(void**) {
  Rng rng(35);
  const LeastSquares f = compressed_sensing(rng, 15, 30, 6, 0.2);
  const Problem problem = make_problem(f);
  const Symmetric H = f.hessian();
  const std::vector<Vector> dictionary = {feasible_random(rng, H, 1.01), feasible_identity(H, 1.01)};
  const Vector limit = run_to_the_end(f, problem, 6, "ciwht", dictionary, 1, Vector(30, 0.0));
  const Vector again = run_to_the_end(f, problem, 6, "ciwht", dictionary, 1, limit);
  assert_true(support_of(limit) == support_of(again));
  ASSERT_AT_MOST(norm(difference(again, limit)), 1e-11L * norm(limit));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(what_satisfies_the_lemma_has_violation_exactly_zero),
      cmocka_unit_test(what_breaks_the_lemma_has_a_positive_violation),
      cmocka_unit_test(the_witness_minimises_the_model_and_differs_from_x_exactly_where_x_is_not_stationary),
      cmocka_unit_test(with_room_left_stationary_means_a_zero_gradient),
      cmocka_unit_test(the_violation_is_the_best_decrease_of_the_model_over_all_supports),
      cmocka_unit_test(limits_of_iht_and_iwht_are_stationary_for_their_matrix),
      cmocka_unit_test(limits_of_ciwht_are_stationary_for_every_matrix_of_the_dictionary),
      cmocka_unit_test(a_run_from_its_own_limit_stays_there),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
