// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Matrix Market exchange format: the banner "%%MatrixMarket matrix FORMAT FIELD SYMMETRY", comments, the sizes, then
// the numbers of a dense matrix by columns (array) or lines "row column value" counted from 1 (coordinate).
#include <algorithm>
#include <cctype>
#include <limits>

#include "cli/readers/table.hpp"

namespace cli {
namespace {

struct Banner {
  std::string format, field, symmetry;
};

std::string word(Source& source) {
  source.skip_blanks();
  return source.get_until(" \t");
}

Banner read_banner(Source& source) {
  const auto lower = [&source](const std::vector<std::string>& allowed, const char* what) {
    source.skip_blanks();
    const Source::Place place = source.place();
    std::string text = word(source);
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::ranges::count(allowed, text) == 0) {
      std::string list;
      for (const std::string& name : allowed) list += (list.empty() ? "" : ", ") + name;
      source.fail_at(place, std::string(what) + " '" + text.substr(0, 40) + "' is not one of " + list);
    }
    return text;
  };
  const Source::Place start = source.place();
  if (source.get_until(" \t") != "%%MatrixMarket")
    source.fail_at(start, "a Matrix Market file begins with %%MatrixMarket");
  lower({"matrix"}, "the object");
  Banner banner;
  banner.format = lower({"array", "coordinate"}, "the format");
  banner.field = lower({"real", "double", "integer", "pattern"}, "the field");
  banner.symmetry = lower({"general", "symmetric", "skew-symmetric"}, "the symmetry");
  if (banner.format == "array" && banner.field == "pattern") source.fail("a dense matrix cannot be a pattern");
  source.skip_line();
  return banner;
}

/// The next token wherever it is: blanks, line ends and comments are passed.
std::string token(Source& source, Source::Place& place) {
  while (true) {
    source.skip_blanks();
    if (source.pass_line_end()) continue;
    if (source.peek() != '%') break;
    source.skip_line();
  }
  place = source.place();
  return source.get_until(" \t");
}

Index read_size(Source& source, const char* what, Index smallest) {
  Source::Place place{};
  const std::string text = token(source, place);
  if (text.empty()) source.fail_at(place, std::string("the file ends before ") + what);
  const Index size = source.integer(text, place);
  if (size < smallest || size > std::numeric_limits<Index>::max() / 16)
    source.fail_at(place, std::string(what) + " cannot be " + text);
  return size;
}

std::string entry_token(Source& source, Source::Place& place, Index done, Index total) {
  std::string text = token(source, place);
  if (text.empty())
    source.fail_at(place, "the file ends after " + std::to_string(done) + " of " + std::to_string(total) + " entries");
  return text;
}

Table read_array(Source& source, const Banner& banner, Table table) {
  const bool general = banner.symmetry == "general";
  const bool skew = banner.symmetry == "skew-symmetric";
  const double cells = static_cast<double>(table.rows) * static_cast<double>(table.columns);
  if (cells > 9e18) source.fail("the sizes multiply to more than 2^63");
  source.require(8 * cells);
  const Index n = table.rows;
  const Index total = general ? n * table.columns : skew ? n * (n - 1) / 2 : n * (n + 1) / 2;
  Source::Place place{};
  Index done = 0;
  const auto next = [&] {
    const double value = source.number(entry_token(source, place, done, total), place);
    ++done;
    return value;
  };
  if (general) {
    while (done < total) append(source, table.values, next(), cells);
    return table;
  }
  table.values.assign(at(n * n), 0);
  for (Index j = 0; j < n; ++j)
    for (Index i = skew ? j + 1 : j; i < n; ++i) {
      const double value = next();
      table.values[at(i + j * n)] = value;
      table.values[at(j + i * n)] = skew ? -value : value;
    }
  return table;
}

Table read_coordinate(Source& source, const Banner& banner, Table table) {
  const Index total = read_size(source, "the number of entries", 0);
  // Both halves of a symmetric matrix; an entry is held twice while it is sorted into its column.
  const double expected = (banner.symmetry == "general" ? 1.0 : 2.0) * static_cast<double>(total);
  source.require(expected * (sizeof(Entry) + 16) + 8 * (static_cast<double>(table.columns) + 1));
  std::vector<Entry> entries;
  Source::Place place{};
  const auto index = [&](Index done, Index size, const char* what) {
    const Index i = source.integer(entry_token(source, place, done, total), place);
    if (i < 1 || i > size)
      source.fail_at(place, std::string(what) + " " + std::to_string(i) + " is not in 1.." + std::to_string(size));
    return i - 1;
  };
  for (Index done = 0; done < total; ++done) {
    const Index i = index(done, table.rows, "row");
    const Index j = index(done, table.columns, "column");
    const double value = banner.field == "pattern" ? 1 : source.number(entry_token(source, place, done, total), place);
    append(source, entries, {i, j, value}, expected);
    if (banner.symmetry == "general") continue;
    if (j > i) source.fail_at(place, "an entry above the diagonal of a " + banner.symmetry + " matrix");
    if (i != j) append(source, entries, {j, i, banner.symmetry == "symmetric" ? value : -value}, expected);
  }
  compress(std::move(entries), table);
  return table;
}

}  // namespace

Table read_matrix_market(Source& source) {
  const Banner banner = read_banner(source);
  Table table;
  table.rows = read_size(source, "the number of rows", 1);
  table.columns = read_size(source, "the number of columns", 1);
  if (banner.symmetry != "general" && table.rows != table.columns)
    source.fail("a " + banner.symmetry + " matrix must be square");
  source.announce(table.rows, table.columns);
  table = banner.format == "array" ? read_array(source, banner, std::move(table))
                                   : read_coordinate(source, banner, std::move(table));
  Source::Place place{};
  if (!token(source, place).empty()) source.fail_at(place, "more entries than the sizes say");
  return table;
}

}  // namespace cli
