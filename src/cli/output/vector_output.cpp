// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/vector_output.hpp"

#include "cli/commands/run.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/progress.hpp"

namespace cli {

void add_output_options(Command& command, const std::vector<std::string>& formats) {
  command.options.push_back({"format", 'f', "NAME", "how the result is written", formats.front(), formats});
  command.options.push_back({"output", 'o', "FILE", "where the result is written", "standard output"});
  command.options.push_back(quiet_option());
}

std::string nonzeros_table(const Objective& objective, const std::vector<double>& x, const std::string& heading) {
  const bool named = !objective.names.empty();
  std::vector<Row> rows{named ? Row{"column", "name", heading} : Row{"column", heading}};
  for (const Index j : support(x)) {
    const std::string value = rounded(x[at(j)], 10);
    rows.push_back(named ? Row{std::to_string(j), objective.names[at(j)], value} : Row{std::to_string(j), value});
  }
  return in_columns(rows, {false, named, false});
}

void nonzeros_json(Json& json, const Objective& objective, const std::vector<double>& x) {
  const std::vector<Index> places = support(x);
  std::vector<double> values;
  values.reserve(places.size());
  for (const Index j : places) values.push_back(x[at(j)]);
  json.integers("support", places);
  if (!objective.names.empty()) {
    json.array("names");
    for (const Index j : places) json.text("", objective.names[at(j)]);
    json.close();
  }
  json.numbers("values", values);
}

std::string nonzeros_matrix_market(const std::vector<double>& x, const std::string& comment) {
  const std::vector<Index> places = support(x);
  std::string out = "%%MatrixMarket matrix coordinate real general\n% " + comment + "\n" + std::to_string(x.size()) +
                    " 1 " + std::to_string(places.size()) + "\n";
  for (const Index j : places) out += std::to_string(j + 1) + " 1 " + exact(x[at(j)]) + "\n";
  return out;
}

std::string dense_matrix_market(const std::vector<double>& x, const std::string& comment) {
  std::string out = "%%MatrixMarket matrix array real general\n% " + comment + "\n" + std::to_string(x.size()) + " 1\n";
  for (const double value : x) out += exact(value) + "\n";
  return out;
}

}  // namespace cli
