// SPDX-License-Identifier: BSD-3-Clause
#include "problem/problem.hpp"

#include "support/error.hpp"

namespace sbreg {

void Problem::set_weights(ConstVec /*weights*/) {
  fail(SBREG_E_UNSUPPORTED, "a %s problem has no observations to weigh; weigh Q and q instead", kind());
}

double ridge_value(double ridge, const SparseVector& x) noexcept {
  if (ridge == 0) return 0;
  double squares = 0;
  for (Index i : x.support()) squares += x[i] * x[i];
  return 0.5 * ridge * squares;
}

void add_ridge_gradient(double ridge, const SparseVector& x, Vec g) noexcept {
  if (ridge == 0) return;
  for (Index i : x.support()) g[to_size(i)] += ridge * x[i];
}

}  // namespace sbreg
