// SPDX-License-Identifier: BSD-3-Clause
// The hot loops of the swap tableau (solver/search/swap_tableau.hpp), in single and double precision and once per
// instruction set like those of linalg/simd/kernels.hpp. Every row has a length n that is a multiple of `row_multiple`;
// rows need no alignment.
#pragma once

#include "support/types.hpp"

namespace sbreg {

/// The numbers of one exchange.
template <class Real>
struct Exchange {
  Real gamma, slope, delta, move;
};

template <class Real>
struct TableauKernels {
  static constexpr Index row_multiple = 16;

  /// Whether any j has (g_j + slope w_j)^2 > threshold (d_j + gamma w_j^2).
  bool (*any_above)(Index n, Real slope, Real gamma, Real threshold, const Real* w, const Real* g, const Real* d);
  /// score_j <- (g_j + slope w_j)^2 / (d_j + gamma w_j^2); returns the largest.
  Real (*scores)(Index n, Real slope, Real gamma, const Real* w, const Real* g, const Real* d, Real* score);
  /// weight_j <- exp(scale (score_j - shift)), to a relative 1e-4 and 0 below e^-80; score_j <= shift. Returns the sum.
  Real (*boltzmann)(Index n, Real scale, Real shift, const Real* score, Real* weight);
  /// y <- y + sum_k u[k] G[S[k], :]
  void (*add_rows)(Index n, const Real* G, Index ld, Index k, const Index* S, const Real* u, Real* y);
  /// W[r, :] <- sum_l U[r, l] G[S[l], :] for r < k
  void (*multiply)(Index n, Index k, const Real* U, Index ldu, const Real* G, Index ld, const Index* S, Real* W);
  /// y <- y - sum_k W[k, :] .* G[S[k], :]
  void (*subtract_products)(Index n, Index k, const Real* W, const Real* G, Index ld, const Index* S, Real* y);
  /// W[k, :] <- W[k, :] - c[k] v - u[k] w
  void (*rank_two)(Index n, Index k, Real* W, const Real* c, const Real* v, const Real* u, const Real* w);
  /// h <- row + sum_r a[r] W[r, :],  d <- max(d + gamma v^2 - h^2 / delta, least),  g <- g + slope v - move h,
  /// W[r, :] <- W[r, :] - u[r] v - w[r] h / delta with v = W[i, :] as it was, then W[i, :] <- h / delta.
  void (*exchange)(Index n, Index k, Index i, const Real* row, const Real* a, const Real* u, const Real* w,
                   const Exchange<Real>& e, const Real* least, Real* W, Real* d, Real* g);
  /// M (k x k, ld a multiple of `row_multiple`) <- its inverse, M symmetric and positive definite; a pivot below
  /// `least` times its diagonal entry is raised to that. Returns how many were.
  Index (*invert)(Index k, Real* M, Index ld, Real least, Real* scratch);
};

/// The table for this processor.
template <class Real>
const TableauKernels<Real>& tableau_kernels() noexcept;

}  // namespace sbreg
