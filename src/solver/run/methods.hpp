// SPDX-License-Identifier: BSD-3-Clause
// The paper's composition table (table alg_composition): each method is a row that names its phases and sets the
// ingredients of its loop. Adding a row adds a method: the choices of the option `method` are read off the table.
#pragma once

#include <array>
#include <string_view>

namespace sbreg {

struct SolverOptions;

/// What scaling matrices a method works with.
enum class Accepts { one_multiple_of_identity, one_matrix, any_matrices };

/// Whether a method searches over supports: not at all, once its loop has ended, or from the beginning.
enum class Searches { never, after_loop, at_once };

struct Method {
  const char* name;
  const char* line_search;
  const char* restart;
  bool newton;
  bool momentum;
  bool stalls;  // whether it ends when it has found nothing better for long
  Accepts dictionary;
  const char* computes;  // the dictionary computed when none was added
  Searches searches;
  bool takes_kernel;  // whether its loop may be that of a kernel

  /// Whether a search over supports belongs to it.
  [[nodiscard]] constexpr bool has_search() const noexcept { return searches != Searches::never; }
};

// clang-format off
inline constexpr Method method_table[] = {
    // name       line search restart     newton momentum stalls dictionary                         computes     searches              kernel
    {"auto",      "growing",  "adaptive", true,  false,   true,  Accepts::any_matrices,             "lipschitz", Searches::after_loop, false},
    {"search",    "growing",  "adaptive", true,  false,   true,  Accepts::any_matrices,             "lipschitz", Searches::at_once,    false},
    {"iht",       "none",     "none",     false, false,   false, Accepts::one_multiple_of_identity, "lipschitz", Searches::never,      false},
    {"iwht",      "none",     "none",     false, false,   false, Accepts::one_matrix,               "quadratic", Searches::never,      false},
    {"ciwht",     "none",     "none",     false, false,   false, Accepts::any_matrices,             "D1",        Searches::never,      false},
    {"iht-lsr",   "growing",  "adaptive", false, false,   false, Accepts::one_multiple_of_identity, "lipschitz", Searches::never,      false},
    {"ciwht-lsr", "growing",  "adaptive", false, false,   false, Accepts::any_matrices,             "D1",        Searches::never,      false},
    {"gpnp",      "growing",  "adaptive", true,  false,   true,  Accepts::one_multiple_of_identity, "lipschitz", Searches::never,      false},
    {"newton",    "growing",  "adaptive", true,  false,   true,  Accepts::any_matrices,             "D1",        Searches::never,      false},
    {"mfista",    "growing",  "adaptive", false, true,    false, Accepts::any_matrices,             "D1",        Searches::never,      false},
    {"bpg",       "none",     "none",     false, false,   false, Accepts::one_matrix,               "quadratic", Searches::never,      true},
};
// clang-format on

/// The names, separated by spaces.
inline constexpr auto method_names = [] {
  constexpr std::size_t length = [] {
    std::size_t sum = 0;
    for (const Method& method : method_table) sum += std::string_view(method.name).size() + 1;
    return sum;
  }();
  std::array<char, length> text{};  // the last space is the end
  std::size_t at = 0;
  for (const Method& method : method_table) {
    if (at > 0) text[at++] = ' ';
    for (char c : std::string_view(method.name)) text[at++] = c;
  }
  return text;
}();

/// The row of that name, which must exist.
const Method& find_method(std::string_view name) noexcept;
/// Sets the ingredients of the row that options.method names.
void apply_method(SolverOptions& options);

}  // namespace sbreg
