// SPDX-License-Identifier: BSD-3-Clause
// Value, gradient and Hessian of a linear model. A point's state is the margins t = Ax followed by the derivative of
// the loss by t, or for least squares t - b alone. With second derivatives h and, for a loss that couples the margins,
// the derivative p,
//
//     gradient A'p + penalty',     Hessian A'(Diag(h) - [couples] p p')A + penalty''
//
// With an intercept the margins are Ax + c 1 at the best c, and h h' / 1'h takes the place of p p'.
#pragma once

#include <vector>

#include "problem/gram_account.hpp"
#include "problem/linear_model.hpp"
#include "problem/rough_gradient.hpp"

namespace sbreg {

class LinearEvaluator final : public Evaluator,
                              public SecondOrder,
                              public HessianRoot,
                              public RoughGradients,
                              public LossSlope {
 public:
  /// `brief`: for a few evaluations, which would not pay back what Gram columns cost.
  LinearEvaluator(const LinearModel& model, Index s, bool brief);

  [[nodiscard]] Index state_size() const noexcept override { return (residual_only() ? 1 : 2) * model_.rows(); }
  double evaluate(const SparseVector& x, Vec state) override;
  void gradient(const SparseVector& x, ConstVec state, Vec g) override;
  [[nodiscard]] const SecondOrder* second_order() const noexcept override { return this; }
  [[nodiscard]] HessianRoot* root() noexcept override { return this; }
  [[nodiscard]] RoughGradients* rough_gradients() noexcept override { return rough_ ? this : nullptr; }
  std::optional<Rough> rough_gradient(const SparseVector& x, double most, Vec g) override {
    return account_.has(x.support()) ? (*rough_)(x, most, scratch_, g) : std::nullopt;
  }
  [[nodiscard]] const LossSlope* loss_slope() const noexcept override { return this; }
  [[nodiscard]] double slope_size(ConstVec state) const override;
  [[nodiscard]] double margin_error(const SparseVector& x) override;
  void gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) override;
  void careful_gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) override;
  [[nodiscard]] bool calls_back() const noexcept override { return !model_.columns_stored(); }
  [[nodiscard]] double gradient_cost() const noexcept override {
    return gram_ != nullptr ? static_cast<double>(s_) * static_cast<double>(model_.dimension())
                            : model_.matrix().entries();
  }
  [[nodiscard]] bool constant_hessian() const noexcept override;
  /// Dense columns are gathered, so that a block of the Hessian is one matrix product.
  void prepare_hessian() override;
  void hessian(const SparseVector& x, ConstVec state, ConstIndexVec S, Index first, double* out, Index ld) override;
  /// sqrt(h_i) (a_ij - the mean of a_j that the rank-one term stands for), and below it the roots of the penalty's
  /// second derivatives. An operator makes a product for each column, which pays where they serve more than one step.
  [[nodiscard]] Index root_rows(Index k) const noexcept override {
    if (!model_.columns_stored() && !constant_hessian()) return 0;
    return model_.rows() + (penalty_.none() ? 0 : k);
  }
  bool hessian_root(const SparseVector& x, ConstVec state, ConstIndexVec S, double* F) override;
  void prepare_scan(Index points, Index rows) override;
  void gradients(std::span<const Evaluated> points, double* G) override;
  void curvatures(const SparseVector& x, ConstVec state, Vec out) override;
  void hessian_between(const SparseVector& x, ConstVec state, ConstIndexVec J, ConstIndexVec R, double* out, Index ld,
                       Vec diagonal) override;
  void hessian_multiply(const SparseVector& x, ConstVec state, ConstIndexVec S, ConstVec p, Vec out) override;
  void start_line(const SparseVector& x, ConstVec state, Index j) override;
  OnLine on_line(double t) override;
  void hessian_column(Index j, Vec out) override;
  void hessian_diagonal(Vec out) override;
  void column_squares(ConstIndexVec S, Vec out) override;
  [[nodiscard]] std::optional<double> residual_norm(ConstVec state) const override;

 private:
  /// Whether the state is the residual: without weights it is the derivative, and tells the margins.
  [[nodiscard]] bool residual_only() const noexcept { return model_.loss().is_least_squares && data_.w.empty(); }
  [[nodiscard]] ConstVec margins(ConstVec state) const noexcept { return state.first(scratch_.size()); }
  [[nodiscard]] ConstVec derivative(ConstVec state) const noexcept { return state.last(scratch_.size()); }
  /// second_ <- second derivatives of the loss by the margins.
  void second_derivatives(ConstVec state);
  /// What is taken out of Diag(h): q q' times a number, for a loss that couples the margins and with an intercept.
  struct RankOne {
    ConstVec q;
    double factor = 0;
  };
  [[nodiscard]] RankOne rank_one(ConstVec derivative) const noexcept;
  /// out <- the rows from `first` on of A_S' Diag(second_) A_S, from gathered columns.
  void gathered_gram(ConstIndexVec S, Index first, double* out, Index ld);
  /// out <- A_S' Diag(second_) A_R by whatever products there are.
  void weighted_gram(ConstIndexVec S, ConstIndexVec R, double* out, Index ld);

  const LinearModel& model_;
  Observations data_;
  Penalty penalty_;
  Index s_;
  Gram* gram_ = nullptr;
  GramAccount account_;  // of the columns that this evaluator uses
  LineVector constant_;  // -A'Wb, with the Gram columns only
  std::optional<RoughGradient> rough_;
  double level_;  // the intercept of the last point, where the search for the next begins
  LineVector scratch_;
  LineVector second_;
  std::vector<double> columns_, weighted_;  // A_S and, where there are weights, Diag(second_) A_S, for dense matrices
  std::vector<double> transposed_;          // A_R' Diag(second_) A_S, for others
  std::vector<double> slope_;               // A_S'q, where something is taken out of Diag(h)

  /// Several points at once: their derivatives by the margins, A_J, and A'q on all or on J.
  struct Scan {
    std::vector<double> derivatives, columns, slopes;
  } scan_;

  /// A line x + t e_j: margins at x, column a_j, and what the penalty needs. Its vectors are made at the first use.
  struct Line {
    std::vector<double> base, column, margins, derivative;
    double coordinate = 0;  // x_j
    double others = 0;      // penalty of the other coordinates
  } line_;
};

}  // namespace sbreg
