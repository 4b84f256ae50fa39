# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

noisy_path <- function(...) {
  i <- instance(60, 30, 3)
  sbreg_path(sbreg_problem(i$A, i$b + 0.1 * rnorm(60)), last = 6, ...)
}

test_that("the fits of a path descend, and independent ones are those of lone solvers", {
  path <- sbreg_run(noisy_path())
  expect_identical(path$state, 1)
  expect_identical(sbreg_series(path, "sparsity"), as.double(1:6))
  expect_true(all(diff(sbreg_series(path)) <= 0))
  i <- instance(60, 30, 3)
  problem <- sbreg_problem(i$A, i$b + sin(1:60))
  path <- sbreg_run(sbreg_path(sbreg_solver(problem, 1, method = "newton"), last = 4, independent = TRUE))
  for (s in 1:4) expect_equal(coef(path, s), coef(sbreg_run(sbreg_solver(problem, s, method = "newton"))))
})

test_that("cross-validation chooses the number of nonzeros of the truth", {
  path <- sbreg_run(noisy_path(folds = 5, seed = 3))
  expect_identical(path$chosen, 3)
  expect_identical(coef(path), coef(path, 3))
  expect_identical(which(coef(path) != 0), which(instance(60, 30, 3)$x != 0))
  expect_true(all(sbreg_series(path, "cv_error") > 0))
})

test_that("a path is watched, stopped and resumed, and errors of its monitor arrive", {
  calls <- 0
  path <- noisy_path(folds = 3, monitor = function(path) {
    calls <<- calls + 1
    path$fits >= 4
  })
  sbreg_run(path)
  expect_identical(path$state, 6)
  expect_gt(calls, 0)
  expect_lt(path$fits, path$fits_total)
  expect_identical(path$chosen, 0)
  sbreg_run(sbreg_monitor(path))
  expect_identical(path$fits, path$fits_total)
  expect_identical(coef(path), coef(sbreg_run(noisy_path(folds = 3))))
  expect_error(sbreg_run(noisy_path(monitor = function(path) stop("no more"))), "no more")
})

test_that("an interrupt ends a path, which goes on later", {
  skip_on_os("windows")
  sent <- FALSE
  path <- noisy_path(folds = 10, monitor = function(path) {
    if (!sent) tools::pskill(Sys.getpid(), tools::SIGINT)
    sent <<- TRUE
    Sys.sleep(0.06)
    FALSE
  })
  expect_identical(tryCatch(sbreg_run(path), interrupt = function(condition) "interrupt"), "interrupt")
  expect_lt(path$fits, path$fits_total)
  expect_identical(sbreg_run(sbreg_monitor(path))$state, 1)
})

test_that("a path keeps what it needs, and refuses what it cannot do", {
  path <- noisy_path()
  invisible(gc())
  expect_identical(sbreg_run(path)$state, 1)
  expect_identical(code_of(coef(path, 7)), -1L)
  expect_identical(code_of(sbreg_series(path, "objectives")), -4L)
  expect_identical(code_of(sbreg_path(3)), -1L)
  expect_identical(code_of(path$last <- 3), -5L)
})
