// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/custom.hpp"

#include <algorithm>
#include <cmath>

namespace sbreg {

CustomKernel::CustomKernel(Index n, sbreg_scalar_fn h, sbreg_scalar_fn derivative, sbreg_scalar_fn inverse, void* user)
    : Kernel(n), h_(h), derivative_(derivative), inverse_(inverse), user_(user), at_zero_(to_size(n)) {
  for (Index i = 0; i < n; ++i) {
    at_zero_[to_size(i)] = call("h", h_, i, 0);
    require_usable(i);
  }
}

double CustomKernel::call(const char* name, sbreg_scalar_fn function, Index i, double t) const {
  double result = 0;
  const CallbackGate::Pass pass(gate_, false);
  call_back(name, [&] { return function(i, t, &result, user_); });
  return result;
}

void CustomKernel::require_usable(Index i) const {
  const auto where = static_cast<long long>(i);
  const double slope = call("derivative", derivative_, i, 0);
  SBREG_REQUIRE(std::isfinite(at_zero_[to_size(i)]) && std::isfinite(slope), SBREG_E_UNSUPPORTED,
                "coordinate %lld, counted from 0, of the kernel has h(0) = %g and h'(0) = %g: both must be finite, or "
                "a coordinate could "
                "never be zero or never leave zero",
                where, at_zero_[to_size(i)], slope);
  const double back = call("inverse_derivative", inverse_, i, slope);
  SBREG_REQUIRE(std::abs(back) <= 1e-12, SBREG_E_ARGUMENT,
                "coordinate %lld, counted from 0, of the kernel: inverse_derivative(h'(0)) is %g instead of 0", where,
                back);
  // A supercoercive h grows faster than any line: its slope exceeds every bound, on both sides.
  for (const double sign : {-1.0, 1.0}) {
    double last = slope;
    for (const double t : {1.0, 1e3, 1e6}) {
      const double now = call("derivative", derivative_, i, sign * t);
      if (now == sign * infinity) break;  // beyond every bound indeed
      SBREG_REQUIRE(std::isfinite(now) && sign * (now - last) > 1e-6 * (1 + std::abs(last)), SBREG_E_UNSUPPORTED,
                    "coordinate %lld, counted from 0, of the kernel does not look supercoercive: h' is %g at %g after "
                    "%g before; a step "
                    "need not have a minimiser then",
                    where, now, sign * t, last);
      last = now;
    }
  }
}

void CustomKernel::set_weights(ConstVec /*w*/) {
  fail(SBREG_E_UNSUPPORTED, "a custom kernel has no weights: its functions know the coordinate");
}

double CustomKernel::propose(ConstVec x, ConstVec g, double L, Vec z, Vec score) const {
  double largest = 0;
  double poison = 0;
  for (Index i = 0; i < size(); ++i) {
    const auto k = to_size(i);
    const double slope = call("derivative", derivative_, i, x[k]) - g[k] / L;
    const double u = call("inverse_derivative", inverse_, i, slope);
    z[k] = u;
    score[k] = u == 0 ? 0 : std::max(L * (at_zero_[k] - call("h", h_, i, u) + u * slope), 0.0);
    largest = std::max(largest, score[k]);
    poison += (score[k] - score[k]) + (u - u);
  }
  return largest + poison;
}

double CustomKernel::distance(Index i, double y, double x) const {
  if (y == x) return 0;
  const double linear = call("derivative", derivative_, i, x) * (y - x);
  return std::max(call("h", h_, i, y) - call("h", h_, i, x) - linear, 0.0);
}

}  // namespace sbreg
