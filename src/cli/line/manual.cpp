// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The manual pages, in the man macros of roff.
#include <algorithm>
#include <cctype>

#include "cli/line/command.hpp"
#include "sparsebregman.h"

namespace cli {
namespace {

std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\n')
      out += "\n.br\n";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      out += std::string("\\&") + c;
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out;
}

std::string page_name(const Command& command) {
  std::string name = "sparsebregman-" + command.name;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string heading(const std::string& name, const std::string& summary) {
  std::string upper = name;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return ".TH " + roff(upper) + " 1 \"\" \"sparsebregman " + sbreg_version_string() +
         "\" \"User Commands\"\n.SH NAME\n" + roff(name) + " \\- " + roff(summary) + "\n.SH SYNOPSIS\n";
}

std::string examples(const Command& command) {
  std::string out;
  for (const Example& example : command.examples)
    out += ".PP\n" + roff(example.says) + ":\n.PP\n.nf\n.RS\n" + roff(example.command) + "\n.RE\n.fi\n";
  return out;
}

std::string describe(const Option& option) {
  std::string out = ".TP\n";
  if (option.letter != 0) out += std::string("\\fB\\-") + option.letter + "\\fR, ";
  out += "\\fB\\-\\-" + roff(option.name) + "\\fR";
  if (!option.value.empty()) out += " \\fI" + roff(option.value) + "\\fR";
  out += "\n" + roff(option.doc);
  if (!option.choices.empty()) {
    out += ":";
    for (const std::string& choice : option.choices) out += " \\fB" + roff(choice) + "\\fR";
  }
  return out + (option.initial.empty() ? "" : " (" + roff(option.initial) + ")") + "\n";
}

std::string ending() {
  std::string out = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : exit_codes())
    out += ".TP\n" + std::to_string(static_cast<int>(code)) + "\n" + roff(meaning) + "\n";
  return out;
}

std::string of_command(const Command& command) {
  std::string out = heading(page_name(command), command.summary) + "\\fBsparsebregman " + roff(command.name) + "\\fR";
  for (const std::string& operand : command.operands) out += " \\fI" + roff(operand) + "\\fR";
  out += " [options]\n.SH DESCRIPTION\n" + roff(command.description) + "\n.SH EXAMPLES\n" + examples(command) +
         ".SH OPTIONS\nDefaults are in parentheses.\n";
  std::string object;
  for (const Option& option : command.options) {
    if (option.object != object) out += ".SS Options of the " + option.object + "\n";
    object = option.object;
    out += describe(option);
  }
  return out + ending() + ".SH SEE ALSO\n.BR sparsebregman (1)\n";
}

}  // namespace

std::string manual(const Command* command) {
  if (command != nullptr) return of_command(*command);
  std::string out = heading("sparsebregman", "sparsity-constrained optimisation by Bregman methods") +
                    "\\fBsparsebregman\\fR \\fICOMMAND\\fR ...\n.SH DESCRIPTION\n"
                    "Minimises a smooth function over vectors with at most s nonzeros. Every command has a page of its "
                    "own.\n.SH COMMANDS\n";
  std::string others;
  for (const Command& each : commands()) {
    out += ".TP\n\\fB" + roff(each.name) + "\\fR\n" + roff(each.summary) + "\n";
    others += (others.empty() ? "" : ",\n") + std::string(".BR ") + roff(page_name(each)) + " (1)";
  }
  return out + ".SH EXAMPLES\n" + examples(commands().front()) + ending() + ".SH SEE ALSO\n" + others + "\n";
}

}  // namespace cli
