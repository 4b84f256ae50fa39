// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What x has to keep besides its number of nonzeros: groups of columns, bounds, columns that always may be nonzero.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/problem.hpp"

namespace cli {

/// --groups, --kept, --lower and --upper.
void add_structure_options(Command& command);

struct Structure {
  std::vector<Index> group;          // of each column; empty without groups
  std::vector<Index> kept;           // columns that are not counted
  std::vector<double> lower, upper;  // one per column; empty without such bounds
  Index most = 0;                    // what s can be

  /// How many nonzeros x has that s counts, or groups of them.
  [[nodiscard]] Index count(const std::vector<double>& x) const;
  /// What s counts: "nonzero" or "group".
  [[nodiscard]] std::string unit() const { return group.empty() ? "nonzero" : "group"; }
  /// "3 nonzeros", "1 group", "2 nonzeros besides the kept columns".
  [[nodiscard]] std::string words(Index s) const;
  /// "column 3 (hp)", or "the group of column 3 (hp)".
  [[nodiscard]] std::string column(const Objective& objective, Index j) const;
};

Structure read_structure(const Arguments& arguments, const Objective& objective);

void set_structure(const Structure& structure, sbreg_solver* solver);

}  // namespace cli
