// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The step and the certificates under structure: the decrease that a certificate promises is the minimum of the model
// over all feasible points, found here support by support and coordinate by coordinate; every method descends within
// the structure; groups of one change no bit; and quadratic models within bounds are minimised exactly.
#include "bregman.hpp"
#include "linalg/box_quadratic.hpp"
#include "structured.hpp"

namespace {

using namespace oracle;

constexpr int kinds = 8;  // groups, bounds and kept coordinates, each there or not

Structured instance(std::uint64_t seed, int kind, bool logistic = false) {
  return make_structured(seed, logistic, (kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0);
}

/// -min of sum phi_i(y_i) over the feasible y, given the gains phi_i(x_i) - phi_i(best within the bounds) and
/// phi_i(x_i) - phi_i(0).
template <class Best, class Zero>
Real largest_decrease(const Structured& p, Best best, Zero zero) {
  Real total = 0;
  for (Index i : p.kept) total += best(i);
  RealVector gains;
  for (const Support& g : p.groups()) {
    Real gain = 0;
    for (Index i : g) {
      total += zero(i);
      gain += best(i) - zero(i);
    }
    gains.push_back(gain);
  }
  std::ranges::sort(gains, std::greater<>());
  for (std::size_t k = 0; k < gains.size() && k < at(p.s); ++k) total += gains[k];
  return total;
}

void the_promised_decrease_is_the_minimum_of_the_model(void**) {
  Rng rng(400);
  int positive = 0;
  for (int kind = 0; kind < kinds; ++kind)
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Structured p = instance(seed, kind);
      const Problem problem = make_problem(p);
      const Solver solver = make_solver(problem, p, "iht");
      const Vector x = feasible_point(p, rng);
      const Vector g = gradient_of(problem, x);
      Vector d(at(p.n));
      for (double& v : d) v = 5 + 40 * rng.uniform();
      double violation = -1;
      OK(sbreg_solver_check_stationarity(solver.get(), make_dsm(d).get(), x.data(), &violation));
      const auto phi = [&](Index i, Real y) {
        const Real step = y - Real{x[at(i)]};
        return Real{g[at(i)]} * step + Real{d[at(i)]} * step * step / 2;
      };
      const Real wanted = largest_decrease(
          p,
          [&](Index i) {
            return -phi(i, std::clamp<Real>(x[at(i)] - Real{g[at(i)]} / d[at(i)], p.lower[at(i)], p.upper[at(i)]));
          },
          [&](Index i) { return -phi(i, 0); });
      ASSERT_AT_MOST(std::abs(violation - wanted), 1e-12L * (1 + std::abs(wanted)));
      positive += wanted > 0 ? 1 : 0;
    }
  assert_true(positive > 200);
}

/// The minimum of a convex function on an interval, by halving where its derivative changes sign.
template <class Derivative>
Real bisect(Derivative derivative, Real low, Real high) {
  if (derivative(low) >= 0) return low;
  if (derivative(high) <= 0) return high;
  for (int k = 0; k < 200; ++k) {
    const Real middle = (low + high) / 2;
    (derivative(middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

void kernels_promise_the_minimum_of_their_model_too(void**) {
  Rng rng(401);
  for (const char* name : {"quadratic", "quartic", "power"})
    for (int kind = 0; kind < kinds; ++kind)
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Structured p = instance(100 + seed, kind);
        const Problem problem = make_problem(p);
        const Solver solver = make_solver(problem, p, "bpg");
        TestKernel kernel{name, 0.7, 1.3, 3.5, Vector(at(p.n))};
        for (double& w : kernel.w) w = 0.5 + rng.uniform();
        const Vector x = feasible_point(p, rng);
        const Vector g = gradient_of(problem, x);
        const double L = 20 + 10 * rng.uniform();
        double violation = -1;
        OK(sbreg_solver_check_bregman(solver.get(), kernel.handle().get(), L, x.data(), &violation));
        const auto phi = [&](Index i, Real y) {
          const Real from = x[at(i)];
          return g[at(i)] * (y - from) +
                 L * (kernel.h(at(i), y) - kernel.h(at(i), from) - kernel.first(at(i), from) * (y - from));
        };
        const Real wanted = largest_decrease(
            p,
            [&](Index i) {
              const auto slope = [&](Real y) {
                return g[at(i)] + L * (kernel.first(at(i), y) - kernel.first(at(i), x[at(i)]));
              };
              return -phi(i, bisect(slope, std::max<Real>(p.lower[at(i)], -100), std::min<Real>(p.upper[at(i)], 100)));
            },
            [&](Index i) { return -phi(i, 0); });
        ASSERT_AT_MOST(std::abs(violation - wanted), 1e-9L * (1 + std::abs(wanted)));
      }
}

const char* const methods[] = {"auto",      "iht",  "iwht",   "ciwht",  "iht-lsr",
                               "ciwht-lsr", "gpnp", "newton", "mfista", "bpg"};

void groups_of_one_give_the_ungrouped_bits(void**) {
  for (const bool logistic : {false, true})
    for (const char* method : methods) {
      const Structured p = instance(7, 0, logistic);
      const Problem problem = make_problem(p);
      const Solver plain = make_solver(problem, p, method);
      const Solver grouped = make_solver(problem, p, method);
      std::vector<std::int64_t> ids(at(p.n));
      for (Index i = 0; i < p.n; ++i) ids[at(i)] = 1000 - 7 * i;
      const Vector infinite(at(p.n), std::numeric_limits<double>::infinity());
      OK(sbreg_solver_set_groups(grouped.get(), ids.data()));
      OK(sbreg_solver_set_bounds(grouped.get(), nullptr, infinite.data()));
      OK(sbreg_solver_set_kept(grouped.get(), nullptr, 0));
      const auto a = trajectory(plain, 60), b = trajectory(grouped, 60);
      assert_int_equal(a.size(), b.size());
      assert_true(a == b);
    }
}

void every_method_stays_feasible_and_safe_steps_descend(void**) {
  for (const bool logistic : {false, true})
    for (int kind = 1; kind < kinds; ++kind)
      for (const char* method : methods) {
        const Structured p = instance(50 + static_cast<std::uint64_t>(kind), kind, logistic);
        const Problem problem = make_problem(p);
        const Solver solver = make_solver(problem, p, method);
        const bool safe = std::string(method).find("iht") != std::string::npos ||
                          std::string(method).find("iwht") != std::string::npos || std::string(method) == "bpg";
        const bool searches = std::string(method).find("lsr") != std::string::npos;
        Real last = p.value_at(iterate_of(solver));
        for (int k = 0; k < 80 && get_int(solver, "state") == SBREG_RUNNING; ++k) {
          OK(sbreg_solver_step(solver.get(), 1));
          const Vector x = iterate_of(solver);
          if (!p.feasible(x) || !p.feasible(solution_of(solver)))
            fail_msg("%s, kind %d: iterate %d is not feasible\n", method, kind, k);
          const Real f = p.value_at(x);
          if (safe && !searches) ASSERT_AT_MOST(f, last + 1e-12L * (1 + std::abs(last)));
          last = f;
        }
      }
}

void safe_steps_end_where_the_certificate_is_zero(void**) {
  for (int kind = 1; kind < kinds; ++kind) {
    const Structured p = instance(80 + static_cast<std::uint64_t>(kind), kind);
    const Problem problem = make_problem(p);
    const Solver solver = make_solver(problem, p, "iht");
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "state"), SBREG_STATIONARY);
    sbreg_dsm* dsm = nullptr;
    OK(sbreg_dsm_create(&dsm, problem.get(), "lipschitz"));
    OK(sbreg_dsm_run(dsm));
    const Dsm owned(dsm);
    double violation = -1;
    OK(sbreg_solver_check_stationarity(solver.get(), dsm, solution_of(solver).data(), &violation));
    ASSERT_AT_MOST(violation, 1e-20 * (1 + std::abs(get_real(solver, "best_objective"))));
  }
}

/// All 3^k choices of bounds that hold; the free part by elimination in extended precision.
Real box_minimum(const Symmetric& H, const Vector& q, const Vector& low, const Vector& high) {
  const Index k = H.size();
  Real best = std::numeric_limits<Real>::infinity();
  Index choices = 1;
  for (Index i = 0; i < k; ++i) choices *= 3;
  for (Index choice = 0; choice < choices; ++choice) {
    RealVector v(at(k), 0);
    Support free;
    bool possible = true;
    Index rest = choice;
    for (Index i = 0; i < k; ++i, rest /= 3) {
      if (rest % 3 == 0) free.push_back(i);
      if (rest % 3 == 1) v[at(i)] = low[at(i)];
      if (rest % 3 == 2) v[at(i)] = high[at(i)];
      possible = possible && std::isfinite(v[at(i)]);
    }
    if (!possible) continue;
    const auto size = free.size();
    std::vector<RealVector> M(size, RealVector(size + 1));
    for (std::size_t r = 0; r < size; ++r) {
      M[r][size] = -q[at(free[r])];
      for (Index j = 0; j < k; ++j) M[r][size] -= H(free[r], j) * v[at(j)];
      for (std::size_t c = 0; c < size; ++c) M[r][c] = H(free[r], free[c]);
    }
    for (std::size_t c = 0; c < size; ++c)
      for (std::size_t r = 0; r < size; ++r) {
        if (r == c) continue;
        const Real factor = M[r][c] / M[c][c];
        for (std::size_t e = c; e <= size; ++e) M[r][e] -= factor * M[c][e];
      }
    for (std::size_t r = 0; r < size; ++r) v[at(free[r])] = M[r][size] / M[r][r];
    Real value = 0;
    for (Index i = 0; i < k; ++i) {
      if (v[at(i)] < low[at(i)] || v[at(i)] > high[at(i)]) value = std::numeric_limits<Real>::infinity();
      value += v[at(i)] * q[at(i)];
      for (Index j = 0; j < k; ++j) value += v[at(i)] * H(i, j) * v[at(j)] / 2;
    }
    best = std::min(best, value);
  }
  return best;
}

void quadratic_models_are_minimised_within_bounds(void**) {
  Rng rng(402);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Index k = 1 + static_cast<Index>(rng.below(6)), rows = k + static_cast<Index>(rng.below(4));
    const Vector A = gaussian(rng, rows * k);
    Symmetric H(k);
    const Index ld = 8;
    Vector matrix(at(ld * ld), 0.0);
    for (Index i = 0; i < k; ++i)
      for (Index j = 0; j < k; ++j) {
        for (Index r = 0; r < rows; ++r) H(i, j) += Real{A[at(i * rows + r)]} * A[at(j * rows + r)];
        matrix[at(j * ld + i)] = static_cast<double>(H(i, j));
      }
    const Vector q = gaussian(rng, k);
    Vector low(at(k)), high(at(k)), v(at(k), 0.0);
    for (Index i = 0; i < k; ++i) {
      low[at(i)] = rng.below(3) == 0 ? -INFINITY : -rng.uniform() * static_cast<double>(rng.below(2));
      high[at(i)] = rng.below(3) == 0 ? INFINITY : rng.uniform() * static_cast<double>(rng.below(2));
    }
    sbreg::BoxQuadratic box(k);
    box(matrix.data(), ld, q, low, high, v);
    Real value = 0;
    for (Index i = 0; i < k; ++i) {
      assert_true(v[at(i)] >= low[at(i)] && v[at(i)] <= high[at(i)]);
      value += Real{v[at(i)]} * q[at(i)];
      for (Index j = 0; j < k; ++j) value += Real{v[at(i)]} * H(i, j) * v[at(j)] / 2;
    }
    const Real wanted = box_minimum(H, q, low, high);
    ASSERT_AT_MOST(value, wanted + 1e-12L * (1 + std::abs(wanted)));
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_promised_decrease_is_the_minimum_of_the_model),
      cmocka_unit_test(kernels_promise_the_minimum_of_their_model_too),
      cmocka_unit_test(groups_of_one_give_the_ungrouped_bits),
      cmocka_unit_test(every_method_stays_feasible_and_safe_steps_descend),
      cmocka_unit_test(safe_steps_end_where_the_certificate_is_zero),
      cmocka_unit_test(quadratic_models_are_minimised_within_bounds),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
