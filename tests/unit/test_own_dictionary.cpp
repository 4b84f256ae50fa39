// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The matrices that a method with a line search computes by itself wait until the run has cost as much as they do.
#include <string>

#include "storages.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

constexpr const char* line_searches[] = {"ciwht-lsr", "newton", "mfista"};
constexpr Index m = 12, n = 40, s = 4;

/// Noisy data, and no end before the iterations' own.
Solver endless(const Problem& problem, const std::string& method, Index iterations) {
  Solver solver = make_solver(problem, s, method.c_str(), {});
  OK(sbreg_solver_set_int(solver.get(), "stall_window", 0));
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", iterations));
  OK(sbreg_solver_set_int(solver.get(), "history", 1));
  return solver;
}

/// The iterations of a dense problem that wait for its own dictionary, with a gradient that reads so many numbers.
Index waiting(double gradient) {
  return static_cast<Index>(std::ceil(60 * std::sqrt(double{n}) * (m * n + 16 * m + 4 * n) / gradient));
}

Problem noisy(std::uint64_t seed) {
  Rng rng(seed);
  return make_problem(compressed_sensing(rng, m, n, s, 0.5));
}

/// The iterations before the dictionary grows.
Index first_part(const Problem& problem, const char* method) {
  const Solver solver = endless(problem, method, 10000);
  while (get_int(solver, "dictionary_size") < 3) {
    assert_int_equal(get_int(solver, "state"), SBREG_RUNNING);
    OK(sbreg_solver_step(solver.get(), 1));
  }
  return get_int(solver, "iterations") - 1;
}

/// t diag C with the t that the first step shows: t such that x_1 = H_s(-g / (scale t diag C)), one number for all.
void the_first_matrix_is_a_multiple_of_the_squared_lengths_of_the_columns(void**) {
  for (const char* method : line_searches) {
    Rng rng(80);
    LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) f.A[at(j * m + i)] *= std::exp2(j % 7);
    const Problem problem = make_problem(f);
    const Solver solver = endless(problem, method, 1);
    OK(sbreg_solver_set_text(solver.get(), "line_search", "growing"));
    OK(sbreg_solver_set_int(solver.get(), "newton", 0));
    OK(sbreg_solver_run(solver.get()));
    const Vector x = iterate_of(solver);
    const RealVector g = f.gradient(Vector(at(n), 0.0));
    double least = INFINITY, most = 0;
    for (Index j = 0; j < n; ++j) {
      if (x[at(j)] == 0) continue;
      Real square = 0;
      for (Index i = 0; i < m; ++i) square += static_cast<Real>(f.entry(i, j)) * f.entry(i, j);
      const auto t = static_cast<double>(-g[at(j)] / (square * x[at(j)]));
      least = std::min(least, t);
      most = std::max(most, t);
    }
    ASSERT_AT_MOST(most, least * (1 + 1e-12));
    assert_true(least > 0);
  }
}

/// Columns of lengths from 1/3 to 3: the scale of the columns finds what one number for all misses.
void columns_of_unequal_lengths_are_recovered(void**) {
  for (const char* method : line_searches) {
    int recovered[2] = {};
    for (int k = 0; k < 10; ++k) {
      Rng rng(900 + static_cast<std::uint64_t>(k));
      LeastSquares f = compressed_sensing(rng, 64, 256, 8, 0);
      for (Index j = 0; j < 256; ++j) {
        const double length = std::pow(10, rng.uniform() - 0.5);
        for (Index i = 0; i < 64; ++i) f.A[at(j * 64 + i)] *= length;
      }
      const Problem problem = make_problem(f);
      for (int given = 0; given < 2; ++given) {
        const Solver solver = plain_solver(problem, 8, method);
        if (given) OK(sbreg_solver_set_text(solver.get(), "dictionary", "lipschitz"));
        OK(sbreg_solver_run(solver.get()));
        recovered[given] += get_real(solver, "best_objective") < 1e-12 * static_cast<double>(f.value_at_zero()) ? 1 : 0;
      }
    }
    assert_true(recovered[0] >= 9);
    assert_true(recovered[0] >= recovered[1]);
  }
}

void a_line_search_begins_with_one_matrix_and_the_first_of_its_own_follows(void**) {
  for (const char* method : line_searches)
    for (const Index period : {1, 3}) {
      const Problem problem = noisy(81);
      const Index wait = first_part(problem, method);
      assert_int_equal(wait, waiting(s * n));  // by Gram columns
      const Solver own = endless(problem, method, wait + 30), named = endless(problem, method, wait + 30);
      for (const Solver* solver : {&own, &named}) OK(sbreg_solver_set_int(solver->get(), "dsm_period", period));
      for (const Solver* solver : {&own, &named}) OK(sbreg_solver_step(solver->get(), wait));
      assert_int_equal(get_int(own, "dictionary_size"), 1);
      OK(sbreg_solver_set_text(named.get(), "dictionary", "lipschitz"));  // that is: no others
      for (const Solver* solver : {&own, &named}) OK(sbreg_solver_run(solver->get()));
      assert_int_equal(get_int(own, "dictionary_size"), 3);
      assert_int_equal(get_int(named, "dictionary_size"), 1);
      assert_true(series_of(own, "objective") != series_of(named, "objective"));
      const Vector active = series_of(own, "active_dsm");
      for (Index k = 1; k <= wait; ++k) assert_true(active[at(k)] == 0);
      for (Index k = 0; k < 30; ++k) assert_true(active[at(wait + 1 + k)] == static_cast<double>(k / period % 3));
    }
}

void until_then_the_dictionary_can_be_named(void**) {
  const Problem problem = noisy(89);
  const Solver solver = endless(problem, "newton", 40);
  OK(sbreg_solver_step(solver.get(), 10));
  OK(sbreg_solver_set_text(solver.get(), "dictionary", "D4"));
  assert_int_equal(sbreg_solver_set_int(solver.get(), "dsm_period", 2), SBREG_E_STATE);
  OK(sbreg_solver_step(solver.get(), 1));
  assert_int_equal(get_int(solver, "dictionary_size"), 3);
  assert_int_equal(sbreg_solver_set_text(solver.get(), "dictionary", "D1"), SBREG_E_STATE);
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "iterations"), 40);
}

/// With the line search as printed a step depends on x alone: a run that starts there with those matrices is the same.
void the_matrices_that_follow_are_those_of_the_name(void**) {
  const Problem problem = noisy(82);
  const auto memoryless = [&](Index iterations) {
    Solver solver = endless(problem, "ciwht-lsr", iterations);
    OK(sbreg_solver_set_text(solver.get(), "line_search", "paper"));
    OK(sbreg_solver_set_text(solver.get(), "restart", "gamma"));
    return solver;
  };
  const Index wait = first_part(problem, "ciwht-lsr");
  const Solver own = memoryless(wait), named = memoryless(6);
  OK(sbreg_solver_run(own.get()));
  assert_int_equal(get_int(own, "iterations"), wait);
  OK(sbreg_solver_set_text(named.get(), "dictionary", "D1"));
  OK(sbreg_solver_set_start(named.get(), iterate_of(own).data()));
  OK(sbreg_solver_run(named.get()));
  OK(sbreg_solver_set_int(own.get(), "max_iterations", wait + 6));
  OK(sbreg_solver_run(own.get()));
  const Vector late = series_of(own, "objective"), early = series_of(named, "objective");
  assert_int_equal(early.size(), 7);
  for (std::size_t k = 0; k < early.size(); ++k) assert_true(late[at(wait) + k] == early[k]);
  assert_true(early.front() != early.back());
}

void matrices_that_were_named_or_added_and_those_of_safe_steps_come_first(void**) {
  const Problem problem = noisy(83);
  for (const char* method : {"ciwht", "ciwht-lsr", "newton", "mfista"}) {
    const Solver named = endless(problem, method, 1);
    if (std::string(method) != "ciwht") OK(sbreg_solver_set_text(named.get(), "dictionary", "D4"));
    OK(sbreg_solver_run(named.get()));
    assert_int_equal(get_int(named, "dictionary_size"), 3);
    const Solver safe = endless(problem, method, 1);
    OK(sbreg_solver_set_text(safe.get(), "line_search", "none"));
    OK(sbreg_solver_run(safe.get()));
    assert_int_equal(get_int(safe, "dictionary_size"), 3);
    const Solver added = endless(problem, method, 6000);
    OK(sbreg_solver_add_dsm(added.get(), make_dsm(Vector(at(n), 20.0)).get()));
    OK(sbreg_solver_run(added.get()));
    assert_int_equal(get_int(added, "dictionary_size"), 1);
  }
}

void a_run_that_ends_before_does_without(void**) {
  const Problem problem = noisy(84);
  const Index wait = first_part(problem, "newton");
  const Solver solver = endless(problem, "newton", wait);
  OK(sbreg_solver_run(solver.get()));
  OK(sbreg_solver_run(solver.get()));
  assert_int_equal(get_int(solver, "state"), SBREG_ITERATION_LIMIT);
  assert_int_equal(get_int(solver, "dictionary_size"), 1);
}

void an_objective_without_curvature_has_no_matrices_to_wait_for(void**) {
  Rng rng(85);
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
  sbreg_problem* handle = nullptr;
  const auto objective = [](Index, const double* x, double* value, double* g, void* user) {
    const auto& data = *static_cast<const LeastSquares*>(user);
    const Vector point(x, x + data.n);
    *value = static_cast<double>(data.value(point));
    const RealVector gradient = data.gradient(point);
    for (std::size_t i = 0; g != nullptr && i < gradient.size(); ++i) g[i] = static_cast<double>(gradient[i]);
    return 0;
  };
  OK(sbreg_problem_create_custom(&handle, n, objective, nullptr, nullptr, const_cast<LeastSquares*>(&f), nullptr));
  const Problem problem(handle);
  const Solver own = endless(problem, "mfista", 2000), lipschitz = endless(problem, "mfista", 2000);
  OK(sbreg_solver_set_text(lipschitz.get(), "dictionary", "lipschitz"));
  for (const Solver* solver : {&own, &lipschitz}) OK(sbreg_solver_run(solver->get()));
  assert_int_equal(get_int(own, "dictionary_size"), 1);
  assert_true(series_of(own, "objective") == series_of(lipschitz, "objective"));
}

void a_quadratic_counts_the_columns_that_a_gradient_reads(void**) {
  Vector Q(at(n * n), 0.1), q(at(n));
  for (Index i = 0; i < n; ++i) {
    Q[at(i * n + i)] = 1 + 0.01 * static_cast<double>(i);
    q[at(i)] = i % 3 == 0 ? 1 : -0.9;
  }
  sbreg_problem* handle = nullptr;
  OK(sbreg_problem_create_quadratic(&handle, n, Q.data(), n, q.data()));
  const Problem problem(handle);
  assert_int_equal(first_part(problem, "ciwht-lsr"),
                   static_cast<Index>(std::ceil(60 * std::sqrt(double{n}) * (n * n + 20 * n) / (s * n))));
}

/// Q = I - 11'/10 has a negative eigenvalue, but none on 4 coordinates.
void where_no_such_matrices_exist_the_run_goes_on_without(void**) {
  Rng rng(88);
  Vector Q(at(n * n), -0.1), q(at(n));
  for (Index i = 0; i < n; ++i) Q[at(i * n + i)] = 0.9;
  for (double& v : q) v = rng.normal();
  sbreg_problem* handle = nullptr;
  OK(sbreg_problem_create_quadratic(&handle, n, Q.data(), n, q.data()));
  const Problem problem(handle);
  const Index wait = static_cast<Index>(std::ceil(60 * std::sqrt(double{n}) * (n * n + 20 * n) / (s * n)));
  const Solver own = endless(problem, "newton", wait + 50), without = endless(problem, "newton", wait + 50);
  OK(sbreg_solver_step(own.get(), wait));
  assert_int_equal(sbreg_solver_set_int(own.get(), "dsm_period", 2), SBREG_E_STATE);
  OK(sbreg_solver_step(without.get(), 1));
  OK(sbreg_solver_set_text(without.get(), "dictionary", "lipschitz"));
  for (const Solver* solver : {&own, &without}) OK(sbreg_solver_run(solver->get()));
  assert_int_equal(get_int(own, "iterations"), wait + 50);
  assert_int_equal(get_int(own, "dictionary_size"), 1);
  assert_true(series_of(own, "objective") == series_of(without, "objective"));
  const Solver named = endless(problem, "newton", 10);
  OK(sbreg_solver_set_text(named.get(), "dictionary", "D1"));
  assert_int_equal(sbreg_solver_run(named.get()), SBREG_E_NUMERIC);
}

/// Stops the first `stops` times that it is asked after `from` iterations.
struct Stops {
  Index from;
  Index left;
  Index done = 0;
};

int stop(const sbreg_solver* solver, void* user) {
  auto& self = *static_cast<Stops*>(user);
  std::int64_t iterations = 0;
  OK(sbreg_solver_get_int(solver, "iterations", &iterations));
  if (iterations != self.from || self.left == 0) return 0;
  --self.left;
  ++self.done;
  return 1;
}

void neither_splits_nor_stops_change_a_bit(void**) {
  for (const char* method : line_searches) {
    const Problem problem = noisy(86);
    const Index wait = first_part(problem, method), total = wait + 25;
    const Solver whole = endless(problem, method, total);
    OK(sbreg_solver_run(whole.get()));
    const Vector wanted = series_of(whole, "objective");
    for (const Index size : {Index{1}, Index{7}, wait, wait + 1}) {
      const Solver split = endless(problem, method, total);
      while (get_int(split, "state") == SBREG_RUNNING) OK(sbreg_solver_step(split.get(), size));
      assert_true(series_of(split, "objective") == wanted);
    }
    Stops stops{wait, 6};  // the first after the last iteration, the others while the matrices are computed
    const Solver stopped = endless(problem, method, total);
    OK(sbreg_solver_set_monitor(stopped.get(), stop, &stops, nullptr));
    for (int k = 0; k < 6; ++k) {
      OK(sbreg_solver_run(stopped.get()));
      assert_int_equal(get_int(stopped, "state"), SBREG_STOPPED);
      assert_int_equal(get_int(stopped, "iterations"), wait);
      assert_int_equal(get_int(stopped, "dictionary_size"), 1);
    }
    OK(sbreg_solver_run(stopped.get()));
    assert_int_equal(stops.done, 6);
    assert_true(series_of(stopped, "objective") == wanted);

    const Solver limited = endless(problem, method, total);
    OK(sbreg_solver_step(limited.get(), wait));
    OK(sbreg_solver_set_real(limited.get(), "time_limit", 0));
    OK(sbreg_solver_run(limited.get()));
    assert_int_equal(get_int(limited, "state"), SBREG_TIME_LIMIT);
    assert_int_equal(get_int(limited, "iterations"), wait);
    OK(sbreg_solver_set_real(limited.get(), "time_limit", INFINITY));
    OK(sbreg_solver_run(limited.get()));
    assert_true(series_of(limited, "objective") == wanted);
  }
}

/// Whichever product fails while the matrices are computed: the run goes on to the same end.
void a_product_that_fails_then_changes_nothing(void**) {
  Rng rng(87);
  const LeastSquares f = compressed_sensing(rng, m, n, s, 0.5);
  Vector wanted;
  Index first = 0, last = 0;  // products that the matrices take
  for (Index bad = -1; bad <= last; bad = bad < 0 ? first : bad + 1 + (last - first) / 8) {
    Product product{m, n, f.A};
    const Matrix A = make_operator(product);
    const Problem problem = make_linear(A, "least_squares", f.b);
    // An operator is taken to read what its vectors hold, m + n numbers.
    const auto wait = static_cast<Index>(std::ceil(60 * std::sqrt(double{n}) * (17 * m + 5 * n) / (m + n)));
    const Solver solver = endless(problem, "ciwht-lsr", wait + 5);
    OK(sbreg_solver_step(solver.get(), wait));
    assert_int_equal(get_int(solver, "dictionary_size"), 1);
    if (bad < 0) first = product.calls;
    if (bad >= 0) product.fail_after = bad;
    const sbreg_status status = sbreg_solver_step(solver.get(), 1);
    if (bad < 0) last = product.calls - 8;  // some belong to the step
    if (bad >= 0) {
      assert_int_equal(status, SBREG_E_CALLBACK);
      product.fail_after = INT64_MAX;
      assert_int_equal(get_int(solver, "iterations"), wait);
      OK(sbreg_solver_step(solver.get(), 1));
    }
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "dictionary_size"), 3);
    const Vector objective = series_of(solver, "objective");
    if (bad < 0) wanted = objective;
    assert_true(objective == wanted);
  }
  assert_true(last - first > 20);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_first_matrix_is_a_multiple_of_the_squared_lengths_of_the_columns),
      cmocka_unit_test(columns_of_unequal_lengths_are_recovered),
      cmocka_unit_test(a_line_search_begins_with_one_matrix_and_the_first_of_its_own_follows),
      cmocka_unit_test(until_then_the_dictionary_can_be_named),
      cmocka_unit_test(the_matrices_that_follow_are_those_of_the_name),
      cmocka_unit_test(matrices_that_were_named_or_added_and_those_of_safe_steps_come_first),
      cmocka_unit_test(a_run_that_ends_before_does_without),
      cmocka_unit_test(an_objective_without_curvature_has_no_matrices_to_wait_for),
      cmocka_unit_test(a_quadratic_counts_the_columns_that_a_gradient_reads),
      cmocka_unit_test(where_no_such_matrices_exist_the_run_goes_on_without),
      cmocka_unit_test(neither_splits_nor_stops_change_a_bit),
      cmocka_unit_test(a_product_that_fails_then_changes_nothing),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
