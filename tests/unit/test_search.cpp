// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The methods search and auto: brute force over all supports on small problems, the certificate of coordinatewise
// minima, degenerate data, and results that depend on the seed and the effort alone.
#include <cstring>

#include "bregman.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

/// Neighbouring columns get the correlation 0.8.
void correlate(LeastSquares& f) {
  for (Index j = 1; j < f.n; ++j)
    for (Index i = 0; i < f.m; ++i) f.A[at(j * f.m + i)] = 0.8 * f.entry(i, j - 1) + 0.6 * f.entry(i, j);
}

void both_methods_find_the_best_of_few_supports_and_prove_it(void**) {
  Rng rng(518);
  for (int instance = 0; instance < 60; ++instance) {
    const Index m = instance % 3 == 0 ? 11 : 20, n = 12, s = 1 + instance % 7;
    LeastSquares f = compressed_sensing(rng, m, n, 4, instance % 2 == 0 ? 0.5 : 5);
    if (instance % 4 >= 2) correlate(f);
    const double best = best_subset(f, s);
    const Problem problem = make_problem(f);
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, s, method);
      assert_int_equal(get_int(solver, "proved"), 0);
      OK(sbreg_solver_run(solver.get()));
      assert_int_equal(get_int(solver, "proved"), 1);
      assert_true(get_int(solver, "state") != SBREG_RUNNING);
      ASSERT_AT_MOST(std::abs(get_real(solver, "best_objective") - best), 1e-10 * best);
    }
  }
}

/// With more rows than columns the bounds decide 847 660 528 supports, if not at once.
void a_proof_may_need_more_effort(void**) {
  Rng rng(519);
  const LeastSquares f = compressed_sensing(rng, 70, 40, 10, 0.15);
  const Problem problem = make_problem(f);
  const Solver solver = plain_solver(problem, 10, "auto");
  OK(sbreg_solver_set_real(solver.get(), "effort", 1e-3));
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "state"), SBREG_SEARCHED);
  assert_int_equal(get_int(solver, "proved"), 0);
  const double before = get_real(solver, "best_objective");
  OK(sbreg_solver_set_real(solver.get(), "effort", 100));
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "proved"), 1);
  ASSERT_AT_MOST(get_real(solver, "best_objective"), before);
}

void nothing_is_proved_of_many_supports_of_other_losses_or_of_a_single_method(void**) {
  Rng rng(520);
  const LeastSquares f = compressed_sensing(rng, 20, 40, 3, 1);
  const Problem squares = make_problem(f);
  const Solver newton = plain_solver(squares, 3, "gpnp");
  OK(sbreg_solver_run(newton.get()));
  assert_int_equal(get_int(newton, "proved"), 0);
  const Problem huber = make_linear(make_dense(f.m, f.n, f.A), "huber", f.b);
  const Solver solver = plain_solver(huber, 3, "auto");
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "proved"), 0);
}

void units_of_columns_do_not_matter(void**) {
  Rng rng(523);
  for (int instance = 0; instance < 20; ++instance) {
    LeastSquares f = compressed_sensing(rng, 30, 40, 3, 1);
    const Problem plain = make_problem(f);
    for (Index j = 0; j < f.n; j += 3)
      for (Index i = 0; i < f.m; ++i) f.A[at(j * f.m + i)] *= j % 2 == 0 ? 1e-9 : 1e-4;
    const Problem mixed = make_problem(f);
    for (const char* method : {"auto", "search"}) {
      const Solver one = plain_solver(plain, 3, method), other = plain_solver(mixed, 3, method);
      OK(sbreg_solver_run(one.get()));
      OK(sbreg_solver_run(other.get()));
      assert_int_equal(get_int(other, "proved"), 1);
      const double best = get_real(one, "best_objective");
      ASSERT_AT_MOST(std::abs(get_real(other, "best_objective") - best), 1e-10 * best);
    }
  }
}

/// Columns 0 and 1 differ by little, and b by just that; powers are nearly dependent, too.
void what_is_proved_is_best_with_nearly_dependent_columns(void**) {
  Rng rng(525);
  int proved = 0;
  for (const double difference : {1e-4, 1e-5, 3e-6, 1e-6, 1e-7, 1e-8, 1e-10, 0.0})
    for (const Index s : {Index{1}, Index{2}, Index{4}}) {
      LeastSquares f = compressed_sensing(rng, 40, 8, 2, 0.1);
      for (Index i = 0; i < f.m; ++i) {
        const double e = rng.normal();
        f.A[at(f.m + i)] = f.A[at(i)] + difference * e;
        f.b[at(i)] += e;
      }
      const Problem problem = make_problem(f);
      const Solver solver = plain_solver(problem, s, "auto");
      OK(sbreg_solver_run(solver.get()));
      if (get_int(solver, "proved") == 0) continue;
      ++proved;
      ASSERT_AT_MOST(get_real(solver, "best_objective"), best_subset(f, s) * (1 + 1e-5));
    }
  assert_true(proved >= 8);
}

/// A matrix by its products, one of which fails, once.
struct Failing {
  const LeastSquares& f;
  int until;
};

int times(std::int64_t, std::int64_t, std::int64_t k, const double* X, double* Y, void* user, bool transposed) {
  auto& matrix = *static_cast<Failing*>(user);
  if (--matrix.until == 0) return 1;
  const LeastSquares& f = matrix.f;
  const Index in = transposed ? f.m : f.n, out = transposed ? f.n : f.m;
  for (Index c = 0; c < k; ++c)
    for (Index i = 0; i < out; ++i) {
      double total = 0;
      for (Index j = 0; j < in; ++j) total += (transposed ? f.entry(j, i) : f.entry(i, j)) * X[c * in + j];
      Y[c * out + i] = total;
    }
  return 0;
}

Matrix make_failing(Failing& user) {
  sbreg_matrix* matrix = nullptr;
  OK(sbreg_matrix_create_operator(
      &matrix, user.f.m, user.f.n,
      [](std::int64_t m, std::int64_t n, std::int64_t k, const double* X, double* Y, void* u) {
        return times(m, n, k, X, Y, u, false);
      },
      [](std::int64_t m, std::int64_t n, std::int64_t k, const double* X, double* Y, void* u) {
        return times(m, n, k, X, Y, u, true);
      },
      &user, nullptr));
  return Matrix(matrix);
}

/// Runs with the first product failing, then with the second, ... and from the 150th on with some, until nothing fails;
/// `judge` is asked after the failure, and again when the run was taken up and has ended. Returns how many runs failed.
template <class Prepare, class Judge>
int fail_every_product(const LeastSquares& f, const char* loss, const Vector& b, Index s, const char* method,
                       Prepare prepare, Judge judge) {
  int count = 0;
  for (int until = 1;; until += 1 + until / 150 * (until / 8)) {
    Failing user{f, 0};
    const Problem problem = make_linear(make_failing(user), loss, b);
    const Solver solver = plain_solver(problem, s, method);
    prepare(solver);
    user.until = until;
    const bool failed = sbreg_solver_run(solver.get()) != SBREG_OK;
    if (failed) judge(solver, false);
    if (failed) OK(sbreg_solver_run(solver.get()));
    judge(solver, true);
    if (!failed) return count;
    ++count;
  }
}

/// Among these data sets are some in which the search begins with a support that only the proof improves.
void a_failure_does_not_lose_what_the_proof_found(void**) {
  Rng rng(527);
  int failed = 0, improved = 0;
  for (int instance = 0; instance < 24; ++instance) {
    LeastSquares f = compressed_sensing(rng, 20, 14, 5, 3);
    correlate(f);
    const double best = best_subset(f, 5);
    failed += fail_every_product(
        f, "least_squares", f.b, 5, "auto", [](const Solver&) {},
        [&](const Solver& solver, bool ended) {
          const bool optimal = get_real(solver, "best_objective") <= best * (1 + 1e-6);
          const bool proved = get_int(solver, "proved") == 1;
          assert_true(ended ? proved && optimal : !proved || optimal);
        });
    const Problem problem = make_problem(f);
    const Solver solver = plain_solver(problem, 5, "auto");
    OK(sbreg_solver_run(solver.get()));
    const char* strategy = nullptr;
    OK(sbreg_solver_get_text(solver.get(), "strategy", &strategy));
    improved += std::strstr(strategy, "search, 0 of them") == nullptr ? 1 : 0;
  }
  assert_true(failed > 1000);
  assert_true(improved >= 2);
}

void a_failure_delays_a_search_and_changes_nothing_else(void**) {
  Rng rng(528);
  const Index m = 12, n = 16;  // with s = 5 more supports than are all tried
  int failed = 0;
  LeastSquares f = compressed_sensing(rng, m, n, 3, 1), nothing = f;
  std::ranges::fill(nothing.A, 0.0);
  const double exact = 1e-20 * static_cast<double>(f.value_at_zero());  // with s = n there is an exact fit
  const Vector lower(at(n), -0.5), upper(at(n), 0.5);
  const std::int64_t groups[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5};
  for (const char* method : {"auto", "search"})
    for (const LeastSquares* data : {&f, &nothing})
      for (const char* loss : {"least_squares", "huber"})
        for (const Index s : {Index{1}, Index{5}, n})
          for (const double effort : {0.0, 0.05})
            for (int structure = 0; structure < 3; ++structure) {
              if (structure == 1 && s == n) continue;  // more than there are groups
              const auto prepare = [&](const Solver& solver) {
                OK(sbreg_solver_set_real(solver.get(), "effort", effort));
                if (structure == 1) OK(sbreg_solver_set_groups(solver.get(), groups));
                if (structure == 2) OK(sbreg_solver_set_bounds(solver.get(), lower.data(), upper.data()));
              };
              Failing never{*data, 0};
              const Problem problem = make_linear(make_failing(never), loss, f.b);
              const Solver undisturbed = plain_solver(problem, s, method);
              prepare(undisturbed);
              OK(sbreg_solver_run(undisturbed.get()));
              const double best = get_real(undisturbed, "best_objective");
              failed += fail_every_product(*data, loss, f.b, s, method, prepare, [&](const Solver& solver, bool ended) {
                if (!ended) return;
                assert_true(get_int(solver, "state") != SBREG_RUNNING);
                ASSERT_AT_MOST(get_real(solver, "best_objective"), best * (1 + 1e-9) + exact);
              });
            }
  assert_true(failed > 1000);
}

/// What is explained hides f where an offset is large.
void nothing_is_proved_where_the_model_cannot_tell(void**) {
  Rng rng(526);
  LeastSquares f = compressed_sensing(rng, 40, 12, 3, 1);
  std::fill_n(f.A.begin(), f.m, 1.0);
  for (double& v : f.b) v += 1e7;
  const Problem problem = make_problem(f);
  const Solver solver = plain_solver(problem, 4, "auto");
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "proved"), 0);
  const char* strategy = nullptr;
  OK(sbreg_solver_get_text(solver.get(), "strategy", &strategy));
  assert_null(std::strstr(strategy, "proved"));
}

/// A column that is tiny beside the others may explain as much as they do.
void a_tiny_column_takes_part_and_a_zero_column_does_not(void**) {
  Rng rng(522);
  for (const double scale : {1e-13, 1e-60, 0.0}) {
    const LeastSquares f = compressed_sensing(rng, 20, 10, 3, 1);
    LeastSquares scaled = f;
    for (Index i = 0; i < f.m; ++i) scaled.A[at(4 * f.m + i)] *= scale;
    const Problem problem = make_problem(scaled);
    for (const Index s : {Index{2}, Index{4}}) {
      const Solver solver = plain_solver(problem, s, "search");
      OK(sbreg_solver_run(solver.get()));
      assert_int_equal(get_int(solver, "proved"), 1);
      const double best = best_subset(scale > 0 ? f : scaled, s);  // the oracle knows no units
      ASSERT_AT_MOST(std::abs(get_real(solver, "best_objective") - best), 1e-9 * best);
      if (scale == 0) assert_true(solution_of(solver)[4] == 0);
    }
  }
}

void the_end_is_a_point_that_no_swap_improves(void**) {
  Rng rng(502);
  for (int instance = 0; instance < 12; ++instance) {
    const LeastSquares f = compressed_sensing(rng, 30, 60, 10, 1);
    sbreg_problem* raw = nullptr;
    OK(sbreg_problem_create_least_squares(&raw, f.m, f.n, f.A.data(), f.m, SBREG_COL_MAJOR, f.b.data()));
    const Problem problem(raw);
    if (instance % 3 == 1) OK(sbreg_problem_set_real(raw, "ridge", 0.3));
    if (instance % 3 == 2) {
      Vector w = gaussian(rng, f.m);
      for (double& v : w) v = v * v;
      OK(sbreg_problem_set_weights(raw, w.data()));
    }
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, 10, method);
      OK(sbreg_solver_set_real(solver.get(), "effort", instance < 6 ? 0 : 0.1));
      OK(sbreg_solver_run(solver.get()));
      const Vector x = solution_of(solver);
      ASSERT_AT_MOST(best_swap_of(problem, 10, x).decrease, 1e-10 * value_of(problem, x));
    }
  }
}

void many_coordinates_end_where_no_swap_improves_either(void**) {
  Rng rng(509);
  for (const double noise : {0.0, 0.5}) {
    const LeastSquares f = compressed_sensing(rng, 60, 1500, 8, noise);
    const Problem problem = make_problem(f);
    const Solver solver = plain_solver(problem, 8, "auto");
    OK(sbreg_solver_set_real(solver.get(), "effort", 0.05));
    OK(sbreg_solver_run(solver.get()));
    const Vector x = solution_of(solver);
    ASSERT_AT_MOST(best_swap_of(problem, 8, x).decrease, 1e-11 * static_cast<double>(f.value_at_zero()));
  }
}

/// Without the proof, by rounds.
void a_quadratic_problem_is_searched_as_well(void**) {
  Rng rng(503);
  const Index n = 13, s = 4;
  for (int instance = 0; instance < 10; ++instance) {
    const LeastSquares f = compressed_sensing(rng, 11, n, s, 2);
    const Symmetric H = f.hessian();
    Vector Q(at(n * n)), q(at(n));
    const RealVector g = f.gradient(Vector(at(n), 0.0));
    for (Index i = 0; i < n; ++i) {
      q[at(i)] = -static_cast<double>(g[at(i)]);
      for (Index j = 0; j < n; ++j) Q[at(i * n + j)] = static_cast<double>(H(i, j));
    }
    sbreg_problem* raw = nullptr;
    OK(sbreg_problem_create_quadratic(&raw, n, Q.data(), n, q.data()));
    const Problem problem(raw);
    const Solver solver = plain_solver(problem, s, "auto");
    OK(sbreg_solver_run(solver.get()));
    const double unit = static_cast<double>(f.value_at_zero());
    const double best = best_subset(f, s) - unit;
    ASSERT_AT_MOST(std::abs(get_real(solver, "best_objective") - best), 1e-9 * unit);
  }
}

/// What the loss can explain, made of any numbers.
Vector observations(const std::string& loss, Vector b) {
  if (loss == "logistic")
    for (double& v : b) v = v > 0 ? 1 : -1;
  if (loss == "poisson")
    for (double& v : b) v = std::floor(std::min(20.0, std::exp(v)));
  return b;
}

void other_losses_end_where_no_swap_improves_and_not_above_auto(void**) {
  Rng rng(510);
  const Index m = 40, n = 24, s = 4;
  for (const char* loss : {"logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (int instance = 0; instance < 6; ++instance) {
      LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
      if (instance % 2 == 1) correlate(f);
      const Vector b = observations(loss, f.b);
      const Matrix A = make_dense(m, n, f.A);
      const Problem problem = make_linear(A, loss, b);
      OK(sbreg_problem_set_real(problem.get(), "ridge", 0.1));
      const Solver search = plain_solver(problem, s, "search"), own = plain_solver(problem, s, "auto");
      OK(sbreg_solver_run(search.get()));
      OK(sbreg_solver_run(own.get()));
      const Vector x = solution_of(search);
      const double value = value_of(problem, x);
      ASSERT_AT_MOST(std::abs(value - get_real(search, "best_objective")), 1e-12 * std::abs(value));
      ASSERT_AT_MOST(best_swap_of(problem, s, x).decrease, 1e-10 * std::abs(value));
      ASSERT_AT_MOST(best_swap_of(problem, s, solution_of(own)).decrease, 1e-10 * std::abs(value));
      ASSERT_AT_MOST(value, get_real(own, "best_objective") + 1e-9 * std::abs(value));
    }
}

/// So much noise that the second-order model misses exchanges, which only the check of all of them finds.
void auto_ends_where_no_swap_improves_noisy_correlated_data_of_other_losses(void**) {
  Rng rng(516);
  const Index m = 100, n = 100, s = 8;
  for (const char* loss : {"logistic", "huber", "poisson"})
    for (int instance = 0; instance < 10; ++instance) {
      LeastSquares f = compressed_sensing(rng, m, n, s, 5);
      correlate(f);
      const Matrix A = make_dense(m, n, f.A);
      const Problem problem = make_linear(A, loss, observations(loss, f.b));
      OK(sbreg_problem_set_real(problem.get(), "ridge", 0.01));
      const Solver solver = plain_solver(problem, s, "auto");
      OK(sbreg_solver_run(solver.get()));
      const Vector x = solution_of(solver);
      ASSERT_AT_MOST(best_swap_of(problem, s, x).decrease, 1e-9 * std::abs(value_of(problem, x)));
    }
}

/// Far from the data Huber's loss has no curvature, logistic and Poisson fits take Newton steps that are far too short:
/// the refits must get to the minimum all the same, or what they end with is not what the exchange promised.
void no_swap_improves_the_end_at_any_scale_of_the_data(void**) {
  for (const std::string loss : {"huber", "logistic", "poisson"})
    for (const double scale : {0.1, 1.0, 10.0, 100.0, 1000.0})
      for (int instance = 0; instance < 20; ++instance) {
        Rng rng(600 + static_cast<std::uint64_t>(instance));
        const Index m = instance % 2 == 0 ? 50 : 30, n = instance % 3 == 0 ? 60 : 31, s = n == 60 ? 5 : 3;
        LeastSquares f = compressed_sensing(rng, m, n, s, instance % 2 == 0 ? 3 : 0.5);
        if (instance % 4 >= 2) correlate(f);
        Vector b(f.b);
        if (loss == "huber")
          for (double& v : b) v *= scale;
        else if (loss == "poisson")
          for (double& v : b) v = std::floor(scale * std::exp(std::min(3.0, v)));
        else
          for (double& v : f.A) v *= scale;
        if (loss == "logistic") b = observations(loss, b);
        const Matrix A = make_dense(m, n, f.A);
        const Problem problem = make_linear(A, loss.c_str(), b);
        Vector g(at(n));
        OK(sbreg_problem_gradient(problem.get(), Vector(at(n)).data(), g.data()));
        const double unit = std::abs(*std::ranges::max_element(g, {}, [](double v) { return std::abs(v); }));
        for (const char* method : {"auto", "search"}) {
          const Solver solver = plain_solver(problem, s, method);
          OK(sbreg_solver_run(solver.get()));
          const Vector x = solution_of(solver);
          ASSERT_AT_MOST(best_swap_of(problem, s, x).decrease, 1e-12 * std::abs(value_of(problem, x)));
          OK(sbreg_problem_gradient(problem.get(), x.data(), g.data()));
          for (Index j : support_of(x)) ASSERT_AT_MOST(std::abs(g[at(j)]), 1e-6 * unit);
        }
      }
}

/// The least f over all supports, each by a run of its own on the columns of that support alone.
double best_support(const LeastSquares& f, const char* loss, const Vector& b, Index s) {
  double best = INFINITY;
  for_each_support(f.n, s, [&](const Support& S) {
    Vector columns;
    for (Index j : S) columns.insert(columns.end(), f.A.begin() + j * f.m, f.A.begin() + (j + 1) * f.m);
    const Matrix A = make_dense(f.m, s, columns);
    const Problem problem = make_linear(A, loss, b);
    OK(sbreg_problem_set_real(problem.get(), "ridge", 0.1));
    const Solver solver = plain_solver(problem, s, "gpnp");
    OK(sbreg_solver_run(solver.get()));
    best = std::min(best, get_real(solver, "best_objective"));
  });
  return best;
}

/// auto and search both find it, and tell a strategy with these words.
void assert_best_support_found(const LeastSquares& f, const char* loss, Index s, const char* words) {
  const Vector b = observations(loss, f.b);
  const double best = best_support(f, loss, b, s);
  const Matrix A = make_dense(f.m, f.n, f.A);
  const Problem problem = make_linear(A, loss, b);
  OK(sbreg_problem_set_real(problem.get(), "ridge", 0.1));
  for (const char* method : {"auto", "search"}) {
    const Solver solver = plain_solver(problem, s, method);
    OK(sbreg_solver_run(solver.get()));
    ASSERT_AT_MOST(std::abs(get_real(solver, "best_objective") - best), 1e-9 * std::abs(best));
    const char* strategy = nullptr;
    OK(sbreg_solver_get_text(solver.get(), "strategy", &strategy));
    if (std::strstr(strategy, words) == nullptr) fail_msg("%s, %s: %s", loss, method, strategy);
    if (std::strstr(words, "every support") != nullptr) assert_int_equal(get_int(solver, "proved"), 1);
    ASSERT_AT_MOST(get_real(solver, "lower_bound"), best + 1e-12 * std::abs(best));
  }
}

/// More supports than are all tried.
void both_methods_find_the_best_support_of_other_losses_with_correlated_columns(void**) {
  Rng rng(515);
  const Index m = 30, n = 31, s = 3;
  for (const char* loss : {"logistic", "huber", "poisson"})
    for (int instance = 0; instance < 4; ++instance) {
      LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
      correlate(f);
      assert_best_support_found(f, loss, s, "with everything refitted");
    }
}

/// More noise than signal: exchanges of one coordinate often end above the best support.
void few_supports_of_other_losses_are_all_tried(void**) {
  Rng rng(517);
  const Index m = 28, n = 9;
  for (const char* loss : {"logistic", "huber", "poisson"})
    for (int instance = 0; instance < 15; ++instance) {
      const Index s = 2 + instance % 2;
      LeastSquares f = compressed_sensing(rng, m, n, s, 8);
      for (Index j = 0; j < n; ++j) {
        const double mean = rng.normal();
        for (Index i = 0; i < m; ++i) f.A[at(j * m + i)] += mean;
      }
      assert_best_support_found(f, loss, s, "every support");
    }
}

/// Far from the data Huber's loss has no curvature and Newton steps lead nowhere. On the columns of one support alone
/// the gradient must vanish, which makes the point the minimum there; the best of these is what the search must find.
void the_best_support_is_found_where_the_loss_has_no_curvature(void**) {
  Rng rng(520);
  for (int instance = 0; instance < 30; ++instance) {
    const Index m = 3 + instance % 12, n = 4, s = 1 + instance % 3;
    LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
    for (double& v : f.b) v *= instance % 2 == 0 ? 10 : 100;
    double best = INFINITY;
    for_each_support(n, s, [&](const Support& S) {
      Vector columns, g(at(s));
      for (Index j : S) columns.insert(columns.end(), f.A.begin() + j * m, f.A.begin() + (j + 1) * m);
      const Matrix A = make_dense(m, s, columns);
      const Problem alone = make_linear(A, "huber", f.b);
      const Solver solver = plain_solver(alone, s, "search");
      OK(sbreg_solver_run(solver.get()));
      OK(sbreg_problem_gradient(alone.get(), solution_of(solver).data(), g.data()));
      for (double v : g) ASSERT_AT_MOST(std::abs(v), 1e-6);
      best = std::min(best, get_real(solver, "best_objective"));
    });
    const Matrix A = make_dense(m, n, f.A);
    const Problem problem = make_linear(A, "huber", f.b);
    const double unit = value_of(problem, Vector(at(n)));
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(problem, s, method);
      OK(sbreg_solver_run(solver.get()));
      ASSERT_AT_MOST(get_real(solver, "best_objective"), best + 1e-9 * unit);
    }
  }
}

/// Where f grows exponentially a Newton step moves the margins by 1.
void a_search_finds_the_minimum_from_far_away(void**) {
  const Vector A = {1, .5, -.3}, b = {1, 2, 0};
  const Problem problem = make_linear(make_dense(3, 1, A), "poisson", b);
  for (double start : {100.0, -200.0, 700.0}) {
    const Solver solver = plain_solver(problem, 1, "search");
    OK(sbreg_solver_set_start(solver.get(), &start));
    OK(sbreg_solver_run(solver.get()));
    double g = 0;
    OK(sbreg_problem_gradient(problem.get(), solution_of(solver).data(), &g));
    ASSERT_AT_MOST(std::abs(g), 1e-6);
  }
}

/// Everything that a run leaves behind.
struct Outcome {
  Vector x;
  std::int64_t state, iterations, evaluations;
  std::string strategy;
  bool operator==(const Outcome& other) const = default;
};
Outcome outcome_of(const Solver& solver) {
  const char* text = nullptr;
  OK(sbreg_solver_get_text(solver.get(), "strategy", &text));
  return {solution_of(solver), get_int(solver, "state"), get_int(solver, "iterations"), get_int(solver, "evaluations"),
          text};
}

/// With an intercept s + 16 columns fit any 18 observations; the same problem in 17 rows, without one, is no easier.
void an_intercept_does_not_keep_the_search_from_cooling(void**) {
  Rng rng(524);
  const Index m = 18, n = 60, s = 8;
  int worse = 0;
  for (int instance = 0; instance < 10; ++instance) {
    const LeastSquares f = compressed_sensing(rng, m, n, s, 1);
    LeastSquares g{m - 1, n, Vector(at((m - 1) * n)), Vector(at(m - 1))};
    const auto rotate = [&](const double* from, double* to) {  // an orthonormal basis of what sums to zero
      double sum = 0;
      for (Index i = 1; i < m; ++i) {
        sum += from[i - 1];
        const auto k = static_cast<double>(i);
        to[i - 1] = (sum - k * from[i]) / std::sqrt(k * (k + 1));
      }
    };
    for (Index j = 0; j < n; ++j) rotate(f.A.data() + j * m, g.A.data() + j * (m - 1));
    rotate(f.b.data(), g.b.data());
    const Problem with = make_problem(f), without = make_problem(g);
    OK(sbreg_problem_set_int(with.get(), "intercept", 1));
    const Solver one = plain_solver(with, s, "auto"), other = plain_solver(without, s, "auto");
    OK(sbreg_solver_run(one.get()));
    OK(sbreg_solver_run(other.get()));
    worse += get_real(one, "best_objective") > 1.001 * get_real(other, "best_objective") ? 1 : 0;
  }
  assert_true(worse <= 3);
}

void threads_and_steps_change_nothing(void**) {
  Rng rng(504);
  for (const double noise : {0.0, 0.3}) {
    const LeastSquares f = compressed_sensing(rng, 40, 100, 17, noise);
    const Problem problem = make_problem(f);
    const auto run = [&](std::int64_t threads, std::int64_t steps, std::int64_t seed) {
      const Solver solver = plain_solver(problem, 17, "auto");
      OK(sbreg_solver_set_int(solver.get(), "threads", threads));
      OK(sbreg_solver_set_int(solver.get(), "seed", seed));
      OK(sbreg_solver_set_real(solver.get(), "effort", 0.5));
      if (steps == 0) OK(sbreg_solver_run(solver.get()));
      while (steps > 0 && get_int(solver, "state") == SBREG_RUNNING) OK(sbreg_solver_step(solver.get(), steps));
      return outcome_of(solver);
    };
    const Outcome reference = run(1, 0, 7);
    for (const std::int64_t threads : {1, 2, 4, 9})
      for (const std::int64_t steps : {0, 1, 3}) assert_true(run(threads, steps, 7) == reference);
  }
}

void effort_is_a_limit_that_can_be_raised(void**) {
  Rng rng(505);
  const LeastSquares f = compressed_sensing(rng, 40, 100, 12, 1);
  const Problem problem = make_problem(f);
  const Solver once = plain_solver(problem, 12, "search"), twice = plain_solver(problem, 12, "search");
  OK(sbreg_solver_set_real(once.get(), "effort", 0.4));
  OK(sbreg_solver_run(once.get()));
  assert_int_equal(get_int(once, "state"), SBREG_SEARCHED);
  OK(sbreg_solver_set_real(twice.get(), "effort", 0.1));
  OK(sbreg_solver_run(twice.get()));
  assert_int_equal(get_int(twice, "state"), SBREG_SEARCHED);
  assert_true(get_int(twice, "iterations") < get_int(once, "iterations"));
  OK(sbreg_solver_set_real(twice.get(), "effort", 0.4));
  OK(sbreg_solver_run(twice.get()));
  assert_true(outcome_of(once) == outcome_of(twice));
}

void degenerate_data_are_searched_without_harm(void**) {
  Rng rng(506);
  const Index m = 8, n = 24;
  LeastSquares f = compressed_sensing(rng, m, n, 3, 0.5);
  for (Index j = 12; j < 18; ++j) std::copy_n(f.A.begin() + (j - 12) * m, m, f.A.begin() + j * m);  // duplicates
  std::fill_n(f.A.begin() + 20 * m, 2 * m, 0.0);                                                    // zero columns
  const Problem problem = make_problem(f);
  const double scale = static_cast<double>(f.value_at_zero());
  for (const char* method : {"auto", "search"})
    for (const Index s : {Index{1}, Index{3}, Index{7}, Index{8}, Index{11}, Index{22}, Index{24}}) {  // beyond m, too
      const Solver solver = plain_solver(problem, s, method);
      OK(sbreg_solver_set_real(solver.get(), "effort", 0.2));
      OK(sbreg_solver_run(solver.get()));
      const Vector x = solution_of(solver);
      assert_true(x[20] == 0 && x[21] == 0);
      ASSERT_AT_MOST(std::abs(value_of(problem, x) - get_real(solver, "best_objective")), 1e-12 * scale);
      if (s <= 3) ASSERT_AT_MOST(get_real(solver, "best_objective"), best_subset(f, s) + 1e-10 * scale);
      if (s >= m) ASSERT_AT_MOST(get_real(solver, "best_objective"), 1e-15 * scale);
    }
}

void nothing_to_fit_is_answered_with_zero(void**) {
  Rng rng(507);
  LeastSquares f = compressed_sensing(rng, 9, 15, 3, 0.5);
  std::ranges::fill(f.b, 0.0);
  const Problem zero = make_problem(f);
  std::ranges::fill(f.A, 0.0);
  f.b = gaussian(rng, 9);
  const Problem nothing = make_problem(f);
  for (const Problem* problem : {&zero, &nothing})
    for (const char* method : {"auto", "search"}) {
      const Solver solver = plain_solver(*problem, 4, method);
      OK(sbreg_solver_run(solver.get()));
      assert_true(get_int(solver, "state") != SBREG_RUNNING);
      for (double v : solution_of(solver)) assert_true(v == 0);
    }
}

void the_strategy_is_told_in_words(void**) {
  Rng rng(508);
  const LeastSquares f = compressed_sensing(rng, 20, 40, 8, 1);
  const Problem problem = make_problem(f);
  const Solver solver = plain_solver(problem, 8, "auto");
  const auto tells = [&](const char* words) {
    return std::strstr(outcome_of(solver).strategy.c_str(), words) != nullptr;
  };
  assert_true(tells("nothing was run"));
  OK(sbreg_solver_run(solver.get()));
  assert_true(tells("iterations of gpnp") && tells("swaps among 40 candidates") && tells("rounds of search"));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(both_methods_find_the_best_of_few_supports_and_prove_it),
      cmocka_unit_test(a_proof_may_need_more_effort),
      cmocka_unit_test(nothing_is_proved_of_many_supports_of_other_losses_or_of_a_single_method),
      cmocka_unit_test(units_of_columns_do_not_matter),
      cmocka_unit_test(what_is_proved_is_best_with_nearly_dependent_columns),
      cmocka_unit_test(a_failure_does_not_lose_what_the_proof_found),
      cmocka_unit_test(a_failure_delays_a_search_and_changes_nothing_else),
      cmocka_unit_test(nothing_is_proved_where_the_model_cannot_tell),
      cmocka_unit_test(a_tiny_column_takes_part_and_a_zero_column_does_not),
      cmocka_unit_test(the_end_is_a_point_that_no_swap_improves),
      cmocka_unit_test(many_coordinates_end_where_no_swap_improves_either),
      cmocka_unit_test(a_quadratic_problem_is_searched_as_well),
      cmocka_unit_test(other_losses_end_where_no_swap_improves_and_not_above_auto),
      cmocka_unit_test(auto_ends_where_no_swap_improves_noisy_correlated_data_of_other_losses),
      cmocka_unit_test(no_swap_improves_the_end_at_any_scale_of_the_data),
      cmocka_unit_test(both_methods_find_the_best_support_of_other_losses_with_correlated_columns),
      cmocka_unit_test(few_supports_of_other_losses_are_all_tried),
      cmocka_unit_test(an_intercept_does_not_keep_the_search_from_cooling),
      cmocka_unit_test(the_best_support_is_found_where_the_loss_has_no_curvature),
      cmocka_unit_test(a_search_finds_the_minimum_from_far_away),
      cmocka_unit_test(threads_and_steps_change_nothing),
      cmocka_unit_test(effort_is_a_limit_that_can_be_raised),
      cmocka_unit_test(degenerate_data_are_searched_without_harm),
      cmocka_unit_test(nothing_to_fit_is_answered_with_zero),
      cmocka_unit_test(the_strategy_is_told_in_words),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
