// SPDX-License-Identifier: BSD-3-Clause
// Points cross the boundary on the scale of the data; inside, a problem may work with scaled variables.
#pragma once

#include <algorithm>
#include <vector>

#include "api/handles.hpp"

namespace sbreg::api {

/// A caller's point (or bounds) in the variables of the problem: the caller's own memory where they are the same.
class Inside {
 public:
  Inside(const Problem& problem, const double* x) : values_(x, to_size(problem.dimension())) {
    const ConstVec scale = problem.scale();
    if (scale.empty()) return;
    scaled_.resize(values_.size());
    for (std::size_t j = 0; j < scaled_.size(); ++j) scaled_[j] = x[j] * scale[j];
    values_ = scaled_;
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  [[nodiscard]] ConstVec values() const noexcept { return values_; }

 private:
  std::vector<double> scaled_;
  ConstVec values_;
};

/// out <- a point of the solver or path on the scale of the data, where it keeps the caller's bounds to the last bit.
template <class Handle>
void copy_outside(const Handle& handle, ConstVec x, double* out) noexcept {
  const ConstVec scale = handle.core.problem().scale();
  std::ranges::copy(x, out);
  for (std::size_t j = 0; j < scale.size(); ++j) out[j] /= scale[j];
  for (std::size_t j = 0; j < handle.lower.size(); ++j) out[j] = std::max(out[j], handle.lower[j]);
  for (std::size_t j = 0; j < handle.upper.size(); ++j) out[j] = std::min(out[j], handle.upper[j]);
}

}  // namespace sbreg::api
