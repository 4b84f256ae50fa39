// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A list of sparsities as it is typed: "1:10", "8:40:4" (from, to, step) or "4,8,16".
#pragma once

#include <string>
#include <vector>

#include "cli/line/number.hpp"

namespace cli {

/// Ascending and without repetition, all in least..n; anything else is a Failure(usage) that names the option.
std::vector<Index> parse_sparsities(const std::string& option, const std::string& text, Index least, Index n);
/// The parts of "a,b,c".
std::vector<std::string> split(const std::string& text, char separator);

}  // namespace cli
