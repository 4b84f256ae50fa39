// SPDX-License-Identifier: BSD-3-Clause
// The lower bound of a frame. For any g (`dual`), with u = c - (G - Diag(a)) g and delta = theta a + (1 - theta) b,
//
//     f >= value - g'(c - u) / (2 theta) - 1/2 sum over those in of u_j^2/delta_j - 1/2 (the k largest free
//     u_j^2/delta_j)
//
// less what rounding may have added. It is jointly concave in g and theta. Its maximum is that of the perspective
// relaxation, whose x_j = g_j / theta and z_j = delta_j x_j / u_j in [0, 1], sum z <= k. Each iteration takes from a
// proximal step the sets where z is 1 and between 0 and 1, solves the linear equations that hold there,
//
//     (P g)_j + delta_j g_j / theta = c_j   where z = 1,      (P g)_j + sign_j delta_j^(1/2) t = c_j   where 0 < z < 1,
//     sum over 0 < z < 1 of sign_j delta_j^(1/2) g_j = theta (k - |z = 1|) t,
//
// and goes there, or where the bound is highest on the way.
#pragma once

#include <vector>

#include "bound/frame.hpp"

namespace sbreg::bound {

class Ascent {
 public:
  /// Room for frames of n variables.
  explicit Ascent(Index n);

  /// Looks at a frame whose variables have a status: 0 free, 1 in, 2 out. `dual` has an entry for each variable.
  /// theta = 1 without has_b, 0 < theta <= 1.
  void start(const Frame& frame, const std::vector<unsigned char>& status, Index places, double theta,
             const std::vector<double>& dual);
  /// Raises the bound by at most so many iterations, until it reaches `enough`.
  void climb(int iterations, double enough);
  [[nodiscard]] double bound() const noexcept { return bound_; }
  [[nodiscard]] double theta() const noexcept { return theta_; }
  [[nodiscard]] const std::vector<double>& dual() const noexcept { return dual_; }
  /// What a free variable adds to the sum, u_j^2/(2 delta_j).
  [[nodiscard]] double weight(Index j) const noexcept { return weight_[to_size(j)]; }
  /// The k-th largest of the weights of free variables, and the next one; -infinity where there are fewer.
  [[nodiscard]] double last_in() const noexcept { return last_in_; }
  [[nodiscard]] double first_out() const noexcept { return first_out_; }
  /// What rounding may change in these differences.
  [[nodiscard]] double margin() const noexcept { return margin_; }
  /// delta_j x_j^2
  [[nodiscard]] double energy(Index j) const noexcept;
  [[nodiscard]] double work() const noexcept { return work_; }

 private:
  void set_theta(double theta) noexcept;
  double evaluate(const std::vector<double>& dual, const LineVector& u, bool keep) noexcept;
  void multiply(const std::vector<double>& dual, LineVector& u);
  bool propose();
  bool newton();
  bool improve_theta();

  const Frame* frame_ = nullptr;
  std::vector<unsigned char> status_;
  std::vector<Index> free_, in_;
  Index n_ = 0, places_ = 0;
  double theta_ = 1;
  double bound_ = -infinity, last_in_ = 0, first_out_ = 0, margin_ = 0;
  double t_ = 0;
  std::vector<double> dual_, next_, trial_;
  LineVector u_, u_next_, u_trial_;
  std::vector<double> delta_, weight_, sorted_, ratio_, width_;
  std::vector<Index> chosen_;  // where the equations hold: those in, then z = 1, then between
  std::vector<double> coefficient_;
  Index whole_ = 0;  // of chosen_: those with z = 1
  LineVector M_, right_, edge_;
  double work_ = 0;
};

}  // namespace sbreg::bound
