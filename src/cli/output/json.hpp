// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// JSON, written front to back: members of an object and items of an array follow each other by themselves.
#pragma once

#include <string>
#include <vector>

#include "cli/line/keys.hpp"

namespace cli {

class Json {
 public:
  Json& object(const std::string& name = "") { return open(name, '{'); }
  Json& array(const std::string& name = "") { return open(name, '['); }
  Json& close();
  Json& text(const std::string& name, const std::string& value);
  Json& number(const std::string& name, double value);  // null when it is not finite, which JSON cannot say
  Json& integer(const std::string& name, Index value);
  Json& boolean(const std::string& name, bool value);
  Json& numbers(const std::string& name, const std::vector<double>& values);
  Json& integers(const std::string& name, const std::vector<Index>& values);
  Json& result(const Result& result);

  /// The whole text, once everything is closed.
  [[nodiscard]] std::string str() const { return out_ + "\n"; }

 private:
  Json& open(const std::string& name, char bracket);
  template <class Number, class Write>
  Json& list(const std::string& name, const std::vector<Number>& values, Write write);
  void begin(const std::string& name);

  std::string out_;
  std::vector<char> open_;
  bool first_ = true;
};

}  // namespace cli
