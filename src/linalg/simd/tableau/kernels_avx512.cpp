// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the tableau for x86-64 with avx512; the build passes the compiler flags, and without them this file is
// empty.
#define SBREG_FOR_AVX512
#include "linalg/simd/instructions.inl"

#include "linalg/simd/tableau/kernels.hpp"

#if defined(__AVX512F__) && defined(__AVX512DQ__)

#define SBREG_LANE_BYTES 64

namespace sbreg::avx512 {
namespace {

namespace in_single {
using Real = float;
using Whole = int;
#include "linalg/simd/tableau/kernels_body.inl"
}  // namespace in_single

namespace in_double {
using Real = double;
using Whole = long long;
#include "linalg/simd/tableau/kernels_body.inl"
}  // namespace in_double

}  // namespace

extern const TableauKernels<float> single_table;
const TableauKernels<float> single_table = {in_single::any_above, in_single::scores,   in_single::boltzmann,
                                            in_single::add_rows,  in_single::multiply, in_single::subtract_products,
                                            in_single::rank_two,  in_single::exchange, in_single::invert};

extern const TableauKernels<double> double_table;
const TableauKernels<double> double_table = {in_double::any_above, in_double::scores,   in_double::boltzmann,
                                             in_double::add_rows,  in_double::multiply, in_double::subtract_products,
                                             in_double::rank_two,  in_double::exchange, in_double::invert};

}  // namespace sbreg::avx512

#endif
