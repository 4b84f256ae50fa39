// SPDX-License-Identifier: BSD-3-Clause
// What blas_c.cpp and blas_fortran.cpp, of which a build has one, tell blas.cpp about the BLAS they were built for.
#pragma once

#include "linalg/blas_width.hpp"

namespace sbreg::blas {

/// 32 or 64.
int built_integer_bits() noexcept;

/// The routine by which the BLAS that is loaded is asked for its width, or nullptr.
AbsoluteSum absolute_sum() noexcept;

}  // namespace sbreg::blas
