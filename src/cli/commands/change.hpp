// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What a better point does to x, column by column.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/problem.hpp"

namespace cli {

/// "column 3 (hp)", "columns 7, 12 (hp), 3 and 4 more". There is at least one.
std::string list(const std::vector<Index>& columns, const Objective& objective);

/// Columns that become nonzero, become zero, or stay and change; each list begins with what is worth most.
struct Change {
  std::vector<Index> enters, leaves, moves;
};

/// From x to y, where f has the gradient g at x: a column is worth |g_j (y_j - x_j)|, which has the units of f.
Change change(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& g);

/// "takes in columns 7, 12 (hp), 3 and 4 more, drops column 5", or where the support stays "moves column 5 most"; empty
/// when nothing changes.
std::string in_words(const Change& change, const Objective& objective);

}  // namespace cli
