// SPDX-License-Identifier: BSD-3-Clause
// Checks that several objects make of their input; each failure names the argument and the value.
#pragma once

#include "support/error.hpp"
#include "support/types.hpp"

namespace sbreg {

/// a * b as a number of doubles that can be addressed, or SBREG_E_DIMENSION.
Index checked_product(Index a, Index b, const char* what);

void require_pointer(const void* pointer, const char* name);
void require_positive(Index value, const char* name);
/// s must lie in 0..n.
void require_sparsity(Index s, Index n);
/// The first index of a NaN or an infinity, or -1.
Index first_not_finite(ConstVec values) noexcept;
/// Every entry finite, or SBREG_E_NOT_FINITE with the first offending index.
void require_finite(ConstVec values, const char* name);
/// At most s nonzeros, or SBREG_E_ARGUMENT.
void require_sparse(ConstVec values, Index s, const char* name);

}  // namespace sbreg
