// SPDX-License-Identifier: BSD-3-Clause
// Options of an object are written once, as rows of a file that is included where they are wanted:
//
//     INT (name, initial, lowest, highest, "one line of documentation")
//     REAL(name, initial, lowest, highest, "...")
//     TEXT(name, initial, "the choices, separated by spaces", "...")
//
// After support/option_members.inl the rows are the members of a struct; after api/option_keys.inl they are the table
// behind the setters, the getters and the introspection. support/option_end.inl comes after them.
#pragma once

#include <limits>
#include <string>

#include "support/types.hpp"

namespace sbreg {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr Index unlimited = std::numeric_limits<Index>::max();

}  // namespace sbreg
