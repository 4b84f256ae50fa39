// SPDX-License-Identifier: BSD-3-Clause
// x'y over long blocks. Single precision is summed in short runs that are then added in double precision, so that the
// error does not grow with the length. Several running sums let the compiler use vector registers without reordering.
#pragma once

#include <algorithm>

#include "support/types.hpp"

namespace sbreg {

template <class Real>
double long_inner(Index count, const Real* v, const Real* w) noexcept {
  constexpr Index lanes = 16;
  constexpr Index run = 512;
  double total = 0;
  for (Index start = 0; start < count; start += run) {
    Real part[lanes] = {};
    const Index end = std::min(count, start + run);
    Index i = start;
    for (; i + lanes <= end; i += lanes)
      for (Index k = 0; k < lanes; ++k) part[k] += v[i + k] * w[i + k];
    for (; i < end; ++i) part[0] += v[i] * w[i];
    for (Real p : part) total += static_cast<double>(p);
  }
  return total;
}

}  // namespace sbreg
