// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/readers/table.hpp"

#include <algorithm>
#include <utility>

namespace cli {

void compress(std::vector<Entry> entries, Table& table) {
  table.sparse = true;
  // col_start[j + 1] counts column j, then col_start[j] is where the next entry of column j goes.
  std::vector<Index>& start = table.col_start;
  start.assign(at(table.columns + 1), 0);
  for (const Entry& entry : entries) ++start[at(entry.column + 1)];
  for (std::size_t j = 1; j < start.size(); ++j) start[j] += start[j - 1];
  table.values.resize(entries.size());
  table.row_index.resize(entries.size());
  for (const Entry& entry : entries) {
    const std::size_t place = at(start[at(entry.column)]++);
    table.values[place] = entry.value;
    table.row_index[place] = entry.row;
  }
  entries = {};
  for (std::size_t j = start.size() - 1; j > 0; --j) start[j] = start[j - 1];  // as it was
  start[0] = 0;

  // Each column by rows, equal rows added up.
  std::vector<std::pair<Index, double>> column;
  std::size_t kept = 0;
  for (std::size_t j = 0; j + 1 < start.size(); ++j) {
    column.clear();
    for (std::size_t k = at(start[j]); k < at(start[j + 1]); ++k)
      column.emplace_back(table.row_index[k], table.values[k]);
    std::ranges::stable_sort(column, {}, &std::pair<Index, double>::first);
    start[j] = static_cast<Index>(kept);
    for (std::size_t k = 0; k < column.size(); ++k) {
      if (k > 0 && column[k].first == column[k - 1].first) {
        table.values[kept - 1] += column[k].second;
      } else {
        table.row_index[kept] = column[k].first;
        table.values[kept++] = column[k].second;
      }
    }
  }
  start.back() = static_cast<Index>(kept);
  table.values.resize(kept);
  table.row_index.resize(kept);
}

Table read_table(const std::string& path, const Reading& reading, const Source::SizeCheck& check) {
  Source source(path, reading.limits, check);
  if (source.peek() == Source::end) source.fail_file("the file is empty");
  if (source.begins_with("\x93NUMPY") || source.is_called(".npy")) return read_npy(source);
  if (source.begins_with("%%") || source.is_called(".mtx")) return read_matrix_market(source);
  return read_csv(source, reading.header);
}

std::vector<double> read_vector(const std::string& path, Index length, const std::string& role, const Reading& reading,
                                std::vector<std::string>* names) {
  const auto refuse = [&](const std::string& what) { throw Failure(Exit::input, path + ": " + what); };
  const auto check = [&](Index rows, Index columns) {
    if (rows == 0) return;  // a CSV file says it at its end only
    const std::string size = std::to_string(rows) + " x " + std::to_string(columns);
    if (rows != 1 && columns != 1) refuse(role + " must be one column or one row, the file holds " + size);
    const Index count = std::max(rows, columns);
    if (length > 0 && count != length)
      refuse(role + " must have " + std::to_string(length) + " numbers, the file holds " + std::to_string(count));
    require_memory(reading.limits, 16 * static_cast<double>(count), path);
  };
  Table table = read_table(path, reading, check);
  check(table.rows, table.columns);
  if (names != nullptr) *names = table.names;
  if (!table.sparse) return std::move(table.values);
  std::vector<double> dense(at(table.rows * table.columns));
  for (Index j = 0; j < table.columns; ++j)
    for (Index k = table.col_start[at(j)]; k < table.col_start[at(j + 1)]; ++k)
      dense[at(table.row_index[at(k)] + j)] = table.values[at(k)];
  return dense;
}

}  // namespace cli
