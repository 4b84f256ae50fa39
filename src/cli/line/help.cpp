// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// --help.
#include "cli/line/command.hpp"
#include "cli/output/columns.hpp"

namespace cli {
namespace {

std::string synopsis(const Command& command) {
  std::string out = "sparsebregman " + command.name;
  for (const std::string& operand : command.operands) out += " " + operand;
  return out + " [options]";
}

std::string describe(const Option& option) {
  std::string head = option.letter != 0 ? std::string("  -") + option.letter + ", --" : "      --";
  head += option.name + (option.value.empty() ? "" : " " + option.value);
  std::string doc = option.doc;
  if (!option.choices.empty()) {
    doc += ":";
    for (const std::string& choice : option.choices) doc += " " + choice;
  }
  if (!option.initial.empty()) doc += " (" + option.initial + ")";
  return head + "\n" + wrapped(doc, 10);
}

std::string examples(const Command& command) {
  std::string out;
  for (const Example& example : command.examples) {
    out += "  # " + example.says + "\n";
    for (std::size_t start = 0; start < example.command.size();) {
      const std::size_t stop = std::min(example.command.find('\n', start), example.command.size());
      out += "  " + example.command.substr(start, stop - start) + "\n";
      start = stop + 1;
    }
  }
  return out;
}

}  // namespace

std::string help(const Command& command) {
  std::string out = synopsis(command) + "\n\n" + wrapped(command.description, 0) + "\nExamples:\n" + examples(command) +
                    "\nOptions, with their defaults in parentheses:\n";
  std::string object;
  for (const Option& option : command.options) {
    if (option.object != object) out += "\nOptions of the " + option.object + ":\n";
    object = option.object;
    out += describe(option);
  }
  return out;
}

std::string overview() {
  std::string out = "sparsebregman COMMAND ...\n\n" +
                    wrapped("Minimises a smooth function over vectors with at most s nonzeros.", 0) + "\nCommands:\n";
  std::vector<Row> rows;
  for (const Command& command : commands()) rows.push_back({"  " + command.name, command.summary});
  out += in_columns(rows, {true, true});
  out += "\nStart here:\n" + examples(commands().front()) +
         "\nsparsebregman COMMAND --help shows examples and all options of a command.\n\nExit status:\n";
  rows.clear();
  for (const auto& [code, meaning] : exit_codes()) rows.push_back({std::to_string(static_cast<int>(code)), meaning});
  return out + in_columns(rows, {false, true});
}

}  // namespace cli
