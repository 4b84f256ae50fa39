// SPDX-License-Identifier: BSD-3-Clause
#include "solver/run/methods.hpp"

#include <algorithm>

#include "solver/run/options.hpp"

namespace sbreg {

const Method& find_method(std::string_view name) noexcept {
  return *std::ranges::find_if(method_table, [&](const Method& m) { return name == m.name; });
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
