// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/line/sparsities.hpp"

#include <set>

#include "cli/line/failure.hpp"

namespace cli {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

std::vector<Index> parse_sparsities(const std::string& option, const std::string& text, Index least, Index n) {
  const auto refuse = [&] {
    throw Failure(Exit::usage, "--" + option + " wants sparsities from " + std::to_string(least) + " to " +
                                   std::to_string(n) + " such as 1:10, 8:40:4 or 4,8,16, not '" + text + "'");
  };
  std::set<Index> out;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> range = split(part, ':');
    std::vector<Index> numbers;
    for (const std::string& word : range) {
      Index value = 0;
      if (!parse_integer(word, value)) refuse();
      numbers.push_back(value);
    }
    const Index first = numbers[0];
    const Index last = numbers.size() > 1 ? numbers[1] : first;
    const Index step = numbers.size() > 2 ? numbers[2] : 1;
    if (numbers.size() > 3 || first < least || last < first || last > n || step < 1) refuse();
    for (Index s = first; s <= last; s += std::min(step, n)) out.insert(s);
  }
  return {out.begin(), out.end()};
}

}  // namespace cli
