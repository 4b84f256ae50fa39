// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What can be known about the BLAS that the library was loaded with.
#pragma once

#include <string>

namespace cli {

/// Paths of the loaded libraries that hold a BLAS or LAPACK, separated by blanks.
std::string blas_libraries();
/// OpenBLAS's own description, or an empty text.
std::string blas_configuration();
/// Threads it uses; 0 when it does not say.
int blas_threads();
void use_one_blas_thread();

}  // namespace cli
