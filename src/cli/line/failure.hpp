// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// How the command ends. Everything that goes wrong is thrown as a Failure and becomes one line on standard error and
// one of these exit codes, which scripts may rely on; the numbers never change.
#pragma once

#include <stdexcept>
#include <string>

namespace cli {

enum class Exit : int {
  success = 0,
  not_certified = 1,  // check: a certificate does not hold
  usage = 2,          // the command line is wrong
  input = 3,          // a file cannot be read, or its contents do not fit
  output = 4,         // a result cannot be written
  failed = 5,         // the computation failed, or memory ran out
  limit = 6,          // max-iterations or time-limit ended the run; the best point was printed
  interrupted = 130,  // Ctrl-C; the best point so far was printed
};

/// The message may quote a file. It stays one line, and no byte of the file commands the terminal.
class Failure : public std::runtime_error {
 public:
  Failure(Exit code, const std::string& message) : std::runtime_error(one_line(message)), code_(code) {}
  [[nodiscard]] Exit code() const noexcept { return code_; }

 private:
  static std::string one_line(std::string text) {
    for (char& c : text)
      if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
    return text;
  }

  Exit code_;
};

}  // namespace cli
