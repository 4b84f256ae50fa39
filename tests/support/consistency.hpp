// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Whether state, strategy, proof, solution, support and history of a solver tell one story. Only what costs no product
// with the data is asked for, so that the question changes no count of calls.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sparsebregman.h"

namespace oracle {

/// What contradicts something else, or "". f at 0 is the unit of rounding: by so little the solution may be above the
/// iterate, for the sake of coordinates that are 0.
inline std::string contradiction(const sbreg_solver* solver, double f_at_zero) {
  const auto integer = [&](const char* name) {
    std::int64_t value = -1;
    return sbreg_solver_get_int(solver, name, &value) == SBREG_OK ? value : -1;
  };
  const auto real = [&](const char* name) {
    double value = NAN;
    return sbreg_solver_get_real(solver, name, &value) == SBREG_OK ? value : NAN;
  };
  const std::int64_t n = integer("columns"), state = integer("state"), proved = integer("proved");
  const double best = real("best_objective"), objective = real("objective");
  const char* words = "";
  sbreg_solver_get_text(solver, "strategy", &words);
  const std::string strategy = words, name = sbreg_state_text(static_cast<std::int32_t>(state));
  const std::string story = "; state " + name + ", proved " + std::to_string(proved) + ", best " +
                            std::to_string(best) + ", strategy \"" + strategy + "\"";
  std::vector<double> x(static_cast<std::size_t>(n), NAN);
  if (sbreg_solver_get_solution(solver, x.data()) == SBREG_OK) {
    std::vector<std::int64_t> support(x.size() + 1);
    std::int64_t count = -1;
    if (!std::ranges::all_of(x, [](double v) { return std::isfinite(v); })) return "x is not finite" + story;
    if (sbreg_solver_get_support(solver, support.data(), n + 1, &count) != SBREG_OK) return "no support" + story;
    if (count != std::ranges::count_if(x, [](double v) { return v != 0; }))
      return "the support is not that of x" + story;
    if (count != integer("support_size")) return "support_size" + story;
  }
  if (state < 0 || state > 9 || name.empty() || strategy.empty()) return "no state or strategy" + story;
  if (proved != 0 && proved != 1) return "no proof, and no lack of one" + story;
  if (proved == 1 && (state == SBREG_UNBOUNDED || state == SBREG_INCONSISTENT)) return "a proof of nothing" + story;
  const bool says = strategy.find("it is proved") != std::string::npos;
  const bool alone = strategy.find("only point allowed") != std::string::npos;
  if (says != (proved == 1) && !alone) return "strategy and proof differ" + story;
  const double rounding = 1e-9 * (std::abs(best) + std::abs(objective)) + 1e-13 * std::abs(f_at_zero);
  if (best > objective + rounding) return "the iterate is better" + story;
  const double lower = real("lower_bound"), gap = real("gap");
  const std::string bound = ", lower bound " + std::to_string(lower) + ", gap " + std::to_string(gap);
  if (!(gap >= 0) || (gap <= real("gap_tolerance")) != (proved == 1)) return "gap and proof differ" + bound + story;
  if (std::isinf(gap) && std::isfinite(lower) && best != 0) return "a bound without a gap" + bound + story;
  if (!(lower <= best + rounding)) return "the bound is above the best point" + bound + story;
  std::int64_t length = 0;
  if (sbreg_solver_get_history(solver, "best_objective", nullptr, 0, &length) != SBREG_OK || length == 0) return "";
  std::vector<double> history(static_cast<std::size_t>(length));
  if (sbreg_solver_get_history(solver, "best_objective", history.data(), length, &length) != SBREG_OK)
    return "no history" + story;
  if (history.back() != best) return "the history ends with " + std::to_string(history.back()) + story;
  return "";
}

}  // namespace oracle
