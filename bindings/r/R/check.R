# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# A solver in place of the problem brings its s, groups, bounds and kept variables.
sbreg_check_stationarity <- function(problem, dsm, s, x) {
  if (inherits(problem, "sbreg_solver")) return(.Call(native$solver_check_stationarity, problem, dsm, x))
  .Call(native$check_stationarity, problem, dsm, s, x)
}

sbreg_check_bregman <- function(problem, kernel, L, s, x) {
  if (inherits(problem, "sbreg_solver")) return(.Call(native$solver_check_bregman, problem, kernel, L, x))
  .Call(native$check_bregman, problem, kernel, L, s, x)
}

sbreg_check_coordinatewise <- function(problem, s, x) {
  result <- if (inherits(problem, "sbreg_solver")) {
    .Call(native$solver_check_coordinatewise, problem, x)
  } else {
    .Call(native$check_coordinatewise, problem, s, x)
  }
  index <- function(k) if (k == 0) NA_real_ else k
  list(decrease = result[[1L]], leaves = index(result[[2L]]), enters = index(result[[3L]]))
}

sbreg_witness_stationarity <- function(problem, dsm, s, x) {
  if (inherits(problem, "sbreg_solver")) return(.Call(native$solver_witness_stationarity, problem, dsm, x))
  .Call(native$witness_stationarity, problem, dsm, s, x)
}

sbreg_witness_bregman <- function(problem, kernel, L, s, x) {
  if (inherits(problem, "sbreg_solver")) return(.Call(native$solver_witness_bregman, problem, kernel, L, x))
  .Call(native$witness_bregman, problem, kernel, L, s, x)
}
