// SPDX-License-Identifier: BSD-3-Clause
// h_i(x) = |x|^p / p + c_i x^2/2 with p >= 2 and c_i = b w_i. The minimiser solves u^(p-1) + c u = y, whose left side
// is convex for u >= 0: Newton's method from above decreases monotonically to the root. The gain is L ((1 - 1/p) |u|^p
// + c u^2/2).
#include <algorithm>
#include <cmath>

#include "kernel/kernel.hpp"

namespace sbreg {
namespace {

double root(double p, double c, double y) noexcept {
  if (y == 0) return 0;
  double u = std::pow(y, 1 / (p - 1));
  if (c > 0) u = std::min(u, y / c);
  for (int k = 0; k < 100; ++k) {
    const double power = std::pow(u, p - 2);
    const double next = u - (u * (power + c) - y) / ((p - 1) * power + c);
    if (!(next < u)) break;
    u = next;
  }
  return u;
}

/// (1+r)^p - 1 - p r, without the cancellation of the formula for small r.
double remainder(double p, double r) noexcept {
  if (std::abs(r) > 0.01) return std::pow(1 + r, p) - 1 - p * r;
  double sum = 0;
  for (int k = 8; k >= 2; --k) sum = (p - k + 1) / k * r * (1 + (k == 8 ? 0 : sum));
  return p * r * sum;
}

class PowerKernel final : public Kernel {
 public:
  explicit PowerKernel(Index n) : Kernel(n) {}
  [[nodiscard]] const char* name() const noexcept override { return "power"; }

  double propose(ConstVec x, ConstVec g, double L, Vec z, Vec score) const override {
    const double p = options.exponent;
    double largest = 0;
    double poison = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double c = options.quadratic_coefficient * weights()[i];
      const double y = x[i] == 0 ? -g[i] / L : x[i] * (std::pow(std::abs(x[i]), p - 2) + c) - g[i] / L;
      const double u = root(p, c, std::abs(y));
      z[i] = std::copysign(u, y);
      score[i] = u == 0 ? 0 : L * ((1 - 1 / p) * std::pow(u, p) + 0.5 * c * u * u);
      largest = std::max(largest, score[i]);
      poison += score[i] - score[i];
    }
    return largest + poison;
  }
  [[nodiscard]] double distance(Index i, double y, double x) const override {
    const double p = options.exponent;
    const double quadratic = 0.5 * options.quadratic_coefficient * weights()[to_size(i)] * (y - x) * (y - x);
    if (x == 0) return std::pow(std::abs(y), p) / p + quadratic;
    if (y == 0) return (1 - 1 / p) * std::pow(std::abs(x), p) + quadratic;
    const double r = (y - x) / x;
    const double bracket = r >= -1 ? remainder(p, r) : std::pow(-1 - r, p) - 1 - p * r;
    return std::pow(std::abs(x), p) / p * bracket + quadratic;
  }
  [[nodiscard]] double second(Index i, double x) const override {
    return (options.exponent - 1) * std::pow(std::abs(x), options.exponent - 2) +
           options.quadratic_coefficient * weights()[to_size(i)];
  }
};

}  // namespace

std::unique_ptr<Kernel> make_power_kernel(Index n) { return std::make_unique<PowerKernel>(n); }

}  // namespace sbreg
