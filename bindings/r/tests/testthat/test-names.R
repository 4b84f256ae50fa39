# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

x <- as.matrix(mtcars[-1])
y <- mtcars$mpg
n <- ncol(x)

test_that("bounds are matched by name, and variables that are not named have none", {
  lower <- replace(rep(-Inf, n), match(c("wt", "cyl"), colnames(x)), 0)
  expected <- coef(sparse_regression(x, y, 2, lower = lower))
  expect_gt(sum(abs(expected - coef(sparse_regression(x, y, 2)))), 1)
  for (given in list(c(wt = 0, cyl = 0), c(cyl = 0L, wt = 0L), structure(rev(lower), names = rev(colnames(x))))) {
    expect_identical(coef(sparse_regression(x, y, 2, lower = given)), expected)
    expect_identical(coef(sparse_regression(mpg ~ ., mtcars, s = 2, lower = given)), expected)
    expect_identical(coef(sparse_path(x, y, first = 2, last = 2, lower = given)), expected)
  }
  upper <- coef(solve_sparse(x, y, 2, upper = c(qsec = 0.5)))
  expect_identical(upper, coef(solve_sparse(x, y, 2, upper = replace(rep(Inf, n), 6, 0.5))))
  expect_true(all(coef(solve_sparse(x, y, 3, lower = 0)) >= 0))
})

test_that("kept variables are named, numbered or marked", {
  expected <- coef(sparse_regression(x, y, 1, kept = c(9, 10)))
  expect_true(all(expected[c("gear", "carb")] != 0))
  mask <- colnames(x) %in% c("gear", "carb")
  for (kept in list(c("gear", "carb"), factor(c("carb", "gear")), mask, which(mask), c(carb = 10, gear = 9),
                    c(gear = TRUE, carb = TRUE, wt = FALSE), structure(rev(mask), names = rev(colnames(x))))) {
    expect_equal(coef(sparse_regression(x, y, 1, kept = kept)), expected, tolerance = 1e-8)
  }
  expect_equal(coef(sparse_regression(mpg ~ ., mtcars, s = 1, kept = c("gear", "carb"))), expected, tolerance = 1e-8)
  solver <- sbreg_solver(sbreg_problem(x, y, intercept = 1, standardize = 1), 1, kept = c("gear", "carb"))
  expect_equal(coef(sbreg_run(solver)), unname(expected[-1]), tolerance = 1e-6)
})

test_that("groups are matched by name", {
  groups <- c("size", "size", "power", "gears", "size", "power", "engine", "gears", "gears", "engine")
  expected <- coef(sparse_regression(x, y, 1, groups = groups))
  shuffled <- sample(structure(groups, names = colnames(x)))
  expect_identical(coef(sparse_regression(x, y, 1, groups = shuffled)), expected)
  expect_identical(coef(sparse_regression(x, y, 1, groups = factor(groups))), expected)
  expect_error(sparse_regression(x, y, 1, groups = shuffled[names(shuffled) != "hp"]), "none for \"hp\"")
  expect_error(sparse_regression(x, y, 1, groups = replace(groups, 3, NA)), "groups\\[3\\] is missing")
})

test_that("a start is matched by name", {
  start <- c(wt = -3, cyl = -1)
  by_name <- solve_sparse(x, y, 2, start = start, max_iterations = 0, method = "iht")
  expect_identical(by_name$coefficients[c("wt", "cyl")], start)
})

test_that("names that no variable has are refused, with those that could be meant", {
  refused <- function(..., text) {
    expect_error(sparse_regression(mpg ~ ., mtcars, s = 2, ...), text, class = "sbreg_error_argument")
    expect_error(sparse_path(mpg ~ ., mtcars, last = 2, ...), text, class = "sbreg_error_argument")
  }
  refused(kept = "wtt", text = "kept names \"wtt\", which is not among the variables; did you mean \"wt\"")
  refused(kept = c("qsec", "xyz"), text = "kept names \"xyz\", which is not among the variables cyl, disp")
  refused(lower = c(Wt = 0), text = "lower names \"Wt\".*did you mean \"wt\"")
  refused(upper = c(wt = 1, 2), text = "upper has values with a name and values without one")
  refused(upper = c(wt = 1, wt = 2), text = "upper names \"wt\" twice")
  refused(kept = c(wt = 4), text = "kept\\[1\\] is 4, but its name is \"wt\", which is variable 5")
  refused(kept = "(Intercept)", text = "the intercept is always free")
  refused(lower = c(`(Intercept)` = 0), text = "the intercept is always free")
  refused(kept = c(TRUE, NA), text = "kept has 2 values for 10 variables")
  refused(kept = replace(rep(TRUE, 10), 3, NA), text = "kept\\[3\\] is missing")
  refused(lower = "0", text = "lower must be numeric")
  cars <- transform(mtcars, cyl = factor(cyl))
  expect_error(sparse_regression(mpg ~ ., cars, s = 2, kept = "cyl"), "did you mean \"cyl6\", \"cyl8\"?")
  expect_error(sparse_regression(unname(x), y, 2, kept = "wt"), "kept has names, but the variables have none")
  expect_error(sparse_regression(unname(x), y, 2, lower = c(wt = 0)), "lower has names, but the variables have none")
  twins <- cbind(x, wt = x[, "wt"]^2)
  expect_error(sparse_regression(twins, y, 2, kept = "wt"), "several variables are called so")
})

test_that("a problem knows the names of its columns, whatever it was made of", {
  skip_if_not_installed("Matrix")
  for (A in list(x, as.data.frame(x), Matrix::Matrix(x, sparse = TRUE), sbreg_matrix(x), x + 0i)) {
    expect_named(coef(solve_sparse(sbreg_problem(A, y), 2)), colnames(x))
  }
  Q <- crossprod(x)
  expect_named(coef(solve_sparse(sbreg_quadratic(Q, crossprod(x, y)[, 1]), 2, kept = "wt")), colnames(x))
})
