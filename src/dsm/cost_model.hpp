// SPDX-License-Identifier: BSD-3-Clause
// What tells the linear model from the quadratic one: the cost of a weight and its conjugate. With u = w - ridge and
// Diag(u) >= K = F'F,
//
//     dual(V) = sum_j psi_j(|h_j|) - |V|^2,     h_j = V'f_j,     u_j = u_j(|h_j|),     psi_j'(N) = 2 N / u_j,
//
//     linear     (cost c_j):  u = N / sqrt(c)                       psi = 2 sqrt(c) N + c ridge
//     quadratic, ridge = 0 :  u = N^(2/3)                           psi = 3/2 N^(4/3)
//     quadratic, ridge > 0 :  u = t^2 - ridge, t^3 - ridge t = N    psi = 2 t N - t^4/2 + ridge t^2
//
// psi_j is the largest value of 2 b'h_j - (conjugate cost of |b|^2) over b, attained at b_j = h_j / u_j: the rows of
// the dual factor B. Every V gives a lower bound on the model's optimum (weak duality).
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

/// Sums along a line V + a D: of psi_j, and of its first and second derivatives in a.
struct LineSums {
  double value = 0;
  double first = 0;
  double second = 0;
};

class CostModel {
 public:
  /// The linear model with positive costs.
  static CostModel linear(ConstVec cost, double ridge);
  static CostModel quadratic(Index n, double ridge);

  [[nodiscard]] bool is_quadratic() const noexcept { return quadratic_; }
  [[nodiscard]] double ridge() const noexcept { return ridge_; }

  /// With |h_j + a e_j|^2 = p_j + 2 a q_j + a^2 s_j: the sums at a, and 1/u_j there (0 where h_j + a e_j = 0).
  LineSums along(ConstVec p, ConstVec q, ConstVec s, double a, Vec inverse_u) const noexcept;

  /// The model's objective at w = u + ridge.
  [[nodiscard]] double objective(ConstVec u) const noexcept;
  /// t with objective(t u) = value, or a negative number when there is none above 0.
  [[nodiscard]] double multiple_for(ConstVec u, double value) const noexcept;
  /// The row length |b_j| that block-coordinate maximisation gives to the direction g_j, |g_j| = g, C_jj = c.
  [[nodiscard]] double row_length(std::size_t j, double c, double g) const noexcept;
  /// <ridge I, Z> - conjugate cost, Z_jj = k_j: what a dual value has beside <K, Z>.
  [[nodiscard]] double dual_rest(ConstVec k) const noexcept;

 private:
  bool quadratic_ = false;
  double ridge_ = 0;
  std::vector<double> root_cost_;  // linear model only
  double cost_sum_ = 0;
  double count_ = 0;
};

}  // namespace sbreg
