// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Objectives of the caller's: the same answers as the built-in ones, and every failure of a callback survived.
#include <cstring>

#include "bregman.hpp"

namespace {

using namespace oracle;

/// Least squares through callbacks, which can be told to misbehave.
struct Callbacks {
  LeastSquares data;
  Symmetric H{1};
  Index calls = 0;
  Index bad_call = -1;
  enum { nothing, returns, nan_value, infinite_gradient } harm = nothing;
};

int objective(Index, const double* x, double* f, double* g, void* user) {
  auto& self = *static_cast<Callbacks*>(user);
  const Vector point(x, x + self.data.n);
  *f = static_cast<double>(self.data.value(point));
  const RealVector gradient = self.data.gradient(point);
  for (std::size_t i = 0; g != nullptr && i < gradient.size(); ++i) g[i] = static_cast<double>(gradient[i]);
  if (self.calls++ != self.bad_call) return 0;
  if (self.harm == Callbacks::nan_value) *f = NAN;
  if (self.harm == Callbacks::infinite_gradient && g != nullptr) g[1] = INFINITY;
  return self.harm == Callbacks::returns ? 3 : 0;
}

int hessian(Index, const double*, Index k, const Index* S, double* out, void* user) {
  const auto& self = *static_cast<Callbacks*>(user);
  for (Index i = 0; i < k; ++i)
    for (Index j = 0; j < k; ++j) out[j * k + i] = static_cast<double>(self.H(S[i], S[j]));
  return 0;
}

int bound(Index n, Index k, const double* X, double* Y, void* user) {
  const auto& self = *static_cast<Callbacks*>(user);
  for (Index c = 0; c < k; ++c)
    for (Index i = 0; i < n; ++i) {
      Real total = 0;
      for (Index j = 0; j < n; ++j) total += self.H(i, j) * X[c * n + j];
      Y[c * n + i] = static_cast<double>(total);
    }
  return 0;
}

constexpr Index m = 40, n = 20, s = 3;  // easy: every method finds the best support

Callbacks make_callbacks(std::uint64_t seed) {
  Rng rng(seed);
  Callbacks self{compressed_sensing(rng, m, n, s, 0.01)};
  self.H = self.data.hessian();
  return self;
}

Problem make_custom(Callbacks& self, bool with_hessian, bool with_bound) {
  sbreg_problem* problem = nullptr;
  OK(sbreg_problem_create_custom(&problem, n, objective, with_hessian ? hessian : nullptr, with_bound ? bound : nullptr,
                                 &self, nullptr));
  return Problem(problem);
}

void the_models_are_those_of_the_same_built_in_problem(void**) {
  Callbacks self = make_callbacks(41);
  const Problem custom = make_custom(self, true, true), built_in = make_problem(self.data);
  for (const char* model : {"lipschitz", "linear", "quadratic"}) {
    double primal[2] = {};
    for (int k = 0; k < 2; ++k) {
      sbreg_dsm* handle = nullptr;
      OK(sbreg_dsm_create(&handle, k == 0 ? custom.get() : built_in.get(), model));
      const Dsm dsm(handle);
      OK(sbreg_dsm_set_real(handle, "gap_tolerance", 1e-6));
      OK(sbreg_dsm_run(handle));
      OK(sbreg_dsm_get_real(handle, "primal_objective", &primal[k]));
    }
    ASSERT_AT_MOST(std::abs(primal[0] - primal[1]), 2e-6 * primal[1]);
  }
}

void every_method_ends_at_the_objective_of_the_built_in_problem(void**) {
  for (const char* method : {"iht", "iwht", "ciwht", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista", "auto"}) {
    Callbacks self = make_callbacks(42);
    const Problem custom = make_custom(self, true, true), built_in = make_problem(self.data);
    double f[2] = {};
    for (int k = 0; k < 2; ++k) {
      const Solver solver = make_solver(k == 0 ? custom : built_in, s, method, {});
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 1500));
      OK(sbreg_solver_run(solver.get()));
      f[k] = get_real(solver, "best_objective");
    }
    if (!(std::abs(f[0] - f[1]) <= 1e-9 * (1 + f[1]))) fail_msg("%s: %.12g and %.12g\n", method, f[0], f[1]);
  }
}

/// The search asks the caller's Hessian for no more than s coordinates at a time. Of the built-in problem the best
/// support is proved.
void a_search_by_the_hessian_of_the_caller_finds_the_best_support(void**) {
  for (const Index size : {Index{1}, s, 2 * s, n - 1}) {
    Callbacks self = make_callbacks(43);
    const Problem custom = make_custom(self, true, false), built_in = make_problem(self.data);
    const Solver found = make_solver(custom, size, "search", {}), best = make_solver(built_in, size, "search", {});
    OK(sbreg_solver_run(found.get()));
    OK(sbreg_solver_run(best.get()));
    assert_int_equal(get_int(best, "proved"), 1);
    const double f = get_real(found, "best_objective"), least = get_real(best, "best_objective");
    ASSERT_AT_MOST(std::abs(f - least), 1e-9 * (1 + least));
  }
}

void without_a_bound_or_a_hessian_line_searches_find_a_scale(void**) {
  for (const double unit : {1e-8, 1.0, 1e8}) {
    Callbacks self = make_callbacks(43);
    for (double& v : self.data.A) v *= unit;
    self.H = self.data.hessian();
    const Problem problem = make_custom(self, false, false);
    sbreg_dsm* dsm = nullptr;
    assert_int_equal(sbreg_dsm_create(&dsm, problem.get(), "linear"), SBREG_E_UNSUPPORTED);
    assert_non_null(std::strstr(sbreg_last_error(), "sbreg_dsm_create_weights"));
    assert_non_null(std::strstr(sbreg_last_error(), "line search"));
    const Real best = self.data.value(self.data.minimiser(self.H, {0, 1, 2}));
    for (const char* method : {"auto", "iht-lsr"}) {
      const Solver solver = make_solver(problem, s, method, {});
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 3000));
      OK(sbreg_solver_run(solver.get()));
      ASSERT_AT_MOST(get_real(solver, "best_objective"), best);
    }
    const Solver newton = make_solver(problem, s, "newton", {});
    assert_int_equal(sbreg_solver_run(newton.get()), SBREG_E_UNSUPPORTED);
    assert_non_null(std::strstr(sbreg_last_error(), "newton to 0"));
  }
}

void a_misbehaving_callback_ends_the_call_and_keeps_the_last_good_point(void**) {
  for (const auto harm : {Callbacks::returns, Callbacks::nan_value, Callbacks::infinite_gradient})
    for (Index bad = 0; bad < 6; ++bad) {
      Callbacks self = make_callbacks(44);
      const Problem problem = make_custom(self, true, true);
      const Solver solver = make_solver(problem, s, "iht", {Vector(at(n), 9.0)});
      OK(sbreg_solver_step(solver.get(), 3));
      const Vector x = iterate_of(solver);
      const double f = get_real(solver, "objective");
      self.harm = harm;
      self.bad_call = self.calls + bad;
      const sbreg_status status = sbreg_solver_step(solver.get(), 3);
      if (status == SBREG_OK) {  // the harm was in a gradient that was not asked for
        assert_int_equal(harm, Callbacks::infinite_gradient);
        continue;
      }
      assert_int_equal(status, harm == Callbacks::returns ? SBREG_E_CALLBACK : SBREG_E_NUMERIC);
      assert_non_null(std::strstr(sbreg_last_error(), "value_gradient"));
      const Vector kept = iterate_of(solver);
      ASSERT_AT_MOST(get_real(solver, "objective"), f);
      if (get_int(solver, "iterations") == 3) assert_true(kept == x);
      OK(sbreg_solver_step(solver.get(), 3));  // and the run goes on
    }
}

/// The Hessian or the bound misbehaves at its first call: in a Newton step, or while a scaling matrix is computed.
void a_misbehaving_hessian_or_bound_ends_the_call_and_keeps_the_last_good_point(void**) {
  static enum { no, returns, not_a_number } harm;
  const auto bad_hessian = [](Index size, const double* x, Index k, const Index* S, double* out, void* user) {
    const int status = hessian(size, x, k, S, out, user);
    if (harm == not_a_number) out[0] = NAN;
    return harm == returns ? 5 : status;
  };
  const auto bad_bound = [](Index size, Index k, const double* X, double* Y, void* user) {
    const int status = bound(size, k, X, Y, user);
    if (harm == not_a_number) Y[1] = INFINITY;
    return harm == returns ? 5 : status;
  };
  for (const auto kind : {returns, not_a_number}) {
    const sbreg_status expected = kind == returns ? SBREG_E_CALLBACK : SBREG_E_NUMERIC;
    Callbacks self = make_callbacks(49);
    const auto make = [&](sbreg_hessian_fn second, sbreg_curvature_fn above) {
      sbreg_problem* handle = nullptr;
      OK(sbreg_problem_create_custom(&handle, n, objective, second, above, &self, nullptr));
      return Problem(handle);
    };
    const Problem problem = make(bad_hessian, nullptr), bounded = make(hessian, bad_bound);
    const Solver solver = make_solver(problem, s, "newton", {Vector(at(n), 9.0)});
    harm = kind;
    sbreg_status status = SBREG_OK;
    double f = 0;
    Vector x;
    for (int k = 0; k < 20 && status == SBREG_OK; ++k) {
      f = get_real(solver, "objective");
      x = iterate_of(solver);
      status = sbreg_solver_step(solver.get(), 1);
    }
    assert_int_equal(status, expected);
    assert_non_null(std::strstr(sbreg_last_error(), "hessian"));
    assert_true(get_real(solver, "objective") == f);
    assert_true(iterate_of(solver) == x);
    sbreg_dsm* dsm = nullptr;
    for (const char* model : {"lipschitz", "linear", "quadratic"}) {
      assert_int_equal(sbreg_dsm_create(&dsm, bounded.get(), model), expected);
      assert_non_null(std::strstr(sbreg_last_error(), "bound"));
      assert_null(dsm);
    }
    harm = no;
    OK(sbreg_solver_run(solver.get()));  // and the run goes on
    OK(sbreg_dsm_create(&dsm, bounded.get(), "linear"));
    sbreg_dsm_destroy(dsm);
  }
}

void a_wrong_gradient_is_found_and_its_place(void**) {
  Callbacks self = make_callbacks(45);
  const Problem right = make_custom(self, false, false);
  Rng rng(46);
  const Vector x = gaussian(rng, n);
  double discrepancy = 1;
  std::int64_t where = -1;
  OK(sbreg_problem_check_gradient(right.get(), x.data(), 0, &discrepancy, &where));
  ASSERT_AT_MOST(discrepancy, 1e-8);
  sbreg_problem* handle = nullptr;
  const auto wrong = [](Index size, const double* point, double* f, double* g, void* user) {
    const int status = objective(size, point, f, g, user);
    if (g != nullptr) g[7] *= 1.5;
    return status;
  };
  OK(sbreg_problem_create_custom(&handle, n, wrong, nullptr, nullptr, &self, nullptr));
  const Problem problem(handle);
  OK(sbreg_problem_check_gradient(problem.get(), x.data(), 0, &discrepancy, &where));
  ASSERT_AT_MOST(1e-4, discrepancy);
  assert_int_equal(where, 7);
}

void every_built_in_gradient_passes_the_check(void**) {
  Rng rng(47);
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"}) {
    Vector b = gaussian(rng, m);
    if (loss == std::string("logistic"))
      for (double& v : b) v = v > 0 ? 1 : 0;
    if (loss == std::string("poisson"))
      for (double& v : b) v = std::floor(3 * std::abs(v));
    const Problem problem = make_linear(make_dense(m, n, gaussian(rng, m * n)), loss, b);
    OK(sbreg_problem_set_real(problem.get(), "ridge", 0.3));
    OK(sbreg_problem_set_real(problem.get(), "quartic_penalty", 0.2));
    Vector x = gaussian(rng, n);
    for (double& v : x) v *= 0.3;
    double discrepancy = 1;
    OK(sbreg_problem_check_gradient(problem.get(), x.data(), 0, &discrepancy, nullptr));
    if (!(discrepancy <= 1e-7)) fail_msg("%s: %g\n", loss, discrepancy);
  }
}

/// f tells an error of 1e-8 in x no longer; the Newton point does.
void auto_ends_as_accurately_as_newton_on_every_support(void**) {
  Rng rng(50);
  for (const char* loss : {"logistic", "poisson"})
    for (int trial = 0; trial < 25; ++trial) {
      const Index rows = 120, cols = 6;
      const Matrix A = make_dense(rows, cols, gaussian(rng, rows * cols));
      Vector b = gaussian(rng, rows);
      for (double& v : b) v = loss == std::string("logistic") ? (v > 0.2 ? 1 : 0) : std::floor(2 * std::abs(v));
      const Problem problem = make_linear(A, loss, b);
      const Solver solver = make_solver(problem, cols, "auto", {});
      OK(sbreg_solver_run(solver.get()));
      const Vector g = gradient_of(problem, solution_of(solver)), start = gradient_of(problem, Vector(at(cols)));
      for (std::size_t i = 0; i < g.size(); ++i)
        if (!(std::abs(g[i]) <= 1e-13 * (100 + std::abs(start[i]))))
          fail_msg("%s, trial %d: g[%zu] = %g\n", loss, trial, i, g[i]);
    }
}

void a_bound_that_is_not_symmetric_is_refused(void**) {
  sbreg_problem* handle = nullptr;
  sbreg_dsm* dsm = nullptr;
  const auto skew = [](Index size, Index k, const double* X, double* Y, void*) {
    for (Index c = 0; c < k; ++c)
      for (Index i = 0; i < size; ++i) Y[c * size + i] = X[c * size + i] + (i == 0 ? 0.5 * X[c * size + 1] : 0);
    return 0;
  };
  Callbacks self = make_callbacks(48);
  OK(sbreg_problem_create_custom(&handle, n, objective, nullptr, skew, &self, nullptr));
  const Problem problem(handle);
  assert_int_equal(sbreg_dsm_create(&dsm, problem.get(), "lipschitz"), SBREG_E_CALLBACK);
  assert_non_null(std::strstr(sbreg_last_error(), "not symmetric"));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_models_are_those_of_the_same_built_in_problem),
      cmocka_unit_test(every_method_ends_at_the_objective_of_the_built_in_problem),
      cmocka_unit_test(a_search_by_the_hessian_of_the_caller_finds_the_best_support),
      cmocka_unit_test(without_a_bound_or_a_hessian_line_searches_find_a_scale),
      cmocka_unit_test(a_misbehaving_callback_ends_the_call_and_keeps_the_last_good_point),
      cmocka_unit_test(a_misbehaving_hessian_or_bound_ends_the_call_and_keeps_the_last_good_point),
      cmocka_unit_test(a_wrong_gradient_is_found_and_its_place),
      cmocka_unit_test(every_built_in_gradient_passes_the_check),
      cmocka_unit_test(auto_ends_as_accurately_as_newton_on_every_support),
      cmocka_unit_test(a_bound_that_is_not_symmetric_is_refused),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
