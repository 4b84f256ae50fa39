// SPDX-License-Identifier: BSD-3-Clause
// The loops for x86-64 with avx512; the build passes the compiler flags, and without them this file is empty.
#define SBREG_FOR_AVX512
#include "linalg/simd/instructions.inl"

#include "linalg/simd/dispatch.hpp"

#if defined(__AVX512F__) && defined(__AVX512DQ__)

#include <immintrin.h>

namespace sbreg::avx512 {
#define SBREG_INSTRUCTIONS "avx512"
#include "linalg/simd/table.inl"
}  // namespace sbreg::avx512

#endif
