# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sparse_regression <- function(x, ...) UseMethod("sparse_regression")

sparse_regression.formula <- function(formula, data, s, loss = "least_squares", weights, subset, na.action, ...) {
  if (missing(s)) refuse(s_is_missing)
  refuse_intercept(match.call())
  model <- formula_model(match.call(expand.dots = FALSE), parent.frame())
  fit <- fit_regression(x = model$x, y = model$y, s = s, loss = loss, weights = model$weights, intercept = model$intercept,
                        response = model$response, ...)
  with_model(fit, model, own_match(match.call(), "sparse_regression"))
}

sparse_regression.default <- function(x, y, s, loss = "least_squares", weights = NULL, intercept = TRUE,
                                      standardize = TRUE, ...) {
  if (missing(s)) refuse(s_is_missing)
  x <- as_design(x)
  fit <- fit_regression(x = x, y = y, s = s, loss = loss, weights = weights, intercept = intercept, response = NULL,
                        standardize = standardize, ...)
  fit$x <- x
  fit$call <- own_match(match.call(), "sparse_regression")
  fit
}

s_is_missing <- "s, the largest number of variables, is missing; cv.sparse_regression chooses it"

fit_regression <- function(x, y, s, loss, weights, intercept, response, ..., standardize = TRUE) {
  check_options(..., .known = c(solve_options(), names(formals(solve_sparse))),
                .arguments = c(names(formals(sparse_regression.default)), names(formals(sparse_regression.formula))))
  data <- as_response(y, loss)
  same_rows(x, data$y, weights)
  fit <- in_own_words(solve_sparse(x, data$y, s, loss, weights, intercept = as.integer(intercept),
                                   standardize = as.integer(standardize), ...), x, response)
  if (!intercept) fit$intercept <- NULL # which is not the same as an intercept of zero
  warn_of_dependent(x, fit$coefficients, intercept, fit$s)
  fit$dependent <- dependent_columns(x, fit$coefficients, intercept, fit$s)
  regression_of(fit, x, data, weights, penalties(...))
}

# What makes a regression of coefficients and their intercept: the data, and what is fitted to them.
regression_of <- function(fit, x, data, weights, penalties) {
  fit$linear.predictors <- margins(x, fit$coefficients, fit$intercept)
  fit$fitted.values <- inverse_link(fit$loss, fit$linear.predictors)
  fit$residuals <- data$y - fit$fitted.values
  fit$y <- data$y
  fit$classes <- data$classes
  fit$weights <- weights
  fit$penalties <- penalties
  class(fit) <- c("sparse_regression", "sparse_solution")
  fit
}

# The options among these by which the objective is not that of the likelihood.
penalties <- function(...) {
  values <- unlist(list(...)[c("ridge", "quartic_penalty")])
  names(values)[values > 0]
}

# A matrix, whatever holds the variables.
as_design <- function(x) {
  if (is.character(x)) refuse("x is text: a formula is written without quotes, or made by as.formula()")
  if (is.data.frame(x)) numbers_of(as.data.frame(x)) else if (is.null(dim(x)) && is.numeric(x)) matrix(x, ncol = 1L) else x
}

# The call as the user wrote it, not the method it went to.
own_match <- function(call, name) {
  call[[1L]] <- as.name(name)
  call
}

# What a formula says about the data, and what is needed to say it about other data.
formula_model <- function(call, envir) {
  frame <- call[c(1L, match(c("formula", "data", "subset", "weights", "na.action"), names(call), 0L))]
  frame$drop.unused.levels <- TRUE
  frame[[1L]] <- quote(stats::model.frame)
  frame <- eval(frame, envir)
  terms <- attr(frame, "terms")
  if (!is.null(model.offset(frame))) refuse("the formula has an offset, which is not supported")
  if (length(attr(terms, "term.labels")) == 0L) refuse("the formula has no variables")
  if (nrow(frame) == 0L) refuse("no row of the data is complete")
  x <- model.matrix(terms, frame)
  y <- model.response(frame)
  list(x = x[, colnames(x) != "(Intercept)", drop = FALSE], y = if (is.null(dim(y))) unname(y) else y,
       response = if (!is.null(y)) deparse1(attr(terms, "variables")[[2L]]), weights = model.weights(frame),
       intercept = attr(terms, "intercept") == 1L, model = frame, terms = terms, xlevels = .getXlevels(terms, frame),
       contrasts = attr(x, "contrasts"), na.action = attr(frame, "na.action"))
}

with_model <- function(fit, model, call) {
  fit$call <- call
  for (part in c("model", "terms", "xlevels", "contrasts", "na.action")) fit[[part]] <- model[[part]]
  fit
}

coef.sparse_regression <- function(object, ...) {
  no_others(...)
  c(if (!is.null(object$intercept)) c(`(Intercept)` = object$intercept), object$coefficients)
}

predict.sparse_regression <- function(object, newdata, type = c("response", "link", "class"), na.action = na.pass, ...) {
  no_others(..., .arguments = c("newdata", "type", "na.action"))
  type <- match.arg(type)
  link <- if (missing(newdata)) {
    napredict(object$na.action, object$linear.predictors)
  } else {
    regression_link(object, newdata, na.action)
  }
  on_scale(object, link, type)
}

# The linear predictor: by the formula where there is one.
regression_link <- function(object, newdata, na.action) {
  if (!is.null(object$terms)) {
    terms <- delete.response(object$terms)
    frame <- model.frame(terms, newdata, na.action = na.action, xlev = object$xlevels)
    newdata <- model.matrix(terms, frame, contrasts.arg = object$contrasts)
    newdata <- newdata[, colnames(newdata) != "(Intercept)", drop = FALSE]
  }
  newdata <- columns_of(newdata, names(object$coefficients), length(object$coefficients))
  margins(newdata, object$coefficients, object$intercept)
}

# A number for each row, under its name.
margins <- function(x, coefficients, intercept) {
  structure(as.vector(x %*% coefficients) + (if (is.null(intercept)) 0 else intercept), names = rownames(x))
}

# Classes are what the response had: levels, FALSE and TRUE, 0 and 1, or -1 and 1.
on_scale <- function(object, link, type) {
  if (type == "class" && object$loss != "logistic") refuse("classes are predicted by loss = \"logistic\" only")
  if (type == "link") return(link)
  response <- inverse_link(object$loss, link)
  if (type == "response") return(response)
  classes <- object$classes[1L + (response > 0.5)]
  if (is.factor(classes)) classes else structure(classes, names = names(response))
}
