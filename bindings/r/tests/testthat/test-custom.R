# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# Least squares written in R: the library's own is the oracle.
written_in_r <- function(A, b, ...) {
  sbreg_custom(ncol(A), fn = function(x) sum((A %*% x - b)^2) / 2, gr = function(x) crossprod(A, A %*% x - b), ...)
}

test_that("a custom objective gives the solution of the built-in one", {
  i <- instance()
  plain <- written_in_r(i$A, i$b)
  expect_equal(sbreg_value(plain, i$x + 1), sbreg_value(sbreg_problem(i$A, i$b), i$x + 1))
  expect_equal(sbreg_gradient(plain, i$x + 1), sbreg_gradient(sbreg_problem(i$A, i$b), i$x + 1))
  expect_lte(sbreg_check_gradient(plain, i$x + 1)$discrepancy, 1e-6)
  complete <- written_in_r(i$A, i$b, hessian = function(x, support) crossprod(i$A[, support, drop = FALSE]),
                           curvature = function(X) crossprod(i$A, i$A %*% X))
  expect_equal(coef(solve_sparse(complete, s = i$s, method = "newton")), i$x, tolerance = 1e-6)
  dsm <- sbreg_run(sbreg_dsm(complete, "lipschitz"))
  expect_gte(sbreg_weights(dsm)[[1]], max(svd(i$A)$d)^2 * (1 - 1e-10))
})

test_that("a wrong gradient is found, at its place counted from 1", {
  i <- instance()
  wrong <- sbreg_custom(60, function(x) sum(x^2) / 2, function(x) replace(x, 7, 3))
  found <- sbreg_check_gradient(wrong, i$x)
  expect_gte(found$discrepancy, 0.1)
  expect_identical(found$where, 7)
})

test_that("conditions of a custom objective come back as themselves", {
  mine <- structure(class = c("mine", "error", "condition"), list(message = "no", call = NULL))
  fails <- function(...) stop(mine)
  square <- function(x) sum(x^2) / 2
  expect_identical(tryCatch(solve_sparse(sbreg_custom(5, fails, identity), s = 2), mine = identity), mine)
  expect_identical(tryCatch(solve_sparse(sbreg_custom(5, square, fails), s = 2), mine = identity), mine)
  expect_error(sbreg_value(sbreg_custom(5, function(x) c(1, 2), identity), 1:5), "2 numbers instead of 1")
  expect_error(sbreg_gradient(sbreg_custom(5, square, function(x) x[-1]), 1:5), "4 numbers instead of 5")
  expect_error(sbreg_value(sbreg_custom(5, function(x) NaN, identity), 1:5), class = "sbreg_error_numeric")
  expect_error(sbreg_custom(5, "no such function", identity))
  expect_error(sbreg_custom(0, square, identity), class = "sbreg_error")
})

test_that("kernels: the custom quadratic one is the built-in one", {
  i <- instance(40, 12, 3)
  problem <- sbreg_problem(i$A, i$b + 0.1)
  L <- max(svd(i$A)$d)^2
  built_in <- sbreg_kernel(12, "quadratic")
  own <- sbreg_kernel(12, h = function(i, t) t^2 / 2, derivative = function(i, t) t, inverse_derivative = function(i, t) t)
  run <- function(kernel) {
    sbreg_step(sbreg_solver(problem, 3, kernel = kernel, method = "bpg", relative_smoothness = L), 20)
  }
  expect_equal(coef(run(own)), coef(run(built_in)), tolerance = 1e-10)
  x <- coef(sbreg_run(sbreg_solver(problem, 3, method = "newton")))
  expect_equal(sbreg_check_bregman(problem, own, L, 3, x), sbreg_check_bregman(problem, built_in, L, 3, x), tolerance = 1e-8)
  weighted <- sbreg_kernel(12, "quadratic", weights = rep(2, 12))
  expect_equal(sbreg_check_bregman(problem, weighted, L / 2, 3, 0 * x), sbreg_check_bregman(problem, built_in, L, 3, 0 * x))
  expect_error(sbreg_kernel(12, "cubic"), class = "sbreg_error_key")
  expect_error(sbreg_kernel(12, h = function(i, t) stop("mine"), derivative = function(i, t) t,
                            inverse_derivative = function(i, t) t), "mine")
  seen <- NULL
  sbreg_kernel(3, h = function(i, t) { seen <<- c(seen, i); t^2 / 2 }, derivative = function(i, t) t,
               inverse_derivative = function(i, t) t)
  expect_true(all(seen %in% 1:3))
})

test_that("a witness is where f is lower", {
  i <- instance(40, 12, 3)
  problem <- sbreg_problem(i$A, i$b + 0.1, standardize = 1)
  dsm <- sbreg_run(sbreg_dsm(problem, "linear"))
  kernel <- sbreg_kernel(12, "quadratic", weights = sbreg_weights(dsm))
  x <- c(1, 1, 1, numeric(9))
  solver <- sbreg_solver(problem, 3, lower = 0, upper = 2)
  checks <- list(sbreg_check_stationarity(problem, dsm, 3, x), sbreg_check_bregman(problem, kernel, 1, 3, x),
                 sbreg_check_stationarity(solver, dsm, x = x), sbreg_check_bregman(solver, kernel, 1, x = x))
  found <- list(sbreg_witness_stationarity(problem, dsm, 3, x), sbreg_witness_bregman(problem, kernel, 1, 3, x),
                sbreg_witness_stationarity(solver, dsm, x = x), sbreg_witness_bregman(solver, kernel, 1, x = x))
  expect_identical(lapply(found, `[[`, "violation"), checks)
  for (k in 1:4) {
    expect_lte(sum(found[[k]]$y != 0), 3)
    expect_false(identical(found[[k]]$y, x))
    expect_lte(sbreg_value(problem, found[[k]]$y), sbreg_value(problem, x) - found[[k]]$violation + 1e-9)
  }
  expect_true(all(found[[3]]$y >= 0 & found[[3]]$y <= 2))
  exact <- sbreg_problem(diag(3), c(1, 2, 3))
  step <- sbreg_witness_stationarity(exact, sbreg_dsm(weights = rep(1, 3)), 1, c(1, 0, 0))
  expect_equal(step, list(violation = 4, y = c(0, 0, 3)))
  expect_identical(sbreg_witness_stationarity(exact, sbreg_dsm(weights = rep(1, 3)), 1, step$y),
                   list(violation = 0, y = c(0, 0, 3)))
  expect_error(sbreg_witness_stationarity(problem, dsm, 2, x), "3 nonzeros")
})

test_that("the coordinatewise check names the exchange that improves, counted from 1", {
  A <- diag(4)
  b <- c(3, 2, 1, 0.5)
  problem <- sbreg_problem(A, b)
  found <- sbreg_check_coordinatewise(problem, 2, c(3, 0, 1, 0))
  expect_equal(found$decrease, (2^2 - 1^2) / 2)
  expect_identical(found$leaves, 3)
  expect_identical(found$enters, 2)
  best <- sbreg_check_coordinatewise(problem, 2, c(3, 2, 0, 0))
  expect_equal(best$decrease, 0)
  expect_true(is.na(best$leaves) && is.na(best$enters))
})
