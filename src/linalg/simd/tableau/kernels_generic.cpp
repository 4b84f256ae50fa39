// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the tableau for the baseline of the architecture.
#include "linalg/simd/instructions.inl"

#include "linalg/simd/tableau/kernels.hpp"

#define SBREG_LANE_BYTES 16

namespace sbreg::generic {
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

}  // namespace sbreg::generic
