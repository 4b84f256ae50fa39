// SPDX-License-Identifier: BSD-3-Clause
#include "solver/line_search.hpp"

#include <cmath>

namespace sbreg {

LineSearch::LineSearch(const SolverOptions& options, Index n) : n_(n), factor_(options.line_search_factor) {
  if (options.line_search == "paper") {
    kind_ = Kind::paper;
    trials_ = options.line_search_trials;
    first_ = std::pow(factor_, static_cast<double>(trials_ - 1));
  } else if (options.line_search == "growing") {
    kind_ = Kind::growing;
    trials_ = options.line_search_trials;
    first_ = options.dsm_scale;
  }
}

double LineSearch::scale(Index j) const noexcept {
  if (kind_ == Kind::paper && j == trials_ - 1) return 1;  // exactly D, whatever the powers rounded to
  double scale = first_;
  for (; j > 0; --j) scale /= factor_;
  return scale;
}

}  // namespace sbreg
