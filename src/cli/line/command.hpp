// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What the command line consists of, as data: parsing, --help, the manual pages and the completion all read these.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/line/failure.hpp"
#include "cli/line/number.hpp"

namespace cli {

struct Option {
  std::string name;     // as typed after the two dashes
  char letter = 0;      // as typed after one dash, or 0
  std::string value;    // stands for the value in texts: "FILE", "N"; empty for a switch
  std::string doc;      // one sentence
  std::string initial;  // the default, in words; may be empty
  std::vector<std::string> choices = {};
  std::string object = {}, key = {}, type = {};  // where the library lists it, when it does
};

struct Example {
  std::string says, command;
};

class Arguments;

struct Command {
  std::string name;  // "solve", or "bench recovery"
  std::string summary;
  std::vector<std::string> operands;  // "A", "b"; "[b]" may be left out
  std::string description;
  std::vector<Option> options;
  std::vector<Example> examples;
  Exit (*run)(const Arguments&);
};

/// The subcommands, in the order of the help.
const std::vector<Command>& commands();
Command solve_command();
Command dsm_command();
Command check_command();
Command path_command();
Command bench_command();
Command info_command();

/// What was typed. Questions for a value that is not what it should be throw Failure(usage).
class Arguments {
 public:
  const Command* command = nullptr;
  std::map<std::string, std::string> values;
  std::vector<std::string> operands;

  [[nodiscard]] bool has(const std::string& name) const { return values.contains(name); }
  [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise = "") const;
  [[nodiscard]] Index integer(const std::string& name, Index otherwise, Index minimum, Index maximum) const;
  [[nodiscard]] double real(const std::string& name, double otherwise) const;
  /// One of the option's choices.
  [[nodiscard]] std::string choice(const std::string& name, const std::string& otherwise) const;
  /// The operand at a place, or an empty text.
  [[nodiscard]] std::string operand(std::size_t place) const { return place < operands.size() ? operands[place] : ""; }
};

/// Reads the words after the subcommand.
Arguments parse(const Command& command, const std::vector<std::string>& words);
/// "; did you mean X?" with the entry of `known` that is spelled almost like `word`, else "; there is: " and all of
/// them, or nothing where they are many.
std::string hint(const std::string& word, const std::vector<std::string>& known);

std::string overview();                      // sparsebregman --help
std::string help(const Command& command);    // sparsebregman solve --help
std::string manual(const Command* command);  // roff; the page of the whole command for nullptr
std::string bash_completion();
/// The exit codes and what they mean, for texts.
const std::vector<std::pair<Exit, std::string>>& exit_codes();

}  // namespace cli
