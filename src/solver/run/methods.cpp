// SPDX-License-Identifier: BSD-3-Clause
#include "solver/run/methods.hpp"

#include <algorithm>
#include <array>

namespace sbreg {
namespace {

// clang-format off
constexpr std::array<Method, 11> methods{{
    // name       line search  restart     newton momentum stalls dictionary             computes
    {"auto",      "growing",   "adaptive", true,  false,   true,  Dictionary::any,       "lipschitz"},
    {"search",    "growing",   "adaptive", true,  false,   true,  Dictionary::any,       "lipschitz"},
    {"iht",       "none",      "none",     false, false,   false, Dictionary::lipschitz, "lipschitz"},
    {"iwht",      "none",      "none",     false, false,   false, Dictionary::single,    "quadratic"},
    {"ciwht",     "none",      "none",     false, false,   false, Dictionary::any,       "D1"},
    {"iht-lsr",   "growing",   "adaptive", false, false,   false, Dictionary::lipschitz, "lipschitz"},
    {"ciwht-lsr", "growing",   "adaptive", false, false,   false, Dictionary::any,       "D1"},
    {"gpnp",      "growing",   "adaptive", true,  false,   true,  Dictionary::lipschitz, "lipschitz"},
    {"newton",    "growing",   "adaptive", true,  false,   true,  Dictionary::any,       "D1"},
    {"mfista",    "growing",   "adaptive", false, true,    false, Dictionary::any,       "D1"},
    {"bpg",       "none",      "none",     false, false,   false, Dictionary::single,    "quadratic"},
}};
// clang-format on

}  // namespace

const Method& find_method(std::string_view name) noexcept {
  return *std::ranges::find_if(methods, [&](const Method& m) { return name == m.name; });
}

void apply_method(SolverOptions& options) {
  const Method& method = find_method(options.method);
  options.line_search = method.line_search;
  options.restart = method.restart;
  options.newton = method.newton ? 1 : 0;
  options.momentum = method.momentum ? 1 : 0;
  options.stall_window = method.stalls ? -1 : 0;
}

}  // namespace sbreg
