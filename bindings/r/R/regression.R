# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sparse_regression <- function(x, ...) UseMethod("sparse_regression")

sparse_regression.formula <- function(formula, data, s, loss = "least_squares", weights, subset, na.action, ...) {
  call <- match.call()
  call[[1L]] <- quote(sparse_regression)
  frame <- match.call(expand.dots = FALSE)
  frame <- frame[c(1L, match(c("formula", "data", "subset", "weights", "na.action"), names(frame), 0L))]
  frame$drop.unused.levels <- TRUE
  frame[[1L]] <- quote(stats::model.frame)
  frame <- eval(frame, parent.frame())
  terms <- attr(frame, "terms")
  if (is.empty.model(terms)) stop("the formula has no variables")
  x <- model.matrix(terms, frame)
  intercept <- attr(terms, "intercept") == 1L
  fit <- sparse_regression(x[, colnames(x) != "(Intercept)", drop = FALSE], model.response(frame), s, loss = loss,
                           weights = model.weights(frame), intercept = intercept, ...)
  fit$call <- call
  fit$terms <- terms
  fit$xlevels <- .getXlevels(terms, frame)
  fit$contrasts <- attr(x, "contrasts")
  fit$na.action <- attr(frame, "na.action")
  fit
}

sparse_regression.default <- function(x, y, s, loss = "least_squares", weights = NULL, intercept = TRUE,
                                      standardize = TRUE, ...) {
  call <- match.call()
  call[[1L]] <- quote(sparse_regression)
  if (is.data.frame(x)) x <- as.matrix(x)
  response <- as_response(y, loss)
  if (NROW(x) != length(response$y) || !(length(weights) %in% c(0L, length(response$y)))) {
    stop_status(-2L, "dimension", "", sprintf("x has %d rows, but there are %d responses and %d weights", NROW(x),
                                              length(response$y), length(weights)))
  }
  fit <- solve_sparse(x, response$y, s, loss, weights, intercept = as.integer(intercept),
                      standardize = as.integer(standardize), ...)
  if (!intercept) fit$intercept <- NULL # which is not the same as an intercept of zero
  fit$call <- call
  fit$levels <- response$levels
  fit$linear.predictors <- as.double(x %*% fit$coefficients) + (if (intercept) fit$intercept else 0)
  fit$fitted.values <- inverse_link(loss, fit$linear.predictors)
  fit$residuals <- response$y - fit$fitted.values
  class(fit) <- c("sparse_regression", "sparse_solution")
  fit
}

# A factor of two levels is 0 and 1 for the logistic loss.
as_response <- function(y, loss) {
  if (is.null(y)) stop("the formula has no response")
  levels <- NULL
  if (is.factor(y) || is.character(y)) {
    y <- as.factor(y)
    levels <- levels(y)
    if (loss != "logistic" || length(levels) != 2L) stop("a factor needs loss = \"logistic\" and two levels")
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
  if (type == "class" && object$loss != "logistic") stop("classes are predicted by loss = \"logistic\" only")
  link <- if (missing(newdata)) object$linear.predictors else regression_link(object, newdata, na.action)
  if (type == "link") return(link)
  response <- inverse_link(object$loss, link)
  if (type == "response") return(response)
  if (is.null(object$levels)) as.numeric(response > 0.5) else factor(object$levels[1L + (response > 0.5)], object$levels)
}

regression_link <- function(object, newdata, na.action) {
  if (!is.null(object$terms)) {
    terms <- delete.response(object$terms)
    frame <- model.frame(terms, newdata, na.action = na.action, xlev = object$xlevels)
    newdata <- model.matrix(terms, frame, contrasts.arg = object$contrasts)
    newdata <- newdata[, colnames(newdata) != "(Intercept)", drop = FALSE]
  } else if (is.data.frame(newdata)) {
    newdata <- as.matrix(newdata)
  }
  as.double(newdata %*% object$coefficients) + (if (is.null(object$intercept)) 0 else object$intercept)
}

print.sparse_regression <- function(x, ...) {
  NextMethod()
  if (!is.null(x$intercept)) cat("intercept ", format(x$intercept, digits = 6L), "\n", sep = "")
  invisible(x)
}
