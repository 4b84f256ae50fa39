# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sparse_path <- function(x, ...) UseMethod("sparse_path")

sparse_path.formula <- function(formula, data, loss = "least_squares", weights, subset, na.action, ...) {
  model <- formula_model(match.call(expand.dots = FALSE), parent.frame())
  fit <- sparse_path(model$x, model$y, loss = loss, weights = model$weights, intercept = model$intercept, ...)
  with_model(fit, model, own_match(match.call(), "sparse_path"))
}

sparse_path.default <- function(x, y, first = 1, last = 0, loss = "least_squares", weights = NULL, intercept = TRUE,
                                standardize = TRUE, folds = 0, criterion = "auto", rule = "one-standard-error",
                                seed = 1, threads = 1, monitor = NULL, progress = FALSE, ...) {
  if (is.data.frame(x)) x <- numbers_of(x)
  response <- as_response(y, loss)
  same_rows(x, response$y, weights)
  options <- list(...)
  of_problem <- if (length(options) > 0L) names(options) %in% problem_options() else logical()
  problem <- set_options(sbreg_problem(x, response$y, loss, weights),
                         c(list(intercept = as.integer(intercept), standardize = as.integer(standardize)),
                           options[of_problem]))
  solver <- do.call(sbreg_solver, c(list(problem, 1), options[!of_problem]))
  path <- sbreg_path(solver, first = first, last = last, folds = folds, criterion = criterion, rule = rule, seed = seed,
                     threads = threads)
  if (is.null(monitor) && progress) monitor <- path_progress()
  if (!is.null(monitor)) sbreg_monitor(path, monitor)
  sbreg_run(path)
  if (progress) show_fits(path, stderr(), "\n")

  fits <- as.data.frame(lapply(c(s = "sparsity", objective = "objective", aic = "aic", bic = "bic", ebic = "ebic",
                                 gic = "gic", cv_mean = "cv_mean", cv_error = "cv_error", proved = "proved"),
                               function(series) sbreg_series(path, series)))
  fits$proved <- fits$proved == 1
  coefficients <- vapply(fits$s, function(s) coef(path, s), numeric(ncol(x)))
  coefficients <- matrix(coefficients, ncol(x), dimnames = list(colnames(x), fits$s))
  structure(class = "sparse_path", list(
    coefficients = coefficients,
    intercept = if (intercept) sbreg_series(path, "intercept"),
    fits = fits,
    chosen = path$chosen,
    state = path$state,
    criterion = if (criterion == "auto") (if (folds > 0) "cv" else "ebic") else criterion,
    loss = loss,
    levels = response$levels,
    path = path,
    call = own_match(match.call(), "sparse_path")
  ))
}

cv.sparse_regression <- function(x, ...) UseMethod("cv.sparse_regression")

# The call itself is passed on: weights and subset are looked up in the data.
cv.sparse_regression.formula <- function(formula, data, ..., folds = 10) {
  call <- match.call()
  call[[1L]] <- sparse_path.formula
  call$folds <- folds
  fit <- eval(call, parent.frame())
  fit$call <- own_match(match.call(), "cv.sparse_regression")
  fit
}

cv.sparse_regression.default <- function(x, y, ..., folds = 10) {
  fit <- sparse_path(x, y, ..., folds = folds)
  fit$call <- own_match(match.call(), "cv.sparse_regression")
  fit
}

path_progress <- function(seconds = 0.2, file = stderr()) {
  shown <- -Inf
  function(path) {
    now <- proc.time()[[3L]]
    if (now - shown >= seconds) {
      shown <<- now
      show_fits(path, file)
    }
    FALSE
  }
}

show_fits <- function(path, file, end = "") {
  cat(sprintf("\r%8.0f of %.0f fits %7.1f s%s", path$fits, path$fits_total, path$elapsed_seconds, end), file = file)
}

# The column of a sparsity, and the intercept that belongs to it.
coef.sparse_path <- function(object, s = object$chosen, ...) {
  column <- column_of(object, s)
  c(if (!is.null(object$intercept)) c(`(Intercept)` = object$intercept[[column]]), object$coefficients[, column])
}

column_of <- function(object, s) {
  if (length(object$fits$s) == 0L) refuse("nothing was fitted: ", sbreg_state(object$state))
  column <- match(s, object$fits$s)
  if (identical(s, 0) && object$chosen == 0) refuse(not_chosen(object), "; name s, which was fitted for ", show_range(object))
  if (length(s) != 1L || is.na(column)) refuse("s must be one of the sparsities that were fitted: ", show_range(object))
  column
}

show_range <- function(object) paste(range(object$fits$s), collapse = " to ")

# Why there is no choice: the run was ended, or the loss has no likelihood for a criterion.
not_chosen <- function(object) {
  if (object$state != 1) return(paste0("nothing was chosen: ", sbreg_state(object$state)))
  paste0("nothing could be chosen: ", object$criterion, " needs a likelihood, and the loss \"", object$loss,
         "\" has none; cross-validation (folds = 5) needs none")
}

predict.sparse_path <- function(object, newdata, s = object$chosen, type = c("response", "link", "class"),
                                na.action = na.pass, ...) {
  type <- match.arg(type)
  column <- column_of(object, s)
  coefficients <- structure(object$coefficients[, column], names = rownames(object$coefficients))
  link <- regression_link(object, newdata, coefficients, object$intercept[column], na.action)
  on_scale(object, link, type)
}

print.sparse_path <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:\n", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  known <- vapply(x$fits, function(values) any(is.finite(values)), NA)
  print(x$fits[known], digits = digits, row.names = FALSE)
  cat("\n", if (x$chosen > 0) paste0("chosen by ", x$criterion, ": s = ", x$chosen) else not_chosen(x), "\n", sep = "")
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
  if (x$chosen > 0) abline(v = x$chosen, lty = 2L)
  invisible(x)
}
