// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The library's handles with an owner, and its status codes as failures.
#pragma once

#include <memory>

#include "cli/line/failure.hpp"
#include "sparsebregman.h"

namespace cli {

template <auto destroy>
struct Destroy {
  template <class Handle>
  void operator()(Handle* handle) const {
    destroy(handle);
  }
};
using Matrix = std::unique_ptr<sbreg_matrix, Destroy<sbreg_matrix_destroy>>;
using Problem = std::unique_ptr<sbreg_problem, Destroy<sbreg_problem_destroy>>;
using Dsm = std::unique_ptr<sbreg_dsm, Destroy<sbreg_dsm_destroy>>;
using Kernel = std::unique_ptr<sbreg_kernel, Destroy<sbreg_kernel_destroy>>;
using Solver = std::unique_ptr<sbreg_solver, Destroy<sbreg_solver_destroy>>;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

inline void ok(sbreg_status status, Exit code = Exit::failed) {
  if (status != SBREG_OK) throw Failure(status == SBREG_E_MEMORY ? Exit::failed : code, sbreg_last_error());
}

}  // namespace cli
