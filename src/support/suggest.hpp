// SPDX-License-Identifier: BSD-3-Clause
// The nearest of several names to a mistyped one, for error texts; all of them when none is near and they are few.
#pragma once

#include <cstddef>
#include <string_view>

namespace sbreg {

class Suggestion {
 public:
  explicit Suggestion(std::string_view wanted) noexcept : wanted_(wanted) {}
  /// `candidate` must outlive the suggestion (static texts do).
  void consider(const char* candidate) noexcept;
  /// The end of a sentence: `; did you mean "name"?`, `; there is: one, two`, or nothing. Valid as long as this object.
  [[nodiscard]] const char* hint() noexcept;

 private:
  std::string_view wanted_;
  const char* best_ = "";
  int distance_ = 1 << 20;
  static constexpr std::size_t few = 16;
  const char* all_[few] = {};
  std::size_t count_ = 0;
  char hint_[256] = "";
};

/// Edits (insert, delete, replace) that turn one text into the other; texts are compared up to 63 characters.
int edit_distance(std::string_view a, std::string_view b) noexcept;

}  // namespace sbreg
