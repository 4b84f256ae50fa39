// SPDX-License-Identifier: BSD-3-Clause
// The loops for x86-64 with avx2; the build passes the compiler flags, and without them this file is empty.
#define SBREG_FOR_AVX2
#include "linalg/simd/instructions.inl"

#include "linalg/simd/dispatch.hpp"

#if defined(__AVX2__) && defined(__FMA__)

#include <immintrin.h>

namespace sbreg::avx2 {
#define SBREG_INSTRUCTIONS "avx2"
#include "linalg/simd/table.inl"
}  // namespace sbreg::avx2

#endif
