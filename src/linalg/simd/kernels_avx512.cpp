// SPDX-License-Identifier: BSD-3-Clause
// The kernels for x86-64 with avx512; the build passes the compiler flags, and without them this file is empty.
#define SBREG_FOR_AVX512
#include "linalg/simd/instructions.inl"

#include "linalg/simd/kernels.hpp"

#if defined(__AVX512F__) && defined(__AVX512DQ__)

#include <immintrin.h>

namespace sbreg::avx512 {
namespace {

#include "linalg/simd/kernels_body.inl"

}  // namespace

extern const Kernels table;
const Kernels table = {"avx512",    dot,
                       subtract,    transpose_times,
                       add_columns, add_columns_single,
                       propose,     largest,
                       weigh,       shift,
                       reach,       propose_at,
                       cut,         collect_at_least,
                       cholesky,    cholesky_solve,
                       softplus,    softplus_second};

}  // namespace sbreg::avx512

#endif
