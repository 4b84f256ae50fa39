// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman path: fits for many numbers of nonzeros, and the choice among them.
#include <algorithm>
#include <cmath>

#include "cli/commands/interrupt.hpp"
#include "cli/commands/path_fits.hpp"
#include "cli/line/sparsities.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/output.hpp"
#include "cli/output/picture.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/vector_output.hpp"

namespace cli {
namespace {

/// The columns in which `x` has a nonzero and `y` has none.
std::string columns_only_in(const Objective& objective, const std::vector<double>& x, const std::vector<double>& y) {
  std::string out;
  for (const Index j : support(x))
    if (y.empty() || y[at(j)] == 0)
      out += (out.empty() ? "" : " ") + (objective.names.empty() ? std::to_string(j) : objective.names[at(j)]);
  return out;
}

std::string chosen_by(const PathFits& fits) { return fits.criterion + (fits.rule.empty() ? "" : ", " + fits.rule); }

std::string as_table(const Objective& objective, const PathFits& fits) {
  const bool folds = fits.criterion == "cv";
  const bool scored = fits.chosen >= 0;
  const std::string score = folds ? "cv_mean" : fits.criterion;
  Row heading{"s", "", "objective"};
  if (scored) heading.push_back(folds ? "held out" : fits.criterion);
  if (scored && folds) heading.emplace_back("error");
  std::vector<bool> left(heading.size() + 3, false);
  std::fill(left.end() - 3, left.end(), true);
  for (const char* name : {"ended", "enters", "leaves"}) heading.emplace_back(name);
  std::vector<Row> rows{heading};
  std::vector<double> before;
  for (const PathFit& fit : fits.rows) {
    Row row{std::to_string(fit.s), fit.chosen ? "*" : "", rounded(fit.objective, 8)};
    if (scored) row.push_back(rounded(fit.score(score)));
    if (scored && folds) row.push_back(rounded(fit.score("cv_error"), 3));
    row.push_back(fit.score("proved") == 1 ? "proved" : ending(fit.state));
    row.push_back(columns_only_in(objective, fit.x, before));
    row.push_back(before.empty() ? "" : columns_only_in(objective, before, fit.x));
    rows.push_back(row);
    before = fit.x;
  }
  const std::string sentence = "\nchosen: s = " + std::to_string(fits.chosen) + " (" + chosen_by(fits) + ")\n";
  return in_columns(rows, left) + (scored ? sentence : "");
}

/// What is not there is an empty cell.
std::string as_csv(const PathFits& fits) {
  std::string out = "s,objective,nonzeros";
  for (const char* name : score_names) out += std::string(",") + name;
  out += ",chosen\n";
  for (const PathFit& fit : fits.rows) {
    out += std::to_string(fit.s) + "," + exact(fit.objective) + "," + std::to_string(support(fit.x).size());
    for (const double score : fit.scores) out += "," + (std::isfinite(score) ? exact(score) : "");
    out += fit.chosen ? ",1\n" : ",0\n";
  }
  return out;
}

std::string as_json(const Objective& objective, const PathFits& fits) {
  Json json;
  json.object().text("command", "path").text("version", sbreg_version_string()).text("loss", objective.loss);
  json.integer("rows", objective.rows).integer("columns", objective.columns);
  json.text("state_text", sbreg_state_text(static_cast<std::int32_t>(fits.state)));
  json.integer("chosen", fits.chosen).text("criterion", fits.criterion).text("rule", fits.rule).array("path");
  for (const PathFit& fit : fits.rows) {
    json.object().integer("s", fit.s).number("objective", fit.objective);
    for (std::size_t k = 0; k < score_names.size(); ++k) json.number(score_names[k], fit.scores[k]);
    json.text("state_text", sbreg_state_text(static_cast<std::int32_t>(fit.state)));
    nonzeros_json(json, objective, fit.x);
    json.close();
  }
  return json.close().close().str();
}

/// The score that s was chosen by where it is that of cross-validation, otherwise the objective.
Chart as_chart(const Objective& objective, const Structure& structure, const PathFits& fits) {
  const bool folds = fits.criterion == "cv" && fits.chosen >= 0;
  Chart chart{std::string(folds ? "Loss on held-out observations" : "Objective") + " against the number of " +
                  structure.unit() + "s",
              objective.loss + ", " + std::to_string(objective.rows) + " rows, " + std::to_string(objective.columns) +
                  " columns" + (folds ? "; bars of one standard error" : ""),
              structure.unit() + "s allowed, s",
              folds ? "mean deviance, held out" : "objective f(x)",
              {{"f", {}}},
              false,
              false,
              static_cast<double>(fits.chosen),
              "chosen: s = " + std::to_string(fits.chosen) + " (" + chosen_by(fits) + ")"};
  double low = 1e308;
  double high = 0;
  const auto height = [&](const PathFit& fit) { return folds ? fit.score("cv_mean") : fit.objective; };
  for (const PathFit& fit : fits.rows) {
    low = std::min(low, height(fit));
    high = std::max(high, height(fit));
  }
  chart.logarithmic = high > 0 && low < high / 50;
  const double floor = high * 1e-16;  // zero has no place on a logarithmic scale
  for (const PathFit& fit : fits.rows) {
    chart.lines[0].points.emplace_back(static_cast<double>(fit.s),
                                       chart.logarithmic ? std::max(height(fit), floor) : height(fit));
    if (folds) chart.lines[0].errors.push_back(fit.score("cv_error"));
  }
  return chart;
}

/// Names the sparsities whose classes are separated, or else those where they are in some folds, if there are any.
std::string separated_fits(const Objective& objective, const PathFits& fits) {
  const auto where = [&](const char* series) {
    std::string list;
    for (const PathFit& fit : fits.rows)
      if (fit.score(series) > 0) list += (list.empty() ? "" : ", ") + std::to_string(fit.s);
    return list;
  };
  if (const std::string fit = where("separated"); !fit.empty())
    return separation_note(objective.loss, " at s = " + fit);
  const std::string folds = where("cv_separated");
  return folds.empty() ? "" : separation_note(objective.loss, " in some folds at s = " + folds);
}

Exit run_path(const Arguments& arguments) {
  const std::string format = arguments.choice("format", "table");
  const Objective objective = read_objective(arguments, false);
  const Structure structure = read_structure(arguments, objective);
  const Index most = structure.count(std::vector<double>(at(objective.columns), 1));  // besides what is kept
  const Index last = std::min<Index>({10, objective.rows, most});
  const std::vector<Index> sparsities =
      parse_sparsities("sparsities", arguments.text("sparsities", "0:" + std::to_string(last)), 0, most);
  require_memory(limit_options(arguments), path_memory(arguments, objective, sparsities), arguments.operand(0));
  Output output(arguments.text("output"));
  Picture figure("plot", arguments.text("plot"));
  const PathFits fits = fit_path(arguments, objective, structure, sparsities);
  figure.finish(as_chart(objective, structure, fits));
  note(arguments, objective.note);
  note(arguments, separated_fits(objective, fits));
  if (!fits.rows.empty())
    note(arguments, unused_note(objective, structure, fits.rows.back().s, fits.rows.back().x, fits.rows.back().state));
  output.finish(format == "json"  ? as_json(objective, fits)
                : format == "csv" ? as_csv(fits)
                                  : as_table(objective, fits));
  if (interrupted()) return Exit::interrupted;
  const auto ends = [&](Exit with) {
    const auto does = [&](const PathFit& fit) { return exit_of_state(fit.state) == with; };
    return exit_of_state(fits.state) == with || std::ranges::any_of(fits.rows, does);
  };
  if (ends(Exit::failed)) return Exit::failed;
  return ends(Exit::limit) ? Exit::limit : Exit::success;
}

}  // namespace

Command path_command() {
  Command command{
      "path",
      "fits for many numbers of nonzeros, and the choice among them",
      {"A", "[b]"},
      "Fits every sparsity from the first to the last of a list, each starting from its neighbours, so the objective "
      "never rises, and chooses one: by cross-validation where there are --folds, otherwise by an information "
      "criterion. The table says which columns enter and leave and marks the chosen row; rows are those of the list, "
      "and "
      "the chosen one.",
      {},
      {{"How many columns explain this one", "sparsebregman path cars.csv --response mpg --plot path.svg"},
       {"By cross-validation, with an intercept and columns on one scale",
        "sparsebregman path cars.csv --response mpg --folds 5 --intercept 1 --standardize 1"},
       {"Larger steps, numbers for another program", "sparsebregman path A.mtx b.mtx --sparsities 1:9:2 --format csv"}},
      run_path};
  command.options = {
      {"sparsities", 's', "LIST", "such as 0:10, 2:40:2 or 1,2,5; what is between is fitted too",
       "0:10, or as far as A goes"},
      {"plot", 'p', "FILE", "write a picture (.svg or .png) of the held-out loss, or of the objective, against s", ""}};
  add_output_options(command, {"table", "csv", "json"});
  add_problem_options(command);
  add_path_options(command);
  add_solver_options(command);
  return command;
}

}  // namespace cli
