# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# What is said of a fit: its warnings, and what it prints.
said <- function(expression) {
  texts <- character()
  fit <- withCallingHandlers(expression, warning = function(condition) {
    texts <<- c(texts, conditionMessage(condition))
    invokeRestart("muffleWarning")
  })
  c(texts, capture.output(print(fit)), capture.output(print(summary(fit))))
}

x <- cbind(as.matrix(mtcars[c("wt", "hp")]), wt2 = 2 * mtcars$wt)

test_that("columns that depend on others are spoken of, and do not count as parameters", {
  expect_match(said(sparse_regression(x, mtcars$mpg, 3)), "depend on each other|determine it: wt", all = FALSE)
  expect_match(said(sparse_path(x, mtcars$mpg)), "depend on each other|determine it: wt", all = FALSE)
  for (data in list(x, Matrix::Matrix(x, sparse = TRUE), unname(x))) {
    expect_match(said(solve_sparse(data, mtcars$mpg, 3)), "determine it: (wt|1|3)", all = FALSE)
  }
  expect_match(said(solve_sparse(cbind(x[, -3], one = 7), mtcars$mpg, 3, intercept = TRUE)), "determine it: one", all = FALSE)
  expect_no_match(said(solve_sparse(x, mtcars$mpg, 2)), "determine")
  expect_match(said(sparse_regression(mpg ~ wt + I(2 * wt) + hp, mtcars, s = 3)), "depend on each other|determine it: ", all = FALSE)
  reference <- lm(mpg ~ wt + hp + I(2 * wt), mtcars)
  fit <- suppressWarnings(sparse_regression(x, mtcars$mpg, 3))
  for (f in list(df.residual, logLik, AIC, BIC, fitted, sigma)) {
    expect_equal(f(fit), f(reference), tolerance = 1e-6, ignore_attr = TRUE)
  }
})

test_that("a method that uses dependent columns together is warned of", {
  expect_warning(fit <- sparse_regression(x, mtcars$mpg, 3, method = "iht"),
                 "they are 4 with the intercept, and their rank is 3", class = "sbreg_dependent")
  expect_identical(df.residual(fit), 29L)
})

test_that("a column that the intercept determines is named", {
  constant <- cbind(as.matrix(mtcars[c("wt", "hp")]), one = 7)
  for (fit in list(sparse_regression(constant, mtcars$mpg, 3), sparse_path(constant, mtcars$mpg))) {
    expect_output(print(fit), "(not used, because the columns of the fit determine it: one)", fixed = TRUE)
    expect_output(print(summary(fit)), "determine it: one")
  }
  expect_no_match(said(sparse_regression(constant, mtcars$mpg, 2)), "depend|determine")
  expect_no_match(said(sparse_regression(mpg ~ ., mtcars, s = 10)), "depend|determine")
})
