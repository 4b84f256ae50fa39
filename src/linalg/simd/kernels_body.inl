// SPDX-License-Identifier: BSD-3-Clause
// The loops of kernels.hpp, included once per instruction set inside a namespace of its own. Only raw pointers and
// vector types there: an inline function shared with other files could be taken from this file by the linker and then
// run on a processor that lacks the instructions.

#include "linalg/simd/lanes.inl"
// The others build on it.
#include "linalg/simd/factor.inl"
#include "linalg/simd/losses.inl"
#include "linalg/simd/products.inl"
#include "linalg/simd/selection.inl"
#include "linalg/simd/steps.inl"
