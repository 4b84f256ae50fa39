// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// One line on a terminal that shows how far the work is, redrawn in place and gone at the end. Without a terminal, or
// with --quiet, nothing is written. It lives as long as the run that it shows.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/commands/handles.hpp"
#include "cli/commands/interrupt.hpp"
#include "cli/line/command.hpp"

namespace cli {

class Progress {
 public:
  explicit Progress(const Arguments& arguments);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True when a new line should be shown: at most ten times a second, and only where it is seen.
  [[nodiscard]] bool due() const;
  void show(const std::string& text);
  /// "what [####....]  40 %  0:01:10 left", by the share of the work that is done.
  void bar(const std::string& what, double share);
  [[nodiscard]] double seconds() const;
  /// From now on a signal lets the run finish its step, because what it has is worth printing.
  void has_result() {
    if (!patience_) patience_.emplace();
  }

 private:
  std::optional<Patience> patience_;  // once there is a result to print
  bool visible_;
  double drawn_ = -1;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Shows the iterations of a run, or the share of a path's fits, and stops it at Ctrl-C. `progress` must outlive the
/// run.
void watch(sbreg_solver* solver, Progress& progress);
void watch(sbreg_dsm* dsm, Progress& progress);
void watch(sbreg_path* path, Progress& progress);

/// One line on standard error about a result, unless --quiet; nothing when the sentence is empty.
void note(const Arguments& arguments, const std::string& sentence);

/// --quiet, for commands that show progress.
Option quiet_option();

}  // namespace cli
