// SPDX-License-Identifier: BSD-3-Clause
// The loops that are compiled for several instruction sets; the best set for this processor is chosen once, when the
// library is loaded.
#pragma once

#include "linalg/simd/kernels.hpp"
#include "linalg/simd/tableau.hpp"

namespace sbreg {

/// All loops of one instruction set.
struct Instructions {
  Kernels kernels;
  TableauKernels<float> tableau_single;
  TableauKernels<double> tableau_double;
};

// What there is; the last two on x86-64 alone.
namespace generic {
extern const Instructions table;
}
namespace avx2 {
extern const Instructions table;
}
namespace avx512 {
extern const Instructions table;
}

}  // namespace sbreg
