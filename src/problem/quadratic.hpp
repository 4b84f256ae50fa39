// SPDX-License-Identifier: BSD-3-Clause
// f(x) = x'Qx/2 - q'x + ridge/2 ||x||^2.
#pragma once

#include <vector>

#include "problem/problem.hpp"

namespace sbreg {

class Quadratic final : public Problem, public Dependence {
 public:
  /// Copies Q (n x n by columns, lower triangle read) and q.
  Quadratic(Index n, const double* Q, Index ld, ConstVec q);

  [[nodiscard]] const char* kind() const noexcept override { return "quadratic"; }
  [[nodiscard]] bool columns_stored() const noexcept override { return true; }
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Index s) const override;
  [[nodiscard]] std::optional<Curvature> curvature() const override;
  [[nodiscard]] std::optional<Curvature> curvature_at_zero(std::vector<double>& row_weights) const override;
  [[nodiscard]] const Dependence* dependence() const noexcept override { return this; }
  [[nodiscard]] Index rank(ConstIndexVec S) const override;
  [[nodiscard]] double mean_curvature() const override;

  [[nodiscard]] const double* matrix() const noexcept { return Q_.data(); }
  [[nodiscard]] ConstVec linear() const noexcept { return q_; }

 private:
  [[nodiscard]] Curvature curvature_of_quadratic() const;

  std::vector<double> Q_;  // both triangles
  std::vector<double> q_;
};

}  // namespace sbreg
