// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/json.hpp"

#include <cmath>

namespace cli {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr const char* digits = "0123456789abcdef";
      out += std::string("\\u00") + digits[c / 16] + digits[c % 16];
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

void Json::begin(const std::string& name) {
  if (!first_) out_ += ',';
  if (!open_.empty()) out_ += "\n" + std::string(2 * open_.size(), ' ');
  first_ = false;
  if (!name.empty()) out_ += quoted(name) + ": ";
}

Json& Json::open(const std::string& name, char bracket) {
  begin(name);
  out_ += bracket;
  open_.push_back(bracket == '{' ? '}' : ']');
  first_ = true;
  return *this;
}

Json& Json::close() {
  const char bracket = open_.back();
  open_.pop_back();
  if (!first_) out_ += "\n" + std::string(2 * open_.size(), ' ');
  out_ += bracket;
  first_ = false;
  return *this;
}

Json& Json::text(const std::string& name, const std::string& value) {
  begin(name);
  out_ += quoted(value);
  return *this;
}

Json& Json::number(const std::string& name, double value) {
  begin(name);
  out_ += std::isfinite(value) ? exact(value) : "null";
  return *this;
}

Json& Json::integer(const std::string& name, Index value) {
  begin(name);
  out_ += std::to_string(value);
  return *this;
}

Json& Json::boolean(const std::string& name, bool value) {
  begin(name);
  out_ += value ? "true" : "false";
  return *this;
}

template <class Number, class Write>
Json& Json::list(const std::string& name, const std::vector<Number>& values, Write write) {
  begin(name);
  out_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) out_ += (i == 0 ? "" : ", ") + write(values[i]);
  out_ += ']';
  return *this;
}

Json& Json::numbers(const std::string& name, const std::vector<double>& values) {
  return list(name, values, [](double value) { return std::isfinite(value) ? exact(value) : "null"; });
}

Json& Json::integers(const std::string& name, const std::vector<Index>& values) {
  return list(name, values, [](Index value) { return std::to_string(value); });
}

Json& Json::result(const Result& result) {
  if (result.type == "int") return integer(result.name, result.integer);
  if (result.type == "real") return number(result.name, result.real);
  return text(result.name, result.text);
}

}  // namespace cli
