// SPDX-License-Identifier: BSD-3-Clause
// h_i(x) = b w_i x^2 / 2: the step is that of the scaling matrix D = L b Diag(w), in the same arithmetic, so that bpg
// with L = 1 and the weights of a scaling matrix equals iwht bit for bit. A coordinate of weight 0 is never proposed.
#include <algorithm>
#include <cmath>

#include "kernel/kernel.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

class QuadraticKernel final : public Kernel {
 public:
  explicit QuadraticKernel(Index n) : Kernel(n), d_(to_size(n)), inverse_(to_size(n)), root_(to_size(n)) {
    QuadraticKernel::update();
  }
  [[nodiscard]] const char* name() const noexcept override { return "quadratic"; }

  void require_convex() const override {
    SBREG_REQUIRE(options.quadratic_coefficient > 0, SBREG_E_ARGUMENT,
                  "quadratic_coefficient is 0: the kernel is not strictly convex");
  }
  void update() noexcept override {
    for (std::size_t i = 0; i < d_.size(); ++i) {
      d_[i] = options.quadratic_coefficient * weights()[i];
      inverse_[i] = d_[i] > 0 ? 1 / d_[i] : 0;
      root_[i] = std::sqrt(d_[i]);
    }
  }

  double propose(ConstVec x, ConstVec g, double L, Vec z, Vec score) const override {
    return kernels().propose(size(), x.data(), g.data(), inverse_.data(), root_.data(), 1 / L, z.data(), score.data());
  }
  [[nodiscard]] double distance(Index i, double y, double x) const override {
    return 0.5 * d_[to_size(i)] * (y - x) * (y - x);
  }
  [[nodiscard]] double second(Index i, double /*x*/) const override { return d_[to_size(i)]; }

  [[nodiscard]] double promised(const SparseVector& x, ConstVec g, double L, const SparseVector& y) const override {
    double total = 0;
    for (Index i : y.support()) total += 0.5 * g[to_size(i)] * g[to_size(i)] * (inverse_[to_size(i)] / L);
    for (Index i : x.support())
      if (y[i] == 0) total += x[i] * (g[to_size(i)] - 0.5 * (L * d_[to_size(i)]) * x[i]);
    return std::max(total, 0.0);
  }

 private:
  std::vector<double> d_, inverse_, root_;
};

}  // namespace

std::unique_ptr<Kernel> make_quadratic_kernel(Index n) { return std::make_unique<QuadraticKernel>(n); }

}  // namespace sbreg
