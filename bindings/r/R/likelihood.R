# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# What lm and glm say of a fit, for the variables that were chosen: as if they alone had been given. That they were chosen
# by the same data is not accounted for.

fitted.sparse_regression <- function(object, ...) {
  no_others(...)
  napredict(object$na.action, object$fitted.values)
}

residuals.sparse_regression <- function(object, type = c("response", "deviance", "pearson"), ...) {
  no_others(..., .arguments = "type")
  type <- match.arg(type)
  root <- if (is.null(object$weights)) 1 else sqrt(object$weights)
  values <- switch(type,
                   response = object$residuals,
                   deviance = sign(object$residuals) * sqrt(unit_deviances(object)),
                   pearson = object$residuals * root / sqrt(variances(object)))
  naresid(object$na.action, values)
}

weights.sparse_regression <- function(object, ...) {
  no_others(...)
  if (!is.null(object$weights)) naresid(object$na.action, object$weights)
}

# The loss must have a likelihood for what is asked.
require_likelihood <- function(object, what) {
  if (!object$loss %in% family_loss) {
    refuse("the loss ", quoted(object$loss), " has no likelihood, and so no ", what)
  }
}

# A penalised fit does not maximise the likelihood, and has fewer degrees of freedom than nonzeros.
require_maximum <- function(object, what) {
  require_likelihood(object, what)
  if (length(object$penalties) > 0L) {
    refuse("a fit with ", paste(object$penalties, collapse = " and "), " does not maximise the likelihood, and so has no ",
           what)
  }
}

# What each observation adds to the deviance.
unit_deviances <- function(object) {
  require_likelihood(object, "deviance")
  y <- object$y
  t <- object$linear.predictors
  units <- switch(object$loss,
                  least_squares = (y - t)^2,
                  logistic = 2 * softplus(ifelse(y == 1, -t, t)),
                  poisson = 2 * (ifelse(y > 0, y * (log(y) - t), 0) - (y - exp(t))))
  units <- pmax(units, 0) # rounding may take a perfect fit below
  if (is.null(object$weights)) units else object$weights * units
}

# log(1 + exp(v)) without overflow.
softplus <- function(v) pmax(v, 0) + log1p(exp(-abs(v)))

# The variance of an observation of weight 1, up to a factor for all.
variances <- function(object) {
  require_likelihood(object, "variance")
  mean <- object$fitted.values
  switch(object$loss, least_squares = 1, logistic = mean * (1 - mean), poisson = mean)
}

deviance.sparse_regression <- function(object, ...) {
  no_others(...)
  sum(unit_deviances(object))
}

nobs.sparse_regression <- function(object, ...) {
  no_others(...)
  if (is.null(object$weights)) length(object$y) else sum(object$weights != 0)
}

# The parameters of the mean, as lm counts them: columns that depend on others, or on the intercept, do not count.
parameters <- function(object) {
  columns <- basis_of(design(object), object$coefficients != 0, !is.null(object$intercept))
  rank_of(if (is.null(object$weights)) columns else columns[object$weights > 0, , drop = FALSE])
}

df.residual.sparse_regression <- function(object, ...) {
  no_others(...)
  require_maximum(object, "residual degrees of freedom")
  nobs(object) - parameters(object)
}

logLik.sparse_regression <- function(object, ...) {
  no_others(...)
  require_maximum(object, "log-likelihood")
  y <- object$y
  w <- if (is.null(object$weights)) rep(1, length(y)) else object$weights
  t <- object$linear.predictors
  n <- nobs(object)
  value <- switch(object$loss,
                  least_squares = (sum(log(w[w > 0])) - n * (log(2 * pi / n) + 1 + log(deviance(object)))) / 2,
                  logistic = -deviance(object) / 2,
                  poisson = sum(w * (y * t - exp(t) - lgamma(y + 1))))
  variance <- object$loss == "least_squares" # which is fitted, too
  structure(value, class = "logLik", df = parameters(object) + variance, nobs = n)
}

sigma.sparse_regression <- function(object, ...) {
  no_others(...)
  sqrt(deviance(object) / df.residual(object))
}

vcov.sparse_regression <- function(object, ...) {
  refuse("standard errors that take the choice of the variables into account are not known; those of the variables as ",
         "if they had been given are vcov() of lm or glm with ", paste(names(nonzero(object)), collapse = " + "))
}

confint.sparse_regression <- function(object, parm, level = 0.95, ...) vcov(object)

formula.sparse_regression <- function(x, ...) {
  if (is.null(x$terms)) refuse("the fit was not made by a formula")
  formula(x$terms)
}

model.frame.sparse_regression <- function(formula, ...) {
  if (is.null(formula$model)) refuse("the fit was not made by a formula: it has a model.matrix() and no model.frame()")
  formula$model
}

# The columns that the coefficients belong to.
model.matrix.sparse_regression <- function(object, ...) {
  if (!is.null(object$model)) return(model.matrix(object$terms, object$model, contrasts.arg = object$contrasts))
  if (is.null(object$intercept)) object[["x"]] else cbind(`(Intercept)` = 1, object[["x"]])
}

# Least squares: the share of the squares about the mean (about 0 without an intercept) that is explained.
explained <- function(object) {
  w <- if (is.null(object$weights)) rep(1, length(object$y)) else object$weights
  centre <- if (is.null(object$intercept)) 0 else sum(w * object$y) / sum(w)
  1 - sum(w * object$residuals^2) / sum(w * (object$y - centre)^2)
}

summary.sparse_regression <- function(object, ...) {
  result <- NextMethod()
  number <- function(value) format(value, digits = 6L)
  result$run <- c(result$run, observations = number(nobs(object)),
                  if (object$loss %in% family_loss) c(deviance = number(deviance(object))),
                  if (object$loss == "least_squares") c(`R squared` = number(explained(object))),
                  if (object$loss %in% family_loss && length(object$penalties) == 0L) {
                    c(`residual df` = number(df.residual(object)), AIC = number(AIC(object)), BIC = number(BIC(object)))
                  })
  result$dependent <- object$dependent
  result$dropped <- naprint(object$na.action)
  result
}

print.sparse_regression <- function(x, ...) {
  NextMethod()
  show_dependent(x$dependent)
  show_dropped(naprint(x$na.action))
  invisible(x)
}

# What na.action left out, in its own words.
show_dropped <- function(text) if (length(text) > 0L && nzchar(text)) cat("(", text, ")\n", sep = "")
