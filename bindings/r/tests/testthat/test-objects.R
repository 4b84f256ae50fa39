# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

test_that("stepping gives the solution that running gives", {
  i <- instance()
  problem <- sbreg_problem(i$A, i$b)
  stepped <- sbreg_solver(problem, i$s)
  while (stepped$state == 0) sbreg_step(stepped, 3)
  ran <- sbreg_run(sbreg_solver(problem, i$s))
  expect_identical(coef(stepped), coef(ran))
  expect_equal(coef(ran), i$x, tolerance = 1e-8)
  expect_identical(sbreg_support(ran), as.double(which(i$x != 0)))
  expect_match(sbreg_state(ran), "reached")
  expect_identical(sbreg_state(7), "searched")
  expect_identical(sbreg_state(99), "state 99")
  expect_length(sbreg_iterate(ran), length(i$x))
})

test_that("options come from the library's table, by name and with $", {
  keys <- sbreg_keys("solver")
  expect_true(all(c("method", "max_iterations", "objective") %in% keys$name))
  i <- instance()
  solver <- sbreg_solver(sbreg_problem(i$A, i$b, ridge = 0.25), i$s, method = "newton", newton = FALSE)
  expect_identical(solver$method, "newton")
  expect_identical(solver$newton, 0)
  solver$max_iterations <- 7
  solver[["time_limit"]] <- 1.5
  expect_identical(solver[["max_iterations"]], 7)
  expect_identical(solver$time_limit, 1.5)
  expect_true("elapsed_seconds" %in% names(solver))
  for (kind in c("solver", "problem", "dsm", "kernel", "matrix")) expect_gt(nrow(sbreg_keys(kind)), 0)
})

test_that("errors carry the library's code, text and suggestion, and the user's call", {
  i <- instance()
  condition <- tryCatch(solve_sparse(i$A, i$b, -1), sbreg_error = identity)
  expect_s3_class(condition, "sbreg_error_argument")
  expect_s3_class(condition, "error")
  expect_identical(condition$code, -1L)
  expect_match(conditionMessage(condition), "s ")
  expect_identical(conditionCall(condition), quote(solve_sparse(i$A, i$b, -1)))
  expect_error(solve_sparse(i$A, i$b, 2, max_iteration = 5), "max_iterations", class = "sbreg_error_key")
  expect_error(solve_sparse(i$A, i$b, 2, max_iterations = -5), class = "sbreg_error_argument")
  expect_error(solve_sparse(i$A, i$b, 2, max_iterations = 1.5), "whole", class = "sbreg_error_argument")
  expect_error(solve_sparse(i$A, i$b, 2, method = 3), "string", class = "sbreg_error_argument")
  expect_error(sbreg_keys("slover"), class = "sbreg_error_key")
  expect_error(sbreg_solver(sbreg_problem(i$A, i$b), 2, "zero"), "numeric", class = "sbreg_error_argument")
})

test_that("what the package itself refuses is said as an error of the call that was made", {
  refused <- function(expression, text) {
    condition <- tryCatch(expression, sbreg_error_argument = identity)
    expect_s3_class(condition, "sbreg_error")
    expect_match(conditionMessage(condition), text, fixed = TRUE)
    as.character(conditionCall(condition)[[1L]])
  }
  expect_identical(refused(sparse_regression(mpg ~ ., mtcars), "s, the largest number of variables, is missing"), "sparse_regression")
  expect_identical(refused(sparse_regression(Species ~ ., iris, s = 1), "a factor of 3 levels"), "sparse_regression")
  expect_identical(refused(sparse_regression(mtcars[-1], mtcars$mpg * 1i, s = 1), "solve_sparse takes it"), "sparse_regression")
  expect_identical(refused(solve_sparse(iris, 1:150, 1), "not numeric: Species"), "solve_sparse")
  expect_identical(refused(cv.sparse_regression(mpg ~ ., mtcars, folds = 50), "the 32 observations, got 50"), "cv.sparse_regression")
})

test_that("NaN, wrong sizes and wrong types are refused", {
  i <- instance()
  bad <- i$A
  bad[3, 2] <- NaN
  expect_error(solve_sparse(bad, i$b, 2), class = "sbreg_error_not_finite")
  expect_error(solve_sparse(bad, i$b, 2), "^A\\[3, 2\\] is (na|NA)n?; every number")
  expect_error(solve_sparse(i$A, replace(i$b, 1, NA), 2), class = "sbreg_error_not_finite")
  expect_error(solve_sparse(i$A, replace(i$b, 10, NaN), 2), "^b\\[10\\] is -?nan; every number")
  expect_error(solve_sparse(i$A, replace(i$b > 0, 4, 7), 2, "logistic"), "^b\\[4\\] is 7; labels")
  expect_error(solve_sparse(i$A, i$b, 2, kept = c(3, 99)), "^kept\\[2\\] is 99, outside 1\\.\\.60$")
  expect_error(solve_sparse(i$A, i$b, 2, kept = c(TRUE, FALSE)), "kept has 2 values for 60 variables")
  expect_error(solve_sparse(i$A, i$b, 2, kept = c(3, 3)), "^kept\\[2\\] is 3, which was named before$")
  expect_error(solve_sparse(i$A, i$b[-1], 2), class = "sbreg_error_dimension")
  expect_error(solve_sparse(t(i$A), i$b, 2), class = "sbreg_error_dimension")
  expect_error(solve_sparse("A", i$b, 2), class = "sbreg_error_argument")
  expect_error(solve_sparse(i$A, "b", 2), class = "sbreg_error_argument")
  expect_error(solve_sparse(i$A, i$b, c(1, 2)), class = "sbreg_error_argument")
  expect_error(solve_sparse(i$A, i$b, NA), class = "sbreg_error_argument")
  expect_error(solve_sparse(matrix(0, 0, 0), numeric(0), 1), class = "sbreg_error")
  expect_error(sbreg_run(NULL), class = "sbreg_error_argument")
  expect_error(sbreg_value(sbreg_matrix(i$A), i$x), class = "sbreg_error_argument")
  expect_error(sbreg_quadratic(i$A, i$b), class = "sbreg_error_dimension")
})

test_that("a closed handle, or one from a file, is refused", {
  i <- instance()
  problem <- sbreg_problem(i$A, i$b)
  solver <- sbreg_solver(problem, i$s)
  close(problem)
  expect_error(sbreg_value(problem, i$x), "closed", class = "sbreg_error_argument")
  expect_equal(coef(sbreg_run(solver)), i$x, tolerance = 1e-8) # the solver has its own hold on it
  copy <- unserialize(serialize(solver, NULL))
  expect_error(sbreg_run(copy), "another R session", class = "sbreg_error_argument")
  expect_error(copy$state, class = "sbreg_error_argument")
  expect_output(print(copy), "closed")
  close(solver)
  close(solver)
  expect_error(sbreg_step(solver), class = "sbreg_error_argument")
  expect_error(coef(solver), class = "sbreg_error_argument")
})

test_that("matrices are used in place and stay what they were", {
  i <- instance(600, 600) # few numbers are copied all the same
  A <- i$A
  problem <- sbreg_problem(A, i$b)
  before <- sbreg_value(problem, i$x)
  A[, ] <- 0
  expect_identical(sbreg_value(problem, i$x), before)
  rm(A)
  i$A <- NULL
  gc()
  for (k in 1:20) junk <- matrix(k, 600, 600)
  expect_identical(sbreg_value(problem, i$x), before)
})

test_that("the memory of a converted matrix is given back with the solve", {
  skip_on_os(c("windows", "mac", "solaris"))
  resident <- function() as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1L]][[2L]]) * 4096
  i <- instance(300, 1000, 20)
  A <- Matrix::Matrix(i$A, sparse = TRUE)
  b <- i$b + 1
  solve_sparse(A, b, 20, effort = 0)
  before <- resident()
  for (k in 1:10) solve_sparse(A, b, 20, effort = 0)
  expect_lt(resident() - before, 4e7)
})

test_that("integer and logical matrices are numbers", {
  A <- matrix(c(2L, 0L, 1L, 1L, 0L, 3L, 1L, 0L), 2)
  expect_equal(coef(solve_sparse(A, c(5L, 6L), 2)), coef(solve_sparse(A + 0, c(5, 6), 2)))
  expect_equal(sbreg_value(sbreg_problem(diag(2) == 1, c(1, 1)), c(1, 0)), 0.5)
})

test_that("value and gradient belong together", {
  i <- instance()
  problem <- sbreg_problem(i$A, i$b)
  x <- i$x + 0.1
  expect_equal(sbreg_value(problem, x), sum((i$A %*% x - i$b)^2) / 2)
  expect_equal(sbreg_gradient(problem, x), drop(crossprod(i$A, i$A %*% x - i$b)))
  Q <- crossprod(i$A)
  expect_equal(sbreg_gradient(sbreg_quadratic(Q, i$x), x), drop(Q %*% x) - i$x)
})

test_that("sparse matrices of package Matrix are used as they are", {
  skip_if_not_installed("Matrix")
  i <- instance()
  dense <- i$A * (abs(i$A) > 1)
  b <- drop(dense %*% i$x)
  S <- Matrix::Matrix(dense, sparse = TRUE)
  expect_s4_class(S, "dgCMatrix")
  fit <- solve_sparse(S, b, i$s)
  expect_equal(coef(fit), coef(solve_sparse(dense, b, i$s)), tolerance = 1e-10)
  expect_equal(predict(fit, S), b, tolerance = 1e-8)
  triplets <- methods::as(S, "TsparseMatrix")
  expect_equal(coef(solve_sparse(triplets, b, i$s)), coef(fit))
  expect_identical(sbreg_problem(S, b)$rows, 40)
  symmetric <- Matrix::crossprod(S)
  x <- seq_len(60)
  expect_equal(sbreg_value(sbreg_problem(symmetric, x), x), sum((crossprod(dense) %*% x - x)^2) / 2)
  broken <- S
  broken@i[1] <- 1000L
  expect_error(sbreg_matrix(broken), class = "sbreg_error_argument")
})

test_that("scaling matrices are computed, certified and used", {
  i <- instance()
  problem <- sbreg_problem(i$A, i$b)
  dsm <- sbreg_run(sbreg_dsm(problem, "linear", gap_tolerance = 1e-3))
  expect_lte(dsm$gap, 1e-3)
  expect_identical(dsm$certificate, "proven")
  expect_gte(sbreg_margin(dsm, problem), -1e-8)
  expect_gte(sum(sbreg_weights(dsm, extracted = TRUE)), 0)
  own <- sbreg_dsm(weights = sbreg_weights(dsm))
  expect_identical(sbreg_weights(own), sbreg_weights(dsm))
  solver <- sbreg_run(sbreg_solver(problem, i$s, dsm = list(dsm, own), method = "ciwht", history = TRUE))
  expect_lte(sbreg_check_stationarity(problem, dsm, i$s, coef(solver)), 1e-6)
  expect_true(all(sbreg_history(solver, "active_dsm") %in% 0:2))
  expect_true(solver$active_dsm %in% 1:2)
  weighted <- sbreg_step(sbreg_dsm(problem, "linear", cost = rep(2, 60)), 5)
  expect_true(weighted$iterations >= 1)
  warm <- sbreg_run(sbreg_dsm(problem, "linear", start = dsm))
  expect_lte(warm$gap, 1e-3)
})

test_that("the version of the loaded library is compared with the one built for", {
  expect_s3_class(sbreg_version(), "numeric_version")
  mismatch <- sparsebregman:::version_mismatch
  expect_null(mismatch(100L, 100L, "0.1.0"))
  expect_null(mismatch(101L, 100L, "0.1.1"))
  expect_match(mismatch(100L, 101L, "0.1.0"), "built for 0.1.1")
  expect_match(mismatch(200L, 100L, "0.2.0"), "Install libsparsebregman")
  expect_null(mismatch(10200L, 10100L, "1.2.0"))
  expect_match(mismatch(20000L, 10100L, "2.0.0"), "version 2.0.0")
})

test_that("a library that cannot be loaded is explained", {
  skip_on_cran()
  copy <- tempfile()
  dir.create(copy)
  file.copy(system.file(package = "sparsebregman"), copy, recursive = TRUE)
  shared <- list.files(file.path(copy, "sparsebregman", "libs"), "[.]so$", full.names = TRUE)
  writeLines("not a library", shared)
  code <- sprintf("loadNamespace('sparsebregman', lib.loc = '%s')", copy)
  output <- suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", "-e", shQuote(code)),
                                     stdout = TRUE, stderr = TRUE))
  expect_match(paste(output, collapse = "\n"), "libsparsebregman cannot be loaded.*Install libsparsebregman")
})

# Runs code in an R of its own, with the package of this test; what it printed.
run_apart <- function(code) {
  home <- dirname(system.file(package = "sparsebregman"))
  file <- tempfile(fileext = ".R")
  writeLines(c(sprintf("home <- '%s'", home), "library(sparsebregman, lib.loc = home)", code), file)
  suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", file), stdout = TRUE, stderr = TRUE))
}

test_that("the package is unloaded while its objects are alive, and loaded again", {
  skip_on_cran()
  output <- run_apart(c(
    "fits <- lapply(1:100, function(k) sparse_regression(mpg ~ ., mtcars, 2, keep_solver = TRUE))",
    "path <- sparse_path(mpg ~ ., mtcars, last = 3)",
    "dsm <- sbreg_dsm(sbreg_problem(diag(3), 1:3))",
    "detach('package:sparsebregman', unload = TRUE)",
    "stopifnot(!'sparsebregman' %in% names(getLoadedDLLs()))",
    "fits <- fits[1:2]",
    "invisible(gc())",
    "cat('unloaded\\n')",
    "library(sparsebregman, lib.loc = home)",
    "cat(tryCatch(sbreg_run(dsm), error = conditionMessage), '\\n')",
    "cat(names(coef(path)), '\\n')",
    "again <- sparse_path(mpg ~ ., mtcars, last = 3)",
    "rm(fits, path, dsm, again)",
    "invisible(gc())",
    "cat('collected\\n')"
  ))
  expect_match(output, "unloaded", all = FALSE)
  expect_match(output, "was closed", all = FALSE)
  expect_match(output, "(Intercept)", fixed = TRUE, all = FALSE)
  expect_match(output, "collected", all = FALSE)
})

test_that("a callback cannot unload the code it is called from", {
  skip_on_cran()
  output <- run_apart(c(
    "A <- matrix(rnorm(200), 10)",
    "fit <- solve_sparse(A, 1:10, 2, monitor = function(solver) {",
    "  if ('sparsebregman' %in% loadedNamespaces()) unloadNamespace('sparsebregman')",
    "  FALSE",
    "})",
    "cat('done\\n')"
  ))
  expect_no_match(output, "segfault")
})
