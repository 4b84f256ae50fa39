// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/interrupt.hpp"

#include <csignal>

#include "sparsebregman.h"

namespace cli {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;
extern "C" void ask_to_stop(int /*signal*/) { asked_to_stop = 1; }

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one is not caught
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;  // a closed pipe is an error of write(), not the end
  action.sa_flags = 0;
  sigaction(SIGPIPE, &action, nullptr);
}

bool interrupted() noexcept { return asked_to_stop != 0; }

std::string ending(std::int64_t state) {
  return state == SBREG_STOPPED && interrupted() ? "interrupted" : sbreg_state_text(static_cast<std::int32_t>(state));
}

}  // namespace cli
