// SPDX-License-Identifier: BSD-3-Clause
// The Bregman proximal gradient step (paper, Algorithm BPG): the step with a kernel, and the search for L. With L >=
// L_h it gives f(x+) <= f(x) - (L - L_h) D_h(x+, x); where L_h is not known, L is doubled until the descent inequality
// f(x+) <= f(x) + g'(x+ - x) + L D_h(x+, x) holds, and halved again before the next step. Near the end the fall drowns
// in the rounding of f, and any L would do: there the gradients at both ends of the step, so short that f is quadratic
// along it, say whether (g(x+) - g(x))'(x+ - x) / 2 <= L D_h(x+, x), and L stays.
#pragma once

#include <memory>

#include "solver/step/kernel_step.hpp"

namespace sbreg {

class BregmanStep {
 public:
  /// `given` is L, or 0 to find it from `start`. The structure outlives it.
  BregmanStep(std::shared_ptr<const Kernel> kernel, const Structure& structure, double given, double start);

  /// next <- the step from x. False when a NaN or an infinity arose.
  bool operator()(const SparseVector& x, ConstVec g, SparseVector& next);
  /// What f(x) = f and f(next) = f_next say of the step. Where it is rejected (it never is when L was given, and always
  /// where f_next is not finite and L was not given), L has been doubled and the step must be taken again.
  enum class Verdict { accepted, rejected, unknown };
  Verdict judge(const SparseVector& x, double f, ConstVec g, const SparseVector& next, double f_next);
  /// Where that is unknown: whether the gradients at both ends accept it; otherwise L has been doubled. No L is asked
  /// for that is larger than those that f itself asked for: rounding of the gradients would not stop doubling it.
  bool accept(const SparseVector& x, ConstVec g, const SparseVector& next, ConstVec g_next);
  /// Lets L fall again, after a step that f accepted.
  void relax() noexcept;

  [[nodiscard]] double promised(const SparseVector& x, ConstVec g, const SparseVector& next) const {
    return step_.promised(x, g, L_, next);
  }
  [[nodiscard]] double L() const noexcept { return L_; }

 private:
  std::shared_ptr<const Kernel> kernel_;
  bool given_;
  double L_;
  double largest_ = 0;     // that f accepted
  bool by_value_ = false;  // whether f accepted the last step
  KernelStep step_;
};

}  // namespace sbreg
