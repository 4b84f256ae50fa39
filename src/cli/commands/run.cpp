// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/commands/run.hpp"

#include <algorithm>

#include "cli/commands/change.hpp"
#include "cli/line/keys.hpp"

namespace cli {

void add_solver_options(Command& command) {
  add_structure_options(command);
  command.options.push_back(
      {"kernel", 'k', "NAME", "the kernel of the method bpg", "a scaling matrix", {"quadratic", "quartic", "power"}});
  add_options(command, "kernel");
  add_options(command, "solver");
}

Solver make_solver(const Arguments& arguments, const Objective& objective, const Structure& structure, Index s) {
  sbreg_solver* handle = nullptr;
  ok(sbreg_solver_create(&handle, objective.problem.get(), s));
  Solver solver(handle);
  set_structure(structure, handle);
  set_options(arguments, handle);
  if (arguments.has("kernel")) {
    sbreg_kernel* made = nullptr;
    ok(sbreg_kernel_create(&made, objective.columns, arguments.text("kernel").c_str()), Exit::usage);
    const Kernel kernel(made);
    set_options(arguments, made);
    ok(sbreg_solver_set_kernel(handle, made), Exit::usage);
  }
  return solver;
}

Index sparsity_option(const Arguments& arguments, const Structure& structure) {
  if (!arguments.has("sparsity"))
    throw Failure(Exit::usage, "say how many nonzeros x may have: --sparsity N (or -s N)");
  return arguments.integer("sparsity", 1, 0, structure.most);
}

Index integer_result(const sbreg_solver* solver, const char* name) {
  Index value = 0;
  ok(sbreg_solver_get_int(solver, name, &value));
  return value;
}

double real_result(const sbreg_solver* solver, const char* name) {
  double value = 0;
  ok(sbreg_solver_get_real(solver, name, &value));
  return value;
}

std::vector<double> solution(const sbreg_solver* solver, Index n) {
  std::vector<double> x(at(n));
  ok(sbreg_solver_get_solution(solver, x.data()));
  return x;
}

std::vector<Index> support(const std::vector<double>& x) {
  std::vector<Index> out;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (x[j] != 0) out.push_back(static_cast<Index>(j));
  return out;
}

std::string unused_note(const Objective& objective, const Structure& structure, Index s, const std::vector<double>& x,
                        Index state) {
  if (state != SBREG_STATIONARY && state != SBREG_SEARCHED) return "";
  if (!structure.group.empty() || !structure.lower.empty() || !structure.upper.empty()) return "";
  if (structure.count(x) >= std::min(s, objective.columns)) return "";
  std::vector<Index> unused;
  for (Index j = 0; j < objective.columns; ++j)
    if (x[at(j)] == 0) unused.push_back(j);
  if (unused.empty()) return "";
  const bool one = unused.size() == 1;
  return list(unused, objective) + (one ? " is" : " are") + " not used: the chosen columns determine " +
         (one ? "it, or it has" : "them, or they have") + " no effect besides theirs";
}

std::string separation_note(const std::string& loss, const std::string& where) {
  const std::string what = loss == "poisson" ? "the chosen variables mark counts of zero" : "the classes are separated";
  return what + where +
         ": the objective has no minimiser, and the coefficients are as large as the run was long; --ridge gives it "
         "one";
}

Exit exit_of_state(Index state) {
  if (state == SBREG_STOPPED) return Exit::interrupted;
  if (state == SBREG_UNBOUNDED || state == SBREG_INCONSISTENT) return Exit::failed;
  return state == SBREG_ITERATION_LIMIT || state == SBREG_TIME_LIMIT ? Exit::limit : Exit::success;
}

}  // namespace cli
