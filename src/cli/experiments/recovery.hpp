// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The paper's recovery experiment: how often each algorithm finds a sparse x from b = Ax, by sparsity.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/line/command.hpp"

namespace cli {

/// One row of the table: a method of the library with its dictionary and period, or "omp".
struct Algorithm {
  std::string name, method, dictionary = {};
  Index period = 0;
};
/// "auto,newton/D1/10,omp"; "paper" stands for the eleven rows of the published table.
std::vector<Algorithm> parse_rows(const std::string& text);

struct Experiment {
  Index measurements = 64, unknowns = 256, instances = 50, seed = 1;
  std::vector<Algorithm> rows;
  std::vector<Index> sparsities;
  unsigned threads = 1;
};

/// Of one row at one sparsity.
struct Cell {
  Index instances = 0, recovered = 0;
  double iterations = 0, seconds = 0;  // sums; seconds of processor time
  [[nodiscard]] double percent() const {
    return instances == 0 ? 0 : 100 * static_cast<double>(recovered) / static_cast<double>(instances);
  }
};

/// cells[row][sparsity]. Instances are spread over threads; the result does not depend on how many. `report` is told
/// the share that is done. After Ctrl-C only whole instances are counted.
std::vector<std::vector<Cell>> run_experiment(const Experiment& experiment, const Arguments& arguments,
                                              const std::function<void(double)>& report);

}  // namespace cli
