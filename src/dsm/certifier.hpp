// SPDX-License-Identifier: BSD-3-Clause
// Turns dual points into weights with a proof. For any V, with h_j = V'f_j and u_j = max(u_j(|h_j|), K_jj):
//
//     dual(V) <= optimum <= cost of t u,   t >= lambda_max(G(u)).
//
// The floor K_jj is not a refinement: without it h_j = 0 with f_j != 0 would drop the column from G and the proof
// would be false. Both sides carry their rounding: the dual is lowered by what forming H and the sums can have lost,
// the weights are rounded up, and lambda_max(G(u)) <= t is proved by Cholesky (scaled_gram.hpp).
#pragma once

#include <functional>
#include <vector>

#include "dsm/cost_model.hpp"
#include "dsm/dsm.hpp"
#include "dsm/scaled_gram.hpp"

namespace sbreg {

class Certifier {
 public:
  /// Begins with weights that are feasible without any work: u_j = K_jj^(1/2) sum_k K_kk^(1/2) has tr G(u) = 1; and
  /// with the dual value of Z diagonal, the cost of w_j = C_jj.
  Certifier(const Space& space, const CostModel& model);

  struct Limits {
    double tolerance;
    Index proof_limit;
    double allowed_failure;
    double accuracy;                   // of a probabilistic bound
    std::function<bool()> keep_going;  // asked before every product of one; may be empty
  };
  /// Takes the dual bound and the weights of an element of rank r. `thorough`: improve the weights even where the
  /// tolerance is out of reach. False when keep_going said so: then the weights are what they were.
  bool check(Index r, const std::vector<double>& element, const Limits& limits, bool thorough, Rng& rng);

  /// Weights above the ridge, in units of K.
  [[nodiscard]] ConstVec u() const noexcept { return best_u_; }
  [[nodiscard]] double primal() const noexcept { return primal_; }
  [[nodiscard]] double dual() const noexcept { return dual_; }
  [[nodiscard]] bool within(double tolerance) const noexcept { return dual_ >= (1 - tolerance) * primal_; }
  [[nodiscard]] double failure_probability() const noexcept { return failure_probability_; }

 private:
  void take_dual(Index r, const std::vector<double>& element, const double* H);
  bool accept(double t);
  bool check_proven(double target, bool thorough, Rng& rng);
  bool check_randomised(double target, const Limits& limits, bool thorough, Rng& rng);

  const Space& space_;
  const CostModel& model_;
  ScaledGram gram_;
  std::vector<double> u_, best_u_;
  std::vector<double> p_, inverse_u_;
  std::vector<double> image_;
  double primal_ = 0;
  double dual_ = 0;
  double failure_probability_ = 0;
  int randomised_checks_ = 0;
};

}  // namespace sbreg
