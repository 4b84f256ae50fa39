// SPDX-License-Identifier: BSD-3-Clause
// The paper's composition table (table alg_composition): each method is a row that sets the ingredients.
#pragma once

#include <string_view>

#include "solver/run/options.hpp"

namespace sbreg {

/// What dictionary a method works with.
enum class Dictionary { lipschitz, single, any };

struct Method {
  const char* name;
  const char* line_search;
  const char* restart;
  bool newton;
  bool momentum;
  bool stalls;  // whether it ends when it has found nothing better for long
  Dictionary dictionary;
  const char* computes;  // the dictionary computed when none was added
};

/// The row of that name, which must exist.
const Method& find_method(std::string_view name) noexcept;
/// Sets the ingredients of the row that options.method names.
void apply_method(SolverOptions& options);

}  // namespace sbreg
