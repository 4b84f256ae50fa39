// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman solve: minimise f over vectors with at most s nonzeros.
#include <cmath>

#include "cli/commands/interrupt.hpp"
#include "cli/commands/run.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/json.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/vector_output.hpp"

namespace cli {
namespace {

struct Run {
  const Objective& objective;
  const Structure& structure;
  const sbreg_solver* solver;
  Index s;
  std::vector<double> x;
  Index state;
};

/// "intercept 1.5" when the model has one, else nothing.
std::string intercept_text(const Run& run, std::string (*text)(double)) {
  std::int64_t wanted = 0;
  ok(sbreg_problem_get_int(run.objective.problem.get(), "intercept", &wanted));
  return wanted == 0 ? "" : "intercept " + text(real_result(run.solver, "intercept"));
}

/// What is known of the best objective that x can have.
std::string bound_text(const Run& run) {
  const double bound = real_result(run.solver, "lower_bound");
  const double gap = real_result(run.solver, "gap");
  if (integer_result(run.solver, "proved") == 1) return "proved: no x allowed has a lower objective\n";
  if (!std::isfinite(bound)) return "";
  return "lower bound " + rounded(bound, 10) + ", gap " + rounded(gap, 3) + "\n";
}

std::string as_table(const Run& run) {
  const char* method = "";
  ok(sbreg_solver_get_text(run.solver, "method", &method));
  std::string out = run.objective.loss + ": " + std::to_string(run.objective.rows) + " rows, " +
                    std::to_string(run.objective.columns) + " columns, at most " + run.structure.words(run.s) +
                    "\nmethod " + method + ": " + ending(run.state) + " after " +
                    std::to_string(integer_result(run.solver, "iterations")) + " iterations\nobjective " +
                    rounded(real_result(run.solver, "best_objective"), 10) + "\n";
  out += bound_text(run);
  const std::string intercept = intercept_text(run, [](double v) { return rounded(v, 10); });
  if (!intercept.empty()) out += intercept + "\n";
  return out + "\n" + nonzeros_table(run.objective, run.x, "value");
}

std::string as_matrix_market(const Run& run) {
  const std::string intercept = intercept_text(run, [](double v) { return exact(v); });
  return nonzeros_matrix_market(run.x, "objective " + exact(real_result(run.solver, "best_objective")) +
                                           (intercept.empty() ? "" : ", " + intercept));
}

std::string as_json(const Run& run) {
  Json json;
  json.object().text("command", "solve").text("version", sbreg_version_string());
  json.text("loss", run.objective.loss).integer("rows", run.objective.rows);
  json.text("state_text", sbreg_state_text(static_cast<std::int32_t>(run.state)));
  for (const Result& result : results(run.solver)) json.result(result);
  nonzeros_json(json, run.objective, run.x);
  return json.close().str();
}

/// A sentence when the columns of the solution depend on each other; empty where they do not, or where nobody knows.
std::string dependence_note(const Run& run) {
  Index rank = -1;
  const auto size = static_cast<Index>(support(run.x).size());
  if (sbreg_solver_get_int(run.solver, "rank", &rank) != SBREG_OK || rank < 0 || rank >= size) return "";
  return "the " + std::to_string(size) + " chosen columns depend on each other (their rank is " + std::to_string(rank) +
         "), so other coefficients fit as well";
}

Exit run_solve(const Arguments& arguments) {
  const std::string format = arguments.choice("format", "table");
  const Objective objective = read_objective(arguments, false);
  const Structure structure = read_structure(arguments, objective);
  const Index s = sparsity_option(arguments, structure);
  const Solver solver = make_solver(arguments, objective, structure, s);
  if (arguments.has("start")) {
    const auto start = read_for_columns(arguments, arguments.text("start"), "the start", objective);
    ok(sbreg_solver_set_start(solver.get(), start.data()), Exit::input);
  }
  Output output(arguments.text("output"));
  {
    Progress progress(arguments);
    watch(solver.get(), progress);
    ok(sbreg_solver_run(solver.get()));
  }
  const Run run{objective,
                structure,
                solver.get(),
                s,
                solution(solver.get(), objective.columns),
                integer_result(solver.get(), "state")};
  note(arguments, objective.note);
  note(arguments, dependence_note(run));
  note(arguments, unused_note(objective, structure, s, run.x, run.state));
  if (integer_result(solver.get(), "separated") == 1) note(arguments, separation_note(objective.loss, ""));
  output.finish(format == "json" ? as_json(run) : format == "mtx" ? as_matrix_market(run) : as_table(run));
  return exit_of_state(run.state);
}

}  // namespace

Command solve_command() {
  Command command{
      "solve",
      "minimise f(x) over vectors with at most s nonzeros",
      {"A", "[b]"},
      "Reads the matrix A and the observations b and prints the best x with at most --sparsity nonzeros that "
      "the method finds. Files are Matrix Market (.mtx, dense or sparse), CSV or TSV with or without a row of "
      "names, or NumPy's .npy, each also compressed (.gz); - is standard input.",
      {},
      {{"The best three columns of a table for one of its columns", "sparsebregman solve cars.csv --response mpg -s 3"},
       {"A and b from files, the result for another program", "sparsebregman solve A.mtx b.mtx -s 4 --format json"},
       {"Sparse logistic regression with a ridge; labels are 0 and 1, or -1 and 1",
        "sparsebregman solve A.mtx labels.csv -s 2 --loss logistic --ridge 0.1"},
       {"One column always stays, two more are chosen; none is negative",
        "sparsebregman solve cars.csv --response mpg -s 2 --kept one --lower 0"},
       {"A method of the paper, its dictionary, and a limit",
        "sparsebregman solve A.mtx b.mtx -s 4 --method newton "
        "--dictionary D1 --max-iterations 1000"},
       {"Write x for later, and check it",
        "sparsebregman solve A.mtx b.mtx -s 4 --format mtx -o x.mtx\n"
        "sparsebregman check A.mtx b.mtx x.mtx"}},
      run_solve};
  command.options = {{"sparsity", 's', "N", "x may have at most this many nonzeros", "required"}};
  add_output_options(command, {"table", "json", "mtx"});
  add_problem_options(command);
  command.options.push_back({"start", 0, "FILE", "where to start, at most s nonzeros", "zero"});
  add_solver_options(command);
  return command;
}

}  // namespace cli
