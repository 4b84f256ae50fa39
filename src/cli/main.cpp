// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The command `sparsebregman`, over the public interface of the library.
#include <cstdio>
#include <exception>
#include <new>

#include "cli/commands/interrupt.hpp"
#include "cli/line/command.hpp"
#include "cli/output/output.hpp"
#include "sparsebregman.h"

namespace cli {
namespace {

/// The subcommand that the words begin with; its words are taken off.
const Command& find_command(std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const Command& command : commands()) {
    const std::size_t blank = command.name.find(' ');
    const std::string first = command.name.substr(0, blank);
    known.push_back(first);
    if (words[0] != first) continue;
    words.erase(words.begin());
    if (blank == std::string::npos) return command;
    const std::string second = command.name.substr(blank + 1);
    if (words.empty() || (words[0] != second && words[0] != "--help" && words[0] != "-h"))
      throw Failure(Exit::usage, "sparsebregman " + first + " wants '" + second + "' next");
    if (words[0] == second) words.erase(words.begin());
    return command;
  }
  if (words[0].starts_with('-'))
    throw Failure(Exit::usage, "there is no option " + words[0] + " before a command; see sparsebregman --help");
  throw Failure(Exit::usage, "there is no command '" + words[0] + "'" + hint(words[0], known));
}

/// --generate man [COMMAND], --generate bash: what the build installs.
std::string generate(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[1] == "bash") return bash_completion();
  if (words.size() == 2 && words[1] == "man") return manual(nullptr);
  if (words.size() > 2 && words[1] == "man") {
    std::vector<std::string> rest(words.begin() + 2, words.end());
    return manual(&find_command(rest));
  }
  throw Failure(Exit::usage, "--generate wants man, man COMMAND or bash");
}

Exit run(std::vector<std::string> words) {
  if (words.empty()) throw Failure(Exit::usage, "a command is missing; see sparsebregman --help");
  if (words[0] == "help" && words.size() > 1) {  // help solve is solve --help
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  Output output("");
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    output.write(overview());
  } else if (words[0] == "--version") {
    output.write(std::string("sparsebregman ") + sbreg_version_string() + "\n");
  } else if (words[0] == "--generate") {
    output.write(generate(words));
  } else {
    const Command& command = find_command(words);
    const Arguments arguments = parse(command, words);
    if (!arguments.has("help")) return command.run(arguments);
    output.write(help(command));
  }
  return Exit::success;
}

int report(Exit code, const char* message) {
  std::fprintf(stderr, "sparsebregman: %s\n", message);
  return static_cast<int>(code);
}

}  // namespace
}  // namespace cli

int main(int argc, char** argv) {
  try {
    cli::catch_interrupts();
    return static_cast<int>(cli::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
  } catch (const cli::Failure& failure) {
    return cli::report(failure.code(), failure.what());
  } catch (const std::bad_alloc&) {
    return cli::report(cli::Exit::failed, "not enough memory");
  } catch (const std::length_error&) {
    return cli::report(cli::Exit::failed, "not enough memory");
  } catch (const std::exception& error) {
    return cli::report(cli::Exit::failed, error.what());
  }
}
