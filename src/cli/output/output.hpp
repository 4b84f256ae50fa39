// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Where results go: standard output or a file, opened before the work begins and complete or reported.
#pragma once

#include <string>

#include "cli/line/failure.hpp"

namespace cli {

class Output {
 public:
  /// An empty path or "-" is standard output. Failure(output) when the file cannot be opened.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Writes everything or throws Failure(output).
  void write(const std::string& text);
  /// Writes, and closes: after it the bytes are with the system.
  void finish(const std::string& text);
  /// For a program that writes in our place.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  int descriptor_;
};

}  // namespace cli
