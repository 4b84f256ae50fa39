// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The objective that the command line describes: the matrix, the observations, the loss and its options.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/handles.hpp"
#include "cli/table.hpp"

namespace cli {

/// The options that say what f is: --loss, --response, --weights, --header, and the library's own of a problem.
void add_problem_options(Command& command);

struct Objective {
  Problem problem;
  std::string loss;
  Index rows = 0, columns = 0;
  std::vector<std::string> names;  // of the columns of A; empty when the file had none

  /// "12" or "12 (hp)": the column's number from 0, and its name when it has one.
  [[nodiscard]] std::string column(Index j) const;
};

/// Reads A from the first operand and b from the second or from the column --response. Without either b is zero where
/// `b_may_be_missing`.
Objective read_objective(const Arguments& arguments, bool b_may_be_missing);

/// The place of a column that is named, or numbered from 0; otherwise a Failure that begins with `where`.
Index find_column(const std::string& which, const std::vector<std::string>& names, Index columns,
                  const std::string& where, Exit code);

Header header_option(const Arguments& arguments);

}  // namespace cli
