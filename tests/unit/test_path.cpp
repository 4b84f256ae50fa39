// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Paths: the fits, the folds, the criteria and the choice, against lone solvers, brute force and the formulas.
#include <atomic>
#include <cstring>
#include <thread>

#include "bregman.hpp"
#include "path/folds.hpp"
#include "problem/problem.hpp"

namespace {

using namespace oracle;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

Path make_path(const Problem& problem, const char* method, Index first, Index last) {
  const Solver pattern = make_solver(problem, 1, method, {});
  sbreg_path* path = nullptr;
  OK(sbreg_path_create(&path, pattern.get()));
  OK(sbreg_path_set_int(path, "first", first));
  OK(sbreg_path_set_int(path, "last", last));
  return Path(path);
}

Vector series_of(const Path& path, const char* name) {
  Index count = 0;
  OK(sbreg_path_get_series(path.get(), name, nullptr, 0, &count));
  Vector values(at(count));
  OK(sbreg_path_get_series(path.get(), name, values.data(), count, &count));
  return values;
}

Vector coefficients_of(const Path& path, Index n, Index s) {
  Vector x(at(n));
  OK(sbreg_path_get_coefficients(path.get(), s, x.data()));
  return x;
}

Index result_of(const Path& path, const char* name) {
  Index value = 0;
  OK(sbreg_path_get_int(path.get(), name, &value));
  return value;
}

void the_objective_never_rises_with_s(void**) {
  for (const char* method : {"newton", "gpnp", "ciwht", "auto"}) {
    Rng rng(3);
    const LeastSquares f = compressed_sensing(rng, 40, 60, 8, 0.3);
    const Problem problem = make_problem(f);
    const Path path = make_path(problem, method, 2, 15);
    OK(sbreg_path_run(path.get()));
    assert_int_equal(result_of(path, "state"), SBREG_TARGET_REACHED);
    const Vector objective = series_of(path, "objective");
    assert_int_equal(objective.size(), 14);
    for (std::size_t k = 1; k < objective.size(); ++k) assert_true(objective[k] <= objective[k - 1]);
    for (Index s = 2; s <= 15; ++s) {
      const Vector x = coefficients_of(path, 60, s);
      assert_true(std::ssize(support_of(x)) <= s);
      double value = 0;
      OK(sbreg_problem_value(problem.get(), x.data(), &value));
      assert_true(std::abs(value - objective[at(s - 2)]) <= 1e-12 * value);
    }
  }
}

void independent_fits_are_those_of_lone_solvers_to_the_bit(void**) {
  Rng rng(5);
  const LeastSquares f = compressed_sensing(rng, 30, 50, 5, 0.2);
  const Problem problem = make_problem(f);
  const Path path = make_path(problem, "newton", 1, 9);
  OK(sbreg_path_set_int(path.get(), "independent", 1));
  OK(sbreg_path_run(path.get()));
  for (Index s = 1; s <= 9; ++s) {
    const Solver lone = make_solver(problem, s, "newton", {});
    OK(sbreg_solver_run(lone.get()));
    const Vector x = solution_of(lone), y = coefficients_of(path, 50, s);
    assert_memory_equal(x.data(), y.data(), x.size() * sizeof(double));
  }
}

/// What a pattern has computed for itself is its own affair.
void it_does_not_matter_to_a_path_how_far_its_pattern_went(void**) {
  Rng rng(6);
  const LeastSquares f = compressed_sensing(rng, 16, 40, 4, 0.3);
  const Problem problem = make_problem(f);
  for (const char* method : {"newton", "ciwht-lsr", "ciwht"}) {
    std::vector<Vector> x;
    for (const Index steps : {0, 1, 6000}) {
      const Solver pattern = make_solver(problem, 1, method, {});
      OK(sbreg_solver_set_int(pattern.get(), "stall_window", 0));
      OK(sbreg_solver_set_int(pattern.get(), "max_iterations", 8000));
      if (steps > 0) OK(sbreg_solver_step(pattern.get(), steps));
      sbreg_path* handle = nullptr;
      OK(sbreg_path_create(&handle, pattern.get()));
      const Path path(handle);
      OK(sbreg_path_set_int(handle, "last", 4));
      OK(sbreg_path_run(handle));
      for (Index s = 1; s <= 4; ++s) x.push_back(coefficients_of(path, 40, s));
    }
    for (std::size_t k = 4; k < x.size(); ++k) assert_true(x[k] == x[k % 4]);
  }
}

void folds_hold_every_observation_out_once(void**) {
  for (Index rows : {7, 20, 101})
    for (Index folds : {2, 5, 7}) {
      const auto fold_of = sbreg::draw_folds(rows, folds, 11);
      std::vector<Index> size(at(folds));
      for (Index fold : fold_of) ++size[at(fold)];
      for (Index count : size) assert_in_range(count, rows / folds, (rows + folds - 1) / folds);
      assert_true(fold_of == sbreg::draw_folds(rows, folds, 11));
      assert_true(rows < 20 || fold_of != sbreg::draw_folds(rows, folds, 12));
    }
}

/// Three kinds of observations, one of them rare: every fold has its share of each.
void folds_share_every_kind_of_observation(void**) {
  constexpr Index rows = 53;
  for (Index folds : {2, 5, 10}) {
    std::vector<int> kind(at(rows), 1);
    for (Index i = 0; i < rows; i += 3) kind[at(i)] = -1;
    for (Index i = 1; i < 18; i += 3) kind[at(i)] = sbreg::Observed::weightless;
    const auto fold_of = sbreg::draw_folds(rows, folds, 4, 1, kind);
    for (const int wanted : {-1, 1, sbreg::Observed::weightless}) {
      std::vector<Index> size(at(folds));
      for (Index i = 0; i < rows; ++i)
        if (kind[at(i)] == wanted) ++size[at(fold_of[at(i)])];
      assert_true(std::ranges::max(size) - std::ranges::min(size) <= 1);
    }
  }
}

/// The only label 1, or the only count that is not 0: no fold holds it out, so that every fit has both kinds.
void the_only_observation_of_a_class_is_never_held_out(void**) {
  constexpr Index m = 24, n = 6;
  for (const char* loss : {"logistic", "poisson"}) {
    Rng rng(46);
    const Vector A = gaussian(rng, m * n);
    Vector b(at(m), 0.0);
    b[7] = 1;
    const Problem problem = make_linear(make_dense(m, n, A), loss, b);
    OK(sbreg_problem_set_int(problem.get(), "intercept", 1));
    OK(sbreg_problem_set_real(problem.get(), "ridge", 0.1));
    const Path path = make_path(problem, "auto", 1, 2);
    OK(sbreg_path_set_int(path.get(), "folds", 4));
    OK(sbreg_path_run(path.get()));
    for (double score : series_of(path, "cv_mean")) assert_true(std::isfinite(score));
  }
  std::vector<int> kind(10, -1);
  kind[3] = 1;
  assert_int_equal(sbreg::draw_folds(10, 3, 1, 1, kind)[3], -1);
}

/// Two observations of a class are never in one fold.
void every_fold_leaves_both_classes(void**) {
  for (Index seed = 1; seed <= 50; ++seed) {
    std::vector<int> kind(20, -1);
    kind[2] = kind[11] = 1;
    const auto fold_of = sbreg::draw_folds(20, 2 + seed % 9, seed, 1, kind);
    assert_true(fold_of[2] >= 0 && fold_of[11] >= 0 && fold_of[2] != fold_of[11]);
  }
}

/// Scores computed from copies of the rows instead of weights.
void the_score_is_the_error_on_rows_that_the_fit_has_not_seen(void**) {
  constexpr Index m = 24, n = 10, folds = 4;
  Rng rng(8);
  const LeastSquares f = compressed_sensing(rng, m, n, 3, 0.05);
  const Problem problem = make_problem(f);
  const Path path = make_path(problem, "auto", 1, 3);
  OK(sbreg_path_set_int(path.get(), "folds", folds));
  OK(sbreg_path_set_int(path.get(), "independent", 1));
  OK(sbreg_path_run(path.get()));
  const auto fold_of = sbreg::draw_folds(m, folds, 1);
  const Vector mean = series_of(path, "cv_mean"), error = series_of(path, "cv_error");
  for (Index s = 1; s <= 3; ++s) {
    Vector scores;
    for (Index fold = 0; fold < folds; ++fold) {
      Vector rows, seen;
      Index count = 0;
      for (Index i = 0; i < m; ++i)
        if (fold_of[at(i)] != fold) ++count;
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i)
          if (fold_of[at(i)] != fold) rows.push_back(f.A[at(j * m + i)]);
      for (Index i = 0; i < m; ++i)
        if (fold_of[at(i)] != fold) seen.push_back(f.b[at(i)]);
      sbreg_problem* part = nullptr;
      OK(sbreg_problem_create_least_squares(&part, count, n, rows.data(), count, SBREG_COL_MAJOR, seen.data()));
      const Problem training(part);
      const Solver lone = make_solver(training, s, "auto", {});
      OK(sbreg_solver_run(lone.get()));
      const Vector x = solution_of(lone);
      double squares = 0;
      for (Index i = 0; i < m; ++i) {
        if (fold_of[at(i)] != fold) continue;
        double r = -f.b[at(i)];
        for (Index j = 0; j < n; ++j) r += f.A[at(j * m + i)] * x[at(j)];
        squares += r * r;
      }
      scores.push_back(squares / static_cast<double>(m - count));
    }
    const double average = std::accumulate(scores.begin(), scores.end(), 0.0) / folds;
    double squares = 0;
    for (double v : scores) squares += (v - average) * (v - average);
    assert_true(std::abs(mean[at(s - 1)] - average) <= 1e-8 * average);
    assert_true(std::abs(error[at(s - 1)] - std::sqrt(squares / (folds - 1) / folds)) <= 1e-8 * average);
  }
}

void criteria_are_their_formulas(void**) {
  constexpr Index m = 50, n = 12;
  for (const char* loss : {"least_squares", "logistic", "poisson"}) {
    Rng rng(21);
    const LeastSquares f = compressed_sensing(rng, m, n, 3, 0.5);
    Vector b = f.b;
    if (std::strcmp(loss, "logistic") == 0)
      for (double& v : b) v = v > 0.3 * rng.normal() ? 1 : 0;
    if (std::strcmp(loss, "poisson") == 0)
      for (double& v : b) v = std::floor(3 * rng.uniform());
    const Matrix A = make_dense(m, n, f.A);
    const Problem problem = make_linear(A, loss, b);
    const Path path = make_path(problem, "newton", 1, 6);
    OK(sbreg_path_set_real(path.get(), "ebic_gamma", 0.75));
    OK(sbreg_path_run(path.get()));
    const Vector objective = series_of(path, "objective"), size = series_of(path, "support_size");
    const Vector aic = series_of(path, "aic"), bic = series_of(path, "bic"), ebic = series_of(path, "ebic"),
                 gic = series_of(path, "gic");
    for (std::size_t k = 0; k < objective.size(); ++k) {
      const bool gaussian = std::strcmp(loss, "least_squares") == 0;
      double fit = gaussian ? m * (std::log(2 * std::acos(-1.0) * 2 * objective[k] / m) + 1) : 2 * objective[k];
      if (std::strcmp(loss, "poisson") == 0)
        for (double count : b) fit += 2 * std::lgamma(count + 1);
      const double unit = 1e-12 * std::abs(fit) + 1e-9, d = size[k] + (gaussian ? 1 : 0);
      assert_true(std::abs(aic[k] - (fit + 2 * d)) <= unit);
      assert_true(std::abs(bic[k] - (fit + d * std::log(m))) <= unit);
      assert_true(std::abs(ebic[k] - (bic[k] + 1.5 * size[k] * std::log(n))) <= unit);
      assert_true(std::abs(gic[k] - (fit + d * std::log(std::log(m)) * std::log(n))) <= unit);
    }
    const auto best = [](const Vector& values) { return std::ranges::min_element(values) - values.begin() + 1; };
    assert_int_equal(result_of(path, "chosen"), best(ebic));
    // The choice among fits may change after them.
    OK(sbreg_path_set_text(path.get(), "criterion", "aic"));
    assert_int_equal(result_of(path, "chosen"), best(aic));
    OK(sbreg_path_set_text(path.get(), "criterion", "bic"));
    assert_int_equal(result_of(path, "chosen"), best(bic));
    assert_int_equal(sbreg_path_set_text(path.get(), "criterion", "cv"), SBREG_E_ARGUMENT);
    assert_int_equal(result_of(path, "chosen"), best(bic));
  }
}

void a_path_of_few_variables_has_the_best_subset_of_every_size_and_its_proof(void**) {
  Rng rng(34);
  const LeastSquares f = compressed_sensing(rng, 25, 11, 4, 0.7);
  const Problem problem = make_problem(f);
  const Path path = make_path(problem, "auto", 1, 11);
  OK(sbreg_path_run(path.get()));
  const Vector objective = series_of(path, "objective"), proved = series_of(path, "proved");
  for (Index s = 1; s <= 11; ++s) {
    assert_true(proved[at(s - 1)] == 1);
    const double best = best_subset(f, s);
    ASSERT_AT_MOST(std::abs(objective[at(s - 1)] - best), 1e-10 * best);
  }
  const Path other = make_path(problem, "newton", 1, 3);
  OK(sbreg_path_run(other.get()));
  for (double v : series_of(other, "proved")) assert_true(v == 0);
}

void the_rule_takes_the_smallest_s_within_one_standard_error(void**) {
  Rng rng(33);
  const LeastSquares f = compressed_sensing(rng, 60, 20, 4, 0.6);
  const Problem problem = make_problem(f);
  const Path path = make_path(problem, "newton", 1, 10);
  OK(sbreg_path_set_int(path.get(), "folds", 5));
  OK(sbreg_path_run(path.get()));
  const Vector mean = series_of(path, "cv_mean"), error = series_of(path, "cv_error");
  const auto best = at(std::ranges::min_element(mean) - mean.begin());
  std::size_t first = 0;
  while (mean[first] > mean[best] + error[best]) ++first;
  assert_int_equal(result_of(path, "chosen"), first + 1);
  OK(sbreg_path_set_text(path.get(), "rule", "best"));
  assert_int_equal(result_of(path, "chosen"), best + 1);
}

struct Everything {
  Vector objective, mean, x;
  Index chosen;
  bool operator==(const Everything&) const = default;
};

Everything everything_of(const Path& path) {
  return {series_of(path, "objective"), series_of(path, "cv_mean"), coefficients_of(path, 40, 6),
          result_of(path, "chosen")};
}

void neither_threads_nor_stops_change_a_bit(void**) {
  Rng rng(44);
  const LeastSquares f = compressed_sensing(rng, 50, 40, 5, 0.4);
  const Problem problem = make_problem(f);
  const auto make = [&] {
    Path path = make_path(problem, "newton", 1, 8);
    OK(sbreg_path_set_int(path.get(), "folds", 5));
    return path;
  };
  const Path whole = make();
  OK(sbreg_path_run(whole.get()));
  const Everything expected = everything_of(whole);
  for (Index threads : {2, 4}) {
    const Path path = make();
    OK(sbreg_path_set_int(path.get(), "threads", threads));
    OK(sbreg_path_run(path.get()));
    assert_true(everything_of(path) == expected);
  }
  for (Index threads : {1, 3}) {
    const Path path = make();
    int calls = 0;
    OK(sbreg_path_set_int(path.get(), "threads", threads));
    OK(sbreg_path_set_monitor(
        path.get(), [](const sbreg_path*, void* user) { return ++*static_cast<int*>(user) % 3 == 0 ? 1 : 0; }, &calls,
        nullptr));
    int runs = 0;
    do {
      OK(sbreg_path_run(path.get()));
      ++runs;
    } while (result_of(path, "state") == SBREG_STOPPED && runs < 1000);
    assert_true(threads > 1 || runs > 1);  // threads may be done before they are asked thrice
    assert_int_equal(result_of(path, "fits"), result_of(path, "fits_total"));
    assert_true(everything_of(path) == expected);
  }
}

/// A and the identity as a kernel, and whether another thread than the one that made them has used them.
struct Threaded {
  Index m, n;
  Vector A;
  std::thread::id maker = std::this_thread::get_id();
  std::atomic<int> calls{0}, elsewhere{0};

  void note() {
    ++calls;
    elsewhere += std::this_thread::get_id() != maker ? 1 : 0;
  }
};

int threaded_apply(Index m, Index n, Index k, const double* X, double* Y, void* user) {
  static_cast<Threaded*>(user)->note();
  Product product{m, n, static_cast<Threaded*>(user)->A};
  return apply(m, n, k, X, Y, &product);
}
int threaded_transpose(Index m, Index n, Index k, const double* X, double* Y, void* user) {
  static_cast<Threaded*>(user)->note();
  Product product{m, n, static_cast<Threaded*>(user)->A};
  return apply_transpose(m, n, k, X, Y, &product);
}
int threaded_half_square(Index, double t, double* out, void* user) {
  static_cast<Threaded*>(user)->note();
  *out = t * t / 2;
  return 0;
}
int threaded_identity(Index, double t, double* out, void* user) {
  static_cast<Threaded*>(user)->note();
  *out = t;
  return 0;
}

/// Runs a path with folds on several threads.
void run_in_parallel(const Solver& pattern) {
  sbreg_path* handle = nullptr;
  OK(sbreg_path_create(&handle, pattern.get()));
  const Path path(handle);
  OK(sbreg_path_set_int(handle, "last", 2));
  OK(sbreg_path_set_int(handle, "folds", 3));
  OK(sbreg_path_set_int(handle, "threads", 4));
  OK(sbreg_path_run(handle));
}

void functions_of_the_caller_run_on_other_threads_only_if_they_may(void**) {
  Rng rng(45);
  const LeastSquares f = compressed_sensing(rng, 20, 12, 2, 0.4);
  for (const int may : {0, 1}) {
    Threaded threaded{f.m, f.n, f.A};
    sbreg_matrix* handle = nullptr;
    OK(sbreg_matrix_create_operator(&handle, f.m, f.n, threaded_apply, threaded_transpose, &threaded, nullptr));
    const Matrix matrix(handle);
    OK(sbreg_matrix_set_int(handle, "callbacks_thread_safe", may));
    run_in_parallel(make_solver(make_linear(matrix, "least_squares", f.b), 1, "gpnp", {}));
    assert_true(threaded.calls > 0 && (threaded.elsewhere > 0) == (may == 1));
  }
  Threaded threaded{f.m, f.n, f.A};
  sbreg_kernel* handle = nullptr;
  OK(sbreg_kernel_create_custom(&handle, f.n, threaded_half_square, threaded_identity, threaded_identity, &threaded,
                                nullptr));
  const KernelHandle kernel(handle);
  const Solver pattern = make_bpg(make_problem(f), 1, kernel, 50);
  OK(sbreg_solver_set_int(pattern.get(), "max_iterations", 20));
  run_in_parallel(pattern);
  assert_true(threaded.calls > 1000 && threaded.elsewhere == 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_objective_never_rises_with_s),
      cmocka_unit_test(independent_fits_are_those_of_lone_solvers_to_the_bit),
      cmocka_unit_test(it_does_not_matter_to_a_path_how_far_its_pattern_went),
      cmocka_unit_test(folds_hold_every_observation_out_once),
      cmocka_unit_test(folds_share_every_kind_of_observation),
      cmocka_unit_test(the_only_observation_of_a_class_is_never_held_out),
      cmocka_unit_test(every_fold_leaves_both_classes),
      cmocka_unit_test(the_score_is_the_error_on_rows_that_the_fit_has_not_seen),
      cmocka_unit_test(criteria_are_their_formulas),
      cmocka_unit_test(a_path_of_few_variables_has_the_best_subset_of_every_size_and_its_proof),
      cmocka_unit_test(the_rule_takes_the_smallest_s_within_one_standard_error),
      cmocka_unit_test(neither_threads_nor_stops_change_a_bit),
      cmocka_unit_test(functions_of_the_caller_run_on_other_threads_only_if_they_may),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
