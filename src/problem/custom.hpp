// SPDX-License-Identifier: BSD-3-Clause
// An objective of the caller's: f and its gradient, perhaps its Hessian on a support, perhaps a bound C on the Hessian,
// given by its products. Ridge and quartic penalty are added here.
#pragma once

#include <mutex>
#include <vector>

#include "problem/problem.hpp"
#include "support/callback.hpp"
#include "support/user_data.hpp"

namespace sbreg {

class CustomProblem final : public Problem {
 public:
  /// Bounds of at most this order are formed for scaling matrices: 128 MB.
  static constexpr Index largest_bound = 4096;

  CustomProblem(Index n, sbreg_objective_fn objective, sbreg_hessian_fn second, sbreg_curvature_fn bound) noexcept
      : Problem(n), value_gradient_(objective), hessian_(second), bound_(bound) {}

  [[nodiscard]] const char* kind() const noexcept override { return "custom"; }
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Index s) const override;
  [[nodiscard]] std::optional<Curvature> curvature() const override;
  [[nodiscard]] double mean_curvature() const override;
  [[nodiscard]] bool thread_safe() const noexcept override { return options.callbacks_thread_safe != 0; }

  /// Returns f; g may be nullptr.
  double value(const double* x, double* g) const;
  [[nodiscard]] bool has_hessian() const noexcept { return hessian_ != nullptr; }
  void hessian(const double* x, ConstIndexVec S, double* H) const;

  /// What the callbacks work on; released with the problem.
  void keep(UserData data) noexcept { data_ = std::move(data); }

 private:
  /// C, formed at the first call from its products with unit vectors.
  const double* bound_matrix() const;

  sbreg_objective_fn value_gradient_;
  sbreg_hessian_fn hessian_;
  sbreg_curvature_fn bound_;
  UserData data_;
  mutable CallbackGate gate_;
  mutable std::mutex mutex_;
  mutable std::vector<double> bound_matrix_;
};

}  // namespace sbreg
