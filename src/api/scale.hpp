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

/// Coordinates of a point of a problem on the scale of the data, within the caller's bounds to the last bit.
class Outside {
 public:
  explicit Outside(const Problem& problem, ConstVec lower = {}, ConstVec upper = {}) noexcept
      : scale_(problem.scale()), lower_(lower), upper_(upper) {}

  [[nodiscard]] double operator()(std::size_t j, double value) const noexcept {
    if (!scale_.empty()) value /= scale_[j];
    if (!lower_.empty()) value = std::max(value, lower_[j]);
    if (!upper_.empty()) value = std::min(value, upper_[j]);
    return value;
  }

 private:
  ConstVec scale_, lower_, upper_;
};

/// out <- a point of the solver or path on the scale of the data.
template <class Handle>
void copy_outside(const Handle& handle, ConstVec x, double* out) noexcept {
  const Outside outside(handle.core.problem(), handle.lower, handle.upper);
  for (std::size_t j = 0; j < x.size(); ++j) out[j] = outside(j, x[j]);
}

}  // namespace sbreg::api
