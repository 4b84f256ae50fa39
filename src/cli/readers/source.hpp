// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A file, plain or compressed by gzip, as a stream of bytes that knows where it is. Nothing but one buffer is held, so
// the size of a file does not matter; what the readers keep of it is counted before it is taken.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/failure.hpp"
#include "cli/line/number.hpp"
#include "cli/readers/memory.hpp"

namespace cli {

class Source {
 public:
  static constexpr int end = -1;

  /// Looks at the sizes that a file announces, before anything is kept of it; 0 rows: not known yet.
  using SizeCheck = std::function<void(Index rows, Index columns)>;

  /// "-" is standard input.
  Source(const std::string& path, const Limits& limits, SizeCheck check = {});
  ~Source();
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// The next byte, or `end`; peek leaves it there. In text a control character is refused.
  int peek() { return position_ < filled_ || fill() ? static_cast<unsigned char>(buffer_[position_]) : end; }
  int get();
  /// A byte of a binary format.
  int get_byte();
  /// Fills `into` completely or fails.
  void get_bytes(char* into, std::size_t count);
  /// Whether the file begins with this text; before anything is read.
  bool begins_with(std::string_view text);
  /// What is buffered of what comes next: 64 KB, or all there is.
  std::string_view ahead();
  /// The next characters up to one of `stops`, a line's end or the end, at most 4096 of them.
  std::string get_until(std::string_view stops);
  /// Spaces and tabs, except a tab where that separates fields.
  void skip_blanks(bool tabs = true);
  /// Passes a line's end (LF or CR LF); false when there is none.
  bool pass_line_end();
  void skip_line();

  /// Failure(input): "file:line:column: what", of the next byte or of a place noted before.
  struct Place {
    Index line, column;
  };
  [[nodiscard]] Place place() const { return {line_, column_}; }
  [[noreturn]] void fail(const std::string& what) const { fail_at(place(), what); }
  [[noreturn]] void fail_at(Place place, const std::string& what) const;
  /// "file: what".
  [[noreturn]] void fail_file(const std::string& what) const;
  /// Reads `text`, which began at `place`, as a finite number or fails.
  [[nodiscard]] double number(const std::string& text, Place place) const;
  [[nodiscard]] Index integer(const std::string& text, Place place) const;

  /// For readers: as soon as they know the sizes.
  void announce(Index rows, Index columns) const;
  /// Failure when this file needs more memory than the limit.
  void require(double bytes) const { require_memory(limits_, bytes, path_); }

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The path without .gz.
  [[nodiscard]] bool is_called(std::string_view extension) const;

 private:
  bool fill();
  std::size_t read(std::size_t from);
  void require_little_expansion() const;

  std::string path_;
  Limits limits_;
  SizeCheck check_;
  double unpacked_ = 0;  // bytes so far
  gzFile file_ = nullptr;
  std::vector<char> buffer_;
  std::size_t position_ = 0, filled_ = 0;
  Index line_ = 1, column_ = 1;
};

/// Appends to a vector that grows with what a file holds, not with what it announces. It never grows beyond the
/// `expected` number of entries, and while it grows both the old and the new memory are counted.
template <class Number>
void append(const Source& source, std::vector<Number>& values, Number value, double expected = 1e18) {
  if (values.size() == values.capacity()) {
    const auto now = static_cast<double>(values.size());
    const double next = std::max(std::min(std::max(2 * now, 1024.0), expected), now + 1);
    source.require((now + next) * sizeof(Number));
    values.reserve(static_cast<std::size_t>(next));
  }
  values.push_back(std::move(value));
}

}  // namespace cli
