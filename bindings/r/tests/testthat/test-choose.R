# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

noisy <- function() {
  i <- instance(60, 30, 3)
  i$y <- i$b + 5 + 0.1 * rnorm(60)
  i
}

test_that("cross-validation finds the variables and the intercept", {
  i <- noisy()
  fit <- cv.sparse_regression(i$A, i$y, last = 6, folds = 5)
  expect_identical(fit$chosen, 3)
  support <- which(i$x != 0)
  reference <- lm(i$y ~ i$A[, support])
  expect_equal(unname(coef(fit)[c(1, 1 + support)]), unname(coef(reference)), tolerance = 1e-6)
  expect_equal(predict(fit, i$A), unname(fitted(reference)), tolerance = 1e-6)
  expect_identical(dim(fit$coefficients), c(30L, 6L))
  expect_equal(2 * fit$fits$objective[[3]], sum(resid(reference)^2), tolerance = 1e-6)
  again <- cv.sparse_regression(i$A, i$y, last = 6, folds = 5, threads = 2)
  expect_identical(again$fits, fit$fits)
})

test_that("the best subsets of every size are those of trying all, and the criteria those of lm", {
  fit <- sparse_path(mtcars[-1], mtcars$mpg, last = 3, criterion = "bic")
  for (s in 1:3) {
    subsets <- combn(names(mtcars)[-1], s, simplify = FALSE)
    squares <- vapply(subsets, function(v) sum(resid(lm(reformulate(v, "mpg"), mtcars))^2), 0)
    expect_equal(2 * fit$fits$objective[[s]], min(squares), tolerance = 1e-6)
    best <- lm(reformulate(subsets[[which.min(squares)]], "mpg"), mtcars)
    expect_equal(coef(fit, s)[names(coef(best))], coef(best), tolerance = 1e-5)
  }
  # up to a constant: R counts the intercept and the variance too
  expect_equal(diff(fit$fits$aic), diff(vapply(1:3, function(s) {
    AIC(lm(reformulate(names(which(fit$coefficients[, s] != 0)), "mpg"), mtcars))
  }, 0)), tolerance = 1e-6)
  expect_identical(fit$chosen, as.double(which.min(fit$fits$bic)))
})

test_that("rows that are held out play no part in intercept, means and scales", {
  reference <- lm(Fertility ~ ., swiss)
  left_out <- mean((resid(reference) / (1 - hatvalues(reference)))^2)
  for (standardize in c(FALSE, TRUE)) {
    fit <- sparse_path(swiss[-1], swiss$Fertility, last = 5, folds = nrow(swiss), standardize = standardize)
    expect_equal(fit$fits$cv_mean[[5]], left_out, tolerance = 1e-8)
    expect_equal(coef(fit, 5), coef(reference), tolerance = 1e-6)
  }
})

test_that("a path has an intercept beside sparse data, and structure", {
  skip_if_not_installed("Matrix")
  i <- noisy()
  dense <- sparse_path(i$A, i$y, last = 4, folds = 3)
  thin <- sparse_path(Matrix::Matrix(i$A, sparse = TRUE), i$y, last = 4, folds = 3)
  expect_equal(thin$intercept, dense$intercept, tolerance = 1e-6)
  expect_equal(thin$fits$cv_mean, dense$fits$cv_mean, tolerance = 1e-6)
  fit <- sparse_path(i$A, i$y, last = 3, folds = 3, groups = (0:29) %/% 2, lower = 0, kept = 30)
  expect_true(all(fit$coefficients >= 0))
  expect_true(all(colSums(fit$coefficients[-30, ] != 0) <= 2 * (1:3)))
  counts <- sparse_path(i$A, rpois(60, 3), last = 2, loss = "poisson")
  expect_false(any(counts$intercept == 0))
})

test_that("a path prints, plots, predicts classes, and refuses other sparsities", {
  i <- noisy()
  fit <- cv.sparse_regression(i$A, i$y, last = 4, folds = 4)
  expect_output(print(fit), "chosen by cv: s = 3")
  pdf(NULL)
  on.exit(dev.off())
  expect_invisible(plot(fit))
  expect_invisible(plot(sparse_path(i$A, i$y, last = 4)))
  expect_error(coef(fit, 5), "1 to 4")
  expect_error(predict(fit, i$A, type = "class"), "logistic")
  labels <- factor(i$y > 5, labels = c("low", "high"))
  classes <- sparse_path(i$A, labels, first = 2, last = 4, loss = "logistic", ridge = 0.1)
  expect_s3_class(predict(classes, i$A, type = "class"), "factor")
  expect_gt(mean(predict(classes, i$A, s = 4, type = "class") == labels), 0.8)
  expect_identical(code_of(sparse_path(i$A, i$y[-1])), -2L)
})

test_that("progress of a path is shown", {
  i <- noisy()
  shown <- capture.output(fit <- sparse_path(i$A, i$y, last = 3, progress = TRUE), type = "message")
  expect_match(paste(shown, collapse = ""), "of 7 fits")
})
