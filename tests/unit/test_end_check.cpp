// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A run on an f that falls without end says so, and so does a run whose gradient is wrong. A right gradient of a
// bounded f is never accused of either.
#include <string>

#include "bregman.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

const char* const all_methods[] = {"auto",      "search", "iht",    "iwht",   "ciwht", "iht-lsr",
                                   "ciwht-lsr", "gpnp",   "newton", "mfista", "bpg"};
const char* const searching_methods[] = {"auto", "search", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista"};

Problem make_quadratic(Index n, const Vector& Q, const Vector& q) {
  sbreg_problem* out = nullptr;
  OK(sbreg_problem_create_quadratic(&out, n, Q.data(), n, q.data()));
  return Problem(out);
}

/// Q = diag(d).
Problem make_diagonal(const Vector& d, const Vector& q) {
  const Index n = size_of(d);
  Vector Q(at(n * n), 0.0);
  for (Index i = 0; i < n; ++i) Q[at(i * n + i)] = d[at(i)];
  return make_quadratic(n, Q, q);
}

void assert_state(const Solver& solver, int expected, const std::string& what) {
  if (sbreg_solver_run(solver.get()) != SBREG_OK) fail_msg("%s: %s", what.c_str(), sbreg_last_error());
  const auto state = static_cast<int>(get_int(solver, "state"));
  if (state != expected) fail_msg("%s: ends in \"%s\"", what.c_str(), sbreg_state_text(state));
  for (const double x : solution_of(solver)) assert_true(std::isfinite(x));
}

// --- f that falls without end ---------------------------------------------------------------------------------------

void a_concave_quadratic_is_unbounded_with_every_line_search(void**) {
  for (const char* method : searching_methods)
    for (const bool linear_term : {false, true}) {
      const Problem problem = make_diagonal(Vector(6, -1.0), linear_term ? Vector{1, 2, 3, 4, 5, 6} : Vector(6, 0.0));
      assert_state(plain_solver(problem, 2, method), SBREG_UNBOUNDED, method);
    }
}

void a_quadratic_with_one_direction_of_negative_curvature_is_unbounded(void**) {
  for (const char* method : searching_methods) {
    const Problem problem = make_diagonal({3, 1, -0.5, 2, 4}, {1, 1, 1, 1, 1});
    assert_state(plain_solver(problem, 2, method), SBREG_UNBOUNDED, method);
  }
}

/// The diagonal is positive; only the first two variables together have a direction of negative curvature, and along it
/// f rises at first.
void a_quadratic_that_two_variables_together_make_concave_is_unbounded(void**) {
  const Index n = 6;
  Vector Q(at(n * n), 0.0);
  for (Index i = 0; i < n; ++i) Q[at(i * n + i)] = 1;
  Q[1] = Q[at(n)] = 3;
  for (const char* method : {"auto", "search", "gpnp", "newton"}) {
    const Problem problem = make_quadratic(n, Q, Vector(at(n), 0.1));
    const Solver solver = plain_solver(problem, 2, method);
    OK(sbreg_solver_add_dsm(solver.get(), make_dsm(Vector(at(n), 2.0)).get()));
    assert_state(solver, SBREG_UNBOUNDED, method);
  }
}

/// At x = 0, where nothing but the second derivatives tells.
void a_saddle_is_no_end(void**) {
  const Vector Q = {1, 3, 0, 3, 1, 0, 0, 0, 1};
  for (const char* method : all_methods) {
    const Problem problem = make_quadratic(3, Q, Vector(3, 0.0));
    const Solver solver = plain_solver(problem, 3, method);
    OK(sbreg_solver_add_dsm(solver.get(), make_dsm(Vector(3, 5.0)).get()));
    assert_state(solver, SBREG_UNBOUNDED, method);
  }
}

/// Positive diagonals and some negative eigenvalues, all variables allowed.
void an_indefinite_quadratic_is_unbounded_without_a_limit_on_the_nonzeros(void**) {
  constexpr Index n = 12;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    const Vector B = gaussian(rng, n * n);
    Vector Q(at(n * n));
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) Q[at(i * n + j)] = B[at(i * n + j)] + B[at(j * n + i)] + (i == j ? 5 : 0);
    for (const char* method : all_methods) {
      const Problem problem = make_quadratic(n, Q, Vector(at(n), 0.1));
      const Solver solver = plain_solver(problem, n, method);
      OK(sbreg_solver_add_dsm(solver.get(), make_dsm(Vector(at(n), 20.0)).get()));
      assert_state(solver, SBREG_UNBOUNDED, method);
    }
  }
}

/// Convex ones, some of them singular or nearly so, are never said to fall for ever.
void a_convex_quadratic_is_never_called_unbounded(void**) {
  constexpr Index n = 10;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const Index rank : {n, n - 3}) {
      Rng rng(seed);
      const LeastSquares f = compressed_sensing(rng, rank, n, 3, 0.1);
      Vector Q(at(n * n)), q(at(n));
      for (Index i = 0; i < n; ++i)
        for (Index r = 0; r < rank; ++r) {
          q[at(i)] += f.entry(r, i) * f.b[at(r)];
          for (Index j = 0; j < n; ++j) Q[at(i * n + j)] += f.entry(r, i) * f.entry(r, j);
        }
      for (const char* method : searching_methods)
        for (const Index s : {Index{3}, n}) {
          const Problem problem = make_quadratic(n, Q, q);
          const Solver solver = plain_solver(problem, s, method);
          OK(sbreg_solver_set_int(solver.get(), "max_iterations", 1000));
          OK(sbreg_solver_run(solver.get()));
          if (get_int(solver, "state") == SBREG_UNBOUNDED)
            fail_msg("%s, seed %d, rank %d, s = %d", method, static_cast<int>(seed), static_cast<int>(rank),
                     static_cast<int>(s));
        }
    }
}

void a_linear_function_is_unbounded(void**) {
  for (const char* method : searching_methods) {
    const Problem problem = make_diagonal(Vector(5, 0.0), {1, -2, 3, -4, 5});
    assert_state(plain_solver(problem, 2, method), SBREG_UNBOUNDED, method);
  }
}

void bounds_keep_a_concave_quadratic_from_falling_for_ever(void**) {
  for (const char* method : searching_methods) {
    const Problem problem = make_diagonal(Vector(6, -1.0), {1, 2, 3, 4, 5, 6});
    const Solver solver = plain_solver(problem, 2, method);
    const Vector low(6, -10.0), high(6, 10.0);
    OK(sbreg_solver_set_bounds(solver.get(), low.data(), high.data()));
    OK(sbreg_solver_run(solver.get()));
    assert_int_not_equal(get_int(solver, "state"), SBREG_UNBOUNDED);
    assert_int_not_equal(get_int(solver, "state"), SBREG_INCONSISTENT);
  }
}

// --- gradients of the caller's ---------------------------------------------------------------------------------------

/// f = 1/2 sum h_i (x_i - c_i)^2 + shift, whose gradient is answered times `factor`.
struct Bowl {
  Vector h, c;
  double factor = 1, shift = 0;
};

int bowl(Index n, const double* x, double* f, double* g, void* user) {
  const auto& self = *static_cast<Bowl*>(user);
  *f = self.shift;
  for (Index i = 0; i < n; ++i) {
    const double off = x[i] - self.c[at(i)];
    *f += 0.5 * self.h[at(i)] * off * off;
    if (g != nullptr) g[i] = self.factor * self.h[at(i)] * off;
  }
  return 0;
}

Bowl make_bowl(std::uint64_t seed, double factor, double shift) {
  Rng rng(seed);
  Bowl self{{}, {}, factor, shift};
  for (int i = 0; i < 12; ++i) {
    self.h.push_back(std::exp(4 * rng.uniform() - 2));
    self.c.push_back(rng.normal());
  }
  return self;
}

Problem make_custom(Bowl& self) {
  sbreg_problem* out = nullptr;
  OK(sbreg_problem_create_custom(&out, size_of(self.c), bowl, nullptr, nullptr, &self, nullptr));
  return Problem(out);
}

const char* const first_order[] = {"auto", "iht-lsr", "ciwht-lsr", "mfista"};

void a_gradient_of_the_wrong_sign_is_told(void**) {
  for (const char* method : first_order)
    for (const double shift : {0.0, 100.0}) {
      Bowl self = make_bowl(1, -1, shift);
      const Problem problem = make_custom(self);
      assert_state(plain_solver(problem, 4, method), SBREG_INCONSISTENT, method);
    }
}

void a_right_gradient_is_never_called_inconsistent(void**) {
  for (const char* method : first_order)
    for (const double shift : {-30.0, 0.0, 100.0, 1e6})
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Bowl self = make_bowl(seed, 1, shift);
        const Problem problem = make_custom(self);
        const Solver solver = plain_solver(problem, 4, method);
        OK(sbreg_solver_run(solver.get()));
        const Index state = get_int(solver, "state");
        if (state == SBREG_INCONSISTENT || state == SBREG_UNBOUNDED)
          fail_msg("%s, shift %g, seed %d: state %d", method, shift, static_cast<int>(seed), static_cast<int>(state));
      }
}

struct Adjoint {
  Index m, n;
  Vector A;
  double factor;  // of the adjoint
};

int forward(Index m, Index n, Index k, const double* X, double* Y, void* user) {
  const auto& self = *static_cast<Adjoint*>(user);
  for (Index c = 0; c < k; ++c)
    for (Index i = 0; i < m; ++i) {
      Y[c * m + i] = 0;
      for (Index j = 0; j < n; ++j) Y[c * m + i] += self.A[at(j * m + i)] * X[c * n + j];
    }
  return 0;
}

int adjoint(Index, Index, Index k, const double* X, double* Y, void* user) {
  const auto& self = *static_cast<Adjoint*>(user);
  for (Index c = 0; c < k; ++c)
    for (Index j = 0; j < self.n; ++j) {
      Y[c * self.n + j] = 0;
      for (Index i = 0; i < self.m; ++i)
        Y[c * self.n + j] += self.factor * self.A[at(j * self.m + i)] * X[c * self.m + i];
    }
  return 0;
}

Index state_with_adjoint(double factor, const char* loss, const char* method) {
  Rng rng(3);
  Adjoint self{20, 30, gaussian(rng, 600), factor};
  Vector b = gaussian(rng, 20);
  if (std::string(loss) == "logistic" || std::string(loss) == "poisson")
    for (double& v : b) v = v > 0 ? 1 : 0;
  sbreg_matrix* handle = nullptr;
  OK(sbreg_matrix_create_operator(&handle, self.m, self.n, forward, adjoint, &self, nullptr));
  const Matrix A(handle);
  const Problem problem = make_linear(A, loss, b);
  const Solver solver = plain_solver(problem, 4, method);
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", 200));
  const sbreg_status status = sbreg_solver_run(solver.get());
  if (status == SBREG_E_UNSUPPORTED) return -1;  // no safe step
  OK(status);
  return get_int(solver, "state");
}

void an_adjoint_of_the_wrong_sign_is_told(void**) {
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (const char* method : all_methods) {
      const Index wrong = state_with_adjoint(-1, loss, method), right = state_with_adjoint(1, loss, method);
      if (wrong != -1 && (wrong != SBREG_INCONSISTENT || right == SBREG_INCONSISTENT))
        fail_msg("%s, %s: state %d, with the right adjoint %d", loss, method, static_cast<int>(wrong),
                 static_cast<int>(right));
    }
}

void the_text_of_inconsistent_names_both_checks(void**) {
  const std::string text = sbreg_state_text(SBREG_INCONSISTENT);
  assert_true(text.find("sbreg_problem_check_gradient") != std::string::npos);
  assert_true(text.find("sbreg_matrix_check_adjoint") != std::string::npos);
}

/// A least squares problem has a lower bound and no callbacks: nothing is asked twice.
void runs_on_stored_data_end_as_before(void**) {
  Rng rng(5);
  const LeastSquares f = compressed_sensing(rng, 40, 60, 4, 0.1);
  const Problem problem = make_problem(f);
  for (const char* method : all_methods) {
    const Solver solver = plain_solver(problem, 4, method);
    OK(sbreg_solver_run(solver.get()));
    const Index state = get_int(solver, "state");
    assert_true(state != SBREG_INCONSISTENT && state != SBREG_UNBOUNDED && state != SBREG_RUNNING);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_concave_quadratic_is_unbounded_with_every_line_search),
      cmocka_unit_test(a_quadratic_with_one_direction_of_negative_curvature_is_unbounded),
      cmocka_unit_test(a_quadratic_that_two_variables_together_make_concave_is_unbounded),
      cmocka_unit_test(a_saddle_is_no_end),
      cmocka_unit_test(an_indefinite_quadratic_is_unbounded_without_a_limit_on_the_nonzeros),
      cmocka_unit_test(a_convex_quadratic_is_never_called_unbounded),
      cmocka_unit_test(a_linear_function_is_unbounded),
      cmocka_unit_test(bounds_keep_a_concave_quadratic_from_falling_for_ever),
      cmocka_unit_test(a_gradient_of_the_wrong_sign_is_told),
      cmocka_unit_test(a_right_gradient_is_never_called_inconsistent),
      cmocka_unit_test(an_adjoint_of_the_wrong_sign_is_told),
      cmocka_unit_test(the_text_of_inconsistent_names_both_checks),
      cmocka_unit_test(runs_on_stored_data_end_as_before),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
