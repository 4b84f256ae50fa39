// SPDX-License-Identifier: BSD-3-Clause
// The question behind every certificate: is lambda_max(G(u)) <= t, with G(u) of order m or n (space.hpp)?
//
// Proof. If floating-point Cholesky of the matrix (t - delta) I - fl(G) completes, then lambda_max(G) <= t, where
//
//     delta = gamma(gram roundings) tr G  +  gamma(order + 4) order t
//
// covers what was lost while forming G and the backward error of Cholesky, whose i,j entry is below
// gamma (a_ii a_jj)^(1/2) (Demmel; Rump 2006). Never to be compiled with -ffast-math.
//
// Beyond a moderate order: Lanczos from random starts, with the bound of Kuczynski and Wozniakowski (1992) on the
// probability that k steps leave lambda_max underestimated by more than a factor 1 - epsilon.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "dsm/space.hpp"
#include "support/rng.hpp"

namespace sbreg {

class ScaledGram {
 public:
  explicit ScaledGram(const Space& space) : space_(space) {}

  /// Forms G for these u (u_j >= K_jj; ignored where K_jj = 0). `order^2` numbers are allocated at the first call.
  void form(ConstVec u);
  /// lambda_max(G) from below, by Lanczos on the formed matrix.
  [[nodiscard]] double estimate(Rng& rng) const;
  /// True proves lambda_max(G) <= t. False proves nothing.
  [[nodiscard]] bool prove(double t);
  /// tr G >= lambda_max(G), rounding included.
  [[nodiscard]] double trace() const noexcept { return trace_; }

 private:
  const Space& space_;
  std::vector<double> G_;  // symmetric; prove() works in the lower triangle and restores it
  std::vector<double> saved_diagonal_;
  double trace_ = 0;
};

struct RandomisedBound {
  double estimate = 0;  // lambda_max(G) from below
  double bound = 0;     // lambda_max(G) <= bound except with the probability below
  double failure_probability = 0;
};

/// lambda_max(G(u)) without forming G: bound <= estimate / (1 - epsilon), or tr G where that is smaller. Gives up, with
/// tr G as the bound, once the estimate exceeds `limit` (0: never gives up). Nothing when `keep_going`, asked before
/// every product unless it is empty, said so; rng is then as it was.
std::optional<RandomisedBound> randomised_bound(const Space& space, ConstVec u, double epsilon,
                                                double failure_probability, double limit, Rng& rng,
                                                const std::function<bool()>& keep_going);

/// u_j^(-1/2), and 0 where K_jj = 0.
std::vector<double> inverse_roots(const Space& space, ConstVec u);

}  // namespace sbreg
