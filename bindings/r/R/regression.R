# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sparse_regression <- function(x, ...) UseMethod("sparse_regression")

sparse_regression.formula <- function(formula, data, s, loss = "least_squares", weights, subset, na.action, ...) {
  if (missing(s)) refuse("s, the largest number of variables, is missing")
  model <- formula_model(match.call(expand.dots = FALSE), parent.frame())
  fit <- sparse_regression(model$x, model$y, s, loss = loss, weights = model$weights, intercept = model$intercept, ...)
  with_model(fit, model, own_match(match.call(), "sparse_regression"))
}

sparse_regression.default <- function(x, y, s, loss = "least_squares", weights = NULL, intercept = TRUE,
                                      standardize = TRUE, ...) {
  if (is.data.frame(x)) x <- numbers_of(x)
  response <- as_response(y, loss)
  same_rows(x, response$y, weights)
  fit <- solve_sparse(x, response$y, s, loss, weights, intercept = as.integer(intercept),
                      standardize = as.integer(standardize), ...)
  if (!intercept) fit$intercept <- NULL # which is not the same as an intercept of zero
  fit$call <- own_match(match.call(), "sparse_regression")
  fit$levels <- response$levels
  fit$linear.predictors <- margins(x, fit$coefficients, fit$intercept)
  fit$fitted.values <- inverse_link(loss, fit$linear.predictors)
  fit$residuals <- response$y - fit$fitted.values
  if (loss == "logistic" && all(abs(fit$residuals) < 1e-6)) {
    warning("the classes are separated: no fit is the best, and coefficients grow without end; a ridge bounds them",
            call. = FALSE)
  }
  class(fit) <- c("sparse_regression", "sparse_solution")
  fit
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
  if (is.empty.model(terms)) refuse("the formula has no variables")
  if (!is.null(model.offset(frame))) refuse("the formula has an offset, which is not supported")
  x <- model.matrix(terms, frame)
  list(x = x[, colnames(x) != "(Intercept)", drop = FALSE], y = model.response(frame), weights = model.weights(frame),
       intercept = attr(terms, "intercept") == 1L, terms = terms, xlevels = .getXlevels(terms, frame),
       contrasts = attr(x, "contrasts"), na.action = attr(frame, "na.action"))
}

with_model <- function(fit, model, call) {
  fit$call <- call
  for (part in c("terms", "xlevels", "contrasts", "na.action")) fit[[part]] <- model[[part]]
  fit
}

same_rows <- function(x, y, weights) {
  if (NROW(x) != length(y) || !(length(weights) %in% c(0L, length(y)))) {
    stop_status(-2L, "dimension", "", sprintf("x has %d rows, but there are %d responses and %d weights", NROW(x),
                                              length(y), length(weights)))
  }
}

# A factor of two levels is 0 and 1 for the logistic loss.
as_response <- function(y, loss) {
  if (is.null(y)) refuse("the formula has no response")
  if (is.complex(y)) refuse("the response is complex: solve_sparse takes it, with complex coefficients")
  levels <- NULL
  if (is.factor(y) || is.character(y)) {
    y <- as.factor(y)
    levels <- levels(y)
    if (loss != "logistic" || length(levels) != 2L) {
      refuse("the response is a factor of ", length(levels), " levels: it needs loss = \"logistic\" and two levels")
    }
    y <- as.numeric(y) - 1
  }
  list(y = as.double(y), levels = levels)
}

coef.sparse_regression <- function(object, ...) {
  c(if (!is.null(object$intercept)) c(`(Intercept)` = object$intercept), object$coefficients)
}

fitted.sparse_regression <- function(object, ...) object$fitted.values

residuals.sparse_regression <- function(object, ...) object$residuals

predict.sparse_regression <- function(object, newdata, type = c("response", "link", "class"), na.action = na.pass, ...) {
  type <- match.arg(type)
  link <- if (missing(newdata)) {
    object$linear.predictors
  } else {
    regression_link(object, newdata, object$coefficients, object$intercept, na.action)
  }
  on_scale(object, link, type)
}

# The linear predictor: by the formula where there is one.
regression_link <- function(object, newdata, coefficients, intercept, na.action) {
  if (!is.null(object$terms)) {
    terms <- delete.response(object$terms)
    frame <- model.frame(terms, newdata, na.action = na.action, xlev = object$xlevels)
    newdata <- model.matrix(terms, frame, contrasts.arg = object$contrasts)
    newdata <- newdata[, colnames(newdata) != "(Intercept)", drop = FALSE]
  }
  newdata <- columns_of(newdata, names(coefficients), length(coefficients))
  margins(newdata, coefficients, intercept)
}

# A number for each row, under its name.
margins <- function(x, coefficients, intercept) {
  structure(as.vector(x %*% coefficients) + (if (is.null(intercept)) 0 else intercept), names = rownames(x))
}

on_scale <- function(object, link, type) {
  if (type == "class" && object$loss != "logistic") refuse("classes are predicted by loss = \"logistic\" only")
  if (type == "link") return(link)
  response <- inverse_link(object$loss, link)
  if (type == "response") return(response)
  if (is.null(object$levels)) as.numeric(response > 0.5) else factor(object$levels[1L + (response > 0.5)], object$levels)
}
