// SPDX-License-Identifier: BSD-3-Clause
// The loops of kernels.hpp, included once per instruction set inside a namespace of its own. Only raw pointers and
// vector types there: an inline function shared with other files could be taken from this file by the linker and then
// run on a processor that lacks the instructions.

#include "linalg/kernels/lanes.inl"
// The others build on it.
#include "linalg/kernels/factor.inl"
#include "linalg/kernels/losses.inl"
#include "linalg/kernels/products.inl"
#include "linalg/kernels/selection.inl"
#include "linalg/kernels/steps.inl"
