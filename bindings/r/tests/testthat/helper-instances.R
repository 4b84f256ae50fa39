# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# A least squares instance whose sparse solution is known: no noise, more rows than a few nonzeros need.
instance <- function(m = 40, n = 60, s = 4, seed = 1) {
  set.seed(seed)
  A <- matrix(rnorm(m * n), m, n)
  x <- numeric(n)
  x[sample(n, s)] <- rnorm(s) + 2
  list(A = A, b = drop(A %*% x), s = s, x = x)
}

# What an expression signals as a condition of the package: its code, or NA.
code_of <- function(expression) {
  tryCatch({
    expression
    NA_integer_
  }, sbreg_error = function(condition) condition$code)
}

# A file of the repository, known to the tests that are run there; the built package is tested without it.
repository <- function(...) {
  root <- Sys.getenv("SBREG_SOURCE_DIR")
  if (!nzchar(root)) skip("not run inside the repository")
  path <- file.path(root, ...)
  stopifnot(file.exists(path))
  path
}
