// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "linalg/blas.hpp"
#include "problem/dense.hpp"
#include "support/checks.hpp"

namespace sbreg::api {

/// A caller's dense matrix after every check: pointer, sizes, leading dimension, order, overflow, finite numbers. An
/// entry has one part, or two where it is complex.
DenseView checked_dense(Index m, Index n, const double* A, Index ld, int order, Index parts = 1);
/// The 2m x 2n real matrix that does to pairs (real part, imaginary part) what a complex one does to numbers.
std::unique_ptr<Matrix> real_form(Index m, Index n, const DenseView& A);

}  // namespace sbreg::api
