// SPDX-License-Identifier: BSD-3-Clause
// Maximises the dual of a model (cost_model.hpp) over V: F(V) = -dual(V) is minimised by L-BFGS.
//
//     gradient/2 = V - F Diag(1/u) H'          (one lift)
//     V <- V + a D,  H <- H + a E,  E = D'F    (one image)
//
// Along D every |h_j + a e_j|^2 is a quadratic in a, so the line search is exact and costs O(n) per trial. The step
// D = -gradient/2, a = 1 is the map V <- F Diag(1/u) H', which never lowers the dual: for the linear model it is the
// paper's parallel iteration with the diagonal of C kept. It comes first and whenever a search direction fails.
#pragma once

#include <vector>

#include "dsm/cost_model.hpp"
#include "dsm/products.hpp"

namespace sbreg {

template <class Real>
class Ascent {
 public:
  Ascent(const Products<Real>& products, const CostModel& model, Index n, Index r);

  /// Starts at the element of B, r x n.
  void start(const Real* B);
  /// Continues from a run in another precision, with what it learned of the curvature.
  template <class Other>
  void resume(const Ascent<Other>& other);
  /// One iteration; false when the dual cannot be raised in this precision.
  bool iterate();

  /// |gradient| / (2 |V|)
  [[nodiscard]] double residual() const noexcept { return residual_; }
  [[nodiscard]] double dual() const noexcept { return dual_; }
  [[nodiscard]] Index rank() const noexcept { return r_; }
  [[nodiscard]] const std::vector<Real>& element() const noexcept { return V_; }
  /// B = H Diag(1/u), r x n.
  void dual_factor(std::vector<double>& B) const;

 private:
  template <class Other>
  friend class Ascent;
  struct Pair {
    std::vector<Real> s, y;
    double inverse = 0;  // 1 / <s, y>
  };
  static constexpr std::size_t memory = 10;

  [[nodiscard]] const Real* image_of_V() const noexcept { return H_.empty() ? V_.data() + r_ * n_ : H_.data(); }
  void measure(const Real* E);
  void differentiate();
  void recompute_image();
  void direction();
  void forget() noexcept { used_ = 0; }
  double search(double slope, double norm_D);
  void remember(double a);
  void move(double a, const Real* E);

  const Products<Real>& products_;
  const CostModel& model_;
  Index n_;
  Index r_;
  std::vector<Real> V_, D_, g_, previous_g_;
  std::vector<Real> H_;       // image of V; empty when the element holds it
  std::vector<Real> buffer_;  // image of D, then B = H Diag(1/u)
  std::vector<double> p_, q_, s_, inverse_u_;
  std::vector<Pair> pairs_;  // the first used_ of them, oldest first; allocated once
  std::size_t used_ = 0;
  double norm_V_ = 0;  // <V, V>
  double dual_ = 0;
  double residual_ = 1;
  double inner_VD_ = 0;
  Index since_image_ = 0;
};

extern template class Ascent<float>;
extern template class Ascent<double>;

}  // namespace sbreg
