// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/line/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace cli {
namespace {

template <class... Format>
std::string convert(double value, Format... format) {
  if (value == 0) value = 0;  // no minus sign
  std::array<char, 512> buffer{};
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return code == std::errc() ? std::string(buffer.data(), end) : "?";
}

std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

}  // namespace

std::string exact(double value) { return convert(value); }
std::string rounded(double value, int digits) { return convert(value, std::chars_format::general, digits); }
std::string fixed(double value, int digits) { return convert(value, std::chars_format::fixed, digits); }

Parsed parse_real(std::string_view text, double& value) {
  text = without_plus(text);
  std::string fortran;
  if (text.find_first_of("dD") != std::string_view::npos && text.find_first_of("eExXnN") == std::string_view::npos) {
    fortran = text;
    std::ranges::replace(fortran, 'D', 'e');
    std::ranges::replace(fortran, 'd', 'e');
    text = fortran;
  }
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return Parsed::not_a_number;
  if (code == std::errc::result_out_of_range) {
    if (text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos)
      return Parsed::not_finite;
    value = 0;
    return Parsed::good;
  }
  if (code != std::errc()) return Parsed::not_a_number;
  return std::isfinite(value) ? Parsed::good : Parsed::not_finite;
}

bool parse_integer(std::string_view text, Index& value) {
  text = without_plus(text);
  Index number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || code != std::errc() || end != text.data() + text.size()) return false;
  value = number;
  return true;
}

}  // namespace cli
