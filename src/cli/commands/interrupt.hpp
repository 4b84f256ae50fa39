// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Ctrl-C (SIGINT) and SIGTERM. The first one asks the command to stop. A run stops at its next step, and what it has
// is printed. Everything else (reading, preparing, writing) has nothing to print: if it does not notice the request by
// itself, a timer ends the process less than half a second later. A second signal ends the process at once.
#pragma once

#include <cstdint>
#include <string>

namespace cli {

void catch_interrupts();
/// Whether a signal has arrived. Who asks promises to stop, so the timer is switched off.
bool interrupted() noexcept;

/// While one lives, the timer does not end the process: a run is under way that has a point to print. A run that does
/// not stop in time says so once on standard error.
class Patience {
 public:
  Patience() noexcept;
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
};

/// How a run ended, for people: the library's words, unless a signal was the reason.
std::string ending(std::int64_t state);

}  // namespace cli
