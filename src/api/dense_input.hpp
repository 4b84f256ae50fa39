// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/blas.hpp"
#include "problem/dense.hpp"
#include "support/checks.hpp"

namespace sbreg::api {

/// A caller's dense matrix after every check: pointer, sizes, leading dimension, order, overflow, finite numbers.
DenseView checked_dense(Index m, Index n, const double* A, Index ld, int order);

}  // namespace sbreg::api
