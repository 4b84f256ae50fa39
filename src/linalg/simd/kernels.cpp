// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/simd/kernels.hpp"

namespace sbreg {

namespace generic {
extern const Kernels table;
}
#ifdef SBREG_DISPATCH_X86
namespace avx2 {
extern const Kernels table;
}
namespace avx512 {
extern const Kernels table;
}
#endif

namespace {

const Kernels* choose() noexcept {
#ifdef SBREG_DISPATCH_X86
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return &avx512::table;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2::table;
#endif
  return &generic::table;
}

}  // namespace

constinit const Kernels* best_kernels = &generic::table;

namespace {

[[maybe_unused]] const bool chosen = (best_kernels = choose(), true);

}  // namespace

}  // namespace sbreg
