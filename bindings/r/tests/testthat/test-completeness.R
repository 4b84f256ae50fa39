# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# Exported names that the package does not use, and why.
left_out <- c(
  sbreg_last_error_copy = "the text is copied into an R string by sbreg_last_error",
  sbreg_matrix_retain = "R never copies an external pointer",
  sbreg_problem_retain = "R never copies an external pointer",
  sbreg_dsm_retain = "R never copies an external pointer",
  sbreg_kernel_retain = "R never copies an external pointer",
  sbreg_solver_retain = "R never copies an external pointer",
  sbreg_path_retain = "R never copies an external pointer",
  sbreg_problem_create_least_squares = "copies A; sbreg_problem() uses R's matrix in place",
  sbreg_solve_least_squares = "cannot be interrupted; solve_sparse() does the same with a solver"
)

test_that("every exported name of the library is wrapped or left out with a reason", {
  exported <- readLines(repository("tests", "abi", "exported-symbols.txt"))
  exported <- grep("^sbreg_", exported, value = TRUE)
  shared <- list.files(system.file("libs", package = "sparsebregman"), "[.]so$", full.names = TRUE, recursive = TRUE)
  undefined <- function(files) {
    lines <- system2("nm", c("--undefined-only", shQuote(files)), stdout = TRUE)
    unique(sub("@.*", "", sub("^ *U ", "", grep("sbreg_", lines, value = TRUE))))
  }
  used <- undefined(c("-D", shared))
  # Where the library is inside, R's check has kept what the package was linked of.
  if (length(used) == 0) used <- undefined(Sys.glob(file.path("..", "..", "00_pkg_src", "sparsebregman", "src", "*.o")))
  expect_gt(length(used), 30)
  expect_identical(setdiff(exported, c(used, names(left_out))), character())
  expect_identical(intersect(used, names(left_out)), character())
})

test_that("every routine is called from R, and every function is documented", {
  namespace <- asNamespace("sparsebregman")
  functions <- Filter(is.function, mget(ls(namespace, all.names = TRUE), envir = namespace))
  mentioned <- unique(unlist(lapply(functions, function(f) all.names(body(f)))))
  expect_identical(setdiff(ls(namespace$native), mentioned), character())
})
