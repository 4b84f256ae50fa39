// SPDX-License-Identifier: BSD-3-Clause
// The separable terms that every problem may carry, ridge/2 sum x_i^2 + quartic/4 sum x_i^4: value and derivatives.
#pragma once

#include "linalg/sparse_vector.hpp"

namespace sbreg {

struct Penalty {
  double ridge = 0;
  double quartic = 0;

  [[nodiscard]] bool none() const noexcept { return ridge == 0 && quartic == 0; }
  /// One coordinate's term and its derivatives.
  [[nodiscard]] double value(double t) const noexcept { return 0.5 * t * t * (ridge + 0.5 * quartic * t * t); }
  [[nodiscard]] double first(double t) const noexcept { return t * (ridge + quartic * t * t); }
  [[nodiscard]] double second(double t) const noexcept { return ridge + 3 * quartic * t * t; }

  [[nodiscard]] double value(const SparseVector& x) const noexcept {
    double total = 0;
    if (!none())
      for (Index i : x.support()) total += value(x[i]);
    return total;
  }
  void add_gradient(const SparseVector& x, Vec g) const noexcept {
    if (none()) return;
    for (Index i : x.support()) g[to_size(i)] += first(x[i]);
  }
  void add_gradient_on(const SparseVector& x, ConstIndexVec S, Vec out) const noexcept {
    if (none()) return;
    for (std::size_t k = 0; k < S.size(); ++k) out[k] += first(x[S[k]]);
  }
  /// Adds the diagonal to out(k, c), the Hessian entry (S[first + k], S[c]).
  void add_hessian(const SparseVector& x, ConstIndexVec S, Index first, double* out, Index ld) const noexcept {
    if (none()) return;
    for (Index c = first; c < to_index(S.size()); ++c) out[c * ld + c - first] += second(x[S[to_size(c)]]);
  }
  void add_product(const SparseVector& x, ConstIndexVec S, ConstVec p, Vec out) const noexcept {
    if (none()) return;
    for (std::size_t k = 0; k < S.size(); ++k) out[k] += second(x[S[k]]) * p[k];
  }
};

}  // namespace sbreg
