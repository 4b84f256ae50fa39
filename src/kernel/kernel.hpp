// SPDX-License-Identifier: BSD-3-Clause
// A separable Bregman kernel h(x) = sum_i h_i(x_i), strictly convex and supercoercive, differentiable at 0, with the
// distance D_h(y, x) = sum_i h_i(y_i) - h_i(x_i) - h_i'(x_i)(y_i - x_i).
//
// The step of the method bpg (paper, eq. bregman_descent_seperable_solution) minimises, coordinate by coordinate,
//
//     phi_i(z) = g_i (z - x_i) + L D_{h_i}(z, x_i)   at   h_i'(u_i) = h_i'(x_i) - g_i / L
//
// and keeps the s largest gains phi_i(0) - phi_i(u_i) = L D_{h_i}(0, u_i): positive wherever u_i is not 0, whatever
// h(0).
#pragma once

#include <memory>
#include <vector>

#include "linalg/sparse_vector.hpp"
#include "support/options.hpp"

namespace sbreg {

struct KernelOptions {
#include "support/option_members.inl"
// The rows.
#include "kernel/options.inl"
// Their end.
#include "support/option_end.inl"
};

class Kernel {
 public:
  explicit Kernel(Index n) : weights_(to_size(n), 1.0) {}
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  [[nodiscard]] Index size() const noexcept { return to_index(weights_.size()); }
  [[nodiscard]] virtual const char* name() const noexcept = 0;
  /// Whether it may be used on threads of the library's own: not when it calls the caller's functions.
  [[nodiscard]] virtual bool thread_safe() const noexcept { return true; }
  /// Weights w_i >= 0 of the quadratic part.
  virtual void set_weights(ConstVec w);
  [[nodiscard]] ConstVec weights() const noexcept { return weights_; }

  /// Called after the options or the weights have changed.
  virtual void update() noexcept {}
  /// SBREG_E_ARGUMENT when the coefficients make h not strictly convex.
  virtual void require_convex() const {}

  /// z[i] <- u_i, score[i] <- an increasing function of its gain; returns the largest score, not finite when any is.
  virtual double propose(ConstVec x, ConstVec g, double L, Vec z, Vec score) const = 0;
  /// D_{h_i}(y, x)
  [[nodiscard]] virtual double distance(Index i, double y, double x) const = 0;
  /// h_i''(x), where it is known; for a first guess of L only.
  [[nodiscard]] virtual double second(Index /*i*/, double /*x*/) const { return 1; }
  /// The decrease promised by the step from x to y, y from propose with the s largest kept: -min of the model over
  /// vectors with s nonzeros. Summed without cancellation: L D_{h_i}(x_i, u_i) where kept, g_i x_i - L D_{h_i}(0, x_i)
  /// where dropped.
  [[nodiscard]] virtual double promised(const SparseVector& x, ConstVec g, double L, const SparseVector& y) const;
  /// g'(y-x) + L D_h(y, x), what the model says of a step.
  [[nodiscard]] double model(const SparseVector& x, ConstVec g, double L, const SparseVector& y) const;

  KernelOptions options;

 private:
  std::vector<double> weights_;
};

/// The kernel of that name. SBREG_E_UNSUPPORTED with the reason for kernels that no sparse problem can use, SBREG_E_KEY
/// for unknown ones.
std::unique_ptr<Kernel> make_kernel(const char* name, Index n);

std::unique_ptr<Kernel> make_quadratic_kernel(Index n);
std::unique_ptr<Kernel> make_quartic_kernel(Index n);
std::unique_ptr<Kernel> make_power_kernel(Index n);

/// The root u >= 0 of a u^3 + c u = y, for a, c, y >= 0 not all zero.
double cubic_root(double a, double c, double y) noexcept;

}  // namespace sbreg
