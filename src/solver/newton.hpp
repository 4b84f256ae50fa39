// SPDX-License-Identifier: BSD-3-Clause
// Newton step on the support (paper, Algorithm 7): with T the support of x,
//
//     solve  H_TT (v_T - x_T) = -g_T,   v = 0 off T
//
// For least squares and quadratics v minimises f over the support. The Hessian is factored by Cholesky; a column that
// depends on the ones before it (duplicates, more columns than rows) keeps its value, so the step is defined for any
// data. When the Hessian is constant and the support is the last one, the factor is used again; when only a few
// indices changed, only their rows are computed. Large supports use conjugate gradients and never form H.
#pragma once

#include <vector>

#include "solver/point.hpp"

namespace sbreg {

class Newton {
 public:
  /// Supports above this size use conjugate gradients: a factor of that size takes 32 MB.
  static constexpr Index largest_factor = 2048;

  Newton() = default;
  Newton(Evaluator& evaluator, Index s);

  /// v <- the Newton point from `at`. False when there is nothing to gain: g vanishes on the support.
  bool operator()(Evaluator& evaluator, const Point& at, SparseVector& v);
  /// v <- half way back to `at`, after the call above.
  void shorten(const Point& at, SparseVector& v) noexcept;

 private:
  void factor(Evaluator& evaluator, const Point& at);
  void gather(Evaluator& evaluator, const Point& at);
  void solve(Index k);
  void conjugate_gradients(Evaluator& evaluator, const Point& at);

  Index s_ = 0;
  Index ld_ = 0;
  bool constant_ = false;
  std::vector<double> hessian_;       // lower triangle on the last support, before factoring
  std::vector<double> next_hessian_;  // where the one for a changed support is put together
  std::vector<double> factor_;
  std::vector<unsigned char> skipped_;
  std::vector<Index> support_;  // of hessian_ and factor_
  Index count_ = 0;
  bool factored_ = false;
  std::vector<Index> fresh_;  // indices new in the support, and their places
  std::vector<Index> fresh_place_;
  struct Kept {
    Index from, to;
  };
  std::vector<Kept> kept_;     // places in the last support and in this one
  std::vector<double> block_;  // Hessian columns of the fresh indices
  std::vector<double> step_;
  std::vector<double> residual_, direction_, image_;  // conjugate gradients
};

}  // namespace sbreg
