# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# What a path says of itself and of its fits.

# The fit of a sparsity, as a regression of its own: what can be asked of one can be asked of the other.
one_fit <- function(object, s) {
  column <- column_of(object, s)
  fit <- object[c("loss", "model", "terms", "xlevels", "contrasts", "na.action", "x", "call")]
  fit$coefficients <- structure(object$coefficients[, column], names = rownames(object$coefficients))
  fit$intercept <- if (!is.null(object$intercept)) object$intercept[[column]]
  fit$support <- which(unname(fit$coefficients) != 0)
  fit$s <- object$fits$s[[column]]
  regression_of(fit, design(object), object[c("y", "classes")], object$weights, object$penalties)
}

# The variables without the intercept.
design <- function(object) {
  if (!is.null(object[["x"]])) return(object[["x"]])
  x <- model.matrix(object$terms, object$model, contrasts.arg = object$contrasts)
  x[, colnames(x) != "(Intercept)", drop = FALSE]
}

coef.sparse_path <- function(object, s = object$chosen, ...) {
  no_others(..., .arguments = "s")
  column <- column_of(object, s)
  c(if (!is.null(object$intercept)) c(`(Intercept)` = object$intercept[[column]]),
    structure(object$coefficients[, column], names = rownames(object$coefficients)))
}

# The answer of a function for the fit of a sparsity.
of_fit <- function(f, object, s, ...) {
  no_others(..., .arguments = "s")
  f(one_fit(object, s))
}

fitted.sparse_path <- function(object, s = object$chosen, ...) of_fit(fitted, object, s, ...)

residuals.sparse_path <- function(object, s = object$chosen, type = c("response", "deviance", "pearson"), ...) {
  no_others(..., .arguments = c("s", "type"))
  residuals(one_fit(object, s), match.arg(type))
}

deviance.sparse_path <- function(object, s = object$chosen, ...) of_fit(deviance, object, s, ...)

df.residual.sparse_path <- function(object, s = object$chosen, ...) of_fit(df.residual, object, s, ...)

logLik.sparse_path <- function(object, s = object$chosen, ...) of_fit(logLik, object, s, ...)

sigma.sparse_path <- function(object, s = object$chosen, ...) of_fit(sigma, object, s, ...)

# Of the fit at s, and of other models that are given, in a table.
AIC.sparse_path <- function(object, ..., k = 2, s = object$chosen) {
  under_own_names(AIC(one_fit(object, s), ..., k = k), match.call())
}

BIC.sparse_path <- function(object, ..., s = object$chosen) under_own_names(BIC(one_fit(object, s), ...), match.call())

under_own_names <- function(table, call) {
  if (is.data.frame(table)) row.names(table) <- as.character(call[!names(call) %in% c("k", "s")])[-1L]
  table
}

vcov.sparse_path <- function(object, s = object$chosen, ...) vcov(one_fit(object, s))

confint.sparse_path <- function(object, parm, level = 0.95, s = object$chosen, ...) vcov(one_fit(object, s))

# These are the same for all fits.
nobs.sparse_path <- function(object, ...) nobs.sparse_regression(object, ...)
formula.sparse_path <- function(x, ...) formula.sparse_regression(x)
weights.sparse_path <- function(object, ...) weights.sparse_regression(object, ...)
model.frame.sparse_path <- function(formula, ...) model.frame.sparse_regression(formula)
model.matrix.sparse_path <- function(object, ...) model.matrix.sparse_regression(object)

column_of <- function(object, s) {
  if (length(object$fits$s) == 0L) {
    refuse("nothing was fitted: ", if (is.null(object$interrupted)) sbreg_state(object$state) else object$interrupted)
  }
  if (identical(s, NA_real_)) refuse(not_chosen(object), "; name s, which was fitted for ", show_range(object))
  column <- match(s, object$fits$s)
  if (length(s) != 1L || is.na(column)) refuse("s must be one of the sparsities that were fitted: ", show_range(object))
  column
}

show_range <- function(object) paste(range(object$fits$s), collapse = " to ")

# Why there is no choice: the run was ended, or the loss has no likelihood for a criterion.
not_chosen <- function(object) {
  if (!is.null(object$interrupted)) return(paste0("nothing was chosen: ", object$interrupted))
  if (object$state != 1) return(paste0("nothing was chosen: ", sbreg_state(object$state)))
  paste0("nothing could be chosen: ", object$criterion, " needs a likelihood, and the loss \"", object$loss,
         "\" has none; cross-validation (folds = 5) needs none")
}

predict.sparse_path <- function(object, newdata, s = object$chosen, type = c("response", "link", "class"),
                                na.action = na.pass, ...) {
  no_others(..., .arguments = c("newdata", "s", "type", "na.action"))
  fit <- one_fit(object, s)
  if (missing(newdata)) predict(fit, type = type) else predict(fit, newdata, type, na.action)
}

# The columns of the table of fits that say something.
known_fits <- function(x) {
  says <- function(name) {
    values <- x$fits[[name]]
    if (name %in% c("separated", "cv_separated")) any(values > 0, na.rm = TRUE) else any(is.finite(values))
  }
  x$fits[vapply(names(x$fits), says, NA)]
}

show_choice <- function(x) {
  if (is.na(x$chosen)) not_chosen(x) else paste0("chosen by ", x$criterion, ": s = ", x$chosen)
}

print.sparse_path <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:\n", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  print(known_fits(x), digits = digits, row.names = FALSE)
  cat("\n", show_choice(x), "\n", sep = "")
  show_dependent(x$dependent)
  show_dropped(naprint(x$na.action))
  invisible(x)
}

# The fits with the variables that enter and leave from one to the next, and the summary of the chosen one.
summary.sparse_path <- function(object, s = object$chosen, ...) {
  names <- rownames(object$coefficients)
  if (is.null(names)) names <- as.character(seq_len(nrow(object$coefficients)))
  used <- object$coefficients != 0
  before <- cbind(rep(FALSE, nrow(used)), used)[, seq_len(ncol(used)), drop = FALSE]
  listed <- function(marks) apply(marks, 2L, function(mark) paste(names[mark], collapse = " "))
  fits <- known_fits(object)
  if (ncol(used) > 0L) fits <- cbind(fits, enter = listed(used & !before), leave = listed(before & !used))
  structure(class = "summary.sparse_path", list(
    call = object$call, fits = fits, choice = show_choice(object),
    fit = if (!is.na(s)) summary_of(one_fit(object, s)), dependent = object$dependent,
    dropped = naprint(object$na.action)
  ))
}

# Of a fit that has no run of its own.
summary_of <- function(fit) {
  known <- fit$loss %in% family_loss
  maximum <- known && length(fit$penalties) == 0L
  list(s = fit$s, coefficients = coef(fit)[c(rep(TRUE, !is.null(fit$intercept)), fit$coefficients != 0)],
       observations = nobs(fit), deviance = if (known) deviance(fit),
       r.squared = if (fit$loss == "least_squares") explained(fit),
       df.residual = if (maximum) df.residual(fit), AIC = if (maximum) AIC(fit), BIC = if (maximum) BIC(fit))
}

print.summary.sparse_path <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:\n", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  print(x$fits, digits = digits, row.names = FALSE)
  cat("\n", x$choice, "\n", sep = "")
  if (!is.null(x[["fit"]])) {
    cat("\nCoefficients of the fit with s = ", x$fit$s, ":\n", sep = "")
    print(x$fit$coefficients, digits = digits)
    numbers <- unlist(x$fit[c("observations", "deviance", "r.squared", "df.residual", "AIC", "BIC")])
    cat("\n", sprintf("%-12s %s\n", names(numbers), vapply(numbers, format, "", digits = 6L)), sep = "")
  }
  show_dependent(x$dependent)
  show_dropped(x$dropped)
  invisible(x)
}

plot.sparse_path <- function(x, xlab = "s", ylab = NULL, ...) {
  s <- x$fits$s
  score <- if (x$criterion == "cv") "cv_mean" else x$criterion
  if (!any(is.finite(x$fits[[score]]))) score <- "objective"
  values <- x$fits[[score]]
  error <- if (score == "cv_mean") x$fits$cv_error else 0
  if (is.null(ylab)) ylab <- if (score == "cv_mean") "held-out error" else score
  plot(s, values, ylim = range(values - error, values + error, finite = TRUE), xlab = xlab, ylab = ylab, pch = 19, ...)
  if (score == "cv_mean") segments(s, values - error, s, values + error, col = "grey")
  if (!is.na(x$chosen)) abline(v = x$chosen, lty = 2L)
  invisible(x)
}
