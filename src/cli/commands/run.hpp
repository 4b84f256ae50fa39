// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A solver as the command line describes it, and what its end means.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/handles.hpp"
#include "cli/commands/structure.hpp"
#include "cli/line/command.hpp"

namespace cli {

/// The structure, --kernel with its options, then those of the solver.
void add_solver_options(Command& command);

/// A solver for at most s nonzeros with the structure, every option and the kernel set.
Solver make_solver(const Arguments& arguments, const Objective& objective, const Structure& structure, Index s);

/// --sparsity, which must be there and fit.
Index sparsity_option(const Arguments& arguments, const Structure& structure);

Index integer_result(const sbreg_solver* solver, const char* name);
double real_result(const sbreg_solver* solver, const char* name);
std::vector<double> solution(const sbreg_solver* solver, Index n);
/// The places of the nonzeros.
std::vector<Index> support(const std::vector<double>& x);

/// A sentence when x has fewer nonzeros than it may although the run came to its end: then the other columns depend on
/// the chosen ones, or have no effect besides them. Bounds and groups may be other reasons; there it says nothing.
std::string unused_note(const Objective& objective, const Structure& structure, Index s, const std::vector<double>& x,
                        Index state);

/// What there is to say of a fit that has no minimiser (the result `separated`). `where` says which fits.
std::string separation_note(const std::string& loss, const std::string& where);

/// A limit and Ctrl-C have exit codes of their own; every other end is success.
Exit exit_of_state(Index state);

}  // namespace cli
