// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// s = 0: the null model, which is the intercept, what is kept, or nothing at all.
#include <cstring>

#include "bregman.hpp"

namespace {

using namespace oracle;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

const char* const methods[] = {"auto",   "search",    "iht",  "iwht",   "ciwht", "iht-lsr",
                               "newton", "ciwht-lsr", "gpnp", "mfista", "bpg"};

struct Data {
  Index m = 30, n = 8;
  Vector A, b;
  explicit Data(std::uint64_t seed) {
    Rng rng(seed);
    A = gaussian(rng, m * n);
    for (Index i = 0; i < m; ++i) b.push_back(3 + 2 * A[at(i)] + A[at(2 * m + i)] + rng.normal());
  }
  [[nodiscard]] Problem problem(const char* loss, bool intercept, bool standardize = false) const {
    Vector response = b;
    if (std::strcmp(loss, "logistic") == 0)
      for (double& v : response) v = v > 3 ? 1 : 0;
    if (std::strcmp(loss, "poisson") == 0)
      for (double& v : response) v = std::floor(std::abs(v));
    Problem out = make_linear(make_dense(m, n, A), loss, response);
    OK(sbreg_problem_set_int(out.get(), "intercept", intercept ? 1 : 0));
    OK(sbreg_problem_set_int(out.get(), "standardize", standardize ? 1 : 0));
    return out;
  }
};

void every_method_ends_at_zero_with_a_proof(void**) {
  const Data data(101);
  for (const char* loss : {"least_squares", "logistic", "huber", "poisson"})
    for (const char* method : methods) {
      if (std::strcmp(loss, "poisson") == 0 && std::strchr("ib", method[0]) != nullptr) continue;  // no curvature bound
      const Problem problem = data.problem(loss, std::strcmp(loss, "huber") != 0);
      const Solver solver = make_solver(problem, 0, method, {});
      double f = -1;
      const Vector zero(at(data.n), 0.0);
      OK(sbreg_problem_value(problem.get(), zero.data(), &f));
      assert_int_equal(get_int(solver, "proved"), 0);
      OK(sbreg_solver_run(solver.get()));
      assert_int_equal(get_int(solver, "state"), SBREG_STATIONARY);
      assert_int_equal(get_int(solver, "proved"), 1);
      assert_int_equal(get_int(solver, "support_size"), 0);
      assert_int_equal(get_int(solver, "separated"), 0);
      assert_true(get_real(solver, "best_objective") == f);
      assert_true(solution_of(solver) == zero);
      assert_true(std::isfinite(get_real(solver, "gradient_norm")));
      const char* strategy = nullptr;
      OK(sbreg_solver_get_text(solver.get(), "strategy", &strategy));
      assert_non_null(std::strstr(strategy, "only point"));
      OK(sbreg_solver_step(solver.get(), 3));  // does nothing
    }
}

void the_intercept_of_the_null_model_is_the_mean(void**) {
  const Data data(102);
  for (const bool standardize : {false, true}) {
    const Problem problem = data.problem("least_squares", true, standardize);
    const Solver solver = make_solver(problem, 0, "auto", {});
    OK(sbreg_solver_run(solver.get()));
    double mean = 0;
    for (double v : data.b) mean += v / static_cast<double>(data.m);
    ASSERT_AT_MOST(std::abs(get_real(solver, "intercept") - mean), 1e-13);
  }
}

/// What is kept is fitted: the least squares fit to two columns.
void every_method_fits_what_is_kept(void**) {
  const Data data(103);
  const LeastSquares f{data.m, data.n, data.A, data.b};
  const Vector expected = f.minimiser(f.hessian(), {1, 4});
  for (const char* method : methods) {
    const Problem problem = data.problem("least_squares", false);
    sbreg_solver* handle = nullptr;
    OK(sbreg_solver_create(&handle, problem.get(), 0));
    const Solver solver(handle);
    OK(sbreg_solver_set_text(handle, "method", method));
    OK(sbreg_solver_set_int(handle, "max_iterations", 3000));
    const Index kept[] = {1, 4};
    OK(sbreg_solver_set_kept(handle, kept, 2));
    OK(sbreg_solver_run(handle));
    const Vector x = solution_of(solver);
    for (Index j = 0; j < data.n; ++j) ASSERT_AT_MOST(std::abs(x[at(j)] - expected[at(j)]), 1e-3);
    if (std::strcmp(method, "auto") == 0) assert_int_equal(get_int(solver, "proved"), 1);
  }
}

void the_one_call_and_the_certificates_take_zero(void**) {
  const Data data(104);
  Vector x(at(data.n), 7.0);
  double f = 0, half = 0, violation = -1, decrease = -1;
  for (double v : data.b) half += v * v / 2;
  OK(sbreg_solve_least_squares(data.m, data.n, data.A.data(), data.m, SBREG_COL_MAJOR, data.b.data(), 0, x.data(), &f));
  assert_true(x == Vector(at(data.n), 0.0));
  ASSERT_AT_MOST(std::abs(f - half), 1e-12 * half);
  const Problem problem = data.problem("least_squares", false), classes = data.problem("logistic", true);
  const Dsm dsm = make_dsm(Vector(at(data.n), 1e4));
  OK(sbreg_check_stationarity(problem.get(), dsm.get(), 0, x.data(), &violation));
  assert_true(violation == 0);
  sbreg_kernel* kernel = nullptr;
  OK(sbreg_kernel_create(&kernel, data.n, "quadratic"));
  OK(sbreg_check_bregman(problem.get(), kernel, 1, 0, x.data(), &violation));
  assert_true(violation == 0);
  sbreg_kernel_destroy(kernel);
  for (const Problem* p : {&problem, &classes}) {
    Index leaves = 5, enters = 5;
    OK(sbreg_check_coordinatewise(p->get(), 0, x.data(), &decrease, &leaves, &enters));
    assert_true(decrease == 0 && leaves == -1 && enters == -1);
  }
  x[0] = 1;
  assert_int_equal(sbreg_check_coordinatewise(problem.get(), 0, x.data(), &decrease, nullptr, nullptr),
                   SBREG_E_ARGUMENT);
  sbreg_solver* solver = nullptr;
  assert_int_equal(sbreg_solver_create(&solver, problem.get(), -1), SBREG_E_ARGUMENT);
  assert_non_null(std::strstr(sbreg_last_error(), "0..8"));
}

/// Groups, bounds and complex data at s = 0.
void structure_allows_zero(void**) {
  const Data data(105);
  const Problem problem = data.problem("least_squares", true, true);
  const Solver solver = make_solver(problem, 0, "auto", {});
  const Index groups[] = {0, 0, 1, 1, 2, 2, 3, 3};
  const Vector lower(at(data.n), 0.0);
  OK(sbreg_solver_set_groups(solver.get(), groups));
  OK(sbreg_solver_set_bounds(solver.get(), lower.data(), nullptr));
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "proved"), 1);
  sbreg_problem* complex = nullptr;
  OK(sbreg_problem_create_least_squares_complex(&complex, data.m / 2, data.n, data.A.data(), data.m / 2,
                                                SBREG_COL_MAJOR, data.b.data()));
  const Problem owned(complex);
  const Solver other = make_solver(owned, 0, "auto", {});
  OK(sbreg_solver_run(other.get()));
  assert_int_equal(get_int(other, "state"), SBREG_STATIONARY);
}

Vector series_of(const Path& path, const char* name) {
  Index count = 0;
  OK(sbreg_path_get_series(path.get(), name, nullptr, 0, &count));
  Vector values(at(count));
  OK(sbreg_path_get_series(path.get(), name, values.data(), count, &count));
  return values;
}

Path make_path(const Problem& problem, Index first, Index folds, const std::vector<Index>& kept = {}) {
  const Solver pattern = make_solver(problem, 1, "auto", {});
  if (!kept.empty()) OK(sbreg_solver_set_kept(pattern.get(), kept.data(), std::ssize(kept)));
  sbreg_path* handle = nullptr;
  OK(sbreg_path_create(&handle, pattern.get()));
  OK(sbreg_path_set_int(handle, "first", first));
  OK(sbreg_path_set_int(handle, "folds", folds));
  return Path(handle);
}

Index chosen_of(const Path& path) {
  std::int64_t chosen = -2;
  OK(sbreg_path_get_int(path.get(), "chosen", &chosen));
  return chosen;
}

/// A null model before it leaves every other fit as it was, and costs one fit more in each sweep.
void a_path_from_zero_has_the_fits_of_one_from_one(void**) {
  const Data data(106);
  for (const char* loss : {"least_squares", "logistic", "poisson"})
    for (const bool keep : {false, true}) {
      const Problem problem = data.problem(loss, true);
      OK(sbreg_problem_set_real(problem.get(), "ridge", 0.1));
      const std::vector<Index> kept = keep ? std::vector<Index>{5} : std::vector<Index>{};
      const Path zero = make_path(problem, 0, 3, kept), one = make_path(problem, 1, 3, kept);
      OK(sbreg_path_set_int(zero.get(), "last", 4));
      OK(sbreg_path_set_int(one.get(), "last", 4));
      assert_int_equal(chosen_of(zero), -1);
      assert_int_equal(chosen_of(one), 0);
      OK(sbreg_path_run(zero.get()));
      OK(sbreg_path_run(one.get()));
      assert_true(series_of(zero, "sparsity") == Vector({0, 1, 2, 3, 4}));
      for (const char* name : {"objective", "cv_mean", "ebic"}) {
        const Vector a = series_of(zero, name), b = series_of(one, name);
        for (std::size_t k = 0; k < b.size(); ++k) ASSERT_AT_MOST(std::abs(a[k + 1] - b[k]), 1e-9 * std::abs(b[k]));
      }
      const Vector objective = series_of(zero, "objective"), size = series_of(zero, "support_size");
      assert_true(objective[1] <= objective[0] && size[0] == (keep ? 1 : 0));
      Vector x(at(data.n), 1.0);
      OK(sbreg_path_get_coefficients(zero.get(), 0, x.data()));
      assert_int_equal(support_of(x).size(), keep ? 1 : 0);
      assert_int_equal(sbreg_path_get_coefficients(one.get(), 0, x.data()), SBREG_E_ARGUMENT);
    }
}

/// Responses that have nothing to do with the variables: the null model is the usual choice, and before it was none.
void on_noise_the_choice_is_mostly_zero(void**) {
  constexpr Index m = 60, n = 10;
  int by_bic = 0, by_ebic = 0, by_cv = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    const Vector A = gaussian(rng, m * n), b = gaussian(rng, m);
    const Problem problem = make_linear(make_dense(m, n, A), "least_squares", b);
    OK(sbreg_problem_set_int(problem.get(), "intercept", 1));
    const Path path = make_path(problem, 0, 5);
    OK(sbreg_path_set_int(path.get(), "last", 5));
    OK(sbreg_path_run(path.get()));
    by_cv += chosen_of(path) == 0 ? 1 : 0;
    OK(sbreg_path_set_text(path.get(), "criterion", "bic"));
    by_bic += chosen_of(path) == 0 ? 1 : 0;
    OK(sbreg_path_set_text(path.get(), "criterion", "ebic"));
    by_ebic += chosen_of(path) == 0 ? 1 : 0;
  }
  assert_true(by_cv >= 16);
  assert_true(by_ebic >= 16);
  assert_true(by_bic > 10);  // each of ten variables passes log 60 with probability 0.04
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_method_ends_at_zero_with_a_proof),
      cmocka_unit_test(the_intercept_of_the_null_model_is_the_mean),
      cmocka_unit_test(every_method_fits_what_is_kept),
      cmocka_unit_test(the_one_call_and_the_certificates_take_zero),
      cmocka_unit_test(structure_allows_zero),
      cmocka_unit_test(a_path_from_zero_has_the_fits_of_one_from_one),
      cmocka_unit_test(on_noise_the_choice_is_mostly_zero),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
