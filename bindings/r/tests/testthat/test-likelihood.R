# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# A fit, or a path at its chosen s, against lm or glm on the variables that it chose.
expect_same_as <- function(fit, reference, tolerance = 1e-6) {
  same <- function(f, ...) expect_equal(f(fit, ...), f(reference, ...), tolerance = tolerance, ignore_attr = TRUE)
  chosen <- coef(fit)
  chosen <- chosen[names(chosen) == "(Intercept)" | chosen != 0]
  expect_equal(chosen, coef(reference)[names(chosen)], tolerance = tolerance)
  for (f in list(deviance, df.residual, nobs, logLik, AIC, BIC, sigma, fitted)) same(f)
  for (type in c("response", "deviance", "pearson")) same(residuals, type = type)
  expect_identical(names(residuals(fit)), names(residuals(reference)))
  expect_equal(attr(logLik(fit), "df"), attr(logLik(reference), "df"))
  expect_equal(attr(logLik(fit), "nobs"), attr(logLik(reference), "nobs"))
}

chosen_of <- function(fit) names(which(coef(fit)[names(coef(fit)) != "(Intercept)"] != 0))

test_that("least squares fits say of themselves what lm says on the chosen columns", {
  cars <- transform(mtcars, w = seq_len(32) %% 4) # some weights are zero
  for (intercept in 1:0) {
    formula <- if (intercept == 1) mpg ~ . - w else mpg ~ 0 + . - w
    for (s in 1:3) {
      fit <- sparse_regression(formula, cars, s = s)
      variables <- c(intercept, chosen_of(fit))
      expect_same_as(fit, lm(reformulate(variables, "mpg"), cars))
      fit <- sparse_regression(formula, cars, s = s, weights = w + 1)
      expect_same_as(fit, lm(reformulate(c(intercept, chosen_of(fit)), "mpg"), cars, weights = w + 1))
      fit <- sparse_regression(formula, cars, s = s, weights = w)
      reference <- lm(reformulate(c(intercept, chosen_of(fit)), "mpg"), cars, weights = w)
      for (f in list(deviance, df.residual, nobs, logLik, AIC, BIC, fitted, residuals)) {
        expect_equal(f(fit), f(reference), tolerance = 1e-6, ignore_attr = TRUE)
      }
      expect_equal(as.double(summary(fit)$run[["R squared"]]), summary(reference)$r.squared, tolerance = 1e-5)
    }
  }
})

test_that("logistic and Poisson fits say of themselves what glm says on the chosen columns", {
  set.seed(2)
  data <- data.frame(matrix(rnorm(600), 100, dimnames = list(NULL, letters[1:6])), w = rep(1:4, 25))
  data$yes <- rbinom(100, 1, plogis(data$a - data$b + 0.5))
  data$count <- rpois(100, exp(data$a / 2 + 1))
  for (intercept in 1:0) {
    for (weights in list(rep(1, 100), data$w)) {
      data$v <- weights
      fit <- sparse_regression(reformulate(c(intercept, letters[1:6]), "yes"), data, s = 2, loss = "logistic", weights = v)
      reference <- glm(reformulate(c(intercept, chosen_of(fit)), "yes"), binomial, data, weights = v)
      expect_same_as(fit, reference, 1e-5)
      fit <- sparse_regression(reformulate(c(intercept, letters[1:6]), "count"), data, s = 3, loss = "poisson", weights = v)
      reference <- glm(reformulate(c(intercept, chosen_of(fit)), "count"), poisson, data, weights = v)
      expect_same_as(fit, reference, 1e-5)
    }
  }
})

test_that("fits of a path say what a regression of that size says", {
  path <- sparse_path(mpg ~ ., mtcars, last = 4, weights = qsec)
  expect_equal(path$fits$aic, vapply(0:4, function(s) AIC(path, s = s), 0), tolerance = 1e-8)
  expect_equal(path$fits$bic, vapply(0:4, function(s) BIC(path, s = s), 0), tolerance = 1e-8)
  for (s in 0:4) {
    fit <- sparse_regression(mpg ~ ., mtcars, s = s, weights = qsec)
    for (f in list(deviance, df.residual, logLik, sigma, fitted, residuals, predict, AIC, BIC, coef)) {
      expect_equal(f(path, s = s), f(fit), tolerance = 1e-6)
    }
    expect_equal(residuals(path, s = s, type = "deviance"), residuals(fit, "deviance"), tolerance = 1e-6)
  }
  expect_equal(fitted(path), fitted(path, path$chosen))
  expect_identical(nobs(path), 32L)
  expect_identical(weights(path), mtcars$qsec)
  best <- sparse_regression(mpg ~ ., mtcars, s = path$chosen, weights = qsec)
  expect_equal(AIC(path, best)$AIC, rep(AIC(best), 2), tolerance = 1e-8)
  expect_identical(row.names(BIC(path, best)), c("path", "best"))
  matrix <- sparse_path(mtcars[-1], mtcars$mpg, last = 4, weights = mtcars$qsec)
  for (f in list(fitted, residuals, deviance, AIC, predict)) expect_equal(f(matrix), f(path))
})

test_that("the criteria of a path are the numbers of AIC and BIC", {
  set.seed(5)
  x <- matrix(rnorm(400), 80)
  w <- rep(1:4, 20)
  responses <- list(least_squares = x[, 1] + rnorm(80), logistic = rbinom(80, 1, plogis(x[, 1])), poisson = rpois(80, exp(x[, 1] / 2)))
  for (loss in names(responses)) {
    for (weights in list(NULL, w)) {
      path <- sparse_path(x, responses[[loss]], last = 3, loss = loss, weights = weights)
      expect_equal(path$fits$aic, vapply(0:3, function(s) AIC(path, s = s), 0), tolerance = 1e-7)
      expect_equal(path$fits$bic, vapply(0:3, function(s) BIC(path, s = s), 0), tolerance = 1e-7)
    }
  }
})

test_that("the model matrix has the columns of the coefficients", {
  cars <- transform(mtcars, cyl = factor(cyl))
  fit <- sparse_regression(mpg ~ cyl * wt, cars, s = 2)
  expect_equal(model.matrix(fit), model.matrix(mpg ~ cyl * wt, cars))
  expect_equal(drop(model.matrix(fit) %*% coef(fit)), fitted(fit))
  expect_equal(model.frame(fit), model.frame(mpg ~ cyl * wt, cars), ignore_attr = TRUE)
  expect_equal(formula(fit), mpg ~ cyl * wt)
  expect_equal(formula(sparse_path(mpg ~ cyl * wt, cars)), mpg ~ cyl * wt)
  expect_identical(coef(update(fit, s = 1)), coef(sparse_regression(mpg ~ cyl * wt, cars, s = 1)))
  for (intercept in c(TRUE, FALSE)) {
    path <- sparse_path(mtcars[-1], mtcars$mpg, last = 3, intercept = intercept)
    expect_equal(drop(model.matrix(path) %*% coef(path)), fitted(path))
    expect_identical(colnames(model.matrix(path)), names(coef(path)))
  }
  expect_error(model.frame(path), "not made by a formula")
  expect_error(formula(path), "not made by a formula")
  skip_if_not_installed("Matrix")
  x <- Matrix::Matrix(as.matrix(mtcars[-1]), sparse = TRUE)
  fit <- sparse_regression(x, mtcars$mpg, 3)
  expect_equal(as.vector(model.matrix(fit) %*% coef(fit)), unname(fitted(fit)))
})

test_that("rows with missing values are said to be dropped, and na.exclude gives them their places", {
  reference <- lm(Ozone ~ Wind + Temp, airquality, na.action = na.exclude)
  columns <- airquality[c("Ozone", "Wind", "Temp")]
  for (fit in list(sparse_regression(Ozone ~ ., columns, s = 2, na.action = na.exclude),
                   sparse_path(Ozone ~ ., columns, first = 2, last = 2, na.action = na.exclude))) {
    for (f in list(fitted, residuals, predict)) expect_equal(f(fit), f(reference), tolerance = 1e-6)
    expect_identical(nobs(fit), 116L)
    expect_output(print(fit), "(37 observations deleted due to missingness)", fixed = TRUE)
    expect_output(print(summary(fit)), "(37 observations deleted due to missingness)", fixed = TRUE)
  }
  omitted <- sparse_regression(Ozone ~ ., columns, s = 2)
  expect_length(residuals(omitted), 116)
  expect_output(print(omitted), "37 observations deleted")
  expect_error(sparse_regression(Ozone ~ ., columns, s = 2, na.action = na.fail), "missing values")
})

test_that("where there is no likelihood or no maximum of it, that is said", {
  refused <- function(f, ..., text) for (fit in list(...)) expect_error(f(fit), text, class = "sbreg_error_argument")
  huber <- sparse_regression(mpg ~ ., mtcars, s = 2, loss = "huber")
  path <- sparse_path(mpg ~ ., mtcars, last = 2, loss = "huber", folds = 3)
  for (f in list(deviance, df.residual, logLik, AIC, BIC, sigma)) {
    refused(f, huber, path, text = "the loss \"huber\" has no likelihood")
  }
  expect_error(residuals(huber, "deviance"), "no likelihood")
  expect_length(residuals(huber), 32)
  expect_output(print(summary(huber)), "observations 32")
  ridge <- sparse_regression(mpg ~ ., mtcars, s = 2, ridge = 1)
  path <- sparse_path(mpg ~ ., mtcars, last = 2, ridge = 1)
  for (f in list(df.residual, logLik, AIC, BIC)) {
    refused(f, ridge, path, text = "a fit with ridge does not maximise the likelihood")
  }
  expect_equal(deviance(ridge), sum(residuals(ridge)^2))
  expect_output(print(summary(path)), "deviance")
  expect_s3_class(logLik(sparse_regression(mpg ~ ., mtcars, s = 2, ridge = 0)), "logLik")
  refused(vcov, ridge, path, text = "standard errors")
  refused(confint, ridge, path, text = "standard errors")
  expect_error(residuals(ridge, "working"), "should be one of")
  expect_error(predict(ridge, mtcars, se.fit = TRUE), "no argument \"se.fit\"")
  solution <- solve_sparse(as.matrix(mtcars[-1]), mtcars$mpg, 2)
  for (f in list(deviance, df.residual, nobs, logLik, AIC, BIC, sigma, model.matrix, fitted, residuals, weights)) {
    refused(f, solution, text = "solve_sparse\\(\\) does not keep the data")
  }
})

test_that("labels may be 0 and 1, -1 and 1, FALSE and TRUE, or two levels, and come back as such", {
  set.seed(4)
  x <- matrix(rnorm(300), 60)
  yes <- x[, 1] + rnorm(60) > 0
  reference <- glm(yes ~ x[, 1] + x[, 2], family = binomial)
  responses <- list(yes + 0, 2 * yes - 1, yes, factor(yes, labels = c("no", "yes")), ifelse(yes, "yes", "no"),
                    factor(yes, c(FALSE, TRUE, NA), c("no", "yes", "never"), exclude = "x"))
  for (y in responses) {
    fit <- sparse_regression(x[, 1:2], y, 2, loss = "logistic")
    path <- sparse_path(x[, 1:2], y, first = 2, last = 2, loss = "logistic")
    for (one in list(fit, path)) {
      expect_equal(residuals(one), residuals(reference, "response"), tolerance = 1e-5, ignore_attr = TRUE)
      for (f in list(fitted, deviance, logLik)) expect_equal(f(one), f(reference), tolerance = 1e-5, ignore_attr = TRUE)
    }
    for (one in list(fit, path)) {
      classes <- predict(one, type = "class")
      expect_identical(classes, predict(one, x[, 1:2], type = "class"))
      expect_true(all(unique(classes) %in% unique(y)))
      expect_identical(typeof(classes), if (is.character(y)) "integer" else typeof(y))
      expect_identical(unname(as.character(classes) == as.character(y)), unname((fitted(reference) > 0.5) == yes))
    }
  }
})

test_that("the summary of a path says what enters, what leaves and what was chosen", {
  path <- sparse_path(mpg ~ ., mtcars, last = 3)
  printed <- capture.output(print(summary(path)))
  expect_match(printed, "qsec am +cyl", all = FALSE)
  expect_match(printed, "chosen by ebic: s = 2", all = FALSE)
  expect_match(printed, "df.residual +29", all = FALSE)
  expect_identical(summary(path, 3)$fit$s, 3)
  unnamed <- summary(sparse_path(unname(as.matrix(mtcars[-1])), mtcars$mpg, last = 3))
  expect_identical(unnamed$fits$enter, c("", "5", "1", "6 8"))
  expect_output(print(summary(sparse_path(mpg ~ ., mtcars, last = 3, loss = "huber"))), "nothing could be chosen")
})
