// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Paths under structure: groups, bounds, kept coordinates, intercept and standardised columns, against lone solvers,
// brute force, explicit columns of ones and refits on copies of the rows.
#include <cstring>

#include "bregman.hpp"
#include "path/folds.hpp"
#include "structured.hpp"

namespace {

using namespace oracle;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

Path path_of(const Solver& pattern, Index first, Index last, Index folds = 0, bool independent = false) {
  sbreg_path* path = nullptr;
  OK(sbreg_path_create(&path, pattern.get()));
  OK(sbreg_path_set_int(path, "first", first));
  OK(sbreg_path_set_int(path, "last", last));
  OK(sbreg_path_set_int(path, "folds", folds));
  OK(sbreg_path_set_int(path, "independent", independent ? 1 : 0));
  return Path(path);
}

void run(const Path& path) {
  std::int64_t state = 0;
  OK(sbreg_path_run(path.get()));
  OK(sbreg_path_get_int(path.get(), "state", &state));
  assert_int_equal(state, SBREG_TARGET_REACHED);
}

Vector series_of(const Path& path, const char* name) {
  Index count = 0;
  OK(sbreg_path_get_series(path.get(), name, nullptr, 0, &count));
  Vector values(at(count));
  OK(sbreg_path_get_series(path.get(), name, values.data(), count, &count));
  return values;
}

Vector coefficients_of(const Path& path, Index s) {
  std::int64_t n = 0;
  OK(sbreg_path_get_int(path.get(), "columns", &n));
  Vector x(at(n));
  OK(sbreg_path_get_coefficients(path.get(), s, x.data()));
  return x;
}

bool same_bits(const Vector& x, const Vector& y) {
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
}

/// A linear model, what is asked of it, and the structure of its solvers.
struct Model {
  std::string loss = "least_squares";
  Index m = 0, n = 0;
  Vector A, b, w;
  bool intercept = false, standardize = false;
  double ridge = 0;
  std::vector<Index> group, kept;  // group empty: none
  Vector lower, upper;             // empty: none

  [[nodiscard]] Problem problem() const {
    const Matrix matrix = make_dense(m, n, A);
    Problem out = make_linear(matrix, loss.c_str(), b);
    if (!w.empty()) OK(sbreg_problem_set_weights(out.get(), w.data()));
    OK(sbreg_problem_set_real(out.get(), "ridge", ridge));
    OK(sbreg_problem_set_int(out.get(), "intercept", intercept ? 1 : 0));
    OK(sbreg_problem_set_int(out.get(), "standardize", standardize ? 1 : 0));
    return out;
  }

  [[nodiscard]] Solver solver(Index s, const char* method = "auto") const {
    sbreg_solver* out = nullptr;
    OK(sbreg_solver_create(&out, problem().get(), s));
    OK(sbreg_solver_set_text(out, "method", method));
    if (!group.empty()) OK(sbreg_solver_set_groups(out, group.data()));
    if (!lower.empty()) OK(sbreg_solver_set_bounds(out, lower.data(), upper.data()));
    if (!kept.empty()) OK(sbreg_solver_set_kept(out, kept.data(), std::ssize(kept)));
    return Solver(out);
  }

  /// Labels, and whether counts are positive, which folds have in equal shares.
  [[nodiscard]] std::vector<int> kinds() const {
    std::vector<int> out;
    for (double v : b)
      if (loss == "logistic")
        out.push_back(v == 1 ? 1 : -1);
      else if (loss == "poisson")
        out.push_back(v > 0 ? 0 : -1);
    return out;
  }

  /// The rows outside or inside a fold, as a model of their own.
  [[nodiscard]] Model part(const std::vector<Index>& fold_of, Index fold, bool inside) const {
    Model out = *this;
    const auto taken = [&](Index i) { return (fold_of[at(i)] == fold) == inside; };
    out.A.clear();
    out.b.clear();
    out.w.clear();
    for (Index k = 0; k < n * m; ++k)
      if (taken(k % m)) out.A.push_back(A[at(k)]);
    for (Index i = 0; i < m; ++i)
      if (taken(i)) {
        out.b.push_back(b[at(i)]);
        if (!w.empty()) out.w.push_back(w[at(i)]);
      }
    out.m = size_of(out.b);
    return out;
  }

  /// The mean deviance at coefficients and an intercept.
  [[nodiscard]] double score(const Vector& x, double c) const {
    Real total = 0, weight = 0;
    for (Index i = 0; i < m; ++i) {
      Real t = c;
      for (Index j = 0; j < n; ++j) t += Real{A[at(j * m + i)]} * x[at(j)];
      const Real r = t - b[at(i)], wi = w.empty() ? 1 : w[at(i)];
      Real value = r * r / 2;
      if (loss == "logistic") value = std::max(t, Real{0}) + std::log1p(std::exp(-std::abs(t))) - b[at(i)] * t;
      if (loss == "poisson")
        value = std::exp(t) - b[at(i)] + (b[at(i)] > 0 ? b[at(i)] * (std::log(Real{b[at(i)]}) - t) : Real{0});
      if (loss == "huber") value = std::abs(r) <= 1 ? r * r / 2 : std::abs(r) - Real{0.5};
      total += wi * value;
      weight += wi;
    }
    return static_cast<double>(2 * total / weight);
  }
};

/// Columns with means far from zero and spreads from 0.1 to 10; the first and the fourth matter.
Model make_model(const char* loss, std::uint64_t seed, Index m, Index n, bool weighted) {
  Rng rng(seed);
  Model p;
  p.loss = loss;
  p.m = m;
  p.n = n;
  for (Index j = 0; j < n; ++j) {
    const double mean = 2 * rng.normal(), spread = std::pow(10, 2 * rng.uniform() - 1);
    for (Index i = 0; i < m; ++i) p.A.push_back(mean + spread * rng.normal());
  }
  for (Index i = 0; i < m; ++i) {
    const double t = 0.7 + 0.5 * (p.A[at(i)] - p.A[at(3 * m + i)]) / 5;
    double b = t + 0.3 * rng.normal();
    if (p.loss == "logistic") b = rng.uniform() < 1 / (1 + std::exp(-t)) ? 1 : 0;
    if (p.loss == "poisson") b = std::floor(std::exp(std::min(t, 2.0)) + rng.uniform());
    p.b.push_back(b);
    if (weighted) p.w.push_back(static_cast<double>(1 + rng.below(4)) / 2);
  }
  if (p.loss == "logistic") p.ridge = 0.05;
  return p;
}

Model make_structure(Model p, int kind) {
  if ((kind & 1) != 0)
    for (Index j = 0; j < p.n; ++j) p.group.push_back(100 - (7 * j) % p.n / 2);
  if ((kind & 2) != 0) {
    p.lower.assign(at(p.n), -0.05);
    p.upper.assign(at(p.n), std::numeric_limits<double>::infinity());
    p.lower[1] = p.lower[2] = 0;
    p.upper[3] = 0.013;
  }
  if ((kind & 4) != 0) p.kept = {2, 5};
  p.intercept = (kind & 8) != 0;
  p.standardize = (kind & 16) != 0;
  return p;
}

void independent_fits_are_those_of_lone_solvers_to_the_bit(void**) {
  for (const char* loss : {"least_squares", "logistic"})
    for (int kind = 1; kind < 32; kind += loss[1] == 'o' ? 7 : 3) {  // fewer for logistic
      const Model p = make_structure(make_model(loss, 71, 30, 10, false), kind);
      const Path path = path_of(p.solver(1, kind % 2 == 0 ? "auto" : "newton"), 1, 3, 0, true);
      run(path);
      const Vector objective = series_of(path, "objective"), intercept = series_of(path, "intercept");
      for (Index s = 1; s <= 3; ++s) {
        const Solver lone = p.solver(s, kind % 2 == 0 ? "auto" : "newton");
        OK(sbreg_solver_run(lone.get()));
        assert_true(same_bits(solution_of(lone), coefficients_of(path, s)));
        assert_true(get_real(lone, "best_objective") == objective[at(s - 1)]);
        assert_true(get_real(lone, "intercept") == intercept[at(s - 1)]);
      }
    }
}

void every_fit_is_feasible_and_the_global_minimum_and_f_never_rises(void**) {
  for (const bool logistic : {false, true})
    for (int kind = 1; kind < 8; ++kind) {
      Structured p = make_structured(2100 + static_cast<std::uint64_t>(kind), logistic, (kind & 1) != 0,
                                     (kind & 2) != 0, (kind & 4) != 0);
      const Problem problem = make_problem(p);
      const Solver pattern = make_solver(problem, p, "auto");
      const Index last = std::min<Index>(logistic ? 2 : 4, static_cast<Index>(p.groups().size()));
      const Path path = path_of(pattern, 1, last);
      run(path);
      const Vector objective = series_of(path, "objective");
      assert_int_equal(objective.size(), last);
      for (p.s = 1; p.s <= last; ++p.s) {
        const Vector x = coefficients_of(path, p.s);
        assert_true(p.feasible(x));
        const Real best = p.global_minimum(), unit = 1 + std::abs(best);
        ASSERT_AT_MOST(p.value_at(x), best + 1e-10L * unit);
        ASSERT_AT_MOST(std::abs(p.value_at(x) - objective[at(p.s - 1)]), 1e-12L * unit);
        assert_true(p.s == 1 || objective[at(p.s - 1)] <= objective[at(p.s - 2)]);
      }
    }
}

/// The same with more variables than every support can be tried for, by methods that do not search and by the one that
/// does.
void warm_starts_keep_structure_whatever_the_method(void**) {
  for (const std::string method : {"iht", "ciwht", "newton", "gpnp", "mfista", "search"})
    for (int kind = method == "search" ? 31 : 1; kind < 32; kind += 6) {  // with groups
      const Model p = make_structure(make_model("least_squares", 72, 40, 40, kind % 4 == 1), kind);
      const Solver pattern = p.solver(1, method.c_str());
      OK(sbreg_solver_set_int(pattern.get(), "max_iterations", 100));
      const Path path = path_of(pattern, 4, 6, 2);
      run(path);
      const Vector objective = series_of(path, "objective");
      for (Index s = 4; s <= 6; ++s) {
        const Vector x = coefficients_of(path, s);
        std::vector<Index> touched;
        for (Index j = 0; j < p.n; ++j) {
          if (!p.lower.empty()) assert_true(x[at(j)] >= p.lower[at(j)] && x[at(j)] <= p.upper[at(j)]);
          const bool counts = std::ranges::find(p.kept, j) == p.kept.end();
          if (x[at(j)] != 0 && counts && std::ranges::find(touched, p.group[at(j)]) == touched.end())
            touched.push_back(p.group[at(j)]);
        }
        assert_true(std::ssize(touched) <= s);
        ASSERT_AT_MOST(std::abs(value_of(p.problem(), x) - objective[at(s - 4)]), 1e-11 * (1 + objective[at(s - 4)]));
        assert_true(s == 4 || objective[at(s - 4)] <= objective[at(s - 5)]);
      }
    }
}

void groups_of_one_and_no_bounds_give_the_plain_path_to_the_bit(void**) {
  const Model plain = make_model("least_squares", 73, 40, 30, false);
  Model structured = plain;
  for (Index j = 0; j < plain.n; ++j) structured.group.push_back(100 - j);
  structured.lower.assign(at(plain.n), -std::numeric_limits<double>::infinity());
  structured.upper.assign(at(plain.n), std::numeric_limits<double>::infinity());
  for (const char* method : {"auto", "newton", "iht"}) {
    const Path a = path_of(plain.solver(1, method), 1, 8, 3), b = path_of(structured.solver(1, method), 1, 8, 3);
    run(a);
    run(b);
    for (const char* name : {"objective", "cv_mean", "cv_error", "ebic", "intercept"})
      assert_true(same_bits(series_of(a, name), series_of(b, name)));
    for (Index s = 1; s <= 8; ++s) assert_true(same_bits(coefficients_of(a, s), coefficients_of(b, s)));
  }
}

/// Weights, folds of unequal size, five losses: f, coefficients, intercept and scores.
void an_intercept_is_a_kept_column_of_ones(void**) {
  constexpr Index n = 8, last = 3;
  for (const char* loss : {"least_squares", "logistic", "huber", "poisson"})
    for (const bool standardize : {false, true}) {
      Model implicit = make_model(loss, 74, 37, n, true), explicit_one = implicit;
      implicit.ridge = explicit_one.ridge = 0;  // a ridge would shrink the explicit one
      implicit.intercept = true;
      implicit.standardize = standardize;
      implicit.lower.assign(at(n), -1e30);  // so that both try every support
      implicit.upper.assign(at(n), 1e30);
      explicit_one.A.insert(explicit_one.A.end(), at(explicit_one.m), 1.0);
      explicit_one.n = n + 1;
      explicit_one.kept = {n};
      const Path a = path_of(implicit.solver(1), 1, last, 4), b = path_of(explicit_one.solver(1), 1, last, 4);
      run(a);
      run(b);
      const auto close = [&](const char* name, double tolerance) {
        const Vector x = series_of(a, name), y = series_of(b, name);
        assert_int_equal(x.size(), y.size());
        for (std::size_t k = 0; k < x.size(); ++k)
          ASSERT_AT_MOST(std::abs(x[k] - y[k]), tolerance * (1 + std::abs(y[k])));
      };
      close("objective", 1e-10);
      close("cv_mean", 1e-6);
      close("cv_error", 1e-6);
      const Vector intercept = series_of(a, "intercept");
      for (Index s = 1; s <= last; ++s) {
        const Vector x = coefficients_of(a, s), y = coefficients_of(b, s);
        for (Index j = 0; j < n; ++j) ASSERT_AT_MOST(std::abs(x[at(j)] - y[at(j)]), 1e-6 * (1 + std::abs(y[at(j)])));
        ASSERT_AT_MOST(std::abs(intercept[at(s - 1)] - y[at(n)]), 1e-6 * (1 + std::abs(y[at(n)])));
      }
    }
}

/// Each fold refitted on a copy of the rows outside it: its own intercept, means and scales, nothing of the rows
/// inside.
void scores_are_those_of_refits_that_have_not_seen_the_rows(void**) {
  constexpr Index folds = 4, last = 3;
  for (const char* loss : {"least_squares", "logistic", "poisson"})
    for (int kind = 1; kind < 32; kind += 5) {
      const Model p = make_structure(make_model(loss, 75, 38, 9, kind % 2 == 0), kind);
      const Path path = path_of(p.solver(1), 1, last, folds, true);
      run(path);
      const auto fold_of = sbreg::draw_folds(p.m, folds, 1, 1, p.kinds());
      const Vector mean = series_of(path, "cv_mean"), error = series_of(path, "cv_error");
      for (Index s = 1; s <= last; ++s) {
        Vector scores;
        for (Index fold = 0; fold < folds; ++fold) {
          const Solver lone = p.part(fold_of, fold, false).solver(s);
          OK(sbreg_solver_run(lone.get()));
          scores.push_back(p.part(fold_of, fold, true).score(solution_of(lone), get_real(lone, "intercept")));
        }
        double average = 0, squares = 0;
        for (double v : scores) average += v / folds;
        for (double v : scores) squares += (v - average) * (v - average);
        const double unit = 1e-6 * (1 + std::abs(average));
        ASSERT_AT_MOST(std::abs(mean[at(s - 1)] - average), unit);
        ASSERT_AT_MOST(std::abs(error[at(s - 1)] - std::sqrt(squares / (folds - 1) / folds)), unit);
      }
    }
}

void criteria_count_parameters_and_the_columns_that_are_not_kept(void**) {
  const Model p = make_structure(make_model("least_squares", 76, 50, 12, false), 4 + 8 + 16);
  const Path path = path_of(p.solver(1), 1, 6);
  run(path);
  const Vector objective = series_of(path, "objective"), size = series_of(path, "support_size");
  const Vector bic = series_of(path, "bic"), ebic = series_of(path, "ebic"), gic = series_of(path, "gic");
  for (std::size_t k = 0; k < 6; ++k) {
    assert_true(size[k] == static_cast<double>(k) + 3);  // two are kept
    const double fit = 50 * (std::log(2 * std::acos(-1.0) * 2 * objective[k] / 50) + 1), n = 12 - 2;
    const double d = size[k] + 2;  // the intercept and the variance
    ASSERT_AT_MOST(std::abs(bic[k] - (fit + d * std::log(50))), 1e-9);
    ASSERT_AT_MOST(std::abs(ebic[k] - (bic[k] + 2 * (size[k] - 2) * std::log(n))), 1e-9);
    ASSERT_AT_MOST(std::abs(gic[k] - (fit + d * std::log(std::log(50)) * std::log(n))), 1e-9);
  }
}

void threads_change_no_bit(void**) {
  const Model p = make_structure(make_model("logistic", 77, 60, 12, true), 31);
  const Path one = path_of(p.solver(1), 1, 4, 5), three = path_of(p.solver(1), 1, 4, 5);
  OK(sbreg_path_set_int(three.get(), "threads", 3));
  run(one);
  run(three);
  for (const char* name : {"objective", "intercept", "cv_mean", "cv_error"})
    assert_true(same_bits(series_of(one, name), series_of(three, name)));
  for (Index s = 1; s <= 4; ++s) assert_true(same_bits(coefficients_of(one, s), coefficients_of(three, s)));
}

/// A dictionary of the caller's stays a bound on the curvature in every fold. Each column has an outlier among the rows
/// of the first fold: with all rows the columns look uncorrelated and have large scales, without the fold neither.
void a_scaling_matrix_goes_along_with_the_scales_of_a_fold(void**) {
  constexpr Index m = 24, n = 8, folds = 3;
  Rng rng(78);
  Model p{"least_squares", m, n, Vector(at(m * n)), Vector(at(m)), {}, true, true, 0, {}, {}, {}, {}};
  const auto fold_of = sbreg::draw_folds(m, folds, 1);
  Index outlier = 0;
  for (Index i = 0; i < m; ++i) {
    const double common = rng.normal();
    for (Index j = 0; j < n; ++j) p.A[at(j * m + i)] = std::sqrt(0.8) * common + std::sqrt(0.2) * rng.normal();
    p.b[at(i)] = 1 + p.A[at(i)] + rng.normal();
    if (fold_of[at(i)] == 0) p.A[at(outlier++ * m + i)] += 15;
  }
  assert_int_equal(outlier, n);
  const Problem problem = p.problem();
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create(&dsm, problem.get(), "linear"));
  const Dsm owned(dsm);
  OK(sbreg_dsm_run(dsm));
  const Solver pattern = oracle::make_solver(problem, 1, "iwht", {});
  OK(sbreg_solver_add_dsm(pattern.get(), dsm));
  OK(sbreg_solver_set_int(pattern.get(), "max_iterations", 20000));
  const Path path = path_of(pattern, n, n, folds);  // all columns: the fits are the least squares solutions
  OK(sbreg_path_run(path.get()));
  double average = 0;
  for (Index fold = 0; fold < folds; ++fold) {
    const Solver lone = p.part(fold_of, fold, false).solver(n, "newton");
    OK(sbreg_solver_run(lone.get()));
    average += p.part(fold_of, fold, true).score(solution_of(lone), get_real(lone, "intercept")) / folds;
  }
  ASSERT_AT_MOST(std::abs(series_of(path, "cv_mean")[0] - average), 1e-5 * average);
}

/// Real and imaginary part of an observation are held out together, and s counts complex coefficients.
void complex_observations_are_held_out_whole(void**) {
  constexpr Index m = 14, n = 6, folds = 3;
  Rng rng(79);
  const Vector A = gaussian(rng, 2 * m * n), noise = gaussian(rng, 2 * m);
  Vector b(at(2 * m));
  for (Index i = 0; i < m; ++i) {  // x = (1 + 2i) e_1 - e_4
    const auto re = [&](Index j) { return A[at(2 * (j * m + i))]; };
    const auto im = [&](Index j) { return A[at(2 * (j * m + i) + 1)]; };
    b[at(2 * i)] = re(1) - 2 * im(1) - re(4) + 0.2 * noise[at(2 * i)];
    b[at(2 * i + 1)] = im(1) + 2 * re(1) - im(4) + 0.2 * noise[at(2 * i + 1)];
  }
  const auto make = [&](const std::vector<Index>& rows) {
    Vector part, seen;
    for (Index j = 0; j < n; ++j)
      for (Index i : rows)
        for (Index c = 0; c < 2; ++c) part.push_back(A[at(2 * (j * m + i) + c)]);
    for (Index i : rows)
      for (Index c = 0; c < 2; ++c) seen.push_back(b[at(2 * i + c)]);
    sbreg_problem* problem = nullptr;
    OK(sbreg_problem_create_least_squares_complex(&problem, std::ssize(rows), n, part.data(), std::ssize(rows),
                                                  SBREG_COL_MAJOR, seen.data()));
    return Problem(problem);
  };
  const auto fold_of = sbreg::draw_folds(m, folds, 1);
  const auto rows = [&](Index fold, bool inside) {
    std::vector<Index> out;
    for (Index i = 0; i < m; ++i)
      if (fold < 0 || (fold_of[at(i)] == fold) == inside) out.push_back(i);
    return out;
  };
  const Path path = path_of(oracle::make_solver(make(rows(-1, true)), 1, "auto", {}), 1, n, folds);
  run(path);
  const Vector mean = series_of(path, "cv_mean"), size = series_of(path, "support_size");
  for (Index s = 1; s <= 3; ++s) {
    assert_true(size[at(s - 1)] == 2 * static_cast<double>(s));
    double average = 0;
    for (Index fold = 0; fold < folds; ++fold) {
      const Solver lone = oracle::make_solver(make(rows(fold, false)), s, "auto", {});
      OK(sbreg_solver_run(lone.get()));
      const auto inside = rows(fold, true);
      average += value_of(make(inside), solution_of(lone)) / static_cast<double>(std::ssize(inside)) / folds;
    }
    ASSERT_AT_MOST(std::abs(mean[at(s - 1)] - average), 1e-8 * average);
  }
}

void what_cannot_be_is_refused_with_the_reason(void**) {
  const auto refused = [](const Path& path, sbreg_status code, const char* text) {
    assert_int_equal(sbreg_path_run(path.get()), code);
    if (std::strstr(sbreg_last_error(), text) == nullptr) fail_msg("%s\n", sbreg_last_error());
  };
  Model p = make_structure(make_model("logistic", 80, 20, 10, false), 1 + 4 + 8);
  refused(path_of(p.solver(1), 1, 6), SBREG_E_ARGUMENT, "0 .. 4, the number of variables or groups that are not kept");
  Model q = make_model("least_squares", 81, 20, 10, false);
  q.w.assign(20, 0.0);
  q.w[3] = q.w[4] = q.w[5] = 1;
  refused(path_of(q.solver(1), 1, 2, 10), SBREG_E_ARGUMENT, "positive weight");
  Model all = make_model("least_squares", 82, 20, 4, false);
  all.kept = {0, 1, 2, 3};
  refused(path_of(all.solver(1), 1, 1), SBREG_E_ARGUMENT, "0 .. 0");
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(independent_fits_are_those_of_lone_solvers_to_the_bit),
      cmocka_unit_test(every_fit_is_feasible_and_the_global_minimum_and_f_never_rises),
      cmocka_unit_test(warm_starts_keep_structure_whatever_the_method),
      cmocka_unit_test(groups_of_one_and_no_bounds_give_the_plain_path_to_the_bit),
      cmocka_unit_test(an_intercept_is_a_kept_column_of_ones),
      cmocka_unit_test(scores_are_those_of_refits_that_have_not_seen_the_rows),
      cmocka_unit_test(criteria_count_parameters_and_the_columns_that_are_not_kept),
      cmocka_unit_test(threads_change_no_bit),
      cmocka_unit_test(a_scaling_matrix_goes_along_with_the_scales_of_a_fold),
      cmocka_unit_test(complex_observations_are_held_out_whole),
      cmocka_unit_test(what_cannot_be_is_refused_with_the_reason),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
