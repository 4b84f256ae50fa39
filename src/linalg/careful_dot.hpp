// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A sum of products as if it was computed in twice the precision and rounded at the end. Each product and each sum is
// split without error into the rounded number and the rest, p = fl(a b) and a b - p; the rests are added up beside it.
#pragma once

#include <cmath>

#include "support/types.hpp"

namespace sbreg {

/// a'b + more
inline double careful_dot(ConstVec a, ConstVec b, double more) noexcept {
  double sum = more;
  double rest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = a[i] * b[i];
    const double next = sum + product;
    const double back = next - sum;
    rest += std::fma(a[i], b[i], -product) + ((sum - (next - back)) + (product - back));
    sum = next;
  }
  return sum + rest;
}

}  // namespace sbreg
