// SPDX-License-Identifier: BSD-3-Clause
// Options of an object are written once, as rows of a list macro LIST(INT, REAL, TEXT):
//
//     INT (name, initial, lowest, highest, "one line of documentation")
//     REAL(name, initial, lowest, highest, "...")
//     TEXT(name, initial, "the choices, separated by spaces", "...")
//
// SBREG_OPTION_MEMBERS(LIST) makes them the members of a struct; api/keys.hpp makes the same rows the table behind the
// setters, the getters and the introspection.
#pragma once

#include <limits>
#include <string>

#include "support/types.hpp"

#define SBREG_INT_MEMBER(name, initial, lowest, highest, doc) ::sbreg::Index name = initial;
#define SBREG_REAL_MEMBER(name, initial, lowest, highest, doc) double name = initial;
#define SBREG_TEXT_MEMBER(name, initial, choices, doc) std::string name = initial;
#define SBREG_OPTION_MEMBERS(LIST) LIST(SBREG_INT_MEMBER, SBREG_REAL_MEMBER, SBREG_TEXT_MEMBER)

namespace sbreg {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr Index unlimited = std::numeric_limits<Index>::max();

}  // namespace sbreg
