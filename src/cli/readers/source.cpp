// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/readers/source.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/commands/interrupt.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_token = 4096;
constexpr double always_unpacked = 16e6;  // bytes that a compressed file may hold whatever its size

std::string quoted(const std::string& text) {
  return "'" + (text.size() <= 40 ? text : text.substr(0, 37) + "...") + "'";
}

/// "1,5" and the like.
bool is_decimal_comma(const std::string& text) {
  const std::size_t comma = text.find(',');
  double ignored = 0;
  if (comma == std::string::npos) return false;
  return parse_real(std::string(text).replace(comma, 1, "."), ignored) == Parsed::good;
}

bool is_text(char character) {
  const auto c = static_cast<unsigned char>(character);
  return (c >= 0x20 && c != 0x7f) || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

Source::Source(const std::string& path, const Limits& limits, SizeCheck check)
    : path_(path == "-" ? "standard input" : path), limits_(limits), check_(std::move(check)), buffer_(1 << 16) {
  errno = 0;
  file_ = path == "-" ? gzdopen(dup(0), "rb") : gzopen(path.c_str(), "rb");
  if (file_ == nullptr) fail_file(errno != 0 ? std::strerror(errno) : "not enough memory");
}

Source::~Source() { gzclose(file_); }

std::size_t Source::read(std::size_t from) {
  const auto stop_if_interrupted = [this] {
    if (interrupted()) throw Failure(Exit::interrupted, "interrupted while reading " + path_);
  };
  stop_if_interrupted();
  errno = 0;
  const int count = gzread(file_, buffer_.data() + from, static_cast<unsigned>(buffer_.size() - from));
  stop_if_interrupted();  // which made the system's read return
  int code = Z_OK;
  const char* text = gzerror(file_, &code);
  if (count < 0 || code == Z_BUF_ERROR) {
    if (code == Z_ERRNO) fail_file(std::strerror(errno));
    if (code == Z_BUF_ERROR) fail_file("the compressed data end early; the file is truncated");
    fail_file(std::string("the compressed data are damaged: ") + text);
  }
  unpacked_ += count;
  require_little_expansion();
  return static_cast<std::size_t>(count);
}

/// A file that unpacks to hundreds of times its size holds next to nothing, at great length. The compressed bytes of a
/// pipe cannot be counted; what is kept of it meets --memory.
void Source::require_little_expansion() const {
  if (unpacked_ <= always_unpacked || gzdirect(file_) == 1) return;
  const auto packed = static_cast<double>(gzoffset(file_));
  if (packed > 0 && unpacked_ > limits_.expansion * packed)
    throw Failure(Exit::failed, path_ + ": " + size_text(packed) + " of compressed data unpack to more than " +
                                    size_text(unpacked_) + "; the limit is " + rounded(limits_.expansion) +
                                    " times the size, and --expansion raises it");
}

void Source::announce(Index rows, Index columns) const {
  if (check_) check_(rows, columns);
}

bool Source::fill() {
  position_ = 0;
  filled_ = read(0);
  return filled_ > 0;
}

std::string_view Source::ahead() {
  std::memmove(buffer_.data(), buffer_.data() + position_, filled_ - position_);
  filled_ -= position_;
  position_ = 0;
  if (filled_ < buffer_.size()) filled_ += read(filled_);
  return {buffer_.data(), filled_};
}

int Source::get() {
  const int c = peek();
  if (c == end) return end;
  if (!is_text(static_cast<char>(c))) {
    constexpr std::string_view digits = "0123456789abcdef";
    fail(std::string("byte 0x") + digits[static_cast<std::size_t>(c / 16)] + digits[static_cast<std::size_t>(c % 16)] +
         " is not text; a binary file other than .npy or .gz?");
  }
  ++position_;
  if (c == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  return c;
}

int Source::get_byte() {
  const int c = peek();
  if (c != end) ++position_;
  return c;
}

void Source::get_bytes(char* into, std::size_t count) {
  while (count > 0) {
    if (peek() == end) fail_file("the file ends early; it is truncated");
    const std::size_t here = std::min(count, filled_ - position_);
    std::memcpy(into, buffer_.data() + position_, here);
    position_ += here;
    into += here;
    count -= here;
  }
}

bool Source::begins_with(std::string_view text) {
  if (peek() == end) return false;
  return std::string_view(buffer_.data(), filled_).starts_with(text);
}

std::string Source::get_until(std::string_view stops) {
  std::string token;
  const auto ends = [stops](char c) { return c == '\n' || c == '\r' || stops.find(c) != std::string_view::npos; };
  while (peek() != end) {
    const std::size_t start = position_;
    while (position_ < filled_ && !ends(buffer_[position_]) && is_text(buffer_[position_])) ++position_;
    token.append(buffer_.data() + start, position_ - start);
    column_ += static_cast<Index>(position_ - start);
    if (token.size() > longest_token) fail("more than 4096 characters without a separator");
    if (position_ == filled_) continue;
    if (ends(buffer_[position_])) break;
    get();  // refuses what is not text
  }
  return token;
}

void Source::skip_blanks(bool tabs) {
  while (peek() == ' ' || (tabs && peek() == '\t')) get();
}

bool Source::pass_line_end() {
  if (peek() == '\r') {
    get();
    if (peek() != '\n') fail("a carriage return that no line feed follows");
  }
  if (peek() != '\n') return false;
  get();
  return true;
}

void Source::skip_line() {
  while (peek() != end && peek() != '\n') get();
  get();
}

void Source::fail_at(Place place, const std::string& what) const {
  throw Failure(Exit::input,
                path_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " + what);
}

void Source::fail_file(const std::string& what) const { throw Failure(Exit::input, path_ + ": " + what); }

double Source::number(const std::string& text, Place place) const {
  double value = 0;
  switch (parse_real(text, value)) {
    case Parsed::not_a_number:
      fail_at(place, text.empty() ? "a number is missing"
                                  : quoted(text) + " is not a number" +
                                        (is_decimal_comma(text) ? "; the decimal point must be a point" : ""));
    case Parsed::not_finite:
      fail_at(place, quoted(text) + " is not finite");
    case Parsed::good:
      break;
  }
  return value;
}

Index Source::integer(const std::string& text, Place place) const {
  Index value = 0;
  if (!parse_integer(text, value))
    fail_at(place, text.empty() ? "an integer is missing" : quoted(text) + " is not an integer");
  return value;
}

bool Source::is_called(std::string_view extension) const {
  std::string_view name = path_;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with(extension);
}

}  // namespace cli
