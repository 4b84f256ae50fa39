// SPDX-License-Identifier: BSD-3-Clause
// A kernel of the caller's, by h_i, h_i' and the inverse of h_i'.
#pragma once

#include <vector>

#include "kernel/kernel.hpp"
#include "support/callback.hpp"
#include "support/user_data.hpp"

namespace sbreg {

class CustomKernel final : public Kernel {
 public:
  CustomKernel(Index n, sbreg_scalar_fn h, sbreg_scalar_fn derivative, sbreg_scalar_fn inverse, void* user);

  [[nodiscard]] const char* name() const noexcept override { return "custom"; }
  [[nodiscard]] bool thread_safe() const noexcept override { return false; }
  void set_weights(ConstVec w) override;
  double propose(ConstVec x, ConstVec g, double L, Vec z, Vec score) const override;
  [[nodiscard]] double distance(Index i, double y, double x) const override;

  /// Releases `user` with the kernel.
  void keep(UserData data) noexcept { data_ = std::move(data); }

 private:
  double call(const char* name, sbreg_scalar_fn function, Index i, double t) const;
  /// SBREG_E_UNSUPPORTED when h_i is not finite and differentiable at 0, or does not look supercoercive.
  void require_usable(Index i) const;

  sbreg_scalar_fn h_, derivative_, inverse_;
  void* user_;
  UserData data_;
  mutable CallbackGate gate_;
  std::vector<double> at_zero_;  // h_i(0)
};

}  // namespace sbreg
