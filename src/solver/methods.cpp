// SPDX-License-Identifier: BSD-3-Clause
#include "solver/methods.hpp"

#include <algorithm>
#include <array>

namespace sbreg {
namespace {

constexpr std::array<Method, 4> methods{{
    {"auto", Dictionary::any},
    {"iht", Dictionary::lipschitz},
    {"iwht", Dictionary::single},
    {"ciwht", Dictionary::any},
}};

}  // namespace

const Method& find_method(std::string_view name) noexcept {
  return *std::ranges::find_if(methods, [&](const Method& m) { return name == m.name; });
}

}  // namespace sbreg
