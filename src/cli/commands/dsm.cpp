// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman dsm: a diagonal scaling matrix with its certificate.
#include <cmath>
#include <limits>

#include "cli/commands/interrupt.hpp"
#include "cli/commands/run.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/vector_output.hpp"

namespace cli {
namespace {

struct Computed {
  const Objective& objective;
  const sbreg_dsm* dsm;
  std::vector<double> weights;
  double margin;
  Index state = 0;
  std::string model, certificate;
  double gap = 0, primal = 0, dual = 0;
};

std::string as_table(const Computed& done) {
  const std::string proof = done.certificate == "proven"          ? "proven, rounding included"
                            : done.certificate == "probabilistic" ? "holds up to a stated probability of failure"
                                                                  : "not certified";
  std::string out = "model " + done.model + ": " + ending(done.state) +
                    "\nDiag(w) lies above the Hessian bound C: " + proof + "\nindependent check: " +
                    (std::isfinite(done.margin) ? "smallest eigenvalue of Diag(w) - C is " + rounded(done.margin)
                                                : "not made, the run was interrupted") +
                    "\nobjective " + rounded(done.primal, 10) + ", at least " + rounded(done.dual, 10) +
                    " for any w: within " + rounded(100 * done.gap, 3) + " % of the best\n\n";
  const bool named = !done.objective.names.empty();
  std::vector<Row> rows{named ? Row{"column", "name", "weight"} : Row{"column", "weight"}};
  for (Index j = 0; j < done.objective.columns; ++j) {
    const std::string value = rounded(done.weights[at(j)], 10);
    rows.push_back(named ? Row{std::to_string(j), done.objective.names[at(j)], value} : Row{std::to_string(j), value});
  }
  return out + in_columns(rows, {false, named, false});
}

std::string as_json(const Computed& done) {
  Json json;
  json.object().text("command", "dsm").text("version", sbreg_version_string());
  json.text("state_text", sbreg_state_text(static_cast<std::int32_t>(done.state)));
  for (const Result& result : results(done.dsm)) json.result(result);
  return json.number("margin", done.margin).numbers("weights", done.weights).close().str();
}

Exit run_dsm(const Arguments& arguments) {
  const std::string format = arguments.choice("format", "table");
  const std::string model = arguments.choice("model", "linear");
  const Objective objective = read_objective(arguments, true);
  sbreg_dsm* handle = nullptr;
  ok(sbreg_dsm_create(&handle, objective.problem.get(), model.c_str()));
  const Dsm dsm(handle);
  set_options(arguments, handle);
  if (arguments.has("cost")) {
    const auto cost = read_for_columns(arguments, arguments.text("cost"), "the cost", objective);
    ok(sbreg_dsm_set_cost(handle, cost.data()), Exit::input);
  }
  Output output(arguments.text("output"));
  {
    Progress progress(arguments);
    watch(handle, progress);
    ok(sbreg_dsm_run(handle));
  }
  Computed done{objective, handle, std::vector<double>(at(objective.columns)), 0, 0, model, "", 0, 0, 0};
  ok(sbreg_dsm_get_weights(handle, done.weights.data()));
  if (interrupted())
    done.margin = std::numeric_limits<double>::quiet_NaN();  // the check cannot be interrupted
  else
    ok(sbreg_dsm_margin(handle, objective.problem.get(), &done.margin));
  ok(sbreg_dsm_get_int(handle, "state", &done.state));
  ok(sbreg_dsm_get_real(handle, "gap", &done.gap));
  ok(sbreg_dsm_get_real(handle, "primal_objective", &done.primal));
  ok(sbreg_dsm_get_real(handle, "dual_objective", &done.dual));
  const char* certificate = "";
  ok(sbreg_dsm_get_text(handle, "certificate", &certificate));
  done.certificate = certificate;
  output.finish(format == "json"  ? as_json(done)
                : format == "mtx" ? dense_matrix_market(done.weights, "model " + model + ", gap " + exact(done.gap))
                                  : as_table(done));
  return interrupted() ? Exit::interrupted : exit_of_state(done.state);
}

}  // namespace

Command dsm_command() {
  Command command{
      "dsm",
      "compute a diagonal scaling matrix, with a proof and a bound on its distance from the best",
      {"A", "[b]"},
      "Finds weights w such that Diag(w) lies above the bound C on the Hessian of f (A'A for least squares): the step "
      "sizes of the methods are their reciprocals. The linear model makes the sum of w smallest, the quadratic one the "
      "sum of squares, lipschitz the largest weight. What is printed says how the inequality was proved, and how far "
      "the weights can be from the best ones. b is needed only where the loss wants it.",
      {},
      {{"Weights of the linear model, to within 0.1 %", "sparsebregman dsm A.mtx"},
       {"Closer to the best, as JSON", "sparsebregman dsm A.mtx --model quadratic --gap-tolerance 1e-6 --format json"},
       {"For logistic regression, written to a file",
        "sparsebregman dsm A.mtx labels.csv --loss logistic --format mtx -o w.mtx"}},
      run_dsm};
  command.options = {
      {"model", 'm', "NAME", "which weights are the best", "linear", {"linear", "quadratic", "lipschitz"}},
      {"cost", 'c', "FILE", "costs of the weights in the linear model, one per column", "all 1"}};
  add_output_options(command, {"table", "json", "mtx"});
  add_problem_options(command);
  add_options(command, "dsm");
  return command;
}

}  // namespace cli
