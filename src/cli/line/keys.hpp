// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The library's own table of options and results: every row is an option of the command and a line of a JSON result,
// so nothing about them is written here a second time.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/handles.hpp"
#include "cli/line/command.hpp"

namespace cli {

/// One row of the table.
struct Key {
  std::string name, kind, type, initial, minimum, maximum, choices, doc;
};
std::vector<Key> keys(const char* object);

/// Adds the options of an object except those named. One that is called like an option already there gets the
/// object's name in front.
void add_options(Command& command, const char* object, const std::vector<std::string>& except = {});

/// Sets what was typed, in the order of the table: `method` comes first and changes others.
void set_options(const Arguments& arguments, sbreg_problem* problem);
void set_options(const Arguments& arguments, sbreg_dsm* dsm);
void set_options(const Arguments& arguments, sbreg_kernel* kernel);
void set_options(const Arguments& arguments, sbreg_solver* solver);
void set_options(const Arguments& arguments, sbreg_path* path);

/// Results of a solver or a dsm, in the order of the table.
struct Result {
  std::string name, type;
  Index integer = 0;
  double real = 0;
  std::string text;
};
std::vector<Result> results(const sbreg_solver* solver);
std::vector<Result> results(const sbreg_dsm* dsm);

}  // namespace cli
