// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// How much a file may ask for. A few bytes can announce, or unpack to, more than the machine has, so what will be
// taken is counted before it is taken and compared with these limits.
#pragma once

#include <string>

#include "cli/line/command.hpp"

namespace cli {

struct Limits {
  double memory;     // bytes that the data of a file and the work on them may take
  double expansion;  // how many times its own size a gzip file may unpack to
};

/// --memory and --expansion.
void add_limit_options(Command& command);
Limits limit_options(const Arguments& arguments);

/// Failure(failed) when `bytes` are more than the limit. `who` needs them: "A.mtx: 1 row and 5 columns".
void require_memory(const Limits& limits, double bytes, const std::string& who);

/// What the library takes to work on a matrix, besides the matrix: about so many bytes for each column and each row.
double working_memory(double rows, double columns) noexcept;

/// "12.5 GB", "640 MB", "3 kB".
std::string size_text(double bytes);

}  // namespace cli
