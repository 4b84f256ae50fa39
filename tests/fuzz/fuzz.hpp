// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What the fuzz targets share: choices read from the fuzzer's bytes, and claims whose failure ends the process.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

/// Ends the process where a claim does not hold; the fuzzer keeps the input as a finding.
#define CLAIM(holds, ...)                                                \
  do {                                                                   \
    if (!(holds)) {                                                      \
      std::fprintf(stderr, "%s:%d: %s\n  ", __FILE__, __LINE__, #holds); \
      std::fprintf(stderr, __VA_ARGS__);                                 \
      std::fputc('\n', stderr);                                          \
      std::abort();                                                      \
    }                                                                    \
  } while (false)

/// The bytes of the input, one choice after the other; zeros when they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool empty() const { return place_ >= size_; }
  std::uint8_t byte() { return empty() ? std::uint8_t{0} : data_[place_++]; }
  /// A number from 0 to count - 1.
  std::int64_t below(std::int64_t count) { return byte() % count; }
  bool chance(int in) { return byte() % in == 0; }

  /// Mostly ordinary numbers with a few digits; extreme ones where they are asked for.
  double number(bool extreme) {
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr std::array<double, 20> special{0,
                                                    1,
                                                    -1,
                                                    1e-8,
                                                    -1e8,
                                                    1e15,
                                                    1e-15,
                                                    1e150,
                                                    -1e150,
                                                    1e-170,
                                                    1e300,
                                                    1e308,
                                                    -1e308,
                                                    5e-324,
                                                    infinity,
                                                    -infinity,
                                                    std::numeric_limits<double>::quiet_NaN(),
                                                    0.5,
                                                    2,
                                                    3};
    const std::uint8_t choice = byte();
    if (extreme && choice >= 236) return special[choice - 236U];
    return (choice - 100) / 16.0;
  }
  /// For options: small numbers, and those at which integers end.
  std::int64_t integer() {
    static constexpr std::array<std::int64_t, 8> special{INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN,
                                                         -1,        1 << 20,   1000,      15000};
    const std::uint8_t choice = byte();
    return choice >= 248 ? special[choice - 248U] : choice % 24 - 2;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, place_ = 0;
};

}  // namespace fuzz
