// SPDX-License-Identifier: BSD-3-Clause
// f(x) = loss(Ax; b, w) + penalty(x), for most losses sum_i w_i loss(a_i'x, b_i) + ridge/2 ||x||^2.
#pragma once

#include <cstring>
#include <vector>

#include "problem/loss.hpp"
#include "problem/problem.hpp"
#include "problem/standardised.hpp"

namespace sbreg {

class LinearModel final : public Problem {
 public:
  LinearModel(std::shared_ptr<const Matrix> A, const Loss& loss, ConstVec b);

  [[nodiscard]] const char* kind() const noexcept override { return loss_.name; }
  [[nodiscard]] Index rows() const noexcept override { return A_->rows(); }
  [[nodiscard]] bool columns_stored() const noexcept override { return std::strcmp(A_->storage(), "operator") != 0; }
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Index s) const override;
  /// curvature A'WA + ridge I; for a loss that couples the margins A with centred columns instead of A, and no W.
  [[nodiscard]] std::optional<Curvature> curvature() const override;
  [[nodiscard]] std::optional<Curvature> curvature_at_zero(std::vector<double>& row_weights) const override;
  [[nodiscard]] double mean_curvature() const override;
  [[nodiscard]] double residual_unit() const noexcept override;
  void set_weights(ConstVec weights) override;
  [[nodiscard]] std::shared_ptr<const Problem> reweighted(ConstVec weights) const override;
  [[nodiscard]] double loss_at(const SparseVector& x, double intercept, ConstVec weights) const override;
  [[nodiscard]] Likelihood likelihood() const noexcept override { return loss_.likelihood; }
  [[nodiscard]] bool thread_safe() const noexcept override { return A_->thread_safe(); }
  void update() override;
  [[nodiscard]] ConstVec scale() const noexcept override {
    return options.standardize != 0 ? ConstVec(design_->columns.scale) : ConstVec();
  }
  [[nodiscard]] double intercept(const SparseVector& x) const override;

  /// The matrix that the variables meet: A, or its columns centred and scaled.
  [[nodiscard]] const Matrix& matrix() const noexcept { return design_ ? *design_->matrix : *A_; }
  /// Whether the evaluator has to find the intercept of each point; in least squares centred data have none.
  [[nodiscard]] bool finds_intercept() const noexcept { return options.intercept != 0 && !loss_.is_least_squares; }
  /// The intercept of x = 0, where the search for others starts.
  [[nodiscard]] double intercept_at_zero() const noexcept { return design_ ? design_->level : 0; }
  [[nodiscard]] const Loss& loss() const noexcept { return loss_; }
  [[nodiscard]] ConstVec observations() const noexcept { return b_; }
  [[nodiscard]] ConstVec weights() const noexcept override { return weights_; }
  [[nodiscard]] Observations data() const noexcept {
    return {design_ && !design_->b.empty() ? design_->b : b_, weights_, options.huber_delta};
  }

 private:
  LinearModel(const LinearModel& other, ConstVec weights);  // the same observations with other weights
  /// What intercept and standardize make of the data.
  struct Design {
    Columns columns;
    std::unique_ptr<const Matrix> matrix;
    std::vector<double> b;  // centred, for least squares with an intercept; empty otherwise
    double level = 0;       // the intercept of x = 0
  };
  [[nodiscard]] std::unique_ptr<const Design> make_design(ConstVec weights) const;
  [[nodiscard]] Curvature curvature_by(double scale, ConstVec row_weights) const noexcept;
  /// Second derivatives of the loss by the margins at x = 0.
  [[nodiscard]] std::vector<double> second_at_zero() const;

  std::shared_ptr<const Matrix> A_;
  std::unique_ptr<const Design> design_;   // empty: the data as they are
  std::unique_ptr<const Matrix> centred_;  // for a loss that couples the margins
  const Loss& loss_;
  std::vector<double> b_;
  std::vector<double> weights_;  // empty: all ones
};

}  // namespace sbreg
