// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Completion for bash: subcommands, options, the values of options that have choices, and files for the rest.
#include "cli/line/command.hpp"

namespace cli {
namespace {

std::string names(const Command& command) {
  std::string out;
  for (const Option& option : command.options) out += (out.empty() ? "--" : " --") + option.name;
  return out;
}

std::string values(const Command& command) {
  std::string out;
  for (const Option& option : command.options) {
    if (option.choices.empty()) continue;
    out += "        --" + option.name + (option.letter != 0 ? std::string("|-") + option.letter : "") + ") words=\"";
    for (const std::string& choice : option.choices) out += (out.back() == '"' ? "" : " ") + choice;
    out += "\" ;;\n";
  }
  return out;
}

}  // namespace

std::string bash_completion() {
  std::string firsts;
  std::string cases;
  for (const Command& command : commands()) {
    const std::string first = command.name.substr(0, command.name.find(' '));
    firsts += first + " ";
    cases += "    " + first + ")\n      case $previous in\n" + values(command) + "        *) words=\"" +
             (first == command.name ? "" : command.name.substr(first.size() + 1) + " ") + names(command) +
             "\" ;;\n      esac ;;\n";
  }
  return "# bash completion for sparsebregman, made by sparsebregman --generate bash\n"
         "_sparsebregman() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    words=\"" +
         firsts +
         "--help --version\"\n"
         "  else\n    case ${COMP_WORDS[1]} in\n" +
         cases +
         "    esac\n  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o bashdefault -o default -F _sparsebregman sparsebregman\n";
}

}  // namespace cli
