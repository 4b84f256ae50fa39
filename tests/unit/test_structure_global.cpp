// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Structured problems against brute force (tests/bench/bench_structure counts over many more): `auto` finds the global
// minimum, so do the exchanges alone where not every support is tried, and every certificate accepts that point.
#include "bregman.hpp"
#include "problem/dense.hpp"
#include "problem/linear_model.hpp"
#include "solver/search/structured_search.hpp"
#include "structured.hpp"

namespace {

using namespace oracle;

constexpr int kinds = 8;

Structured instance(std::uint64_t seed, int kind, bool logistic) {
  return make_structured(seed, logistic, (kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0);
}

void auto_finds_and_proves_the_global_minimum_which_every_certificate_accepts(void**) {
  for (const bool logistic : {false, true})
    for (int kind = 1; kind < kinds; ++kind) {
      const Structured p = instance(900 + static_cast<std::uint64_t>(kind), kind, logistic);
      const Problem problem = make_problem(p);
      const Solver solver = make_solver(problem, p, "auto");
      OK(sbreg_solver_run(solver.get()));
      const Vector x = solution_of(solver);
      assert_true(p.feasible(x));
      assert_int_equal(get_int(solver, "proved"), 1);
      const Real best = p.global_minimum();
      const Real unit = 1 + std::abs(best);
      ASSERT_AT_MOST(p.value_at(x), best + 1e-10L * unit);
      Swap swap;
      OK(sbreg_solver_check_coordinatewise(solver.get(), x.data(), &swap.decrease, &swap.leaves, &swap.enters));
      ASSERT_AT_MOST(swap.decrease, 1e-9L * unit);
      sbreg_dsm* dsm = nullptr;
      OK(sbreg_dsm_create(&dsm, problem.get(), "linear"));
      OK(sbreg_dsm_run(dsm));
      const Dsm owned(dsm);
      double violation = -1;
      OK(sbreg_solver_check_stationarity(solver.get(), dsm, x.data(), &violation));
      ASSERT_AT_MOST(violation, 1e-9L * unit);
    }
}

void exchanges_alone_find_nearly_every_global_minimum(void**) {
  int found = 0, all = 0;
  for (const bool logistic : {false, true})
    for (int kind = 1; kind < kinds; ++kind)
      for (std::uint64_t seed = 0; seed < 2; ++seed) {
        const Structured p = instance(1000 + seed, kind, logistic);
        const sbreg::DenseView view{p.A.data(), p.m, false};
        sbreg::LinearModel model(sbreg::DenseMatrix::copy(p.m, p.n, view),
                                 sbreg::find_loss(logistic ? "logistic" : "least_squares"), p.b);
        model.options.ridge = p.ridge;
        sbreg::Structure structure(p.n, p.s);
        if (p.grouped) structure.set_groups(p.group);
        if (p.bounded) structure.set_bounds(p.lower, p.upper);
        if (p.keeps) structure.set_kept(p.kept);
        const auto evaluator = model.evaluator(structure.capacity());
        sbreg::StructuredSearch search(*evaluator, structure, 1, 0);
        search.begin(sbreg::SparseVector(p.n, structure.capacity()));
        while (!search.over() && !search.spent(1)) search.step();
        const auto values = search.best().x.values();
        const Vector x(values.begin(), values.end());
        assert_true(p.feasible(x));
        const Real best = p.global_minimum();
        found += p.value_at(x) <= best + 1e-9L * (1 + std::abs(best)) ? 1 : 0;
        ++all;
      }
  print_message("    %d of %d\n", found, all);
  assert_true(100 * found >= 95 * all);
}

/// 40 variables in 20 pairs and 5 of them to find: more supports than are all tried.
Solver pairs_of(const Problem& problem, double effort) {
  std::int64_t pair[40];
  for (std::int64_t j = 0; j < 40; ++j) pair[j] = j / 2;
  sbreg_solver* solver = nullptr;
  OK(sbreg_solver_create(&solver, problem.get(), 5));
  OK(sbreg_solver_set_text(solver, "method", "search"));
  OK(sbreg_solver_set_groups(solver, pair));
  OK(sbreg_solver_set_real(solver, "effort", effort));
  return Solver(solver);
}

LeastSquares grouped_signal(Rng& rng, double noise) {
  LeastSquares f{24, 40, gaussian(rng, 24 * 40), Vector(24)};
  for (double& v : f.b) v = noise * rng.normal();
  for (Index g = 0; g < 5; ++g)
    for (Index j = 8 * g; j < 8 * g + 2; ++j) {
      const double x = rng.normal();
      for (Index i = 0; i < f.m; ++i) f.b[at(i)] += x * f.entry(i, j);
    }
  return f;
}

void an_exact_fit_ends_the_search_of_groups(void**) {
  Rng rng(77);
  for (int instance = 0; instance < 10; ++instance) {
    const LeastSquares f = grouped_signal(rng, 0);
    const Problem problem = make_problem(f);
    const Solver solver = pairs_of(problem, 10);
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "state"), SBREG_TARGET_REACHED);
  }
}

void more_effort_resumes_the_search_of_groups(void**) {
  Rng rng(78);
  const LeastSquares f = grouped_signal(rng, 2);
  const Problem problem = make_problem(f);
  const Solver once = pairs_of(problem, 0.5), twice = pairs_of(problem, 0.1);
  OK(sbreg_solver_run(once.get()));
  OK(sbreg_solver_run(twice.get()));
  assert_int_equal(get_int(twice, "state"), SBREG_SEARCHED);
  assert_true(get_int(twice, "iterations") < get_int(once, "iterations"));
  OK(sbreg_solver_set_real(twice.get(), "effort", 0.5));
  OK(sbreg_solver_run(twice.get()));
  assert_int_equal(get_int(twice, "iterations"), get_int(once, "iterations"));
  assert_true(solution_of(once) == solution_of(twice));
}

/// f when the group `leaves` goes and the block `enters` is refitted, by the oracle's coordinate descent.
Real after_swap(const Structured& p, const Vector& x, const Support& leaves, const Support& enters) {
  Structured fixed = p;
  // The others stay where they are: their part of Ax moves to b for least squares.
  for (Index i = 0; i < p.m; ++i)
    for (Index j = 0; j < p.n; ++j)
      if (!contains(leaves, j) && !contains(enters, j)) fixed.b[at(i)] -= x[at(j)] * p.A[at(j * p.m + i)];
  return fixed.minimise(enters);
}

void the_best_swap_of_groups_is_the_best_of_all(void**) {
  Rng rng(403);
  int gained = 0;
  for (int kind = 1; kind < kinds; ++kind)
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const Structured p = instance(1200 + seed, kind, false);
      const Problem problem = make_problem(p);
      const Solver solver = make_solver(problem, p, "iht");
      OK(sbreg_solver_step(solver.get(), 3));
      const Vector x = iterate_of(solver);
      const auto groups = p.groups();
      std::vector<Support> touched;
      for (const Support& g : groups)
        if (std::ranges::any_of(g, [&](Index i) { return x[at(i)] != 0; })) touched.push_back(g);
      Real best = p.value_at(x);
      for (Index i : p.kept) best = std::min(best, after_swap(p, x, {}, {i}));
      for (const Support& enters : groups) {
        if (static_cast<Index>(touched.size()) < p.s)
          best = std::min(best, after_swap(p, x, {}, enters));
        else
          for (const Support& leaves : touched) best = std::min(best, after_swap(p, x, leaves, enters));
      }
      Swap swap;
      OK(sbreg_solver_check_coordinatewise(solver.get(), x.data(), &swap.decrease, &swap.leaves, &swap.enters));
      ASSERT_AT_MOST(std::abs(p.value_at(x) - best - swap.decrease), 1e-10L * (1 + std::abs(best)));
      gained += swap.decrease > 1e-6 ? 1 : 0;
    }
  assert_true(gained > 10);
}

/// The kept column and the group ids go along with the columns.
void the_order_and_the_units_of_the_columns_do_not_matter(void**) {
  for (int kind = 1; kind < kinds; ++kind) {
    const Structured p = instance(1300 + static_cast<std::uint64_t>(kind), kind, false);
    Structured q = p;
    std::vector<Index> where(at(p.n));
    for (Index j = 0; j < p.n; ++j) where[at(j)] = (3 + 5 * j) % p.n;  // n is not always prime to 5: then skip
    std::vector<Index> sorted = where;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) continue;
    for (Index j = 0; j < p.n; ++j) {
      const Index k = where[at(j)];
      for (Index i = 0; i < p.m; ++i) q.A[at(k * p.m + i)] = 4 * p.A[at(j * p.m + i)];
      q.group[at(k)] = p.group[at(j)];
      q.lower[at(k)] = p.lower[at(j)] / 4 * 0.5;
      q.upper[at(k)] = p.upper[at(j)] / 4 * 0.5;
    }
    for (double& b : q.b) b *= 0.5;
    for (Index& i : q.kept) i = where[at(i)];
    const auto solve = [](const Structured& r) {
      const Problem problem = make_problem(r);
      const Solver solver = make_solver(problem, r, "auto");
      OK(sbreg_solver_run(solver.get()));
      return solution_of(solver);
    };
    const Vector x = solve(p), y = solve(q);
    for (Index j = 0; j < p.n; ++j) ASSERT_AT_MOST(std::abs(x[at(j)] - 8 * y[at(where[at(j)])]), 1e-9);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(auto_finds_and_proves_the_global_minimum_which_every_certificate_accepts),
      cmocka_unit_test(exchanges_alone_find_nearly_every_global_minimum),
      cmocka_unit_test(an_exact_fit_ends_the_search_of_groups),
      cmocka_unit_test(more_effort_resumes_the_search_of_groups),
      cmocka_unit_test(the_best_swap_of_groups_is_the_best_of_all),
      cmocka_unit_test(the_order_and_the_units_of_the_columns_do_not_matter),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
