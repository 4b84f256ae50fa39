// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman path: the objective against the number of nonzeros, each solve starting from the one before.
#include <algorithm>

#include "cli/columns.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/run.hpp"
#include "cli/sparsities.hpp"
#include "cli/svg.hpp"
#include "cli/vector_output.hpp"

namespace cli {
namespace {

struct Step {
  Index s, state;
  double objective;
  std::vector<double> x;
};

/// Ascending in s. The point of the step before is feasible for the next one, so the objective never rises.
std::vector<Step> compute(const Arguments& arguments, const Objective& objective,
                          const std::vector<Index>& sparsities) {
  std::vector<Step> steps;
  Progress progress(arguments);
  for (const Index s : sparsities) {
    const Solver solver = make_solver(arguments, objective, s);
    if (!steps.empty()) ok(sbreg_solver_set_start(solver.get(), steps.back().x.data()));
    watch(solver.get(), progress,
          "s = " + std::to_string(s) + " of " + std::to_string(sparsities.front()) + ".." +
              std::to_string(sparsities.back()) + "  ");
    ok(sbreg_solver_run(solver.get()));
    steps.push_back({s, integer_result(solver.get(), "state"), real_result(solver.get(), "best_objective"),
                     solution(solver.get(), objective.columns)});
    if (interrupted()) break;
  }
  return steps;
}

/// The columns in which `x` has a nonzero and `y` has none.
std::string columns_only_in(const Objective& objective, const std::vector<double>& x, const std::vector<double>& y) {
  std::string out;
  for (const Index j : support(x))
    if (y.empty() || y[at(j)] == 0)
      out += (out.empty() ? "" : " ") + (objective.names.empty() ? std::to_string(j) : objective.names[at(j)]);
  return out;
}

std::string as_table(const Objective& objective, const std::vector<Step>& steps) {
  std::vector<Row> rows{{"s", "objective", "ended", "enters", "leaves"}};
  std::vector<double> before;
  for (const Step& step : steps) {
    rows.push_back({std::to_string(step.s), rounded(step.objective, 8),
                    sbreg_state_text(static_cast<std::int32_t>(step.state)), columns_only_in(objective, step.x, before),
                    before.empty() ? "" : columns_only_in(objective, before, step.x)});
    before = step.x;
  }
  return in_columns(rows, {false, false, true, true, true});
}

std::string as_csv(const std::vector<Step>& steps) {
  std::string out = "s,objective,nonzeros\n";
  for (const Step& step : steps)
    out += std::to_string(step.s) + "," + exact(step.objective) + "," + std::to_string(support(step.x).size()) + "\n";
  return out;
}

std::string as_json(const Objective& objective, const std::vector<Step>& steps) {
  Json json;
  json.object().text("command", "path").text("version", sbreg_version_string()).text("loss", objective.loss);
  json.integer("rows", objective.rows).integer("columns", objective.columns).array("path");
  for (const Step& step : steps) {
    json.object().integer("s", step.s).number("objective", step.objective);
    json.text("state_text", sbreg_state_text(static_cast<std::int32_t>(step.state)));
    nonzeros_json(json, objective, step.x);
    json.close();
  }
  return json.close().close().str();
}

Chart as_chart(const Objective& objective, const std::vector<Step>& steps) {
  Chart chart{"Objective against the number of nonzeros",
              objective.loss + ", " + std::to_string(objective.rows) + " rows, " + std::to_string(objective.columns) +
                  " columns; each point starts from the one before",
              "nonzeros allowed, s",
              "objective f(x)",
              {{"f", {}}},
              false,
              false};
  double low = 1e308;
  double high = 0;
  for (const Step& step : steps) {
    low = std::min(low, step.objective);
    high = std::max(high, step.objective);
  }
  chart.logarithmic = high > 0 && low < high / 50;
  const double floor = high * 1e-16;  // zero has no place on a logarithmic scale
  for (const Step& step : steps)
    chart.lines[0].points.emplace_back(static_cast<double>(step.s),
                                       chart.logarithmic ? std::max(step.objective, floor) : step.objective);
  return chart;
}

Exit run_path(const Arguments& arguments) {
  const std::string format = arguments.choice("format", "table");
  const Objective objective = read_objective(arguments, false);
  const Index last = std::min<Index>({10, objective.rows, objective.columns});
  const std::vector<Index> sparsities =
      parse_sparsities("sparsities", arguments.text("sparsities", "1:" + std::to_string(last)), objective.columns);
  Output output(arguments.text("output"));
  const std::string plot = arguments.text("plot");
  std::unique_ptr<Output> figure = plot.empty() ? nullptr : std::make_unique<Output>(plot);
  const std::vector<Step> steps = compute(arguments, objective, sparsities);
  if (figure) figure->finish(svg(as_chart(objective, steps)));
  output.finish(format == "json"  ? as_json(objective, steps)
                : format == "csv" ? as_csv(steps)
                                  : as_table(objective, steps));
  if (interrupted()) return Exit::interrupted;
  return std::ranges::any_of(steps, [](const Step& step) { return exit_of_state(step.state) == Exit::limit; })
             ? Exit::limit
             : Exit::success;
}

}  // namespace

Command path_command() {
  Command command{
      "path",
      "the objective against the number of nonzeros, as a table and a picture",
      {"A", "[b]"},
      "Solves for every sparsity of a list, each time starting from the solution before, so the objective "
      "never rises; the place where it stops falling much is where s should be. The table says which columns "
      "enter and leave.",
      {},
      {{"How many columns explain this one", "sparsebregman path cars.csv --response mpg --plot path.svg"},
       {"Larger steps, numbers for another program", "sparsebregman path A.mtx b.mtx --sparsities 1:9:2 --format csv"}},
      run_path};
  command.options = {{"sparsities", 's', "LIST", "such as 1:10, 2:40:2 or 1,2,5", "1:10, or as far as A goes"},
                     {"plot", 'p', "FILE", "write a picture (SVG) of objective against s", ""}};
  add_output_options(command, {"table", "csv", "json"});
  add_problem_options(command);
  add_solver_options(command);
  return command;
}

}  // namespace cli
