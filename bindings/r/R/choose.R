# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sparse_path <- function(x, y, first = 1, last = 0, loss = "least_squares", weights = NULL, intercept = TRUE,
                        standardize = TRUE, folds = 0, criterion = "auto", rule = "one-standard-error", seed = 1,
                        threads = 1, monitor = NULL, progress = FALSE, ...) {
  call <- match.call()
  if (is.data.frame(x)) x <- as.matrix(x)
  response <- as_response(y, loss)
  if (NROW(x) != length(response$y) || !(length(weights) %in% c(0L, length(response$y)))) {
    stop_status(-2L, "dimension", "", sprintf("x has %d rows, but there are %d responses and %d weights", NROW(x),
                                              length(response$y), length(weights)))
  }
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
                                 gic = "gic", cv_mean = "cv_mean", cv_error = "cv_error"),
                               function(series) sbreg_series(path, series)))
  coefficients <- vapply(fits$s, function(s) coef(path, s), numeric(ncol(x)))
  coefficients <- matrix(coefficients, ncol(x), dimnames = list(colnames(x), fits$s))
  structure(class = "sparse_path", list(
    coefficients = coefficients,
    intercept = if (intercept) sbreg_series(path, "intercept"),
    fits = fits,
    chosen = path$chosen,
    criterion = if (criterion == "auto") (if (folds > 0) "cv" else "ebic") else criterion,
    loss = loss,
    levels = response$levels,
    path = path,
    call = call
  ))
}

cv.sparse_regression <- function(x, y, ..., folds = 10) {
  call <- match.call()
  fit <- sparse_path(x, y, ..., folds = folds)
  fit$call <- call
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
  column <- match(s, object$fits$s)
  if (length(s) != 1L || is.na(column)) stop("s must be one of the sparsities that were fitted: ", show_range(object))
  values <- object$coefficients[, column]
  c(if (!is.null(object$intercept)) c(`(Intercept)` = object$intercept[[column]]), values)
}

show_range <- function(object) paste(range(object$fits$s), collapse = " to ")

predict.sparse_path <- function(object, newdata, s = object$chosen, type = c("response", "link", "class"), ...) {
  type <- match.arg(type)
  if (type == "class" && object$loss != "logistic") stop("classes are predicted by loss = \"logistic\" only")
  if (is.data.frame(newdata)) newdata <- as.matrix(newdata)
  values <- coef(object, s)
  if (!is.null(object$intercept)) newdata <- cbind(1, newdata)
  link <- as.double(newdata %*% values)
  if (type == "link") return(link)
  response <- inverse_link(object$loss, link)
  if (type == "response") return(response)
  if (is.null(object$levels)) as.numeric(response > 0.5) else factor(object$levels[1L + (response > 0.5)], object$levels)
}

print.sparse_path <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:\n", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  known <- vapply(x$fits, function(values) any(is.finite(values)), NA)
  print(x$fits[known], digits = digits, row.names = FALSE)
  cat("\nchosen by ", x$criterion, ": s = ", x$chosen, "\n", sep = "")
  invisible(x)
}

plot.sparse_path <- function(x, xlab = "s", ylab = NULL, ...) {
  s <- x$fits$s
  if (x$criterion == "cv") {
    mean <- x$fits$cv_mean
    error <- x$fits$cv_error
    if (is.null(ylab)) ylab <- "held-out error"
    plot(s, mean, ylim = range(mean - error, mean + error, finite = TRUE), xlab = xlab, ylab = ylab, pch = 19, ...)
    segments(s, mean - error, s, mean + error, col = "grey")
  } else {
    plot(s, x$fits[[x$criterion]], xlab = xlab, ylab = if (is.null(ylab)) x$criterion else ylab, pch = 19, ...)
  }
  abline(v = x$chosen, lty = 2L)
  invisible(x)
}
