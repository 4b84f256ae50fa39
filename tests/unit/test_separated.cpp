// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The result `separated`: it is 1 exactly where f has no minimiser on the support of the solution.
#include "bregman.hpp"

namespace {

using namespace oracle;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

Problem make(const char* loss, Index m, Index n, const Vector& A, const Vector& b, bool intercept = false,
             bool standardize = false) {
  Problem problem = make_linear(make_dense(m, n, A), loss, b);
  OK(sbreg_problem_set_int(problem.get(), "intercept", intercept ? 1 : 0));
  OK(sbreg_problem_set_int(problem.get(), "standardize", standardize ? 1 : 0));
  return problem;
}

std::int64_t separated(const Problem& problem, Index s, const char* method = "auto") {
  const Solver solver = make_solver(problem, s, method, {});
  OK(sbreg_solver_run(solver.get()));
  return get_int(solver, "separated");
}

/// Column 0 has the sign of the label, less a threshold; the others are noise.
struct Classes {
  Index m = 40, n = 6;
  Vector A, b;
  explicit Classes(double threshold, std::uint64_t seed = 91) {
    Rng rng(seed);
    A = gaussian(rng, m * n);
    for (Index i = 0; i < m; ++i) b.push_back(A[at(i)] > threshold ? 1 : 0);
  }
};

void classes_that_a_variable_separates_are_separated(void**) {
  for (const double threshold : {0.0, 0.4})
    for (const bool standardize : {false, true})
      for (const char* method : {"auto", "search", "newton", "gpnp"}) {
        const Classes c(threshold);
        const bool intercept = threshold != 0;
        assert_int_equal(separated(make("logistic", c.m, c.n, c.A, c.b, intercept, standardize), 1, method), 1);
        assert_int_equal(separated(make("logistic", c.m, c.n, c.A, c.b, intercept, standardize), 3, method), 1);
      }
}

/// One more observation on the wrong side of all others: no plane separates the classes, unless it weighs nothing.
void one_observation_on_the_wrong_side_makes_a_minimiser(void**) {
  const Classes c(0);
  const Vector x(c.A.begin(), c.A.begin() + c.m);
  Vector column(x), labels(c.b), weights(at(c.m), 1.0);
  column.push_back(10);
  labels.push_back(0);
  weights.push_back(1);
  assert_int_equal(separated(make("logistic", c.m + 1, 1, column, labels), 1), 0);
  assert_int_equal(separated(make("logistic", c.m + 1, 1, column, labels, true), 1), 0);
  weights.back() = 0;
  const Problem weightless = make("logistic", c.m + 1, 1, column, labels, true);
  OK(sbreg_problem_set_weights(weightless.get(), weights.data()));
  assert_int_equal(separated(weightless, 1), 1);
}

void what_holds_the_coefficients_makes_a_minimiser(void**) {
  const Classes c(0);
  const Problem ridge = make("logistic", c.m, c.n, c.A, c.b);
  OK(sbreg_problem_set_real(ridge.get(), "ridge", 1e-3));
  assert_int_equal(separated(ridge, 2), 0);
  const Problem problem = make("logistic", c.m, c.n, c.A, c.b);
  for (const double upper : {5.0, std::numeric_limits<double>::infinity()}) {
    const Solver solver = make_solver(problem, 1, "auto", {});
    const Vector bound(at(c.n), upper);
    OK(sbreg_solver_set_bounds(solver.get(), nullptr, bound.data()));
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "separated"), upper == 5 ? 0 : 1);
  }
}

/// Along d every observation stays on its side or where it is, and one moves away.
bool separates(const Vector& A, const Vector& b, Index m, const Support& S, const Vector& d) {
  bool falls = false;
  for (Index i = 0; i < m; ++i) {
    double u = 0;
    for (std::size_t k = 0; k < S.size(); ++k) u += A[at(S[k] * m + i)] * d[k];
    if ((b[at(i)] == 1 ? u : -u) < 0) return false;
    falls = falls || u != 0;
  }
  return falls;
}

/// Two columns of small integers, where ties make quasi-separation common. The directions that separate form a cone in
/// the plane, which is empty, or has an edge that is perpendicular to an observation, or is all that has one sign.
void two_columns_are_separated_where_a_direction_says_so(void**) {
  constexpr Index m = 7;
  Rng rng(92);
  int seen[2] = {0, 0};
  for (int instance = 0; instance < 400; ++instance) {
    Vector A, b;
    for (Index k = 0; k < 2 * m; ++k) A.push_back(static_cast<double>(rng.below(5)) - 2);
    for (Index i = 0; i < m; ++i) b.push_back(rng.uniform() < 0.5 ? 1 : 0);
    b[0] = 0;
    const Problem problem = make("logistic", m, 2, A, b);
    const Solver solver = make_solver(problem, 2, "newton", {});
    OK(sbreg_solver_run(solver.get()));
    const Support S = support_of(solution_of(solver));
    if (S.empty()) continue;
    bool expected = false;
    for (const double sign : {1.0, -1.0}) {
      if (S.size() == 1) expected = expected || separates(A, b, m, S, {sign});
      for (Index i = 0; i < m && S.size() == 2; ++i)
        expected = expected || separates(A, b, m, S, {sign * A[at(m + i)], -sign * A[at(i)]});
    }
    assert_int_equal(get_int(solver, "separated"), expected ? 1 : 0);
    ++seen[expected ? 1 : 0];
  }
  assert_true(seen[0] > 40 && seen[1] > 40);
}

/// A variable that is 1 for some observations of one class only, beside one that separates nothing.
void a_variable_that_marks_one_class_separates_it_in_part(void**) {
  constexpr Index m = 60;
  for (const bool standardize : {false, true}) {
    Rng rng(93);
    Vector A = gaussian(rng, 2 * m), b;
    for (Index i = 0; i < m; ++i) b.push_back(rng.uniform() < 1 / (1 + std::exp(-A[at(i)])) ? 1 : 0);
    for (Index i = 0; i < m; ++i) A[at(m + i)] = b[at(i)] == 1 && i % 3 == 0 ? 1 : 0;
    assert_int_equal(separated(make("logistic", m, 2, A, b, true, standardize), 2), 1);
    const Vector without(A.begin(), A.begin() + m);
    assert_int_equal(separated(make("logistic", m, 1, without, b, true, standardize), 1), 0);
  }
}

/// The same of counts: a variable that is nonzero only where the count is 0.
void a_variable_that_marks_counts_of_zero_separates_them(void**) {
  constexpr Index m = 60;
  Rng rng(94);
  Vector A = gaussian(rng, 2 * m), b;
  for (Index i = 0; i < m; ++i) b.push_back(static_cast<double>(rng.below(4)));
  for (Index i = 0; i < m; ++i) A[at(m + i)] = b[at(i)] == 0 ? 1 : 0;
  assert_int_equal(separated(make("poisson", m, 2, A, b, true), 2), 1);
  A[at(m)] = 1;
  b[0] = 3;  // marked, and not zero
  assert_int_equal(separated(make("poisson", m, 2, A, b, true), 2), 0);
}

void other_losses_are_never_separated(void**) {
  const Classes c(0);
  for (const char* loss : {"least_squares", "huber", "quartic"})
    assert_int_equal(separated(make(loss, c.m, c.n, c.A, c.b), 2), 0);
}

Vector series_of(const Path& path, const char* name) {
  Index count = 0;
  OK(sbreg_path_get_series(path.get(), name, nullptr, 0, &count));
  Vector values(at(count));
  OK(sbreg_path_get_series(path.get(), name, values.data(), count, &count));
  return values;
}

/// Columns 1 and 2 together separate the classes, no column does so alone.
void a_path_says_which_fits_are_separated_and_in_how_many_folds(void**) {
  constexpr Index m = 60, n = 4;
  Rng rng(95);
  const Vector A = gaussian(rng, m * n);
  Vector b;
  for (Index i = 0; i < m; ++i) b.push_back(A[at(m + i)] + A[at(2 * m + i)] > 0 ? 1 : 0);
  const Problem problem = make("logistic", m, n, A, b, true);
  const Solver pattern = make_solver(problem, 1, "auto", {});
  sbreg_path* handle = nullptr;
  OK(sbreg_path_create(&handle, pattern.get()));
  const Path path(handle);
  OK(sbreg_path_set_int(handle, "last", 3));
  OK(sbreg_path_set_int(handle, "folds", 4));
  OK(sbreg_path_run(handle));
  assert_true(series_of(path, "separated") == Vector({0, 1, 1}));
  assert_true(series_of(path, "cv_separated") == Vector({0, 4, 4}));
}

/// Folds that were drawn without a look at the classes would take the one of few observations as a whole.
void a_class_of_few_observations_is_in_what_every_fold_is_fitted_to(void**) {
  constexpr Index m = 30, n = 4;
  for (const char* loss : {"logistic", "poisson"})
    for (const Index rare : {1, 2, 3})
      for (const Index seed : {1, 2, 3, 4}) {
        Rng rng(96);
        const Vector A = gaussian(rng, m * n);
        Vector b(at(m), 0.0);
        for (Index i = 0; i < rare; ++i) b[at(i)] = 1;
        const Problem problem = make(loss, m, n, A, b, true);
        const Solver pattern = make_solver(problem, 1, "auto", {});
        sbreg_path* handle = nullptr;
        OK(sbreg_path_create(&handle, pattern.get()));
        const Path path(handle);
        OK(sbreg_path_set_int(handle, "last", 1));
        OK(sbreg_path_set_int(handle, "folds", 5));
        OK(sbreg_path_set_int(handle, "seed", seed));
        if (sbreg_path_run(handle) != SBREG_OK)
          fail_msg("%s, %d of a kind: %s", loss, static_cast<int>(rare), sbreg_last_error());
        assert_true(std::isfinite(series_of(path, "cv_mean")[0]));
      }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(classes_that_a_variable_separates_are_separated),
      cmocka_unit_test(one_observation_on_the_wrong_side_makes_a_minimiser),
      cmocka_unit_test(what_holds_the_coefficients_makes_a_minimiser),
      cmocka_unit_test(two_columns_are_separated_where_a_direction_says_so),
      cmocka_unit_test(a_variable_that_marks_one_class_separates_it_in_part),
      cmocka_unit_test(a_variable_that_marks_counts_of_zero_separates_them),
      cmocka_unit_test(other_losses_are_never_separated),
      cmocka_unit_test(a_path_says_which_fits_are_separated_and_in_how_many_folds),
      cmocka_unit_test(a_class_of_few_observations_is_in_what_every_fold_is_fitted_to),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
