// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A vector as a result: table of its nonzeros, JSON, Matrix Market.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/problem.hpp"
#include "cli/output/json.hpp"

namespace cli {

/// --format with these choices (the first is the default), --output and --quiet.
void add_output_options(Command& command, const std::vector<std::string>& formats);

/// column  [name]  heading; columns are counted from 0.
std::string nonzeros_table(const Objective& objective, const std::vector<double>& x, const std::string& heading);
/// "support": [...], "names": [...] where there are some, "values": [...]
void nonzeros_json(Json& json, const Objective& objective, const std::vector<double>& x);
/// A sparse column that `check` and `solve --start` read back exactly.
std::string nonzeros_matrix_market(const std::vector<double>& x, const std::string& comment);
/// A dense column.
std::string dense_matrix_market(const std::vector<double>& x, const std::string& comment);

}  // namespace cli
