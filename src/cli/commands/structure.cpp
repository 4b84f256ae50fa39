// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/commands/structure.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace cli {
namespace {

std::vector<Index> read_groups(const Arguments& arguments, const Objective& objective) {
  if (!arguments.has("groups")) return {};
  const std::string path = arguments.text("groups");
  std::vector<Index> out;
  for (const double number : read_for_columns(arguments, path, "the groups", objective)) {
    if (number != std::floor(number) || std::fabs(number) > 9e15)
      throw Failure(Exit::input, path + ": groups are whole numbers, not " + rounded(number));
    out.push_back(static_cast<Index>(number));
  }
  return out;
}

/// Names between commas; one that has a comma itself stands in quotation marks, as in a CSV file.
std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
      names.back() += text[++i];  // "" is one quotation mark
    else if (c == '"' && (quoted || names.back().empty()))
      quoted = !quoted;
    else if (c == ',' && !quoted)
      names.emplace_back();
    else if (c != ' ' || quoted || !names.back().empty())  // blanks before a name are none of it, as in a file
      names.back() += c;
  }
  if (quoted) throw Failure(Exit::usage, "--kept: a quotation mark is not closed");
  return names;
}

std::vector<Index> read_kept(const Arguments& arguments, const Objective& objective) {
  if (!arguments.has("kept")) return {};
  std::set<Index> out;
  for (const std::string& word : split_names(arguments.text("kept")))
    out.insert(find_column(word, objective.names, objective.columns, "--kept", Exit::usage));
  return {out.begin(), out.end()};
}

/// One number for all columns, or a file with one for each.
std::vector<double> read_bound(const Arguments& arguments, const Objective& objective, const std::string& name) {
  if (!arguments.has(name)) return {};
  double value = 0;
  if (parse_real(arguments.text(name), value) == Parsed::good) return std::vector<double>(at(objective.columns), value);
  return read_for_columns(arguments, arguments.text(name), "the bounds", objective);
}

}  // namespace

void add_structure_options(Command& command) {
  command.options.push_back({"groups", 'g', "FILE",
                             "a whole number for each column; those with equal ones form a group, and s counts groups",
                             "every column by itself"});
  command.options.push_back(
      {"kept", 'K', "COLUMNS",
       "columns that may always be nonzero and are not counted, such as hp,wt or 0,3 or '\"a, b\",c'", "none"});
  command.options.push_back(
      {"lower", 0, "X", "bound of x from below, 0 or less: a number, or a file with one for each column", "none"});
  command.options.push_back(
      {"upper", 0, "X", "bound of x from above, 0 or more: a number, or a file with one for each column", "none"});
}

Index Structure::count(const std::vector<double>& x) const {
  Index count = 0;
  std::set<Index> touched;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (const auto column = static_cast<Index>(j); x[j] != 0 && !std::ranges::binary_search(kept, column))
      count += group.empty() || touched.insert(group[j]).second ? 1 : 0;
  return count;
}

std::string Structure::words(Index s) const {
  return std::to_string(s) + " " + unit() + (s == 1 ? "" : "s") + (kept.empty() ? "" : " besides the kept columns");
}

std::string Structure::column(const Objective& objective, Index j) const {
  const bool grouped =
      !group.empty() && !std::ranges::binary_search(kept, j) && std::ranges::count(group, group[at(j)]) > 1;
  return (grouped ? "the group of column " : "column ") + objective.column(j);
}

Structure read_structure(const Arguments& arguments, const Objective& objective) {
  Structure out{read_groups(arguments, objective), read_kept(arguments, objective),
                read_bound(arguments, objective, "lower"), read_bound(arguments, objective, "upper"),
                objective.columns};
  if (!out.group.empty()) out.most = static_cast<Index>(std::set<Index>(out.group.begin(), out.group.end()).size());
  return out;
}

void set_structure(const Structure& structure, sbreg_solver* solver) {
  const auto& [group, kept, lower, upper, most] = structure;
  if (!group.empty()) ok(sbreg_solver_set_groups(solver, group.data()), Exit::input);
  if (!kept.empty()) ok(sbreg_solver_set_kept(solver, kept.data(), static_cast<Index>(kept.size())), Exit::usage);
  if (!lower.empty() || !upper.empty())
    ok(sbreg_solver_set_bounds(solver, lower.empty() ? nullptr : lower.data(), upper.empty() ? nullptr : upper.data()),
       Exit::input);
}

}  // namespace cli
