# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sparse_path <- function(x, ...) {
  refuse_s(sys.call())
  UseMethod("sparse_path")
}

sparse_path.formula <- function(formula, data, loss = "least_squares", weights, subset, na.action, ...) {
  refuse_intercept(match.call())
  model <- formula_model(match.call(expand.dots = FALSE), parent.frame())
  fit <- fit_path(x = model$x, y = model$y, loss = loss, weights = model$weights, intercept = model$intercept,
                  response = model$response, ...)
  with_model(fit, model, own_match(match.call(), "sparse_path"))
}

sparse_path.default <- function(x, y, first = 0, last = 0, loss = "least_squares", weights = NULL, intercept = TRUE,
                                standardize = TRUE, folds = 0, criterion = "auto", rule = "one-standard-error",
                                seed = 1, threads = 1, monitor = NULL, progress = FALSE, ...) {
  x <- as_design(x)
  fit <- fit_path(x = x, y = y, loss = loss, weights = weights, intercept = intercept, response = NULL, first = first,
                  last = last, standardize = standardize, folds = folds, criterion = criterion, rule = rule, seed = seed,
                  threads = threads, monitor = monitor, progress = progress, ...)
  fit$x <- x
  fit$call <- own_match(match.call(), "sparse_path")
  fit
}

fit_path <- function(x, y, loss, weights, intercept, response, first = 0, last = 0, standardize = TRUE, folds = 0,
                     criterion = "auto", rule = "one-standard-error", seed = 1, threads = 1, monitor = NULL,
                     progress = FALSE, ...) {
  of_path <- setdiff(key_table("path")$options, c("seed", "threads"))
  check_options(..., .known = c(of_path, solve_options(), names(formals(sbreg_solver))[-(1:2)]),
                .arguments = c(names(formals(sparse_path.default)), names(formals(sparse_path.formula))))
  options <- list(...)
  if (is.character(criterion)) criterion <- tolower(criterion)
  data <- as_response(y, loss)
  same_rows(x, data$y, weights)
  to_path <- names(options) %in% of_path # a time limit, too, is that of the whole path
  to_problem <- names(options) %in% problem_options()
  path <- in_own_words({
    problem <- set_options(sbreg_problem(x, data$y, loss, weights),
                           c(list(intercept = as.integer(intercept), standardize = as.integer(standardize)),
                             options[to_problem]))
    solver <- do.call(sbreg_solver, c(list(problem, 1), options[!to_problem & !to_path]))
    path <- do.call(sbreg_path, c(list(solver, first = first, last = last, folds = folds, criterion = criterion,
                                       rule = rule, seed = seed, threads = threads), options[to_path]))
    if (is.null(monitor) && progress) monitor <- path_progress()
    if (!is.null(monitor)) sbreg_monitor(path, monitor)
    path
  }, x, response)
  interrupted <- in_own_words(run_path(path, !is.null(monitor)), x, response)
  if (progress) show_fits(path, stderr(), "\n")
  path_of(path, x, data, list(
    state = path$state,
    interrupted = interrupted,
    criterion = if (criterion == "auto") (if (folds > 0) "cv" else "ebic") else criterion,
    loss = loss,
    has_intercept = intercept,
    y = data$y,
    classes = data$classes,
    weights = weights,
    penalties = penalties(...)
  ))
}

# An interrupt ends the run, not the call, as in solve_sparse: the fits that were made are worth having. The text says
# how far it came, or there is none.
run_path <- function(path, calls_r) {
  interrupted <- if (calls_r) {
    tryCatch(.Call(native$path_run, path, TRUE), interrupt = function(condition) TRUE)
  } else {
    .Call(native$path_run, path, TRUE)
  }
  if (!interrupted) return(NULL)
  text <- paste0("interrupted after ", path$fits, " of ", path$fits_total, " fits")
  warn("sbreg_interrupted", text, ": those that were made are kept")
  text
}

# The sparsity that was chosen, or NA: the library says so with a number below the range.
chosen_by <- function(path) if (path$chosen < path$first) NA_real_ else path$chosen

# What the path has found, with what was known before.
path_of <- function(path, x, data, rest) {
  fits <- as.data.frame(lapply(c(s = "sparsity", objective = "objective", aic = "aic", bic = "bic", ebic = "ebic",
                                 gic = "gic", cv_mean = "cv_mean", cv_error = "cv_error", proved = "proved",
                                 separated = "separated", cv_separated = "cv_separated"),
                               function(series) sbreg_series(path, series)))
  fits$proved <- fits$proved == 1
  fits$separated <- fits$separated == 1
  warn_of_separated(fits, rest$loss)
  coefficients <- vapply(fits$s, function(s) coef(path, s), numeric(ncol(x)))
  coefficients <- matrix(coefficients, ncol(x), dimnames = list(colnames(x), fits$s))
  last <- length(fits$s)
  if (last > 0L) {
    warn_of_dependent(x, coefficients[, last], rest$has_intercept, fits$s[[last]])
    rest$dependent <- dependent_columns(x, coefficients[, last], rest$has_intercept, fits$s[[last]])
  }
  structure(class = "sparse_path", c(
    list(coefficients = coefficients, intercept = if (rest$has_intercept) sbreg_series(path, "intercept"), fits = fits,
         chosen = chosen_by(path), path = path),
    rest[names(rest) != "has_intercept"]
  ))
}

cv.sparse_regression <- function(x, ...) {
  refuse_s(sys.call())
  UseMethod("cv.sparse_regression")
}

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

# Once for all fits, and for the folds where they alone are separated.
warn_of_separated <- function(fits, loss) {
  folds <- fits$separated == 0 & is.finite(fits$cv_separated) & fits$cv_separated > 0
  if (any(fits$separated == 1)) {
    warn("sbreg_separated", "the variables of the fits with s = ", toString(fits$s[fits$separated == 1]), " ", separation(loss))
  } else if (any(folds)) {
    warn("sbreg_separated", "in some folds the variables of the fits with s = ", toString(fits$s[folds]), " ", separation(loss))
  }
}
