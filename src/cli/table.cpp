// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/table.hpp"

#include <algorithm>
#include <tuple>

namespace cli {

void compress(const Source& source, std::vector<Entry> entries, Table& table) {
  require_memory(source, static_cast<double>(table.columns) + 1);
  std::ranges::stable_sort(entries, {}, [](const Entry& e) { return std::tuple(e.column, e.row); });
  table.sparse = true;
  table.col_start.assign(at(table.columns + 1), 0);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Entry& entry = entries[k];
    if (k > 0 && entries[k - 1].row == entry.row && entries[k - 1].column == entry.column) {
      table.values.back() += entry.value;
      continue;
    }
    table.values.push_back(entry.value);
    table.row_index.push_back(entry.row);
    ++table.col_start[at(entry.column + 1)];
  }
  for (std::size_t j = 1; j < table.col_start.size(); ++j) table.col_start[j] += table.col_start[j - 1];
}

Table read_table(const std::string& path, Header header) {
  Source source(path);
  if (source.peek() == Source::end) source.fail_file("the file is empty");
  if (source.begins_with("\x93NUMPY") || source.is_called(".npy")) return read_npy(source);
  if (source.begins_with("%%") || source.is_called(".mtx")) return read_matrix_market(source);
  return read_csv(source, header);
}

std::vector<double> read_vector(const std::string& path, Index length, const std::string& role, Header header) {
  Table table = read_table(path, header);
  const auto refuse = [&](const std::string& what) { throw Failure(Exit::input, path + ": " + what); };
  const std::string size = std::to_string(table.rows) + " x " + std::to_string(table.columns);
  if (table.rows != 1 && table.columns != 1) refuse(role + " must be one column or one row, the file holds " + size);
  const Index count = table.rows * table.columns;
  if (length > 0 && count != length)
    refuse(role + " must have " + std::to_string(length) + " numbers, the file holds " + std::to_string(count));
  if (!table.sparse) return std::move(table.values);
  std::vector<double> dense(at(count));
  for (Index j = 0; j < table.columns; ++j)
    for (Index k = table.col_start[at(j)]; k < table.col_start[at(j + 1)]; ++k)
      dense[at(table.row_index[at(k)] + j)] = table.values[at(k)];
  return dense;
}

}  // namespace cli
