// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/commands/interrupt.hpp"

#include <time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "cli/line/failure.hpp"
#include "sparsebregman.h"

namespace cli {
namespace {

constexpr long grace = 350'000'000;  // nanoseconds from the signal to the end of the process

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);
std::atomic<bool> asked_to_stop{false};
std::atomic<int> patient{0};  // runs under way that have something to print
timer_t timer{};
bool timer_made = false;

void set_timer(long nanoseconds) noexcept {
  itimerspec when{};
  when.it_value.tv_nsec = nanoseconds;
  if (timer_made) timer_settime(timer, 0, &when, nullptr);
}

void say(std::string_view text) noexcept {
  const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);
}

extern "C" void ask_to_stop(int /*signal*/) {
  asked_to_stop = true;
  set_timer(grace);
}

extern "C" void time_is_up(int /*signal*/) {
  if (patient > 0) {
    say("sparsebregman: stopping at the next step; a second signal ends the command at once\n");
    return;
  }
  say("sparsebregman: interrupted\n");
  _exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

void catch_interrupts() {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  timer_made = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
  struct sigaction action {};
  action.sa_handler = time_is_up;
  sigaction(SIGALRM, &action, nullptr);
  action.sa_handler = ask_to_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one is not caught
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;  // a closed pipe is an error of write(), not the end
  action.sa_flags = 0;
  sigaction(SIGPIPE, &action, nullptr);
}

bool interrupted() noexcept {
  if (!asked_to_stop) return false;
  set_timer(0);
  return true;
}

Patience::Patience() noexcept { ++patient; }
Patience::~Patience() {
  --patient;
  static_cast<void>(interrupted());  // what the run has is printed
}

std::string ending(std::int64_t state) {
  return state == SBREG_STOPPED && interrupted() ? "interrupted" : sbreg_state_text(static_cast<std::int32_t>(state));
}

}  // namespace cli
