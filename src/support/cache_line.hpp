// SPDX-License-Identifier: BSD-3-Clause
// Large arrays start on a cache line: a vector register of 64 bytes then never straddles two, which a matrix product in
// the second-level cache shows as a factor of almost two.
#pragma once

#include <cstdint>

#include "support/types.hpp"

namespace sbreg {

/// How many numbers to allocate more than needed, so that line_start finds room.
inline constexpr Index line_padding = 7;

/// The first address at or after `p` where a cache line starts; `p` is aligned for doubles.
inline double* line_start(double* p) noexcept {
  constexpr std::uintptr_t line = 64;
  const auto past = reinterpret_cast<std::uintptr_t>(p) % line;
  return past == 0 ? p : p + (line - past) / sizeof(double);
}

}  // namespace sbreg
