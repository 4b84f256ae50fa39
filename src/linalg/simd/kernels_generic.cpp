// SPDX-License-Identifier: BSD-3-Clause
// The kernels for the baseline of the architecture.
#include "linalg/simd/instructions.inl"

#include "linalg/simd/kernels.hpp"

namespace sbreg::generic {
namespace {

#include "linalg/simd/kernels_body.inl"

}  // namespace

extern const Kernels table;
const Kernels table = {"generic",   dot,
                       subtract,    transpose_times,
                       add_columns, add_columns_single,
                       propose,     largest,
                       weigh,       shift,
                       reach,       propose_at,
                       cut,         collect_at_least,
                       cholesky,    cholesky_solve,
                       softplus,    softplus_second};

}  // namespace sbreg::generic
