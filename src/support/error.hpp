// SPDX-License-Identifier: BSD-3-Clause
// The one exception of the library: a status code and a sentence, in a fixed buffer so that raising it cannot fail.
#pragma once

#include "sparsebregman.h"

namespace sbreg {

inline constexpr int error_text_capacity = 512;

class Error {
 public:
  Error(sbreg_status code, const char* text) noexcept;
  [[nodiscard]] sbreg_status code() const noexcept { return code_; }
  [[nodiscard]] const char* text() const noexcept { return text_; }

 private:
  sbreg_status code_;
  char text_[error_text_capacity];
};

/// Raises an Error with a printf-style text.
[[noreturn]] void fail(sbreg_status code, const char* format, ...) __attribute__((format(printf, 2, 3)));

/// Raises an Error unless the condition holds; the text names the argument and the value.
#define SBREG_REQUIRE(condition, code, ...)           \
  do {                                                \
    if (!(condition)) sbreg::fail(code, __VA_ARGS__); \
  } while (false)

}  // namespace sbreg
