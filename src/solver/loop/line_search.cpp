// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/line_search.hpp"

#include <cmath>

namespace sbreg {

LineSearch::LineSearch(const SolverOptions& options, Index n) : n_(n) {
  if (options.line_search == "none") return;
  kind_ = options.line_search == "paper" ? Kind::paper : Kind::growing;
  const Index count = options.line_search_trials;
  const double factor = options.line_search_factor;
  double scale = kind_ == Kind::paper ? std::pow(factor, static_cast<double>(count - 1)) : options.dsm_scale;
  scales_.clear();
  for (Index j = 0; j < count; ++j) {
    scales_.push_back(scale);
    scale /= factor;
  }
  if (kind_ == Kind::paper) scales_.back() = 1;  // exactly D, whatever the powers rounded to
}

}  // namespace sbreg
