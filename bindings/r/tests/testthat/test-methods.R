# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

test_that("a solution prints, summarises, predicts and plots", {
  i <- instance()
  colnames(i$A) <- paste0("v", 1:60)
  fit <- solve_sparse(i$A, i$b, i$s, history = TRUE)
  expect_named(coef(fit), colnames(i$A))
  expect_output(print(fit), "4 of 60")
  expect_output(print(summary(fit)), "estimate")
  expect_equal(predict(fit, i$A), i$b, tolerance = 1e-8)
  expect_length(fit$history, fit$iterations + 1)
  pdf(NULL)
  on.exit(dev.off())
  expect_invisible(plot(fit))
  expect_invisible(plot(fit, "history"))
  expect_error(plot(solve_sparse(i$A, i$b, i$s), "history"), "history = TRUE")
})

test_that("a problem is solved in one line too", {
  i <- instance()
  expect_equal(coef(solve_sparse(sbreg_problem(i$A, i$b), s = i$s)), i$x, tolerance = 1e-8)
})

test_that("progress is shown", {
  i <- instance()
  file <- tempfile()
  connection <- file(file, "w")
  sbreg_run(sbreg_solver(sbreg_problem(i$A, i$b), i$s, monitor = sbreg_progress(0, connection)))
  close(connection)
  expect_match(paste(readLines(file, warn = FALSE), collapse = ""), "iterations +objective")
})

test_that("regression finds the best subset, with an intercept that costs no nonzero", {
  fit <- sparse_regression(mpg ~ ., mtcars, s = 2)
  subsets <- combn(names(mtcars)[-1], 2, simplify = FALSE)
  best <- min(vapply(subsets, function(v) sum(resid(lm(reformulate(v, "mpg"), mtcars))^2), 0))
  expect_equal(sum(residuals(fit)^2), best, tolerance = 1e-6)
  chosen <- names(which(fit$coefficients != 0))
  reference <- lm(reformulate(chosen, "mpg"), mtcars)
  expect_equal(coef(fit)[names(coef(reference))], coef(reference), tolerance = 1e-6)
  expect_equal(unname(fitted(fit)), unname(fitted(reference)), tolerance = 1e-6)
  expect_equal(predict(fit, mtcars[1:3, ]), unname(predict(reference, mtcars[1:3, ])), tolerance = 1e-6)
  expect_equal(predict(fit), fitted(fit))
  expect_output(print(fit), "intercept")
})

test_that("weights and formulas without intercept agree with lm", {
  w <- seq_len(nrow(mtcars))
  fit <- sparse_regression(mpg ~ wt + hp, mtcars, s = 2, weights = w)
  expect_equal(coef(fit), coef(lm(mpg ~ wt + hp, mtcars, weights = w)), tolerance = 1e-6)
  fit <- sparse_regression(mpg ~ 0 + wt + hp, mtcars, s = 2)
  expect_equal(coef(fit), coef(lm(mpg ~ 0 + wt + hp, mtcars)), tolerance = 1e-6)
  factors <- sparse_regression(mpg ~ wt + factor(cyl), mtcars, s = 3)
  reference <- lm(mpg ~ wt + factor(cyl), mtcars)
  expect_equal(predict(factors, mtcars[5:9, ]), unname(predict(reference, mtcars[5:9, ])), tolerance = 1e-6)
})

test_that("logistic regression agrees with glm and predicts classes", {
  x <- scale(as.matrix(mtcars[c("wt", "qsec")]))
  data <- data.frame(x, am = factor(mtcars$am, labels = c("automatic", "manual")))
  set.seed(1)
  data$am[sample(32, 4)] <- "manual" # so that the classes overlap
  fit <- sparse_regression(am ~ ., data, s = 2, loss = "logistic")
  reference <- glm(am ~ ., binomial, data)
  expect_equal(coef(fit), coef(reference), tolerance = 1e-4)
  expect_equal(predict(fit, data), unname(predict(reference, data, type = "response")), tolerance = 1e-4)
  expect_equal(predict(fit, data, "link"), unname(predict(reference, data)), tolerance = 1e-4)
  expect_s3_class(predict(fit, data, "class"), "factor")
  expect_error(sparse_regression(am ~ ., data, s = 1), "logistic")
})

test_that("the matrix interface takes dense and sparse matrices", {
  i <- instance()
  fit <- sparse_regression(i$A, i$b + 3, i$s)
  expect_equal(unname(coef(fit)), c(3, i$x), tolerance = 1e-6)
  expect_equal(predict(fit, i$A), i$b + 3, tolerance = 1e-6)
  skip_if_not_installed("Matrix")
  S <- Matrix::Matrix(i$A * (abs(i$A) > 1), sparse = TRUE)
  fit <- sparse_regression(S, as.double(S %*% i$x), i$s, intercept = FALSE)
  expect_equal(coef(fit), i$x, tolerance = 1e-6)
  sparse <- sparse_regression(S, i$b + 3, i$s)
  expect_equal(coef(sparse), coef(sparse_regression(as.matrix(S), i$b + 3, i$s)), tolerance = 1e-6)
})

test_that("groups, bounds and kept variables are honoured, and checked with the solver", {
  i <- instance()
  n <- ncol(i$A)
  fit <- solve_sparse(i$A, i$b, 2, lower = 0, kept = n, keep_solver = TRUE)
  expect_true(all(fit$coefficients >= 0))
  expect_lte(sum(fit$coefficients[-n] != 0), 2)
  expect_lte(sbreg_check_coordinatewise(fit$solver, x = fit$coefficients)$decrease, 1e-9)
  groups <- rep(c("a", "b", "c", "d"), length.out = n)
  fit <- solve_sparse(i$A, i$b, 1, groups = groups, keep_solver = TRUE)
  expect_length(unique(groups[fit$support]), 1)
  dsm <- sbreg_run(sbreg_dsm(sbreg_problem(i$A, i$b), "lipschitz"))
  expect_lte(sbreg_check_stationarity(fit$solver, dsm, x = fit$coefficients), 1e-9)
  expect_lte(sbreg_check_bregman(fit$solver, sbreg_kernel(n), 1e4, x = fit$coefficients), 1e-9)
  expect_error(solve_sparse(i$A, i$b, 2, kept = n + 1), "outside")
  expect_error(solve_sparse(i$A, i$b, 2, groups = c(1, 2)), "groups")
  problem <- sbreg_problem(i$A, i$b + 3, intercept = 1)
  expect_equal(sbreg_intercept(problem, numeric(n)), mean(i$b + 3))
})

test_that("a prediction has the intercept of the problem", {
  i <- instance()
  fit <- solve_sparse(i$A, i$b + 5, 3, intercept = 1)
  expect_gt(abs(fit$intercept), 1)
  residuals <- i$b + 5 - predict(fit, i$A)
  expect_equal(sum(residuals^2) / 2, fit$objective, tolerance = 1e-10)
})

test_that("the solver is kept on request only", {
  i <- instance()
  expect_null(solve_sparse(i$A, i$b, 3)$solver)
  solver <- solve_sparse(i$A, i$b, 3, keep_solver = TRUE)$solver
  gc()
  expect_identical(sbreg_support(solver), sort(sbreg_support(solver)))
  problem <- sbreg_problem(i$A, i$b)
  solve_sparse(problem, s = 3)
  expect_identical(problem$columns, ncol(i$A) + 0)
})
