// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The paper's appendix: the Bregman proximal gradient method on least squares plus a quartic term, which is 1-smooth
// relative to sum c x_i^4/4 + d_i x_i^2/2 when Diag(d) >= A'A.
#include "bregman.hpp"

namespace {

using namespace oracle;

/// f = ||Ax-b||^2/2 + c/4 sum x_i^4 and its kernel with L_h = 1.
struct Model {
  LeastSquares data;
  double c;
  Symmetric H;
  TestKernel kernel;
  Problem problem;

  Model(Rng& rng, Index m, Index n, Index s, double quartic)
      : data(compressed_sensing(rng, m, n, s, 0.05)), c(quartic), H(data.hessian()), problem(make_problem(data)) {
    kernel = {"quartic", quartic, 1, 4, feasible_random(rng, H, 1.0)};
    OK(sbreg_problem_set_real(problem.get(), "quartic_penalty", quartic));
  }
  [[nodiscard]] Real value(const Vector& x) const {
    Real total = data.value(x);
    for (double v : x) total += c * std::pow(Real{v}, 4) / 4;
    return total;
  }
  [[nodiscard]] RealVector gradient(const Vector& x) const {
    RealVector g = data.gradient(x);
    for (std::size_t i = 0; i < x.size(); ++i) g[i] += c * std::pow(Real{x[i]}, 3);
    return g;
  }
};

constexpr Index m = 12, n = 25, s = 4;

void the_step_minimises_the_model_over_sparse_vectors(void**) {
  Rng rng(21);
  for (const char* name : {"quadratic", "quartic", "power"})
    for (int trial = 0; trial < 10; ++trial) {
      const Index small = 7, k = 3;
      const LeastSquares data = compressed_sensing(rng, 5, small, k, 0.1);
      const TestKernel kernel{name, 0.7, 0.4, 3.3, Vector{1, 2, 0.5, 3, 1, 1, 0.2}};
      const Problem problem = make_problem(data);
      const Vector x = sparse_gaussian(rng, small, trial % 2 == 0 ? k : k - 1);
      const double L = 2.5;
      const RealVector g = data.gradient(x);
      // Brute force: on each support every coordinate is minimised by bisection on the derivative.
      Real best = 0;
      RealVector u(at(small)), gain(at(small));
      Real constant = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto phi = [&](Real z) {
          return g[i] * (z - x[i]) + L * (kernel.h(i, z) - kernel.h(i, x[i]) - kernel.first(i, x[i]) * (z - x[i]));
        };
        Real low = -1e3L, high = 1e3L;
        for (int it = 0; it < 200; ++it) {
          const Real z = (low + high) / 2;
          (g[i] + L * (kernel.first(i, z) - kernel.first(i, x[i])) > 0 ? high : low) = z;
        }
        u[i] = low;
        gain[i] = phi(0) - phi(low);
        constant += phi(0);
      }
      for_each_support(small, k, [&](const Support& S) {
        Real value = constant;
        for (Index i : S) value -= gain[at(i)];
        best = std::min(best, value);
      });
      ASSERT_AT_MOST(std::abs(bregman_violation_of(problem, kernel.handle(), L, k, x) + best), 1e-12 * (1 - best));
    }
}

void the_descent_inequality_holds_where_the_quadratic_step_diverges(void**) {
  Rng rng(22);
  Model model(rng, m, n, s, 2.0);
  // Far from the solution the quartic term curves 3 c x^2 = 6e4, far above the curvature at the solution.
  Vector start(at(n));
  for (Index k = 0; k < s; ++k) start[at(3 + 5 * k)] = 100 * (k % 2 == 0 ? 1 : -1);
  const double L = 1.5;
  const Solver bpg = make_bpg(model.problem, s, model.kernel.handle(), L);
  OK(sbreg_solver_set_start(bpg.get(), start.data()));
  const auto x = trajectory(bpg, 300);
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    const Real drop = model.value(x[k]) - model.value(x[k + 1]);
    const Real promised = (L - 1) * model.kernel.distance(x[k + 1], x[k]);
    ASSERT_AT_MOST(promised, drop + 1e-13 * model.value(x[k]));
  }
  ASSERT_AT_MOST(bregman_violation_of(model.problem, model.kernel.handle(), L, s, x.back()), 1e-8);
  // The quadratic step that majorises f at the solution: Diag(d) + 3 c max x^2 covers it there with room to spare.
  double largest = 0;
  for (double v : x.back()) largest = std::max(largest, std::abs(v));
  Vector safe = model.kernel.w;
  for (double& w : safe) w += 3 * model.c * 4 * largest * largest;
  const Solver near = make_solver(model.problem, s, "iwht", {safe});
  OK(sbreg_solver_set_start(near.get(), x.back().data()));
  OK(sbreg_solver_step(near.get(), 20));
  ASSERT_AT_MOST(get_real(near, "objective"), static_cast<double>(model.value(x.back())) * (1 + 1e-12));
  const Solver far = make_solver(model.problem, s, "iwht", {safe});
  OK(sbreg_solver_set_start(far.get(), start.data()));
  const sbreg_status status = sbreg_solver_step(far.get(), 20);
  if (status == SBREG_OK)
    ASSERT_AT_MOST(1e3 * static_cast<double>(model.value(start)), get_real(far, "objective"));
  else
    assert_int_equal(status, SBREG_E_NUMERIC);  // it left the range of double precision
}

void the_three_point_inequality_holds_on_a_fixed_support(void**) {
  Rng rng(23);
  Model model(rng, m, n, s, 1.0);
  const double L = 1.2;
  const Solver bpg = make_bpg(model.problem, s, model.kernel.handle(), L);
  const auto x = trajectory(bpg, 400);
  const Support S = support_of(x.back());
  for (std::size_t k = x.size() / 2; k + 1 < x.size(); ++k) {
    if (support_of(x[k]) != S || support_of(x[k + 1]) != S) continue;
    const RealVector g = model.gradient(x[k]);
    for (int trial = 0; trial < 3; ++trial) {
      Vector u = x[k];
      for (Index i : S) u[at(i)] += rng.normal();
      Real left = L * model.kernel.distance(x[k + 1], x[k]) + L * model.kernel.distance(u, x[k + 1]);
      Real right = L * model.kernel.distance(u, x[k]);
      for (Index i : S) {
        left += g[at(i)] * (Real{x[k + 1][at(i)]} - x[k][at(i)]);
        right += g[at(i)] * (Real{u[at(i)]} - x[k][at(i)]);
      }
      ASSERT_AT_MOST(left, right + 1e-11 * (1 + std::abs(right)));
    }
  }
}

void the_smallest_stationarity_gap_falls_like_one_over_k(void**) {
  Rng rng(24);
  for (int trial = 0; trial < 5; ++trial) {
    Model model(rng, m, n, s, 0.5);
    const double L = 2;
    const Solver bpg = make_bpg(model.problem, s, model.kernel.handle(), L);
    const auto x = trajectory(bpg, 200);
    const Real total = model.value(x.front());  // f >= 0
    Real smallest = 1e300L;
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
      // The gap of the theorem: sum of (L - L_h) D_h(x_{k+1}, x_k) <= f(x_0), so the smallest of k is below f(x_0)/k.
      smallest = std::min(smallest, (L - 1) * model.kernel.distance(x[k + 1], x[k]));
      ASSERT_AT_MOST(smallest * static_cast<Real>(k + 1), total * (1 + 1e-12L));
    }
  }
}

void backtracking_finds_an_L_that_keeps_the_descent_inequality(void**) {
  Rng rng(25);
  const LeastSquares data = compressed_sensing(rng, m, n, s, 0.01);
  const Matrix A = make_dense(m, n, data.A);
  // ||Ax-b||_4^4/4 has no separable majoriser; L is found on each step.
  for (const char* loss : {"quartic", "least_squares", "poisson"}) {
    Vector b = data.b;
    if (loss == std::string("poisson"))
      for (double& v : b) v = std::floor(2 * std::abs(v));
    const Problem problem = make_linear(A, loss, b);
    const TestKernel kernel{"quartic", 1, 1, 4, Vector(at(n), 1.0)};
    const Solver bpg = make_bpg(problem, s, kernel.handle(), 0);
    Vector x = iterate_of(bpg);
    double f = value_of(problem, x);
    for (int k = 0; k < 200 && get_int(bpg, "state") == SBREG_RUNNING; ++k) {
      OK(sbreg_solver_step(bpg.get(), 1));
      const Vector next = iterate_of(bpg), g = gradient_of(problem, x);
      const double L = get_real(bpg, "smoothness_used");
      Real model = f + L * kernel.distance(next, x);
      for (std::size_t i = 0; i < x.size(); ++i) model += Real{g[i]} * (Real{next[i]} - x[i]);
      const double f_next = value_of(problem, next);
      ASSERT_AT_MOST(f_next, model + 1e-12L * (1 + std::abs(f)));
      ASSERT_AT_MOST(f_next, f + 1e-12 * (1 + std::abs(f)));
      x = next;
      f = f_next;
    }
  }
}

/// The first guess of L lets exp t overflow; the minimum is at the logarithm of the mean count.
void backtracking_goes_back_from_where_f_is_infinite(void**) {
  const Matrix ones = make_dense(3, 1, {1, 1, 1});
  const Problem problem = make_linear(ones, "poisson", {1000, 1200, 900});
  for (const char* name : {"quadratic", "quartic", "power"}) {
    const Solver bpg = make_bpg(problem, 1, TestKernel{name, 1, 1, 4, Vector{1}}.handle(), 0);
    OK(sbreg_solver_run(bpg.get()));
    ASSERT_AT_MOST(std::abs(solution_of(bpg)[0] - std::log(3100.0 / 3)), 1e-4);
  }
}

/// Near the minimum f no longer tells a good L from a bad one, and the gradients must: with an L that is too small the
/// iterates go back and forth for ever.
void backtracking_ends_in_a_stationary_point_at_any_scale_of_the_data(void**) {
  Rng rng(28);
  const Index rows = 30, columns = 10, k = 3;
  for (int trial = 0; trial < 4; ++trial) {
    const LeastSquares data = compressed_sensing(rng, rows, columns, k, 0.5);
    const Matrix A = make_dense(rows, columns, data.A);
    for (const double scale : {10.0, 1e3, 1e6})
      for (const std::string loss : {"poisson", "quartic", "least_squares"}) {
        Vector b = data.b;
        for (double& v : b) v = loss == "poisson" ? std::floor(scale * std::exp(0.1 * v)) : scale * v;
        const Problem problem = make_linear(A, loss.c_str(), b);
        const Vector zero(at(columns), 0.0);
        const double unit = static_cast<double>(norm(gradient_of(problem, zero)));
        for (const char* name : {"quadratic", "quartic", "power"}) {
          const KernelHandle kernel = TestKernel{name, 1, 1, 4, Vector(at(columns), 1.0)}.handle();
          const Solver bpg = make_bpg(problem, k, kernel, 0);
          OK(sbreg_solver_set_real(bpg.get(), "stationarity_tolerance", 1e-24));
          OK(sbreg_solver_run(bpg.get()));
          assert_int_equal(get_int(bpg, "state"), SBREG_STATIONARY);
          const Vector x = solution_of(bpg), g = gradient_of(problem, x);
          for (Index j : support_of(x)) ASSERT_AT_MOST(std::abs(g[at(j)]), 1e-9 * unit);
          const double L = get_real(bpg, "smoothness_used");
          ASSERT_AT_MOST(bregman_violation_of(problem, kernel, L, k, x),
                         1e-23 * (std::abs(value_of(problem, zero)) + std::abs(value_of(problem, x))));
        }
      }
  }
}

void bpg_with_the_quadratic_kernel_is_iwht_to_the_bit(void**) {
  Rng rng(26);
  for (int trial = 0; trial < 20; ++trial) {
    const LeastSquares data = compressed_sensing(rng, m, n, s, 0.1);
    const Vector w = feasible_random(rng, data.hessian(), 1.1);
    const Problem problem = make_problem(data);
    const Vector start = sparse_gaussian(rng, n, s);
    const TestKernel kernel{"quadratic", 1, 1, 4, w};
    const Solver bpg = make_bpg(problem, s, kernel.handle(), 1);
    const Solver iwht = make_solver(problem, s, "iwht", {w});
    for (const Solver* solver : {&bpg, &iwht}) OK(sbreg_solver_set_start(solver->get(), start.data()));
    const auto a = trajectory(bpg, 500), b = trajectory(iwht, 500);
    assert_int_equal(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) assert_true(a[k] == b[k]);
    assert_int_equal(get_int(bpg, "state"), get_int(iwht, "state"));
  }
}

/// The quartic kernel of the model once more, from functions of the caller's.
struct Formulas {
  const TestKernel& kernel;
};
int h_of(Index i, double t, double* out, void* user) {
  *out = static_cast<double>(static_cast<Formulas*>(user)->kernel.h(at(i), t));
  return 0;
}
int slope_of(Index i, double t, double* out, void* user) {
  *out = static_cast<double>(static_cast<Formulas*>(user)->kernel.first(at(i), t));
  return 0;
}
int inverse_of(Index i, double y, double* out, void* user) {
  const TestKernel& kernel = static_cast<Formulas*>(user)->kernel;
  Real low = -64, high = 64;
  for (int k = 0; k < 72; ++k) {
    const Real t = (low + high) / 2;
    (kernel.first(at(i), t) > y ? high : low) = t;
  }
  *out = y == 0 ? 0 : static_cast<double>(high);
  return 0;
}

void a_custom_kernel_takes_the_steps_of_the_same_built_in_one(void**) {
  Rng rng(29);
  for (const char* name : {"quadratic", "quartic", "power"}) {
    Model model(rng, m, n, s, 0.5);
    TestKernel kernel = model.kernel;
    kernel.name = name;
    kernel.p = 3.5;
    Formulas formulas{kernel};
    sbreg_kernel* handle = nullptr;
    OK(sbreg_kernel_create_custom(&handle, n, h_of, slope_of, inverse_of, &formulas, nullptr));
    const KernelHandle custom(handle), built_in = kernel.handle();
    const Vector start = sparse_gaussian(rng, n, s);
    for (const double L : {3.0, 0.0}) {
      std::vector<Vector> paths[2];
      for (int k = 0; k < 2; ++k) {
        const Solver bpg = make_bpg(model.problem, s, k == 0 ? built_in : custom, L);
        OK(sbreg_solver_set_start(bpg.get(), start.data()));
        if (L == 0) OK(sbreg_solver_set_int(bpg.get(), "max_iterations", 200));
        if (L == 0) OK(sbreg_solver_run(bpg.get()));
        paths[k] = L == 0 ? std::vector<Vector>{solution_of(bpg)} : trajectory(bpg, 20);
      }
      if (L == 0) {  // L starts from another guess, for h'' is not known; both end at stationary points
        for (const auto& path : paths)
          ASSERT_AT_MOST(bregman_violation_of(model.problem, built_in, 3, s, path[0]), 1e-3);
        continue;
      }
      for (std::size_t k = 0; k < paths[0].size(); ++k)
        for (std::size_t i = 0; i < at(n); ++i)
          ASSERT_AT_MOST(std::abs(paths[0][k][i] - paths[1][k][i]), 1e-8 * (1 + std::abs(paths[0][k][i])));
    }
    const Vector x = sparse_gaussian(rng, n, s);
    const double a = bregman_violation_of(model.problem, built_in, 2, s, x);
    ASSERT_AT_MOST(std::abs(bregman_violation_of(model.problem, custom, 2, s, x) - a), 1e-10 * a);
  }
}

/// h = cosh t - 1 overflows at t = 1000 and is supercoercive all the same.
void a_kernel_that_overflows_far_away_is_no_reason_to_refuse_it(void**) {
  Rng rng(30);
  const auto h = [](Index, double t, double* out, void*) {
    *out = std::cosh(t) - 1;
    return 0;
  };
  const auto slope = [](Index, double t, double* out, void*) {
    *out = std::sinh(t);
    return 0;
  };
  const auto inverse = [](Index, double y, double* out, void*) {
    *out = std::asinh(y);
    return 0;
  };
  sbreg_kernel* handle = nullptr;
  OK(sbreg_kernel_create_custom(&handle, n, h, slope, inverse, nullptr, nullptr));
  const KernelHandle kernel(handle);
  const LeastSquares data = compressed_sensing(rng, m, n, s, 0.1);
  const Problem problem = make_problem(data);
  const double L = static_cast<double>(feasible_identity(data.hessian(), 1.0)[0]);  // cosh'' >= 1, so L_h <= L
  const Solver bpg = make_bpg(problem, s, kernel, L);
  const auto x = trajectory(bpg, 3000);
  for (std::size_t k = 0; k + 1 < x.size(); ++k) ASSERT_AT_MOST(data.value(x[k + 1]), data.value(x[k]) * (1 + 1e-14L));
  ASSERT_AT_MOST(bregman_violation_of(problem, kernel, L, s, x.back()), 1e-8);
}

/// A coordinatewise minimum, by taking the best swap until there is none.
Vector coordinatewise_minimum(const Problem& problem, const Model& model, Vector x) {
  for (int step = 0; step < 20000; ++step) {
    const Swap swap = best_swap_of(problem, s, x);
    if (swap.decrease <= 1e-15 * static_cast<double>(model.value(x))) return x;
    if (swap.leaves >= 0) x[at(swap.leaves)] = 0;
    // The minimiser along the entering coordinate, by Newton's method in extended precision.
    const auto j = at(swap.enters);
    for (int k = 0; k < 50; ++k) {
      const Real g = model.gradient(x)[j];
      const Real h = model.H(swap.enters, swap.enters) + 3 * model.c * Real{x[j]} * x[j];
      x[j] = static_cast<double>(x[j] - g / h);
    }
  }
  fail_msg("no coordinatewise minimum\n");
  return x;
}

void a_coordinatewise_minimum_is_stationary_for_every_kernel(void**) {
  Rng rng(27);
  for (int trial = 0; trial < 6; ++trial)
    for (const double quartic : {0.0, 0.8}) {
      Model model(rng, m, n, s, quartic);
      const Vector x = coordinatewise_minimum(model.problem, model, sparse_gaussian(rng, n, s));
      const double unit = static_cast<double>(model.value(Vector(at(n))));
      for (const double L : {1.0, 1.3, 10.0}) {
        if (quartic == 0)
          for (const Vector& w : {model.kernel.w, feasible_identity(model.H, 1)}) {
            Vector scaled = w;
            for (double& v : scaled) v *= L;
            ASSERT_AT_MOST(violation_of(model.problem, scaled, s, x), 1e-10 * unit);
          }
        // With a quartic part of c or more, any of these kernels has L_h <= 1.
        for (TestKernel kernel : {model.kernel, TestKernel{"quartic", quartic + 2, 1, 4, model.kernel.w},
                                  TestKernel{"power", 1, 1, 4, model.kernel.w}}) {
          if (kernel.name == "quartic" && kernel.a == 0) continue;
          ASSERT_AT_MOST(bregman_violation_of(model.problem, kernel.handle(), L, s, x), 1e-10 * unit);
        }
      }
    }
}

void stationarity_with_fewer_nonzeros_needs_a_zero_gradient(void**) {
  Rng rng(28);
  const LeastSquares data = compressed_sensing(rng, m, n, s, 0.1);
  const Problem problem = make_problem(data);
  const Symmetric H = data.hessian();
  const Vector x = data.minimiser(H, {2, 9});  // g = 0 on the support, two short of s
  for (const char* name : {"quadratic", "quartic", "power"}) {
    const TestKernel kernel{name, 1, 1, 4, Vector(at(n), 10.0)};
    ASSERT_AT_MOST(1e-6, bregman_violation_of(problem, kernel.handle(), 1, s, x));
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_step_minimises_the_model_over_sparse_vectors),
      cmocka_unit_test(the_descent_inequality_holds_where_the_quadratic_step_diverges),
      cmocka_unit_test(the_three_point_inequality_holds_on_a_fixed_support),
      cmocka_unit_test(the_smallest_stationarity_gap_falls_like_one_over_k),
      cmocka_unit_test(backtracking_finds_an_L_that_keeps_the_descent_inequality),
      cmocka_unit_test(backtracking_goes_back_from_where_f_is_infinite),
      cmocka_unit_test(backtracking_ends_in_a_stationary_point_at_any_scale_of_the_data),
      cmocka_unit_test(bpg_with_the_quadratic_kernel_is_iwht_to_the_bit),
      cmocka_unit_test(a_custom_kernel_takes_the_steps_of_the_same_built_in_one),
      cmocka_unit_test(a_kernel_that_overflows_far_away_is_no_reason_to_refuse_it),
      cmocka_unit_test(a_coordinatewise_minimum_is_stationary_for_every_kernel),
      cmocka_unit_test(stationarity_with_fewer_nonzeros_needs_a_zero_gradient),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
