// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
#include "cli/commands/change.hpp"

#include <algorithm>
#include <cmath>

namespace cli {
namespace {

constexpr std::size_t most_named = 3;

}  // namespace

std::string list(const std::vector<Index>& columns, const Objective& objective) {
  std::string out = columns.size() == 1 ? "column " : "columns ";
  const std::size_t named = std::min(columns.size(), most_named);
  for (std::size_t k = 0; k < named; ++k) {
    const bool last = k + 1 == columns.size();
    out += (k == 0 ? "" : last ? " and " : ", ") + objective.column(columns[k]);
  }
  return columns.size() == named ? out : out + " and " + std::to_string(columns.size() - named) + " more";
}

Change change(const std::vector<double>& x, const std::vector<double>& y, const std::vector<double>& g) {
  Change out;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (x[j] == y[j]) continue;
    (x[j] == 0 ? out.enters : y[j] == 0 ? out.leaves : out.moves).push_back(static_cast<Index>(j));
  }
  const auto worth = [&](Index column) {
    const auto j = static_cast<std::size_t>(column);
    return std::fabs(g[j] * (y[j] - x[j]));
  };
  for (std::vector<Index>* columns : {&out.enters, &out.leaves, &out.moves})
    std::ranges::stable_sort(*columns, [&](Index a, Index b) { return worth(a) > worth(b); });
  return out;
}

std::string in_words(const Change& change, const Objective& objective) {
  if (change.enters.empty() && change.leaves.empty())
    return change.moves.empty() ? "" : "moves column " + objective.column(change.moves.front()) + " most";
  std::string out;
  if (!change.enters.empty()) out = "takes in " + list(change.enters, objective);
  if (!change.leaves.empty()) out += (out.empty() ? "" : ", ") + ("drops " + list(change.leaves, objective));
  return out;
}

}  // namespace cli
