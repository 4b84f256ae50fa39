// SPDX-License-Identifier: BSD-3-Clause
// Losses of linear models: f(x) = sum_i w_i loss(t_i, b_i) with the margins t = Ax. One row of a table per loss.
#pragma once

#include "support/types.hpp"

namespace sbreg {

struct Loss {
  const char* name;
  /// SBREG_E_ARGUMENT when an observation is outside the loss's domain; nullptr when every number is fine.
  void (*check)(ConstVec b);
  /// derivative[i] <- w_i loss'(t_i, b_i) (w empty: all ones); returns the sum of w_i loss(t_i, b_i).
  double (*evaluate)(ConstVec t, ConstVec b, ConstVec w, Vec derivative);
  /// second[i] <- w_i loss''(t_i, b_i).
  void (*second)(ConstVec t, ConstVec b, ConstVec w, Vec second);
  /// The second derivative never exceeds this.
  double curvature;
  /// Whether t - b is a residual, so that 0 is a target and A'A gives the gradient.
  bool is_least_squares;
};

/// The loss of that name; SBREG_E_KEY with a suggestion when there is none.
const Loss& find_loss(const char* name);

}  // namespace sbreg
