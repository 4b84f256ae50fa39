// SPDX-License-Identifier: BSD-3-Clause
// A sentence put together from clauses in a buffer of its own, cut off where that ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace sbreg {

class Sentence {
 public:
  Sentence() = default;
  Sentence(const Sentence&) = delete;
  Sentence& operator=(const Sentence&) = delete;

  void clear() noexcept { *(at_ = text_) = '\0'; }
  [[nodiscard]] const char* text() const noexcept { return text_; }

  /// Adds to the last clause, by a format of printf and at least one value: Debian compiles with
  /// -Werror=format-security.
  template <class... Values>
  void say(const char* format, Values... values) noexcept {
    char* const end = text_ + sizeof text_;
    const int length = std::snprintf(at_, static_cast<std::size_t>(end - at_), format, values...);
    at_ += std::clamp<std::ptrdiff_t>(length, 0, end - at_ - 1);
  }
  /// Begins a new clause.
  template <class... Values>
  void begin_clause(const char* format, Values... values) noexcept {
    if (at_ != text_) say("%s", "; ");
    say(format, values...);
  }

 private:
  char text_[256] = "";
  char* at_ = text_;
};

}  // namespace sbreg
