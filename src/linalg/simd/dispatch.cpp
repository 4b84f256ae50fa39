// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/simd/dispatch.hpp"

namespace sbreg {
namespace {

const Instructions* choose() noexcept {
#ifdef SBREG_DISPATCH_X86
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return &avx512::table;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2::table;
#endif
  return &generic::table;
}

}  // namespace

constinit const Kernels* best_kernels = &generic::table.kernels;

namespace {

constinit const Instructions* best = &generic::table;
[[maybe_unused]] const bool chosen = (best = choose(), best_kernels = &best->kernels, true);

}  // namespace

template <>
const TableauKernels<float>& tableau_kernels() noexcept {
  return best->tableau_single;
}

template <>
const TableauKernels<double>& tableau_kernels() noexcept {
  return best->tableau_double;
}

}  // namespace sbreg
