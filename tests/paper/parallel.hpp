// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Work spread over threads, with a progress bar on a terminal.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace paper {

/// A bar with the time left, redrawn in place at most ten times a second. The estimate goes by `effort`, the expected
/// share of the work, because instances do not cost the same. Without a terminal: one line for every tenth.
class Progress {
 public:
  Progress(std::string what, double total) : what_(std::move(what)), total_(total), terminal_(isatty(2) == 1) {}
  ~Progress() {
    if (terminal_) std::fprintf(stderr, "\n");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(double effort) {
    const std::lock_guard lock(mutex_);
    done_ += effort;
    const double share = std::min(done_ / total_, 1.0);
    const double elapsed = seconds();
    const double left = share > 0 ? elapsed * (1 - share) / share : 0;
    if (terminal_) {
      if (elapsed - drawn_ < 0.1 && share < 1) return;
      drawn_ = elapsed;
      const auto full = static_cast<std::size_t>(share * 40);
      std::fprintf(stderr, "\r%s [%s%s] %3.0f %%  %s left ", what_.c_str(), std::string(full, '#').c_str(),
                   std::string(40 - full, '.').c_str(), 100 * share, clock(left).c_str());
    } else if (share >= next_line_) {
      next_line_ += 0.1;
      std::fprintf(stderr, "%s %3.0f %%, %s so far, %s left\n", what_.c_str(), 100 * share, clock(elapsed).c_str(),
                   clock(left).c_str());
    }
  }

 private:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  static std::string clock(double seconds) {
    char text[32];
    const long whole = std::lround(seconds);
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
  }

  std::string what_;
  double total_, done_ = 0, drawn_ = -1, next_line_ = 0.1;
  bool terminal_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

/// Calls work(0) .. work(count - 1), each once, on `threads` threads.
template <class Work>
void for_each_parallel(std::size_t count, unsigned threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> pool;
  for (unsigned t = 0; t < threads; ++t)
    pool.emplace_back([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
}

}  // namespace paper
