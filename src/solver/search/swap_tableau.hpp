// SPDX-License-Identifier: BSD-3-Clause
// Every exchange of one coordinate of a support, scored exactly and at once. For the model x'Gx - 2c'x, a support S of
// k places and a ridge, with G~ = G + ridge I:
//
//     Gi = G~_SS^-1,   W = Gi G_S,:   x = Gi c_S,   d_j = G~_jj - sum_k W_kj G_kj,   g_j = c_j - sum_k x_k G_kj
//
// and energy -c_S'x. When place i is emptied the energy rises by x_i^2 gamma, gamma = 1/Gi_ii; filling it with j lowers
// it by
//
//     score_j = (g_j + x_i gamma W_ij)^2 / (d_j + gamma W_ij^2),
//
// so all k (p - k) exchanges cost O(kp). Carrying one out is a rank-two update of the same cost:
//
//     u_k = Gi_ki gamma,  w_k = W_kj - u_k W_ij  (k != i),   delta = d_j + gamma W_ij^2,
//     h = G_j,: - sum_{k != i} w_k G_{S_k},:     W_k -= u_k W_i + w_k h/delta,   W_i <- h/delta.
//
// Members of S have d = `member`, so that their score is 0. d never falls below a small part of G_jj: a column that
// depends on the support promises nothing.
#pragma once

#include <vector>

#include "linalg/simd/tableau.hpp"
#include "solver/search/candidate_model.hpp"
#include "support/line_array.hpp"

namespace sbreg {

template <class Real>
class SwapTableau {
 public:
  static constexpr Real member = static_cast<Real>(1e30);

  /// Room for k places among p candidates.
  SwapTableau(Index p, Index k);

  /// The tableau of the support S of the model's candidate numbers, in any order.
  /// False when its columns depend on each other and the ridge does not help: then scores mean nothing.
  bool build(const CandidateModel& model, ConstIndexVec S, Real ridge);
  /// Likewise for the support it has.
  bool rebuild(Real ridge);

  [[nodiscard]] Index places() const noexcept { return k_; }
  [[nodiscard]] ConstIndexVec support() const noexcept { return {S_.data(), to_size(k_)}; }
  [[nodiscard]] bool contains(Index j) const noexcept { return d_[to_size(j)] >= member; }
  [[nodiscard]] Real x(Index i) const noexcept { return x_[to_size(i)]; }
  [[nodiscard]] double energy() const noexcept;
  /// What emptying place i costs.
  [[nodiscard]] Real cost(Index i) const noexcept { return x_[to_size(i)] * x_[to_size(i)] * gamma(i); }
  /// Whether something would lower the energy by more than `threshold` in the emptied place i.
  [[nodiscard]] bool any_above(Index i, Real threshold) const noexcept;
  /// out_j <- score_j for place i, 0 for members; returns the largest. `out` has a padded row.
  Real scores(Index i, Real* out) const noexcept;
  /// out_j <- g_j^2 / d_j, what adding j without removing anything would lower the energy by.
  Real entry_scores(Real* out) const noexcept;
  /// Puts candidate j, not a member, into place i.
  void swap(Index i, Index j) noexcept;

  // For tests.
  [[nodiscard]] Real w(Index i, Index j) const noexcept { return W_[to_size(i * ld_ + j)]; }
  [[nodiscard]] Real inverse(Index i, Index l) const noexcept { return Gi_[to_size(i * ldi_ + l)]; }
  [[nodiscard]] Real slope(Index j) const noexcept { return g_[to_size(j)]; }
  [[nodiscard]] Real remainder(Index j) const noexcept { return d_[to_size(j)]; }

 private:
  [[nodiscard]] Real gamma(Index i) const noexcept { return 1 / Gi_[to_size(i * ldi_ + i)]; }
  [[nodiscard]] const Real* row(Index i) const noexcept { return W_.data() + i * ld_; }

  const TableauKernels<Real>* kernels_;
  const CandidateModel* model_ = nullptr;
  Index k_ = 0;
  Index ld_ = 0;   // of W: the padded number of candidates
  Index ldi_ = 0;  // of Gi
  std::vector<Index> S_;
  std::vector<Real> x_;
  LineArray<Real> W_, Gi_, d_, g_, least_;
  LineArray<Real> u_, w_, w_over_, v_over_, a_;  // scratch
};

extern template class SwapTableau<float>;
extern template class SwapTableau<double>;

}  // namespace sbreg
