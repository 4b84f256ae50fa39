# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# What sparse_regression, sparse_path and cv.sparse_regression answer to the same arguments, as they were written.
answers <- function(...) {
  home <- parent.frame()
  arguments <- as.list(substitute(list(...)))[-1L]
  calls <- list(as.call(c(quote(sparse_regression), arguments, s = 1)), as.call(c(quote(sparse_path), arguments)),
                as.call(c(quote(cv.sparse_regression), arguments)))
  vapply(calls, function(call) {
    tryCatch({
      eval(call, home)
      "no error"
    }, sbreg_error = conditionMessage)
  }, "")
}

expect_answers <- function(text, ...) {
  given <- eval(substitute(answers(...)), parent.frame())
  for (answer in given) expect_match(answer, text, fixed = TRUE)
}

test_that("arguments that do not exist are refused with the one that was meant", {
  expect_answers("there is no argument \"losss\"; did you mean \"loss\"?", mpg ~ ., mtcars, losss = "huber")
  expect_answers("there is no argument \"max_seconds\"; did you mean \"time_limit\"?", mpg ~ ., mtcars, max_seconds = 3)
  expect_answers("there is no argument \"maxit\"; did you mean \"max_iterations\"?", mtcars[-1], mtcars$mpg, maxit = 3)
  expect_answers("there is no argument \"penalty.factor\"; did you mean \"kept\"?", mpg ~ ., mtcars, penalty.factor = 1)
  expect_answers("there is no argument \"offset\"; an offset is not supported", mpg ~ ., mtcars, offset = hp)
  expect_answers("there is no argument \"zzzzzz\"", mpg ~ ., mtcars, zzzzzz = 1)
  expect_error(sparse_regression(mpg ~ ., mtcars, nvmax = 3, s = 1), "did you mean \"s\"?", class = "sbreg_error_key")
  expect_error(sparse_path(mpg ~ ., mtcars, nvmax = 3), "did you mean \"last\"?", class = "sbreg_error_key")
  expect_error(cv.sparse_regression(mpg ~ ., mtcars, nfolds = 3), "did you mean \"folds\"?")
  expect_error(solve_sparse(as.matrix(mtcars), 1:32, 2, losss = 3), "did you mean \"loss\"?", class = "sbreg_error_key")
  for (f in list(sparse_path, cv.sparse_regression)) {
    expect_error(f(mpg ~ ., mtcars, s = 2), "there is no argument \"s\"; s is chosen here", class = "sbreg_error_key")
    expect_error(f(mtcars[-1], mtcars$mpg, s = 2), "there is no argument \"s\"; s is chosen here")
  }
  expect_answers("there is no argument \"intercept\"; a formula has no intercept if it begins with 0 +", mpg ~ ., mtcars,
                 intercept = FALSE)
  expect_error(solve_sparse(mpg ~ ., mtcars, 2), "sparse_regression takes a formula")
  path <- sparse_path(mpg ~ ., mtcars, last = 2)
  for (fit in list(path, sparse_regression(mpg ~ ., mtcars, s = 1))) {
    expect_error(predict(fit, newx = mtcars), "there is no argument \"newx\"; did you mean \"newdata\"?")
  }
  expect_error(coef(path, lambda = 3), "no argument \"lambda\"")
  expect_answers("there is no argument \"a\"", mpg ~ ., mtcars, a = 1) # a part of nothing here
  expect_error(sparse_path(mpg ~ ., mtcars, k = 2), "there is no argument \"k\"; did you mean \"last\"?")
  expect_error(coef(path, a = 2), "there is no argument \"a\"")
  for (f in list(fitted, residuals, deviance, df.residual, logLik, sigma)) {
    expect_error(f(path, S = 1), "there is no argument \"S\"; did you mean \"s\"?", class = "sbreg_error_key")
  }
  fit <- sparse_regression(mpg ~ ., mtcars, s = 1)
  for (f in list(fitted, residuals, deviance, df.residual, logLik, sigma, nobs, weights)) {
    expect_error(f(fit, s = 1), "there is no argument \"s\"", class = "sbreg_error_key")
  }
})

test_that("families are refused with the loss that they have here", {
  hint <- "family = binomial is loss = \"logistic\" here"
  for (family in list(binomial, binomial(), "binomial")) {
    expect_answers(paste0("there is no argument \"family\"; ", hint), am ~ ., mtcars, family = family)
    expect_answers(hint, am ~ ., mtcars, loss = family)
  }
  expect_answers("family = poisson is loss = \"poisson\" here", carb ~ ., mtcars, family = poisson())
  expect_answers("family = gaussian is loss = \"least_squares\" here", carb ~ ., mtcars, family = "gaussian")
  expect_answers("none is that of Gamma", carb ~ ., mtcars, family = Gamma)
  expect_answers("loss must be the name of a loss", carb ~ ., mtcars, loss = 3)
})

test_that("responses of other models are refused in the words of the formula", {
  Surv <- function(time, event) structure(cbind(time, status = event), class = "Surv")
  expect_answers("a survival time, Surv(): there is no loss for censored times", Surv(mpg, am) ~ wt, mtcars)
  expect_answers("the response has 2 columns, as of cbind(): successes and failures are given as two rows",
                 cbind(am, 1 - am) ~ wt, mtcars, loss = "logistic")
  expect_answers("the response has 2 columns, as of cbind(): one response is fitted at a time", cbind(mpg, hp) ~ wt, mtcars)
  expect_answers("the formula has no response", ~ wt, mtcars)
  expect_answers("the formula has no variables", mpg ~ 1, mtcars)
  expect_answers("the formula comes first", mtcars, mpg ~ .)
  expect_answers("a formula is written without quotes", "mpg ~ .", mtcars)
  expect_answers("a factor of 3 levels: loss = \"logistic\" is for two", Species ~ ., iris, loss = "logistic")
  expect_answers("the response must be numeric, not list", mtcars[-1], as.list(mtcars$mpg))
  expect_answers("an offset", mpg ~ wt + offset(hp), mtcars)
})

test_that("no text speaks of A, b and observation_weights to those who wrote a formula", {
  said <- c(
    answers(mpg ~ log(am), mtcars),
    answers(Ozone ~ ., airquality, na.action = na.pass),
    answers(Solar.R ~ Wind, airquality, na.action = na.pass),
    answers(cyl ~ wt, mtcars, loss = "logistic"),
    answers(-cyl ~ wt, mtcars, loss = "poisson"),
    answers(I(0 * cyl) ~ wt, mtcars, loss = "poisson"),
    answers(I(0 * cyl) ~ wt, mtcars, loss = "logistic"),
    answers(mpg ~ ., mtcars, weights = -hp),
    answers(mpg ~ ., mtcars, weights = 0 * hp),
    answers(mpg ~ ., mtcars, weights = hp / 0)
  )
  expect_no_match(said, "no error")
  expect_no_match(said, "\\bA\\b|\\bb\\b|observation_weights|counted from 0")
  expect_match(said, "log(am) in row \"Hornet 4 Drive\" is -inf; every number must be finite", fixed = TRUE, all = FALSE)
  expect_match(said, "Solar.R in row \"5\" is missing", fixed = TRUE, all = FALSE)
  expect_match(said, "cyl in row \"Mazda RX4\" is 6; labels must be all 0 or 1", fixed = TRUE, all = FALSE)
  expect_match(said, "the weight in row \"Mazda RX4\" is -110; weights must not be negative", fixed = TRUE, all = FALSE)
  expect_match(said, "the weights are all zero", fixed = TRUE, all = FALSE)
  expect_match(said, "the responses of positive weight are all the same", fixed = TRUE, all = FALSE)
  x <- as.matrix(airquality[-1])
  expect_answers("x[5, \"Solar.R\"] is missing", x, airquality$Wind)
  expect_answers("x[5, 1] is missing", unname(x), airquality$Wind)
  expect_answers("y[5] is missing", x[, "Wind"], airquality$Ozone)
  expect_answers("weights[1] is -1; weights must not be negative", mtcars[-1], mtcars$mpg, weights = -(1:32))
  expect_answers("x has 32 rows, but there are 31 responses", mtcars[-1], mtcars$mpg[-1])
  expect_answers("there are 3 weights for 32 responses", mtcars[-1], mtcars$mpg, weights = 1:3)
})
