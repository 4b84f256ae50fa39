// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Numbers as text and back, whatever the locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

using Index = std::int64_t;

/// A vector's index from one of the interface.
inline std::size_t at(Index i) noexcept { return static_cast<std::size_t>(i); }

/// The shortest text that reads back as the same number.
std::string exact(double value);
/// Six significant digits, or as many as asked for.
std::string rounded(double value, int digits = 6);
/// The same number of digits behind the point always.
std::string fixed(double value, int digits);

enum class Parsed { good, not_a_number, not_finite };
/// Reads the whole text as one number; "1e-400" is 0, "1.5D+3" (Fortran) is accepted.
Parsed parse_real(std::string_view text, double& value);
bool parse_integer(std::string_view text, Index& value);

}  // namespace cli
