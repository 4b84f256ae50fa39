// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// NumPy's .npy: a magic text, the version, the length of a header, the header as a Python dictionary, the numbers.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "cli/readers/table.hpp"

namespace cli {
namespace {

struct Layout {
  char kind = 'f';  // f or i
  std::size_t bytes = 8;
  bool big_endian = false;
};

/// The text after 'name': in the dictionary.
std::string entry(const Source& source, const std::string& header, const std::string& name) {
  const std::size_t found = header.find("'" + name + "':");
  if (found == std::string::npos) source.fail_file("the header of the .npy file has no entry '" + name + "'");
  const std::size_t start = header.find_first_not_of(' ', found + name.size() + 3);
  return start == std::string::npos ? "" : header.substr(start);
}

Layout read_layout(const Source& source, const std::string& header) {
  const std::string text = entry(source, header, "descr");
  const std::string type =
      text.size() > 4 && text[0] == '\'' ? text.substr(1, text.find('\'', 1) - 1) : text.substr(0, 20);
  if (type.size() != 3 || (type[0] != '<' && type[0] != '>') ||
      (type.substr(1) != "f4" && type.substr(1) != "f8" && type.substr(1) != "i4" && type.substr(1) != "i8"))
    source.fail_file("numbers of type '" + type.substr(0, 20) + "' are not read; convert them to f4, f8, i4 or i8");
  return {type[1], static_cast<std::size_t>(type[2] - '0'), type[0] == '>'};
}

/// (5,) is a column, (3, 4) a matrix.
void read_shape(const Source& source, const std::string& header, Table& table) {
  std::string text = entry(source, header, "shape");
  const std::size_t close = text.find(')');
  if (text.empty() || text[0] != '(' || close == std::string::npos) source.fail_file("the shape is not a tuple");
  text = text.substr(1, close - 1);
  std::vector<Index> sizes;
  while (text.find_first_not_of(' ') != std::string::npos) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::size_t first = text.find_first_not_of(' ');
    const std::size_t last = text.find_last_not_of(' ', comma - (comma > 0 ? 1 : 0));
    Index size = 0;
    if (last == std::string::npos || last < first || !parse_integer(text.substr(first, last - first + 1), size) ||
        size < 0)
      source.fail_file("the shape is not a tuple of integers");
    sizes.push_back(size);
    text = comma < text.size() ? text.substr(comma + 1) : "";
  }
  if (sizes.empty() || sizes.size() > 2) source.fail_file("the array must have one or two dimensions");
  table.rows = sizes[0];
  table.columns = sizes.size() == 2 ? sizes[1] : 1;
  if (table.rows == 0 || table.columns == 0) source.fail_file("the array is empty");
  source.announce(table.rows, table.columns);
  source.require(8 * static_cast<double>(table.rows) * static_cast<double>(table.columns));
}

double decode(const char* bytes, const Layout& layout) {
  std::array<char, 8> raw{};
  const bool swap = layout.big_endian != (std::endian::native == std::endian::big);
  for (std::size_t i = 0; i < layout.bytes; ++i) raw[i] = bytes[swap ? layout.bytes - 1 - i : i];
  const auto as = [&raw](auto value) {
    std::memcpy(&value, raw.data(), sizeof value);
    return static_cast<double>(value);
  };
  if (layout.kind == 'f') return layout.bytes == 8 ? as(double{}) : as(float{});
  return layout.bytes == 8 ? as(std::int64_t{}) : as(std::int32_t{});
}

std::string read_header(Source& source) {
  if (!source.begins_with("\x93NUMPY")) source.fail_file("a .npy file begins with \\x93NUMPY");
  std::array<char, 8> start{};
  source.get_bytes(start.data(), start.size());
  if (start[6] < 1 || start[6] > 3)
    source.fail_file("version " + std::to_string(start[6]) + " of the .npy format is not known");
  std::size_t length = 0;
  for (std::size_t i = 0; i < (start[6] == 1 ? 2U : 4U); ++i) {
    char byte = 0;
    source.get_bytes(&byte, 1);
    length |= static_cast<std::size_t>(static_cast<unsigned char>(byte)) << (8 * i);
  }
  if (length > 1U << 20) source.fail_file("the header of the .npy file is longer than 1 MB");
  std::string header(length, ' ');
  source.get_bytes(header.data(), length);
  return header;
}

}  // namespace

Table read_npy(Source& source) {
  const std::string header = read_header(source);
  const Layout layout = read_layout(source, header);
  Table table;
  table.by_rows = !entry(source, header, "fortran_order").starts_with("True");
  read_shape(source, header, table);
  const Index total = table.rows * table.columns;
  std::array<char, 8> bytes{};
  for (Index k = 0; k < total; ++k) {
    source.get_bytes(bytes.data(), layout.bytes);
    const double value = decode(bytes.data(), layout);
    if (!std::isfinite(value)) {
      const Index line = table.by_rows ? k / table.columns : k % table.rows;
      const Index column = table.by_rows ? k % table.columns : k / table.rows;
      source.fail_file("the entry in row " + std::to_string(line + 1) + ", column " + std::to_string(column + 1) +
                       " is not finite");
    }
    append(source, table.values, value, static_cast<double>(total));
  }
  if (source.peek() != Source::end) source.fail_file("the file is longer than its header says");
  return table;
}

}  // namespace cli
