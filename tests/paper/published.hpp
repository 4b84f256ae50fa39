// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The published recovery table, tests/data/published_recovery.csv.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "experiment.hpp"

namespace paper {

inline constexpr long published_instances = 500;
using Rates = std::array<double, table_rows.size()>;

/// Percent recovered by sparsity, columns in the order of table_rows.
inline std::map<Index, Rates> read_published(const std::string& path) {
  std::ifstream file(path);
  std::map<Index, Rates> table;
  std::string line, field;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] < '0' || line[0] > '9') continue;
    std::istringstream fields(line);
    std::getline(fields, field, ',');
    Rates& rates = table[std::stol(field)];
    for (double& rate : rates) {
      std::getline(fields, field, ',');
      rate = std::stod(field);
    }
  }
  if (table.empty()) {
    std::fprintf(stderr, "no published rates in %s\n", path.c_str());
    std::exit(1);
  }
  return table;
}

inline long published_count(double percent) { return std::lround(percent * published_instances / 100); }

}  // namespace paper
