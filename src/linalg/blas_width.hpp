// SPDX-License-Identifier: BSD-3-Clause
// How wide the integers of a BLAS are, found by a call that every calling convention allows: Fortran routines take
// their integers by address, and a buffer of eight bytes can be read as four or as eight.
#pragma once

#include <bit>

namespace sbreg::blas {

/// The Fortran routine DASUM, the sum of |x_i|: n and incx are the addresses of integers of unknown width.
using AbsoluteSum = double (*)(const void* n, const double* x, const void* incx);

/// 32 or 64, by what `sum` makes of an n that is a legal number in both widths.
int integer_bits(AbsoluteSum sum, std::endian order = std::endian::native);

}  // namespace sbreg::blas
