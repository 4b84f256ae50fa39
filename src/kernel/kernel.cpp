// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel.hpp"

#include <algorithm>
#include <cstring>

#include "support/checks.hpp"
#include "support/suggest.hpp"

namespace sbreg {

void Kernel::set_weights(ConstVec w) {
  require_finite(w, "w");
  for (std::size_t i = 0; i < w.size(); ++i)
    SBREG_REQUIRE(w[i] >= 0, SBREG_E_ARGUMENT, "w[%lld], counted from 0, is %g; weights must not be negative",
                  static_cast<long long>(i), w[i]);
  std::ranges::copy(w, weights_.begin());
  update();
}

double Kernel::promised(const SparseVector& x, ConstVec g, double L, const SparseVector& y) const {
  double total = 0;
  for (Index i : y.support()) total += L * distance(i, x[i], y[i]);
  for (Index i : x.support())
    if (y[i] == 0) total += g[to_size(i)] * x[i] - L * distance(i, 0, x[i]);
  return std::max(total, 0.0);
}

double Kernel::model(const SparseVector& x, ConstVec g, double L, const SparseVector& y) const {
  double total = 0;
  for (Index i : y.support()) total += g[to_size(i)] * (y[i] - x[i]) + L * distance(i, y[i], x[i]);
  for (Index i : x.support())
    if (y[i] == 0) total += -g[to_size(i)] * x[i] + L * distance(i, 0, x[i]);
  return total;
}

namespace {

struct Refused {
  const char* name;
  const char* reason;
};

constexpr Refused refused[] = {
    {"burg", "-log x is infinite at 0, so no coordinate can be zero"},
    {"shannon",
     "the derivative of x log x is infinite at 0, so a coordinate that is zero can never be left, and "
     "negative ones do not exist"},
    {"entropy",
     "the derivative of x log x is infinite at 0, so a coordinate that is zero can never be left, and "
     "negative ones do not exist"},
    {"hellinger", "-sqrt(1 - x^2) is not supercoercive: it is defined on -1 .. 1 only"},
};

}  // namespace

std::unique_ptr<Kernel> make_kernel(const char* name, Index n) {
  for (const Refused& kernel : refused)
    SBREG_REQUIRE(
        std::strcmp(kernel.name, name) != 0, SBREG_E_UNSUPPORTED,
        "the kernel \"%s\" cannot be used for sparse vectors: %s; use \"quadratic\", \"quartic\" or \"power\"", name,
        kernel.reason);
  constexpr struct {
    const char* name;
    std::unique_ptr<Kernel> (*make)(Index);
  } known[] = {{"quadratic", make_quadratic_kernel}, {"quartic", make_quartic_kernel}, {"power", make_power_kernel}};
  Suggestion suggestion(name);
  for (const auto& kernel : known) {
    if (std::strcmp(kernel.name, name) == 0) return kernel.make(n);
    suggestion.consider(kernel.name);
  }
  fail(SBREG_E_KEY, "there is no kernel \"%s\"%s", name, suggestion.hint());
}

}  // namespace sbreg
