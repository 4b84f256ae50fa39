// SPDX-License-Identifier: BSD-3-Clause
// f(x) = loss(Ax; b, w) + penalty(x), for most losses sum_i w_i loss(a_i'x, b_i) + ridge/2 ||x||^2.
#pragma once

#include <mutex>
#include <type_traits>
#include <vector>

#include "problem/gram.hpp"
#include "problem/loss.hpp"
#include "problem/problem.hpp"
#include "problem/standardised.hpp"

namespace sbreg {

class ColumnQr;

class LinearModel final : public Problem, public Observed, public Dependence {
 public:
  LinearModel(std::shared_ptr<const Matrix> A, const Loss& loss, ConstVec b);

  [[nodiscard]] const char* kind() const noexcept override { return loss_.name; }
  [[nodiscard]] Index rows() const noexcept override { return A_->rows(); }
  [[nodiscard]] bool columns_stored() const noexcept override { return A_->columns_stored(); }
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Index s) const override;
  [[nodiscard]] std::unique_ptr<Evaluator> brief_evaluator() const override;
  /// curvature A'WA + ridge I; for a loss that couples the margins A with centred columns instead of A, and no W.
  [[nodiscard]] std::optional<Curvature> curvature() const override;
  [[nodiscard]] std::optional<Curvature> curvature_at_zero(std::vector<double>& row_weights) const override;
  [[nodiscard]] const Observed* observed() const noexcept override { return this; }
  [[nodiscard]] const Dependence* dependence() const noexcept override { return this; }
  [[nodiscard]] Index rank(ConstIndexVec S) const override;
  bool make_basic(ConstIndexVec S, Vec values) const override;
  [[nodiscard]] bool parallel(Index i, Index j) const override;
  [[nodiscard]] double mean_curvature() const override;
  [[nodiscard]] double residual_unit() const noexcept override;
  /// Weights and penalties are never negative.
  [[nodiscard]] double lower_bound() const noexcept override { return setting_.least; }
  [[nodiscard]] bool nonnegative() const noexcept override { return loss_.nonnegative; }
  [[nodiscard]] bool fits_at_zero() const noexcept override;
  void set_weights(ConstVec weights) override;
  [[nodiscard]] std::shared_ptr<const Problem> on_rows(ConstIndexVec rows) const override;
  void require_rows(ConstIndexVec rows) const override;
  [[nodiscard]] std::vector<int> strata() const override;
  [[nodiscard]] double mean_deviance(const SparseVector& x, double intercept, ConstIndexVec rows) const override;
  [[nodiscard]] double minus_two_log_likelihood(double loss) const override;
  [[nodiscard]] bool separated(const SparseVector& x, const MayGo& may_go) const override;
  [[nodiscard]] Likelihood likelihood() const noexcept override { return loss_.likelihood; }
  [[nodiscard]] bool thread_safe() const noexcept override { return A_->thread_safe(); }
  void update() override;
  [[nodiscard]] ConstVec scale() const noexcept override {
    return options.standardize != 0 ? ConstVec(setting_.design->matrix->columns().scale) : ConstVec();
  }
  [[nodiscard]] double intercept(const SparseVector& x) const override;

  /// The matrix that the variables meet: A, or its columns centred and scaled.
  [[nodiscard]] const Matrix& matrix() const noexcept { return setting_.matrix_or(*A_); }
  /// Whether the evaluator has to find the intercept of each point; in least squares centred data have none.
  [[nodiscard]] bool finds_intercept() const noexcept { return options.intercept != 0 && !loss_.is_least_squares; }
  /// The intercept of x = 0, where the search for others starts.
  [[nodiscard]] double intercept_at_zero() const noexcept { return setting_.design ? setting_.design->level : 0; }
  [[nodiscard]] const Loss& loss() const noexcept { return loss_; }
  [[nodiscard]] ConstVec observations() const noexcept { return b_; }
  [[nodiscard]] ConstVec weights() const noexcept override { return setting_.weights; }
  /// The cache of columns of A'WA, W the weights; nullptr when it would exceed the byte cap. Without weights all
  /// problems on A share it.
  [[nodiscard]] Gram* gram() const;
  [[nodiscard]] Observations data() const noexcept {
    const Design* design = setting_.design.get();
    return {design != nullptr && !design->b.empty() ? design->b : b_, setting_.weights, options.huber_delta};
  }

 private:
  /// The options of another one for other data: b is what loss.prepare made of it.
  LinearModel(const LinearModel& other, std::shared_ptr<const Matrix> A, std::vector<double> b, ConstVec weights);
  /// Refuses weights that f is not defined with, `largest` being the largest of them.
  void require_weight(double largest) const;
  [[nodiscard]] bool clearly_independent(ConstIndexVec S, ColumnQr& qr) const;
  /// What intercept and standardize make of the data.
  struct Design {
    std::unique_ptr<const StandardisedMatrix> own;  // with weights; without, the matrix that all problems on A share
    const StandardisedMatrix* matrix = nullptr;
    std::vector<double> b;  // centred, for least squares with an intercept; empty otherwise
    double level = 0;       // the intercept of x = 0
  };
  /// Everything that weights and options decide. Its parts refer to each other: it is built whole and then moved in,
  /// so that a call that fails leaves the model as it was.
  struct Setting {
    std::vector<double> weights;            // empty: all ones
    std::unique_ptr<const Design> design;   // empty: the data as they are
    std::unique_ptr<const Matrix> centred;  // for a loss that couples the margins; refers to the design's matrix or A
    mutable std::unique_ptr<Gram> gram;     // with weights, once somebody has asked for it
    double least = -infinity;               // no margins have a lower loss

    [[nodiscard]] const Matrix& matrix_or(const Matrix& A) const noexcept { return design ? *design->matrix : A; }
  };
  static_assert(std::is_nothrow_move_assignable_v<Setting>);
  [[nodiscard]] Setting make_setting(std::vector<double> weights) const;
  [[nodiscard]] double least_loss(const Observations& data) const;
  [[nodiscard]] std::unique_ptr<const Design> make_design(ConstVec weights) const;
  [[nodiscard]] Curvature curvature_by(double scale, ConstVec row_weights) const noexcept;
  /// Second derivatives of the loss by the margins at x = 0.
  [[nodiscard]] std::vector<double> second_at_zero() const;

  std::shared_ptr<const Matrix> A_;
  const Loss& loss_;
  std::vector<double> b_;
  mutable std::mutex mutex_;  // of the setting's Gram columns
  Setting setting_;
};

}  // namespace sbreg
