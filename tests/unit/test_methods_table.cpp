// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The composition table: every row is a method of its own, its ingredients are at work, and what a run records agrees
// with what it counts.
#include "trace.hpp"

namespace {

using namespace oracle;

struct Row {
  const char* name;
  const char* method;
  const char* letters;  // of the matrices, in order
  Index period;
};
constexpr Row rows[] = {
    {"IHT", "iht", "I", 1},
    {"IWHT + D_Q", "iwht", "Q", 1},
    {"IWHT + D_L", "iwht", "L", 1},
    {"CIWHT", "ciwht", "QLI", 1},
    {"CIWHT, period 10", "ciwht", "QLI", 10},
    {"IHT + LS&R", "iht-lsr", "I", 1},
    {"CIWHT + LS&R", "ciwht-lsr", "QLI", 1},
    {"Newton + L", "gpnp", "I", 1},
    {"Newton + D_L", "newton", "L", 1},
    {"Newton + D_Q", "newton", "Q", 1},
    {"Newton + D1, period 1", "newton", "QLI", 1},
    {"Newton + D1, period 10", "newton", "QLI", 10},
    {"Newton + D2, period 1", "newton", "LQI", 1},
    {"Newton + D2, period 10", "newton", "LQI", 10},
    {"Newton + D3, period 1", "newton", "LIQ", 1},
    {"Newton + D3, period 10", "newton", "LIQ", 10},
    {"Newton + D4, period 1", "newton", "QIL", 1},
    {"Newton + D4, period 10", "newton", "QIL", 10},
    {"MFISTA", "mfista", "QLI", 1},
    {"MFISTA + L", "mfista", "I", 1},
};

constexpr Index s = 30;

/// The fixed instance: the paper's size, at a sparsity where no method is done before its restarts.
const LeastSquares& instance() {
  static const LeastSquares f = [] {
    Rng rng(30);
    return compressed_sensing(rng, 64, 256, s, 0);
  }();
  return f;
}

Solver solver_for(const Problem& problem, const Row& row, Index limit = 600) {
  Solver solver = plain_solver(problem, s, row.method);
  add_dictionary(solver, problem, row.letters, row.period);
  OK(sbreg_solver_set_int(solver.get(), "history", 1));
  OK(sbreg_solver_set_int(solver.get(), "max_iterations", limit));
  return solver;
}

Solver run(const Problem& problem, const Row& row) {
  Solver solver = solver_for(problem, row);
  OK(sbreg_solver_run(solver.get()));
  return solver;
}

void no_two_rows_of_the_table_take_the_same_path(void**) {
  const Problem problem = make_problem(instance());
  std::vector<Vector> paths;
  for (const Row& row : rows) paths.push_back(series_of(run(problem, row), "objective"));
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (paths[i] == paths[j]) fail_msg("%s and %s are the same\n", rows[i].name, rows[j].name);
}

void every_row_uses_its_ingredients_and_no_others(void**) {
  const Problem problem = make_problem(instance());
  for (const Row& row : rows) {
    const Solver solver = run(problem, row);
    const std::string method = row.method;
    const bool safe = method == "iht" || method == "iwht" || method == "ciwht";
    const bool newton = method == "gpnp" || method == "newton";
    assert_true(get_int(solver, "support_changes") > 0);
    assert_int_equal(get_int(solver, "newton_steps") > 0, newton);
    assert_int_equal(get_int(solver, "restarts") > 0, !safe);
    const Index iterations = get_int(solver, "iterations");
    if (safe) assert_int_equal(get_int(solver, "evaluations"), iterations);  // one trial each
    if (!safe) assert_true(get_int(solver, "trials") > iterations + iterations / 10);
    if (!safe) assert_true(get_int(solver, "forced_steps") > 0);
    assert_int_equal(get_int(solver, "dictionary_size"), std::strlen(row.letters));
  }
}

/// Turning one ingredient off changes the path, so none is idle. (Without Newton steps both restarts are one step with
/// the same multiple of D by default.)
void every_ingredient_matters(void**) {
  const Problem problem = make_problem(instance());
  struct Change {
    const char* method;
    const char* option;
    const char* text;  // null: the integer is set
    Index integer;
  };
  for (const Change& change :
       {Change{"newton", "newton", nullptr, 0}, Change{"newton", "restart", "none", 0},
        Change{"newton", "restart", "gamma", 0}, Change{"newton", "line_search", "none", 0},
        Change{"newton", "line_search", "paper", 0}, Change{"ciwht-lsr", "line_search_trials", nullptr, 5},
        Change{"mfista", "momentum", nullptr, 0}, Change{"mfista", "restart", "none", 0},
        Change{"mfista", "line_search", "paper", 0}, Change{"ciwht-lsr", "restart", "none", 0},
        Change{"ciwht-lsr", "line_search", "none", 0}, Change{"ciwht", "line_search", "growing", 0},
        Change{"ciwht-lsr", "newton", nullptr, 1}, Change{"ciwht", "momentum", nullptr, 1}}) {
    const Row row{"", change.method, "QLI", 1};
    const Solver usual = solver_for(problem, row);
    const Solver changed = solver_for(problem, row);
    if (change.text != nullptr) OK(sbreg_solver_set_text(changed.get(), change.option, change.text));
    if (change.text == nullptr) OK(sbreg_solver_set_int(changed.get(), change.option, change.integer));
    OK(sbreg_solver_run(usual.get()));
    OK(sbreg_solver_run(changed.get()));
    if (series_of(usual, "objective") == series_of(changed, "objective"))
      fail_msg("%s without change of %s\n", change.method, change.option);
  }
}

void gpnp_is_newton_with_the_dictionary_L(void**) {
  const Problem problem = make_problem(instance());
  const Solver gpnp = run(problem, {"", "gpnp", "I", 1});
  const Solver newton = run(problem, {"", "newton", "I", 1});
  for (const char* name : series_names) assert_true(series_of(gpnp, name) == series_of(newton, name));
  assert_true(iterate_of(gpnp) == iterate_of(newton));
  assert_true(solution_of(gpnp) == solution_of(newton));
  for (const char* name : {"trials", "evaluations", "forced_steps", "restarts", "newton_steps", "state"})
    assert_int_equal(get_int(gpnp, name), get_int(newton, name));
}

void the_first_matrix_is_used_first_and_each_for_one_period(void**) {
  const Problem problem = make_problem(instance());
  for (const Row& row : rows) {
    const Vector active = series_of(run(problem, row), "active_dsm");
    const auto size = std::strlen(row.letters);
    for (std::size_t k = 1; k < active.size(); ++k)
      assert_true(active[k] == static_cast<double>((k - 1) / at(row.period) % size));
  }
}

void the_history_agrees_with_the_counters(void**) {
  const Problem problem = make_problem(instance());
  for (const Row& row : rows) {
    const Solver solver = run(problem, row);
    const auto sum = [&](const char* name) {
      const Vector v = series_of(solver, name);
      return static_cast<Index>(std::accumulate(v.begin() + 1, v.end(), 0.0));
    };
    const Vector objective = series_of(solver, "objective");
    const Vector best = series_of(solver, "best_objective");
    const Index iterations = get_int(solver, "iterations");
    for (const char* name : series_names) assert_int_equal(series_of(solver, name).size(), iterations + 1);
    assert_int_equal(sum("support_changed"), get_int(solver, "support_changes"));
    assert_int_equal(sum("restarted"), get_int(solver, "restarts"));
    assert_true(objective.back() == get_real(solver, "objective"));
    assert_true(best.back() == get_real(solver, "best_objective"));
    assert_true(series_of(solver, "active_dsm").back() == static_cast<double>(get_int(solver, "active_dsm")));
    double smallest = objective.front();
    for (std::size_t k = 0; k < objective.size(); ++k) {
      smallest = std::min(smallest, objective[k]);
      if (k + 1 < objective.size() || get_int(solver, "state") != SBREG_STATIONARY) assert_true(best[k] == smallest);
    }
  }
}

void the_marks_are_where_the_pattern_changed(void**) {
  const Problem problem = make_problem(instance());
  for (const Row& row : rows) {
    const Solver solver = solver_for(problem, row, 200);
    const std::vector<Step> steps = trace(solver, 200);
    const Vector changed = series_of(solver, "support_changed");
    for (std::size_t k = 1; k < steps.size(); ++k)
      assert_int_equal(changed[k] != 0, support_of(steps[k].x) != support_of(steps[k - 1].x));
  }
}

void after_a_stationary_end_the_history_ends_with_the_result(void**) {
  Rng rng(31);
  const Problem problem = make_problem(compressed_sensing(rng, 40, 60, 6, 0.2));
  for (const auto& [method, letters] : {std::pair{"iht", "I"}, {"iwht", "Q"}, {"ciwht", "QLI"}}) {
    Solver solver = plain_solver(problem, 6, method);
    add_dictionary(solver, problem, letters, 1);
    OK(sbreg_solver_set_int(solver.get(), "history", 1));
    OK(sbreg_solver_run(solver.get()));
    assert_int_equal(get_int(solver, "state"), SBREG_STATIONARY);
    assert_true(series_of(solver, "best_objective").back() == get_real(solver, "best_objective"));
    assert_true(series_of(solver, "objective").back() == get_real(solver, "objective"));
  }
}

/// A window is about better points alone: one that never passes changes nothing, however slowly f falls.
void a_window_that_never_passes_stops_no_method_without_newton_steps(void**) {
  Rng rng(32);
  const Problem problem = make_problem(compressed_sensing(rng, 64, 256, 20, 0));
  for (const char* method : {"iht", "iht-lsr", "ciwht-lsr", "mfista"}) {
    Vector paths[2];
    for (const bool window : {false, true}) {
      Solver solver = plain_solver(problem, 20, method);
      add_dictionary(solver, problem, std::string(method)[0] == 'i' ? "I" : "QLI", 1);
      OK(sbreg_solver_set_int(solver.get(), "history", 1));
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 2000));
      if (window) OK(sbreg_solver_set_int(solver.get(), "stall_window", 1000000));
      OK(sbreg_solver_run(solver.get()));
      paths[window ? 1 : 0] = series_of(solver, "objective");
    }
    assert_true(paths[0] == paths[1]);
  }
}

void a_run_equals_its_steps_with_any_dictionary_and_without_history(void**) {
  const Problem problem = make_problem(instance());
  for (const Row& row : rows) {
    const Solver whole = run(problem, row);
    for (Index cut : {1, 7}) {
      const Solver parts = solver_for(problem, row);
      OK(sbreg_solver_set_int(parts.get(), "history", cut == 1 ? 0 : 1));
      while (get_int(parts, "state") == SBREG_RUNNING) OK(sbreg_solver_step(parts.get(), cut));
      assert_true(iterate_of(whole) == iterate_of(parts));
      assert_true(solution_of(whole) == solution_of(parts));
      for (const char* name :
           {"iterations", "trials", "evaluations", "forced_steps", "restarts", "newton_steps", "state"})
        assert_int_equal(get_int(whole, name), get_int(parts, name));
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(no_two_rows_of_the_table_take_the_same_path),
      cmocka_unit_test(every_row_uses_its_ingredients_and_no_others),
      cmocka_unit_test(every_ingredient_matters),
      cmocka_unit_test(gpnp_is_newton_with_the_dictionary_L),
      cmocka_unit_test(the_first_matrix_is_used_first_and_each_for_one_period),
      cmocka_unit_test(the_history_agrees_with_the_counters),
      cmocka_unit_test(the_marks_are_where_the_pattern_changed),
      cmocka_unit_test(after_a_stationary_end_the_history_ends_with_the_result),
      cmocka_unit_test(a_window_that_never_passes_stops_no_method_without_newton_steps),
      cmocka_unit_test(a_run_equals_its_steps_with_any_dictionary_and_without_history),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
