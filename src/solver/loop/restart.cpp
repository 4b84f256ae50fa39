// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/restart.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/simd/kernels.hpp"

namespace sbreg {

Restart::Restart(const SolverOptions& options) : newton_(options.newton != 0), factor_(options.restart_factor) {
  if (options.restart == "gamma") kind_ = Kind::gamma;
  if (options.restart == "adaptive") kind_ = Kind::adaptive;
  // The thresholds of the published experiments, there absolute.
  small_on_support_ = newton_ ? 1e-7 : options.momentum != 0 ? 1e-4 : 1e-6;
  large_ = newton_ ? 1e-1 : 1e-2;
}

StepPlan Restart::plan(const SparseVector& x, ConstVec g, double size, const Units& units,
                       const LineSearch& line_search) const noexcept {
  const StepPlan usual{line_search.trials(), 0, false};
  if (kind_ == Kind::none || x.count() == 0) return usual;
  double on_support = 0;
  double smallest = infinity;
  for (Index i : x.support()) {
    const double relative = g[to_size(i)] / units.gradient;
    on_support += relative * relative;
    if (on_support >= small_on_support_ * small_on_support_) return usual;
    smallest = std::min(smallest, std::abs(x[i]));
  }
  if (size <= large_ * units.gradient) return usual;
  if (kind_ == Kind::gamma) return {1, factor_, true};
  if (!newton_) return {1, 0, true};
  const double largest = kernels().largest(to_index(g.size()), g.data());
  if (!std::isfinite(largest)) return usual;  // and the line search says so
  const double ratio = std::ceil(largest / (units.curvature * smallest)) - 1;
  const auto most = static_cast<double>(line_search.trials());
  return {ratio > 1 ? static_cast<Index>(std::min(ratio, most)) : 1, 0, true};
}

}  // namespace sbreg
