// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The library's path as the command line describes it: its options, the run, and what came out, row by row.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cli/commands/run.hpp"

namespace cli {

/// Numbers of a fit that a criterion or the user may go by; NaN where there is none.
inline constexpr std::array<const char*, 10> score_names{
    "intercept", "aic", "bic", "ebic", "gic", "cv_mean", "cv_error", "proved", "separated", "cv_separated"};

struct PathFit {
  Index s, state;
  double objective;
  std::array<double, score_names.size()> scores;
  std::vector<double> x;
  bool chosen;

  [[nodiscard]] double score(const std::string& name) const;
};

struct PathFits {
  std::vector<PathFit> rows;
  Index chosen = -1;            // -1: nothing to choose by, or not yet
  std::string criterion, rule;  // what it was chosen by, and the rule where that is cv
  Index state = 0;              // of the whole run
};

/// The options of a path, those of the range aside. They come before the solver's, whose `seed`, `threads` and
/// `time-limit` get its name in front.
void add_path_options(Command& command);

/// What a path takes besides the matrix, in bytes: each thread works for itself, and each row keeps its x.
double path_memory(const Arguments& arguments, const Objective& objective, const std::vector<Index>& sparsities);

/// Fits every sparsity from the first to the last of the list. Rows are those of the list and the chosen one.
PathFits fit_path(const Arguments& arguments, const Objective& objective, const Structure& structure,
                  const std::vector<Index>& sparsities);

}  // namespace cli
