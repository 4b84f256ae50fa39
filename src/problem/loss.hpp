// SPDX-License-Identifier: BSD-3-Clause
// Losses of linear models: f(x) = sum_i w_i loss(t_i, b_i) with the margins t = Ax, or a function of all margins at
// once (logsumexp). One file per loss in losses/, one row of the table in loss.cpp.
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// How a loss is tied to a likelihood l: it is -l, or half a sum of squares of unknown variance.
enum class Likelihood { none, gaussian, exact };

/// What a loss knows besides the margins.
struct Observations {
  ConstVec b;
  ConstVec w;        // empty: all ones
  double delta = 1;  // where huber turns linear

  [[nodiscard]] double weight(std::size_t i) const noexcept { return w.empty() ? 1 : w[i]; }
};

/// Numbers between which something lies.
struct Interval {
  double low;
  double high;
};

/// One row of the table: all that the library knows of a loss. What a row leaves out, the loss does not have.
struct Loss {
  const char* name = nullptr;
  /// Refuses (SBREG_E_ARGUMENT) observations outside the loss's domain and rewrites the others into the form that the
  /// functions below expect; nullptr when every number is fine as it is.
  void (*prepare)(Vec b) = nullptr;
  /// derivative[i] <- derivative of the loss by t_i; returns the loss. For least squares t may be `derivative`.
  double (*evaluate)(ConstVec t, const Observations& o, Vec derivative) = nullptr;
  /// second[i] <- second derivative by t_i, the diagonal part of it where the loss couples the margins.
  void (*second)(ConstVec t, ConstVec derivative, const Observations& o, Vec second) = nullptr;
  /// The second derivative never exceeds this times the weight; 0 when nothing bounds it.
  double curvature = 0;
  /// The interval that holds every c which minimises the loss of t + c 1, where the loss is convex and a sum over the
  /// margins. An end is not finite when these observations have no such c. nullptr: the loss has no intercept.
  Interval (*intercept)(ConstVec t, const Observations& o) = nullptr;
  /// Whether t - b is a residual, so that 0 is a target and A'A gives the gradient.
  bool is_least_squares = false;
  /// Whether the Hessian by t is Diag(second) - derivative derivative': the weights are then inside the loss, its
  /// curvature does not depend on them, and constant shifts of t have no curvature.
  bool couples = false;
  /// What the sum over the observations is to a statistician.
  Likelihood likelihood = Likelihood::none;
  /// Where the loss of one observation b falls for ever: 1 as its margin grows, -1 as it falls, 0 nowhere. nullptr: 0
  /// for every b.
  int (*escape)(double b) noexcept = nullptr;
  /// The least loss of any margins, from which the deviance is measured; nullptr: 0.
  double (*least)(const Observations& o) = nullptr;
  /// What a loss lacks to be -l, constants included; nullptr: 0.
  double (*normaliser)(const Observations& o) = nullptr;
  /// Whether the loss is never below 0, so that a point with f = 0 is the best of all.
  bool nonnegative = false;
};

/// The interval of the intercept where the loss of an observation is least at t = b: if each margin had its own c, the
/// best c would be b - t, and a common one lies between the smallest and the largest of these.
Interval intercept_of_residuals(ConstVec t, const Observations& o);

/// The loss of that name; SBREG_E_KEY with a suggestion when there is none.
const Loss& find_loss(const char* name);

namespace losses {
#define LOSS(name) extern const Loss name;
#include "problem/losses/rows.inl"
#undef LOSS
}  // namespace losses

}  // namespace sbreg
