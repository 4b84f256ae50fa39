// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Ctrl-C: the first one asks the run to stop, and what it has is printed; a second one ends the process.
#pragma once

#include <cstdint>
#include <string>

namespace cli {

void catch_interrupts();
bool interrupted() noexcept;

/// How a run ended, for people: the library's words, unless Ctrl-C was the reason.
std::string ending(std::int64_t state);

}  // namespace cli
