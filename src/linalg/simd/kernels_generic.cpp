// SPDX-License-Identifier: BSD-3-Clause
// The loops for the baseline of the architecture.
#include "linalg/simd/instructions.inl"

#include "linalg/simd/dispatch.hpp"

namespace sbreg::generic {
#define SBREG_INSTRUCTIONS "generic"
#include "linalg/simd/table.inl"
}  // namespace sbreg::generic
