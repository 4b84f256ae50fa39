// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "problem/matrix.hpp"

namespace sbreg {

/// How far A' is from being the adjoint of A, on seeded random vectors: the largest of
///
///     |<Ax, y> - <x, A'y>| / (||Ax|| ||y|| + ||x|| ||A'y||)
///
/// and, because products of several vectors are asked for at once, of the relative difference between such a product
/// and the same vectors one by one. Rounding gives about 1e-16, a wrong adjoint a number near 1; the relative size of
/// an error in few entries.
double adjoint_discrepancy(const Matrix& A, std::uint64_t seed);

}  // namespace sbreg
