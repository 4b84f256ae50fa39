// SPDX-License-Identifier: BSD-3-Clause
// Newton step on the support (paper, Algorithm 7): with T the support of x,
//
//     solve  H_TT (v_T - x_T) = -g_T,   v = 0 off T
//
// For least squares and quadratics v minimises f over the support. The Hessian is factored by Cholesky. Where a pivot
// shows that the Hessian has lost too many digits and the Hessian is F'F for a matrix F that can be read, a QR of F
// (linalg/column_qr.hpp) takes the place of the factor: the step then errs by the condition number of F, not by its
// square. A column that depends on the ones before it (duplicates, more columns than rows) becomes 0 there if f stays
// the same, and otherwise keeps its value, so the step is defined for any data. When the Hessian is constant, the
// factor of the last support is used again, whole or as far as its first indices stayed, and of H only the rows of new
// indices are computed. Large supports use conjugate gradients and never form H.
//
// With structure T is the kept coordinates and all of the groups that x touches, and within bounds the step is the
// minimiser of the quadratic model there (linalg/box_quadratic.hpp), so that for least squares v is still the refit.
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/box_quadratic.hpp"
#include "linalg/column_qr.hpp"
#include "solver/step/point.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

/// Whether a step may end at the point: f may be finite where x is not.
bool finite(const Point& point) noexcept;

class Newton {
 public:
  /// Supports above this size use conjugate gradients: a factor of that size takes 32 MB.
  static constexpr Index largest_factor = 2048;

  /// For points of a structure, which outlives it.
  Newton(Evaluator& evaluator, const Structure& structure);

  /// v <- the Newton point from `at`. False when there is nothing to gain: g vanishes on the support.
  bool operator()(Evaluator& evaluator, const Point& at, SparseVector& v);
  /// The same with T given, ascending, at most s indices that hold the support. A finite `reach` damps the step, for a
  /// Hessian that is not constant: with u_j the square of the length of column j (SecondOrder::column_squares), u_j
  /// (sum g_i^2/u_i)/reach is added to the diagonal, so that f would fall by `reach` along a line without curvature,
  /// where there is no Newton point.
  bool on(Evaluator& evaluator, const Point& at, ConstIndexVec T, SparseVector& v, double reach = infinity);
  /// v <- half way back to `at`, or twice as far as it is now but within the bounds, after the call above.
  void shorten(const Point& at, SparseVector& v) noexcept { stretch(0.5, at, v); }
  void lengthen(const Point& at, SparseVector& v) noexcept { stretch(2, at, v); }
  /// Whether the call above solved for every coordinate of T, none being left where it was. By conjugate gradients this
  /// is not known, and false.
  [[nodiscard]] bool solved_for_all() const noexcept;
  /// Whether the columns are so nearly dependent that a second step may improve on the first, or that rounding decides
  /// what the step is.
  [[nodiscard]] bool delicate() const noexcept { return by_root_; }
  [[nodiscard]] bool doubtful() const noexcept;
  /// Whether that was so of any step without bounds so far: columns may depend on each other.
  [[nodiscard]] bool doubted() const noexcept { return doubted_; }

 private:
  [[nodiscard]] bool bounded() const noexcept { return structure_->bounded(); }
  void stretch(double factor, const Point& at, SparseVector& v) noexcept;
  void factor(Evaluator& evaluator, const Point& at);
  [[nodiscard]] bool root_fits(Evaluator& evaluator) const noexcept;
  Index arrange() noexcept;
  Index gather(Evaluator& evaluator, const Point& at);
  void measure_damping(Evaluator& evaluator, double reach);
  void damp() noexcept;
  void damp_root(Index rows, double* columns) noexcept;
  [[nodiscard]] bool known_support() const noexcept;
  void solve_within_bounds(Evaluator& evaluator, const Point& at);
  void conjugate_gradients(Evaluator& evaluator, const Point& at);

  const Structure* structure_;
  Selection selection_;
  ConstIndexVec on_;  // T
  BoxQuadratic box_;
  bool boxed_ = false;                      // whether it found the minimiser
  std::vector<double> slope_, low_, high_;  // of the model within bounds

  Index s_;             // the most indices
  double damping_ = 0;  // added to the diagonal of H, in units_
  Index ld_ = 0;
  bool constant_;       // the Hessian
  bool doubts_;         // whether the numbers of the Hessian have to be checked: the caller's functions take part
  LineVector hessian_;  // lower triangle on the last support, before factoring
  LineVector factor_;
  std::vector<unsigned char> skipped_;
  // Rows and columns of these are in the order in which their indices came, so that those which come and go are last
  // and the first rows of a factor stay right.
  std::vector<Index> order_;    // their indices
  std::vector<Index> support_;  // the same, ascending
  using Place = std::uint16_t;
  static constexpr Place none = 0xffff;
  std::vector<Place> place_;  // of support_[i] in order_
  std::vector<Place> where_;  // of any index in order_, or none
  Index count_ = 0;
  bool gathered_ = false;  // whether hessian_ is that of order_
  bool factored_ = false;
  ColumnQr qr_;
  bool by_root_ = false;  // whether qr_ takes the place of factor_
  bool doubted_ = false;
  bool basic_ = false;  // and skipped columns become 0
  std::vector<double> at_;
  std::vector<double> units_;  // of damping, by T
  // Scratch of arrange(), by places before the change, with what is new behind them.
  std::vector<unsigned char> stays_;
  std::vector<Place> kept_, rank_;
  LineVector solution_;  // step_ in that order
  LineVector step_;
  std::vector<double> residual_, direction_, image_;  // conjugate gradients
};

}  // namespace sbreg
