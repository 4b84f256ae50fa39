// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/simd/tableau/kernels.hpp"

#include <cstring>

#include "linalg/simd/kernels.hpp"

namespace sbreg {

#define SBREG_DECLARE_TABLES(instructions)          \
  namespace instructions {                          \
  extern const TableauKernels<float> single_table;  \
  extern const TableauKernels<double> double_table; \
  }
SBREG_DECLARE_TABLES(generic)
#ifdef SBREG_DISPATCH_X86
SBREG_DECLARE_TABLES(avx2)
SBREG_DECLARE_TABLES(avx512)
#endif

namespace {

/// The same choice as that of the other kernels.
template <class Table>
const Table& choose(const Table& plain, const Table& wide, const Table& widest) noexcept {
  const char* const chosen = kernels().name;
  if (std::strcmp(chosen, "avx512") == 0) return widest;
  return std::strcmp(chosen, "avx2") == 0 ? wide : plain;
}

}  // namespace

#ifdef SBREG_DISPATCH_X86
#define SBREG_CHOOSE(table) choose(generic::table, avx2::table, avx512::table)
#else
#define SBREG_CHOOSE(table) choose(generic::table, generic::table, generic::table)
#endif

template <>
const TableauKernels<float>& tableau_kernels() noexcept {
  static const TableauKernels<float>& chosen = SBREG_CHOOSE(single_table);
  return chosen;
}

template <>
const TableauKernels<double>& tableau_kernels() noexcept {
  static const TableauKernels<double>& chosen = SBREG_CHOOSE(double_table);
  return chosen;
}

}  // namespace sbreg
