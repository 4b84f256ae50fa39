// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/swap_tableau.hpp"

#include <algorithm>
#include <limits>

namespace sbreg {
namespace {

Index padded(Index n) noexcept {
  constexpr Index multiple = TableauKernels<float>::row_multiple;
  return (n + multiple - 1) / multiple * multiple;
}

/// What of G_jj counts as nothing: a little above what rounding leaves of a dependent column.
template <class Real>
constexpr Real dependent = sizeof(Real) == 4 ? static_cast<Real>(1e-5) : static_cast<Real>(1e-11);

}  // namespace

template <class Real>
SwapTableau<Real>::SwapTableau(Index p, Index k)
    : kernels_(&tableau_kernels<Real>()),
      S_(to_size(k)),
      x_(to_size(k)),
      W_(k * padded(p)),
      Gi_(k * padded(k)),
      d_(padded(p)),
      g_(padded(p)),
      least_(padded(p)),
      u_(padded(k)),
      w_(padded(k)),
      w_over_(padded(k)),
      v_over_(padded(k)),
      a_(padded(k)) {}

template <class Real>
bool SwapTableau<Real>::build(const CandidateModel& model, ConstIndexVec S, Real ridge) {
  model_ = &model;
  k_ = to_index(S.size());
  ld_ = model.ld;
  ldi_ = padded(k_);
  for (Index i = 0; i < ldi_; ++i) w_[to_size(i)] = 0;
  std::ranges::copy(S, S_.begin());
  for (Index j = 0; j < ld_; ++j) {
    const Real diagonal = j < model.size ? model.row<Real>(j)[j] : 0;
    // Padding and zero columns look like members: they never score.
    least_[to_size(j)] = diagonal > 0 ? dependent<Real> * diagonal : member;
  }
  return rebuild(ridge);
}

template <class Real>
bool SwapTableau<Real>::rebuild(Real ridge) {
  const Real* const G = model_->G<Real>();
  const Real* const c = model_->c<Real>();
  for (Index i = 0; i < k_; ++i) {
    const Real* const source = model_->row<Real>(S_[to_size(i)]);
    Real* const target = Gi_.data() + i * ldi_;
    for (Index l = 0; l < ldi_; ++l) target[l] = l < k_ ? source[S_[to_size(l)]] : 0;
    target[i] += ridge;
  }
  const Index raised = kernels_->invert(k_, Gi_.data(), ldi_, dependent<Real>, u_.data());
  for (Index i = 0; i < k_; ++i) {
    Real total = 0;
    for (Index l = 0; l < k_; ++l) total += Gi_[to_size(i * ldi_ + l)] * c[S_[to_size(l)]];
    x_[to_size(i)] = total;
    u_[to_size(i)] = -total;
  }
  kernels_->multiply(ld_, k_, Gi_.data(), ldi_, G, ld_, S_.data(), W_.data());
  std::copy_n(c, ld_, g_.data());
  kernels_->add_rows(ld_, G, ld_, k_, S_.data(), u_.data(), g_.data());
  for (Index j = 0; j < ld_; ++j) d_[to_size(j)] = j < model_->size ? model_->row<Real>(j)[j] + ridge : 0;
  kernels_->subtract_products(ld_, k_, W_.data(), G, ld_, S_.data(), d_.data());
  for (Index j = 0; j < ld_; ++j) d_[to_size(j)] = std::max(d_[to_size(j)], least_[to_size(j)]);
  for (Index l = 0; l < k_; ++l) {  // members: the identity in W, and no score
    const Index j = S_[to_size(l)];
    d_[to_size(j)] = member;
    g_[to_size(j)] = 0;
    for (Index i = 0; i < k_; ++i) W_[to_size(i * ld_ + j)] = i == l ? 1 : 0;
  }
  return raised == 0;
}

template <class Real>
double SwapTableau<Real>::energy() const noexcept {
  double total = 0;
  for (Index i = 0; i < k_; ++i)
    total -= static_cast<double>(x_[to_size(i)]) * static_cast<double>(model_->c<Real>()[S_[to_size(i)]]);
  return total;
}

template <class Real>
bool SwapTableau<Real>::any_above(Index i, Real threshold) const noexcept {
  const Real y = gamma(i);
  return kernels_->any_above(ld_, x_[to_size(i)] * y, y, threshold, row(i), g_.data(), d_.data());
}

template <class Real>
Real SwapTableau<Real>::scores(Index i, Real* out) const noexcept {
  const Real y = gamma(i);
  return kernels_->scores(ld_, x_[to_size(i)] * y, y, row(i), g_.data(), d_.data(), out);
}

template <class Real>
Real SwapTableau<Real>::entry_scores(Real* out) const noexcept {
  return kernels_->scores(ld_, 0, 0, row(0), g_.data(), d_.data(), out);
}

template <class Real>
void SwapTableau<Real>::swap(Index i, Index j) noexcept {
  const Index leaves = S_[to_size(i)];
  const Real y = gamma(i);
  const Real xi = x_[to_size(i)];
  const Real* const inverse_row = Gi_.data() + i * ldi_;
  const Real wij = W_[to_size(i * ld_ + j)];
  for (Index k = 0; k < k_; ++k) {
    u_[to_size(k)] = inverse_row[k] * y;
    w_[to_size(k)] = W_[to_size(k * ld_ + j)] - u_[to_size(k)] * wij;
  }
  u_[to_size(i)] = 0;
  w_[to_size(i)] = 0;

  // h = G_j - sum_{k != i} G_{j,S_k} (W_k - u_k W_i), the same as above through the rows that are updated anyway
  const Real* const entering = model_->row<Real>(j);
  Real back = 0;
  for (Index k = 0; k < k_; ++k) {
    const Real a = k == i ? 0 : entering[S_[to_size(k)]];
    a_[to_size(k)] = -a;
    back += a * u_[to_size(k)];
  }
  a_[to_size(i)] = back;
  d_[to_size(leaves)] = 0;
  const Real delta = std::max(d_[to_size(j)] + y * wij * wij, least_[to_size(j)]);
  const Real move = (g_[to_size(j)] + y * xi * wij) / delta;
  kernels_->exchange(ld_, k_, i, entering, a_.data(), u_.data(), w_.data(), {y, y * xi, delta, move}, least_.data(),
                     W_.data(), d_.data(), g_.data());
  const Real over = 1 / delta;

  // x and the inverse: Gi_kl += w_k w_l / delta - u_k Gi_il
  for (Index k = 0; k < k_; ++k) {
    x_[to_size(k)] -= u_[to_size(k)] * xi + w_[to_size(k)] * move;
    w_over_[to_size(k)] = -w_[to_size(k)] * over;
  }
  std::copy_n(inverse_row, ldi_, v_over_.data());
  kernels_->rank_two(ldi_, k_, Gi_.data(), u_.data(), v_over_.data(), w_over_.data(), w_.data());
  for (Index k = 0; k < k_; ++k)
    Gi_[to_size(k * ldi_ + i)] = Gi_[to_size(i * ldi_ + k)] = k == i ? over : -w_[to_size(k)] * over;
  x_[to_size(i)] = move;

  S_[to_size(i)] = j;
  for (Index k = 0; k < k_; ++k) W_[to_size(k * ld_ + j)] = k == i ? 1 : 0;
  d_[to_size(j)] = member;
  g_[to_size(j)] = 0;
}

template class SwapTableau<float>;
template class SwapTableau<double>;

}  // namespace sbreg
