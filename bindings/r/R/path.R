# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sbreg_path <- function(pattern, monitor = NULL, ...) {
  if (inherits(pattern, "sbreg_problem")) pattern <- sbreg_solver(pattern, 1)
  path <- set_options(.Call(native$path_create, pattern), list(...))
  if (!is.null(monitor)) sbreg_monitor(path, monitor)
  path
}

sbreg_series <- function(path, series = "objective") {
  .Call(native$path_series, path, series)
}

coef.sbreg_path <- function(object, s = object$chosen, ...) {
  .Call(native$path_coefficients, object, s)
}
