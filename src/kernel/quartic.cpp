// SPDX-License-Identifier: BSD-3-Clause
// h_i(x) = a x^4/4 + c_i x^2/2 with c_i = b w_i. The minimiser solves a u^3 + c u = a x^3 + c x - g/L, one real root in
// closed form; the gain is L (3 a u^4/4 + c u^2/2), and D(y, x) = (y-x)^2 (a (y^2 + 2xy + 3x^2)/4 + c/2).
#include <algorithm>
#include <cmath>

#include "kernel/kernel.hpp"
#include "support/error.hpp"

namespace sbreg {

/// With u = 2 r sinh(v), r = sqrt(c/3a), the cubic becomes sinh(3v) = 3y/(2 c r). One step of Newton's method removes
/// what the elementary functions left.
double cubic_root(double a, double c, double y) noexcept {
  if (y == 0) return 0;
  if (a == 0) return y / c;
  const double r = std::sqrt(c / (3 * a));
  const double v = 1.5 * (y / c) / r;
  double u = v < 1e50 ? 2 * r * std::sinh(std::asinh(v) / 3) : std::cbrt(y / a);  // also when c is 0
  const double slope = 3 * a * u * u + c;
  if (slope > 0) u -= (u * (a * u * u + c) - y) / slope;
  return u;
}

namespace {

class QuarticKernel final : public Kernel {
 public:
  explicit QuarticKernel(Index n) : Kernel(n) {}
  [[nodiscard]] const char* name() const noexcept override { return "quartic"; }

  void require_convex() const override {
    SBREG_REQUIRE(options.quartic_coefficient > 0, SBREG_E_ARGUMENT,
                  "quartic_coefficient is 0: use the kernel \"quadratic\"");
  }

  double propose(ConstVec x, ConstVec g, double L, Vec z, Vec score) const override {
    const double a = options.quartic_coefficient;
    double largest = 0;
    double poison = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double c = options.quadratic_coefficient * weights()[i];
      const double y = x[i] * (a * x[i] * x[i] + c) - g[i] / L;
      const double u = cubic_root(a, c, std::abs(y));
      z[i] = std::copysign(u, y);
      score[i] = L * u * u * (0.75 * a * u * u + 0.5 * c);
      largest = std::max(largest, score[i]);
      poison += score[i] - score[i];
    }
    return largest + poison;
  }
  [[nodiscard]] double distance(Index i, double y, double x) const override {
    const double c = options.quadratic_coefficient * weights()[to_size(i)];
    const double curvature = options.quartic_coefficient * (y * y + 2 * x * y + 3 * x * x) / 4 + 0.5 * c;
    return (y - x) * (y - x) * curvature;
  }
  [[nodiscard]] double second(Index i, double x) const override {
    return 3 * options.quartic_coefficient * x * x + options.quadratic_coefficient * weights()[to_size(i)];
  }
};

}  // namespace

std::unique_ptr<Kernel> make_quartic_kernel(Index n) { return std::make_unique<QuarticKernel>(n); }

}  // namespace sbreg
