// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The objective that the command line describes: the matrix, the observations, the loss and its options.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/handles.hpp"
#include "cli/line/command.hpp"
#include "cli/readers/table.hpp"

namespace cli {

/// The options that say what f is: --loss, --response, --weights, --header, the limits of reading, and the library's
/// own of a problem.
void add_problem_options(Command& command);

struct Objective {
  Problem problem;
  std::string loss;
  Index rows = 0, columns = 0;
  std::vector<std::string> names;  // of the columns of A; empty when the file had none
  std::string note;                // what the user should know about the model; mostly empty

  /// "12" or "12 (hp)": the column's number from 0, and its name when it has one.
  [[nodiscard]] std::string column(Index j) const;
};

/// Reads A from the first operand and b from the second or from the column --response. Without either b is zero where
/// `b_may_be_missing`.
Objective read_objective(const Arguments& arguments, bool b_may_be_missing);

/// The place of a column that is named, or numbered from 0 ("3", or "#3" where a column is called 3). Otherwise a
/// Failure that begins with `where`, also for a name that two columns have.
Index find_column(const std::string& which, const std::vector<std::string>& names, Index columns,
                  const std::string& where, Exit code);

/// One number for each column of A. A row of numbers under a row of names goes to the columns that these name.
std::vector<double> read_for_columns(const Arguments& arguments, const std::string& path, const std::string& role,
                                     const Objective& objective);

/// --header, --memory and --expansion.
Reading reading_options(const Arguments& arguments);

}  // namespace cli
