// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What a file holds: a matrix, dense or by compressed columns, and the names of its columns where the file has them.
#pragma once

#include <string>
#include <vector>

#include "cli/readers/source.hpp"

namespace cli {

struct Table {
  Index rows = 0, columns = 0;
  bool sparse = false;
  bool by_rows = false;                     // dense: rows are contiguous
  std::vector<double> values;               // dense, or of the sparse entries
  std::vector<Index> col_start, row_index;  // sparse: as sbreg_matrix_create_csc() takes them, from 0
  std::vector<std::string> names;           // of the columns; empty without a header
};

/// One entry of a sparse matrix in any order.
struct Entry {
  Index row, column;
  double value;
};
/// Sorts entries into compressed columns and adds up those at the same place.
void compress(std::vector<Entry> entries, Table& table);

enum class Header { automatic, present, absent };

/// How files are read.
struct Reading {
  Header header;  // of a CSV file
  Limits limits;
};

Table read_matrix_market(Source& source);
Table read_csv(Source& source, Header header);
Table read_npy(Source& source);

/// By what the file begins with: .npy, Matrix Market, otherwise CSV.
Table read_table(const std::string& path, const Reading& reading, const Source::SizeCheck& check = {});
/// One row or one column of any format; `length` numbers unless that is 0. `role` is what it is to be, for messages.
/// `names` gets the names of the file's columns.
std::vector<double> read_vector(const std::string& path, Index length, const std::string& role, const Reading& reading,
                                std::vector<std::string>* names = nullptr);

}  // namespace cli
