// SPDX-License-Identifier: BSD-3-Clause
// All loops for one instruction set, and the table of them: included once per instruction set inside of a namespace of
// its own, with SBREG_INSTRUCTIONS, its name, defined.

namespace {

#include "linalg/simd/kernels_body.inl"

namespace in_single {
using Real = float;
using Whole = int;
#include "linalg/simd/tableau.inl"
}  // namespace in_single

namespace in_double {
using Real = double;
using Whole = long long;
#include "linalg/simd/tableau.inl"
}  // namespace in_double

}  // namespace

#define SBREG_TABLEAU(precision)                                                                             \
  {                                                                                                          \
    precision::any_above, precision::scores, precision::boltzmann, precision::add_rows, precision::multiply, \
        precision::subtract_products, precision::rank_two, precision::exchange, precision::invert            \
  }

const Instructions table = {
    {SBREG_INSTRUCTIONS, dot, subtract, transpose_times, add_columns, add_columns_single, propose, largest, weigh,
     shift, reach, propose_at, cut, collect_at_least, cholesky, cholesky_solve, softplus, softplus_second},
    SBREG_TABLEAU(in_single),
    SBREG_TABLEAU(in_double)};
