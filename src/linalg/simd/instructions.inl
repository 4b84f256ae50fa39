// SPDX-License-Identifier: BSD-3-Clause
// Stands first in the files of the kernels, for builds that cannot pass flags file by file, as that of R's packages:
// they define SBREG_FLAGS_IN_SOURCE, and SBREG_DISPATCH_X86, and compile with GCC for x86-64. The flags are those of
// cmake/Flags.cmake. GCC 12 does not define the macros that belong to them, when it takes them from the source.
#ifdef SBREG_FLAGS_IN_SOURCE
#if defined(SBREG_FOR_AVX512)
#pragma GCC target("avx512f,avx512dq,avx512vl,avx2,fma,prefer-vector-width=512")
#define __AVX512F__ 1
#define __AVX512DQ__ 1
#define __AVX512VL__ 1
#define __AVX2__ 1
#define __FMA__ 1
#elif defined(SBREG_FOR_AVX2)
#pragma GCC target("avx2,fma")
#define __AVX2__ 1
#define __FMA__ 1
#endif
#pragma GCC optimize("O3", "no-math-errno")
#endif
