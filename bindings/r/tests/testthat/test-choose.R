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
  expect_identical(dim(fit$coefficients), c(30L, 7L))
  expect_equal(2 * fit$fits$objective[[4]], sum(resid(reference)^2), tolerance = 1e-6)
  again <- cv.sparse_regression(i$A, i$y, last = 6, folds = 5, threads = 2)
  expect_identical(again$fits, fit$fits)
})

test_that("the best subsets of every size are those of trying all, and the criteria those of lm", {
  fit <- sparse_path(mtcars[-1], mtcars$mpg, last = 3, criterion = "bic")
  for (s in 1:3) {
    subsets <- combn(names(mtcars)[-1], s, simplify = FALSE)
    squares <- vapply(subsets, function(v) sum(resid(lm(reformulate(v, "mpg"), mtcars))^2), 0)
    expect_equal(2 * fit$fits$objective[[s + 1]], min(squares), tolerance = 1e-6)
    best <- lm(reformulate(subsets[[which.min(squares)]], "mpg"), mtcars)
    expect_equal(coef(fit, s)[names(coef(best))], coef(best), tolerance = 1e-5)
  }
  expect_equal(fit$fits$aic, vapply(0:3, function(s) AIC(fit, s = s), 0), tolerance = 1e-8)
  expect_equal(fit$fits$bic, vapply(0:3, function(s) BIC(fit, s = s), 0), tolerance = 1e-8)
  expect_equal(fit$fits$aic[[1]], AIC(lm(mpg ~ 1, mtcars)), tolerance = 1e-8)
  expect_identical(fit$chosen, fit$fits$s[[which.min(fit$fits$bic)]])
})

test_that("rows that are held out play no part in intercept, means and scales", {
  reference <- lm(Fertility ~ ., swiss)
  left_out <- mean((resid(reference) / (1 - hatvalues(reference)))^2)
  for (standardize in c(FALSE, TRUE)) {
    fit <- sparse_path(swiss[-1], swiss$Fertility, last = 5, folds = nrow(swiss), standardize = standardize)
    expect_equal(fit$fits$cv_mean[[6]], left_out, tolerance = 1e-8)
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
  expect_true(all(colSums(fit$coefficients[-30, ] != 0) <= 2 * (0:3)))
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
  expect_error(coef(fit, 5), "0 to 4")
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
  expect_match(paste(shown, collapse = ""), "of 10 fits")
})

test_that("columns of new data are found by name, others are ignored, and missing ones named", {
  fits <- list(sparse_path(mtcars[-1], mtcars$mpg, last = 3), sparse_regression(mtcars[-1], mtcars$mpg, 3),
               solve_sparse(mtcars[-1], mtcars$mpg, 3, intercept = 1))
  for (fit in fits) {
    expected <- predict(fit, as.matrix(mtcars[-1]))
    expect_equal(predict(fit, rev(mtcars[-1])), expected)
    expect_equal(predict(fit, mtcars), expected)
    expect_equal(predict(fit, as.matrix(mtcars)), expected)
    expect_equal(predict(fit, unname(as.matrix(mtcars[-1]))), unname(expected))
    expect_equal(predict(fit, unlist(rev(mtcars[4, ]))), expected[[4]])
    expect_error(predict(fit, mtcars[c("wt", "hp")]), "no column cyl, disp, drat, qsec, vs, am, gear, carb")
    expect_error(predict(fit, unname(as.matrix(mtcars))), "11 columns, but there are 10")
  }
  nameless <- sparse_path(unname(as.matrix(mtcars[-1])), mtcars$mpg, last = 3)
  expect_equal(predict(nameless, mtcars[-1], 3), predict(fits[[1]], mtcars[-1], 3))
  expect_error(predict(nameless, mtcars), "11 columns")
  skip_if_not_installed("Matrix")
  sparse <- Matrix::Matrix(as.matrix(mtcars), sparse = TRUE)
  expect_equal(predict(fits[[2]], sparse), predict(fits[[2]], mtcars))
})

test_that("paths and cross-validation take formulas, with weights and subset of the data", {
  cars <- transform(mtcars, cyl = factor(cyl), w = seq_len(32))
  used <- cars$hp < 250
  design <- model.matrix(mpg ~ cyl + wt + hp + qsec, cars)[used, -1]
  for (folds in c(0, 5)) {
    fit <- if (folds == 0) {
      sparse_path(mpg ~ cyl + wt + hp + qsec, cars, weights = w, subset = hp < 250, last = 4)
    } else {
      cv.sparse_regression(mpg ~ cyl + wt + hp + qsec, data = cars, weights = w, subset = hp < 250, last = 4, folds = folds)
    }
    other <- sparse_path(design, cars$mpg[used], weights = cars$w[used], last = 4, folds = folds)
    expect_identical(fit$fits, other$fits)
    expect_identical(coef(fit), coef(other))
    expect_equal(predict(fit, cars[used, ]), predict(other, design))
    expect_equal(predict(fit, cars[used, ], s = 2, type = "link"), predict(other, design, 2))
  }
  expect_output(print(fit), "cv.sparse_regression(formula = mpg", fixed = TRUE)
  expect_null(sparse_path(mpg ~ 0 + wt + hp, mtcars)$intercept)
  expect_equal(cv.sparse_regression(mpg ~ ., mtcars, last = 3)$fits, cv.sparse_regression(mtcars[-1], mtcars$mpg, last = 3)$fits)
  expect_equal(nrow(cv.sparse_regression(mpg ~ ., mtcars, first = 2, last = 3, loss = "huber", standardize = FALSE)$fits), 2)
  expect_error(sparse_path(mpg ~ wt + offset(hp), mtcars), "offset")
  expect_error(sparse_regression(mpg ~ wt + offset(hp), mtcars, s = 1), "offset")
})

test_that("where nothing can be chosen, print and coef say why", {
  i <- noisy()
  fit <- sparse_path(i$A, i$y, last = 3, loss = "huber")
  expect_identical(fit$chosen, NA_real_)
  expect_output(print(fit), "nothing could be chosen: ebic needs a likelihood, and the loss \"huber\" has none; .*folds")
  expect_error(coef(fit), "nothing could be chosen.*0 to 3")
  expect_error(predict(fit, i$A), "nothing could be chosen")
  expect_length(predict(fit, i$A, 2), 60)
  pdf(NULL)
  on.exit(dev.off())
  expect_invisible(plot(fit))
  expect_output(print(sparse_path(i$A, i$y, last = 3, loss = "huber", folds = 3)), "chosen by cv: s = [0123]")
  stopped <- sparse_path(i$A, i$y, last = 3, monitor = function(path) TRUE)
  expect_output(print(stopped), "nothing was chosen: ")
  expect_error(coef(stopped), "nothing was ")
})

test_that("where nothing explains the response the null model is chosen", {
  draws <- vapply(1:20, function(seed) {
    set.seed(seed)
    x <- matrix(rnorm(60 * 10), 60)
    y <- 3 + rnorm(60)
    c(ebic = sparse_path(x, y, last = 4)$chosen, cv = cv.sparse_regression(x, y, last = 4, folds = 5)$chosen)
  }, c(ebic = 0, cv = 0))
  expect_gte(sum(draws["ebic", ] == 0), 16)
  expect_gte(sum(draws["cv", ] == 0), 14)
})

test_that("a null model is that of lm and glm, and all is said of it that is said of others", {
  null <- lm(mpg ~ 1, mtcars)
  path <- sparse_path(mpg ~ ., mtcars, last = 2, folds = 4)
  regression <- sparse_regression(mpg ~ ., mtcars, s = 0)
  for (f in list(fitted, residuals, deviance, df.residual, AIC, BIC, sigma)) {
    expect_equal(f(path, s = 0), f(null), tolerance = 1e-8)
    expect_equal(f(regression), f(null), tolerance = 1e-8)
  }
  expect_equal(coef(path, 0)[[1]], mean(mtcars$mpg))
  expect_true(all(coef(path, 0)[-1] == 0))
  expect_equal(predict(path, mtcars[1:3, ], s = 0), predict(null, mtcars[1:3, ]), tolerance = 1e-8)
  expect_output(print(regression), "all 10 coefficients are zero (s = 0)", fixed = TRUE)
  expect_output(print(summary(regression)), "residual df  31")
  expect_output(print(summary(path, 0)), "fit with s = 0")
  kept <- sparse_path(mpg ~ ., mtcars, last = 1, kept = "wt")
  expect_equal(coef(kept, 0)[c("(Intercept)", "wt")], coef(lm(mpg ~ wt, mtcars)), tolerance = 1e-6)
  noise <- suppressWarnings(sparse_path(cbind(rnorm(40)), rep(0:1, 20), loss = "logistic"))
  expect_equal(coef(noise, 0)[[1]], 0, tolerance = 1e-8)
  expect_equal(sparse_path(mpg ~ 0 + wt, mtcars)$fits$objective[[1]], sum(mtcars$mpg^2) / 2)
  expect_identical(sparse_path(mpg ~ ., mtcars, first = 1, last = 2)$fits$s, c(1, 2))
})
