// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/columns.hpp"

#include <algorithm>
#include <sstream>

namespace cli {

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

bool is_utf8(const std::string& text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0U) != 0x80U) return false;
    const auto second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0;
    // Longer than needed, a surrogate, or beyond the last code point.
    if ((c == 0xe0 && second < 0xa0) || (c == 0xed && second > 0x9f) || (c == 0xf0 && second < 0x90) ||
        (c == 0xf4 && second > 0x8f))
      return false;
    i += length;
  }
  return true;
}

std::string from_latin1(const std::string& text) {
  std::string out;
  for (const char byte : text) {
    const auto c = static_cast<unsigned char>(byte);
    if (c >= 0x80) out += static_cast<char>(0xc0U | (c >> 6U));
    out += c < 0x80 ? byte : static_cast<char>(0x80U | (c & 0x3fU));
  }
  return out;
}

std::string in_columns(const std::vector<Row>& rows, const std::vector<bool>& left) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], characters(row[c]));
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string padding(widths[c] - characters(row[c]), ' ');
      line += (c == 0 ? "" : "  ") + (c < left.size() && left[c] ? row[c] + padding : padding + row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream paragraphs(text);
  std::string out;
  for (std::string paragraph; std::getline(paragraphs, paragraph);) {
    std::istringstream in(paragraph);
    std::string line(indent, ' ');
    bool begun = false;
    for (std::string word; in >> word; begun = true) {
      if (begun && characters(line) + 1 + characters(word) > width) {
        out += line + "\n";
        line = std::string(indent, ' ');
        begun = false;
      }
      line += (begun ? " " : "") + word;
    }
    out += (begun ? line : "") + "\n";
  }
  return out;
}

}  // namespace cli
