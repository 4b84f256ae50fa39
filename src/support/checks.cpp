// SPDX-License-Identifier: BSD-3-Clause
#include "support/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sbreg {

Index checked_product(Index a, Index b, const char* what) {
  constexpr Index most = static_cast<Index>(std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double));
  Index product = 0;
  SBREG_REQUIRE(!__builtin_mul_overflow(a, b, &product) && product <= most, SBREG_E_DIMENSION,
                "%s = %lld x %lld has more elements than memory can address", what, static_cast<long long>(a),
                static_cast<long long>(b));
  return product;
}

void require_pointer(const void* pointer, const char* name) {
  SBREG_REQUIRE(pointer != nullptr, SBREG_E_ARGUMENT, "%s must not be NULL", name);
}

void require_positive(Index value, const char* name) {
  SBREG_REQUIRE(value >= 1, SBREG_E_DIMENSION, "%s must be at least 1, got %lld", name, static_cast<long long>(value));
}

void require_sparsity(Index s, Index n) {
  SBREG_REQUIRE(s >= 0 && s <= n, SBREG_E_ARGUMENT, "s must lie in 0..%lld (the number of variables), got %lld",
                static_cast<long long>(n), static_cast<long long>(s));
}

Index first_not_finite(ConstVec values) noexcept {
  // v - v is 0 for finite v and NaN otherwise; eight sums without a branch run at memory speed.
  constexpr std::size_t lanes = 8;
  double poison[lanes] = {};
  std::size_t done = 0;
  for (; done + lanes <= values.size(); done += lanes)
    for (std::size_t l = 0; l < lanes; ++l) poison[l] += values[done + l] - values[done + l];
  for (; done < values.size(); ++done) poison[0] += values[done] - values[done];
  double total = 0;
  for (double p : poison) total += p;
  if (total == 0) return -1;
  std::size_t i = 0;
  while (std::isfinite(values[i])) ++i;
  return to_index(i);
}

void require_finite(ConstVec values, const char* name) {
  const Index bad = first_not_finite(values);
  SBREG_REQUIRE(bad < 0, SBREG_E_NOT_FINITE, "%s[%lld], counted from 0, is %g; every number must be finite", name,
                static_cast<long long>(bad), values[to_size(bad)]);
}

void require_sparse(ConstVec values, Index s, const char* name) {
  const auto zeros = std::ranges::count(values, 0.0);
  const Index nonzeros = to_index(values.size()) - zeros;
  SBREG_REQUIRE(nonzeros <= s, SBREG_E_ARGUMENT, "%s has %lld nonzeros but s is %lld", name,
                static_cast<long long>(nonzeros), static_cast<long long>(s));
}

}  // namespace sbreg
