// SPDX-License-Identifier: BSD-3-Clause
// The coordinates that a step from one sparse vector to another can have changed.
#pragma once

#include "linalg/sparse_vector.hpp"

namespace sbreg {

/// visit(i) for every i at which one of the two is not zero: those of `first`, then those of `second` alone.
template <class Visit>
void for_either(const SparseVector& first, const SparseVector& second, Visit visit) {
  for (Index i : first.support()) visit(i);
  for (Index i : second.support())
    if (first[i] == 0) visit(i);
}

}  // namespace sbreg
