// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Where a picture goes. The ending of the name says how: .svg is written here, .png is what the program rsvg-convert
// makes of it. That both can be done is known before the work begins.
#pragma once

#include <optional>
#include <string>

#include "cli/output/output.hpp"
#include "cli/output/svg.hpp"

namespace cli {

class Picture {
 public:
  /// No picture when the path is empty. Failure(usage) for an ending that is neither, Failure(output) when the file
  /// cannot be opened or the program is missing.
  Picture(const std::string& option, const std::string& path);

  /// Writes everything or throws Failure(output).
  void finish(const Chart& chart);

 private:
  std::string path_;
  bool png_ = false;
  std::optional<Output> output_;
};

}  // namespace cli
