// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Witnesses: where the model lies above f, i.e. D >= C or L >= L_h, the point y that minimises it over the feasible
// points satisfies f(y) <= f(x) - violation, on the scale of the caller's data and under everything that a solver was
// told. The violation is that of the check to the bit, and y may be written over x.
#include <cstring>

#include "bregman.hpp"
#include "structured.hpp"

namespace {

using namespace oracle;

/// Calls witness(x, violation, y) in the three ways that a caller may, which must agree to the bit.
template <class Witness>
Better the_same_three_ways(const Vector& x, Witness witness) {
  Better better{-1, Vector(x.size(), -1.0)};
  OK(witness(x.data(), &better.violation, better.y.data()));
  Vector alone(x.size(), -1.0), over = x;
  double violation = -1;
  OK(witness(x.data(), nullptr, alone.data()));
  OK(witness(over.data(), &violation, over.data()));
  assert_true(violation == better.violation);
  assert_memory_equal(alone.data(), better.y.data(), x.size() * sizeof(double));
  assert_memory_equal(over.data(), better.y.data(), x.size() * sizeof(double));
  return better;
}

/// f(y) <= f(x) - violation to rounding; no violation, no difference.
void assert_better(const Problem& problem, const Vector& x, const Better& better) {
  const double from = value_of(problem, x), to = value_of(problem, better.y);
  ASSERT_AT_MOST(to, from - better.violation + 1e-12 * (std::abs(from) + std::abs(to) + better.violation));
  if (better.violation > 1e-20 * std::abs(from)) assert_true(better.y != x);
  if (better.violation == 0) assert_memory_equal(better.y.data(), x.data(), x.size() * sizeof(double));
}

Dsm computed(const Problem& problem, const char* model) {
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create(&dsm, problem.get(), model));
  OK(sbreg_dsm_run(dsm));
  return Dsm(dsm);
}

constexpr const char* models[] = {"lipschitz", "linear", "quadratic"};

Better by_scaling(const Problem& problem, const Dsm& dsm, Index s, const Vector& x) {
  Better better = the_same_three_ways(x, [&](const double* from, double* violation, double* y) {
    return sbreg_witness_stationarity(problem.get(), dsm.get(), s, from, violation, y);
  });
  double violation = -1;
  OK(sbreg_check_stationarity(problem.get(), dsm.get(), s, x.data(), &violation));
  assert_true(violation == better.violation);
  return better;
}

Better by_scaling(const Solver& solver, const Dsm& dsm, const Vector& x) {
  Better better = the_same_three_ways(x, [&](const double* from, double* violation, double* y) {
    return sbreg_solver_witness_stationarity(solver.get(), dsm.get(), from, violation, y);
  });
  double violation = -1;
  OK(sbreg_solver_check_stationarity(solver.get(), dsm.get(), x.data(), &violation));
  assert_true(violation == better.violation);
  return better;
}

Better by_kernel(const Problem& problem, const KernelHandle& kernel, double L, Index s, const Vector& x) {
  Better better = the_same_three_ways(x, [&](const double* from, double* violation, double* y) {
    return sbreg_witness_bregman(problem.get(), kernel.get(), L, s, from, violation, y);
  });
  assert_true(bregman_violation_of(problem, kernel, L, s, x) == better.violation);
  return better;
}

Better by_kernel(const Solver& solver, const KernelHandle& kernel, double L, const Vector& x) {
  Better better = the_same_three_ways(x, [&](const double* from, double* violation, double* y) {
    return sbreg_solver_witness_bregman(solver.get(), kernel.get(), L, from, violation, y);
  });
  double violation = -1;
  OK(sbreg_solver_check_bregman(solver.get(), kernel.get(), L, x.data(), &violation));
  assert_true(violation == better.violation);
  return better;
}

/// Columns with spreads from 0.1 to 10, the standard normal entries of which are zero with probability 0.3, off centre
/// by 1; b is 0 or 1.
struct Data {
  static constexpr Index m = 30, n = 12, s = 4;
  Product A{m, n, Vector(at(m* n))};
  Vector b = Vector(at(m));

  explicit Data(Rng& rng) {
    for (Index j = 0; j < n; ++j) {
      const double spread = std::pow(10, 2 * rng.uniform() - 1);
      for (Index i = 0; i < m; ++i) A.A[at(j * m + i)] = rng.uniform() < 0.3 ? 0 : spread * (1 + rng.normal());
    }
    for (double& v : b) v = static_cast<double>(rng.below(2));
  }
  [[nodiscard]] Problem problem(const char* loss, const std::string& storage, int options) {
    const Matrix matrix = storage == "dense" ? make_dense(m, n, A.A)
                          : storage == "csc" ? make_csc(m, n, A.A)
                                             : make_operator(A);
    Problem problem = make_linear(matrix, loss, b);
    OK(sbreg_problem_set_int(problem.get(), "intercept", options & 1));
    OK(sbreg_problem_set_int(problem.get(), "standardize", options >> 1));
    return problem;
  }
  /// At most s nonzeros that change Ax by about 1 each.
  [[nodiscard]] Vector point(Rng& rng) const {
    Vector x = sparse_gaussian(rng, n, static_cast<Index>(rng.below(s + 1)));
    for (Index j = 0; j < n; ++j) {
      double largest = 0;
      for (Index i = 0; i < m; ++i) largest = std::max(largest, std::abs(A.A[at(j * m + i)]));
      x[at(j)] /= largest;
    }
    return x;
  }
};

void f_falls_to_the_witness_by_what_was_promised(void**) {
  Rng rng(501);
  int positive = 0;
  for (const char* loss : {"least_squares", "logistic", "huber", "logsumexp"})
    for (const char* storage : {"dense", "csc", "operator"})
      for (int options = 0; options < 4; ++options) {
        if (loss == std::string("logsumexp") && (options & 1) != 0) continue;  // has no best intercept
        Data data(rng);
        const Problem problem = data.problem(loss, storage, options);
        for (const char* model : models) {
          const Dsm dsm = computed(problem, model);
          for (int repeat = 0; repeat < 4; ++repeat) {
            const Vector x = data.point(rng);
            const Better better = by_scaling(problem, dsm, Data::s, x);
            ASSERT_AT_MOST(support_of(better.y).size(), Data::s);
            assert_better(problem, x, better);
            positive += better.violation > 0 ? 1 : 0;
          }
        }
      }
  assert_true(positive > 400);
}

/// Groups, bounds and kept coordinates, each there or not; with and without an intercept and scaled columns.
void the_witness_keeps_what_the_solver_was_told(void**) {
  Rng rng(502);
  int positive = 0, at_bounds = 0;
  for (int kind = 0; kind < 8; ++kind)
    for (int options = 0; options < 4; ++options)
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const bool logistic = seed % 2 != 0;
        const Structured p = make_structured(700 + seed, logistic, (kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0);
        const Problem problem = make_problem(p);
        OK(sbreg_problem_set_int(problem.get(), "intercept", options & 1));
        OK(sbreg_problem_set_int(problem.get(), "standardize", options >> 1));
        const Solver solver = make_solver(problem, p, "iht");
        const Dsm dsm = computed(problem, models[seed % 3]);
        TestKernel kernel{"quadratic", 1, 1, 4, Vector(at(p.n))};
        OK(sbreg_dsm_get_weights(dsm.get(), kernel.w.data()));
        const Vector x = feasible_point(p, rng);
        for (const Better& better : {by_scaling(solver, dsm, x), by_kernel(solver, kernel.handle(), 1, x)}) {
          assert_true(p.feasible(better.y));
          assert_better(problem, x, better);
          const Better again = by_scaling(solver, dsm, better.y);  // which takes feasible points only
          assert_true(p.feasible(again.y));
          assert_better(problem, better.y, again);
          positive += better.violation > 0 ? 1 : 0;
          for (Index i = 0; i < p.n; ++i)
            at_bounds +=
                better.y[at(i)] != 0 && (better.y[at(i)] == p.lower[at(i)] || better.y[at(i)] == p.upper[at(i)]) ? 1
                                                                                                                 : 0;
        }
      }
  assert_true(positive > 600 && at_bounds > 100);
}

/// Least squares plus c/4 sum x_i^4 is 1-smooth relative to sum c x_i^4/4 + d_i x_i^2/2, at any x however far.
void f_falls_to_the_witness_of_a_kernel_that_f_is_smooth_relative_to(void**) {
  Rng rng(503);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const LeastSquares f = compressed_sensing(rng, 12, 25, 4, 0.05);
    const Problem problem = make_problem(f);
    OK(sbreg_problem_set_real(problem.get(), "quartic_penalty", 2));
    const TestKernel kernel{"quartic", 2, 1, 4, feasible_random(rng, f.hessian(), 1.0)};
    Vector x = sparse_gaussian(rng, 25, repeat % 5);
    for (double& v : x) v *= repeat % 2 == 0 ? 1 : 100;
    const Better better = by_kernel(problem, kernel.handle(), 1, 4, x);
    ASSERT_AT_MOST(support_of(better.y).size(), 4);
    assert_true(better.violation > 0);
    assert_better(problem, x, better);
  }
}

void bpg_goes_from_witness_to_witness(void**) {
  Rng rng(504);
  const LeastSquares f = compressed_sensing(rng, 12, 25, 4, 0.05);
  const Problem problem = make_problem(f);
  OK(sbreg_problem_set_real(problem.get(), "quartic_penalty", 2));
  const TestKernel kernel{"quartic", 2, 1, 4, feasible_random(rng, f.hessian(), 1.0)};
  const auto x = trajectory(make_bpg(problem, 4, kernel.handle(), 1.5), 50);
  assert_true(x.size() > 10);
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    const Better better = by_kernel(problem, kernel.handle(), 1.5, 4, x[k]);
    ASSERT_AT_MOST(norm(difference(better.y, x[k + 1])), 1e-12L * norm(difference(x[k + 1], Vector(25, 0.0))));
  }
}

/// s counts pairs of real and imaginary part, by the problem's own groups.
void the_witness_of_a_complex_problem_counts_complex_numbers(void**) {
  Rng rng(505);
  constexpr Index m = 8, n = 10, s = 3;
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Vector A = gaussian(rng, 2 * m * n), b = gaussian(rng, 2 * m);
    sbreg_problem* handle = nullptr;
    OK(sbreg_problem_create_least_squares_complex(&handle, m, n, A.data(), m, SBREG_COL_MAJOR, b.data()));
    const Problem problem(handle);
    const Dsm dsm = computed(problem, "linear");
    Vector x(at(2 * n), 0.0);
    for (Index k = 0; k < s; ++k) x[at(2 * k)] = rng.normal(), x[at(2 * k + 1)] = rng.normal();
    const Better better = by_scaling(problem, dsm, s, x);
    assert_better(problem, x, better);
    Index nonzeros = 0;
    for (Index j = 0; j < n; ++j) nonzeros += better.y[at(2 * j)] != 0 || better.y[at(2 * j + 1)] != 0 ? 1 : 0;
    assert_int_equal(nonzeros, s);
  }
}

/// Every coordinate is pressed against its upper bound: there is nothing to gain, on any scale.
void a_point_that_is_pressed_against_its_bounds_is_its_own_witness(void**) {
  Rng rng(506);
  constexpr Index m = 200, n = 6;
  Vector A = gaussian(rng, m * n), b(at(m), 0.0);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i) {
      b[at(i)] += 100 * A[at(j * m + i)];
      A[at(j * m + i)] *= 0.3 + static_cast<double>(j);
    }
  const Problem problem = make_linear(make_dense(m, n, A), "least_squares", b);
  OK(sbreg_problem_set_int(problem.get(), "intercept", 1));
  OK(sbreg_problem_set_int(problem.get(), "standardize", 1));
  sbreg_solver* handle = nullptr;
  OK(sbreg_solver_create(&handle, problem.get(), n));
  const Solver solver(handle);
  const Vector upper(at(n), 0.0171);
  OK(sbreg_solver_set_bounds(handle, nullptr, upper.data()));
  const Better better = by_scaling(solver, computed(problem, "linear"), upper);
  assert_true(better.violation == 0);
  assert_memory_equal(better.y.data(), upper.data(), at(n) * sizeof(double));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(f_falls_to_the_witness_by_what_was_promised),
      cmocka_unit_test(the_witness_keeps_what_the_solver_was_told),
      cmocka_unit_test(f_falls_to_the_witness_of_a_kernel_that_f_is_smooth_relative_to),
      cmocka_unit_test(bpg_goes_from_witness_to_witness),
      cmocka_unit_test(the_witness_of_a_complex_problem_counts_complex_numbers),
      cmocka_unit_test(a_point_that_is_pressed_against_its_bounds_is_its_own_witness),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
