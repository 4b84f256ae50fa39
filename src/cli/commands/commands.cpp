// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include <algorithm>

#include "cli/line/command.hpp"

namespace cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all = [] {
    std::vector<Command> list{solve_command(), dsm_command(),   check_command(),
                              path_command(),  bench_command(), info_command()};
    for (Command& command : list) {
      command.options.push_back({"help", 'h', "", "show this help", ""});
      // Our own options first; those of the library stay in the order of its table.
      std::stable_partition(command.options.begin(), command.options.end(),
                            [](const Option& option) { return option.object.empty(); });
    }
    return list;
  }();
  return all;
}

const std::vector<std::pair<Exit, std::string>>& exit_codes() {
  static const std::vector<std::pair<Exit, std::string>> codes{
      {Exit::success, "done"},
      {Exit::not_certified, "check: a certificate does not hold"},
      {Exit::usage, "the command line is wrong"},
      {Exit::input, "a file cannot be read, or what it holds does not fit"},
      {Exit::output, "a result cannot be written"},
      {Exit::failed, "the computation failed, or memory ran out"},
      {Exit::limit, "max-iterations or time-limit ended the run; the best point was printed"},
      {Exit::interrupted, "interrupted (Ctrl-C); the best point so far was printed"}};
  return codes;
}

}  // namespace cli
