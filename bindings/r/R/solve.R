# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

solve_sparse <- function(A, b, s, loss = "least_squares", weights = NULL, start = NULL, dsm = list(), kernel = NULL,
                         monitor = NULL, progress = FALSE, groups = NULL, lower = NULL, upper = NULL, kept = NULL,
                         keep_solver = FALSE, ...) {
  options <- list(...)
  own <- inherits(A, "sbreg_problem")
  has_b <- !missing(b)
  if (own && has_b && missing(s)) { # solve_sparse(problem, 3)
    s <- b
    has_b <- FALSE
  }
  if (own && (has_b || !missing(loss) || !is.null(weights))) {
    stop_status(-1L, "argument", "", "a problem has its own b, loss and weights: solve_sparse(problem, s)")
  }
  problem <- if (own) A else sbreg_problem(A, b, loss, weights)
  if (!own && !keep_solver) on.exit(.Call(native$release, problem))
  if (length(options) > 0L) {
    check_options(..., .known = solve_options(), .arguments = names(formals(solve_sparse)))
    of_problem <- names(options) %in% problem_options()
    if (own && any(of_problem)) {
      stop_status(-1L, "argument", "", paste0("the problem is made already: give ", toString(names(options)[of_problem]),
                                              " to sbreg_problem, not to solve_sparse"))
    }
    set_options(problem, options[of_problem])
    options <- options[!of_problem]
  }
  if (is.null(monitor) && progress) monitor <- sbreg_progress()
  solver <- .Call(native$solver_create, problem, s)
  plain <- nargs() <= 3L && is.numeric(A) # nothing to set, and no function of R to call
  variables <- attr(problem, "variables")
  if (!plain) configure(solver, variables, start, dsm, kernel, monitor, groups, lower, upper, kept, options)
  run_interruptibly(solver, !plain)
  if (progress) show_progress(solver, stderr(), "\n")
  solution <- sparse_solution(solver, list(
    loss = if (own) .Call(native$get, problem, "text", "loss")[[1L]] else loss,
    history = if (!is.null(options[["history"]]) && solver$history == 1) sbreg_history(solver, "objective"),
    call = sys.call()
  ))
  if (!is.null(variables)) names(solution$coefficients) <- variables
  if (solution$separated) warn("sbreg_separated", "the variables of this fit ", separation(solution$loss))
  if (length(solution$support) < solution$s && (is.matrix(A) || inherits(A, "Matrix"))) {
    with_intercept <- .Call(native$get, problem, "int", "intercept")[[1L]] == 1
    solution$dependent <- dependent_columns(A, solution$coefficients, with_intercept, solution$s)
  }
  # Workspaces that waited for the garbage collector would cost every solve fresh memory.
  if (keep_solver) solution$solver <- solver else .Call(native$release, solver)
  solution
}

# A name that both tables have is the solver's.
problem_options <- function() {
  problem <- key_table("problem")$options
  problem[!problem %in% key_table("solver")$options]
}

solve_options <- function() c(key_table("solver")$options, problem_options())

# An interrupt ends the run, not the call: what was found is worth having. One that arrives while R code is running, as
# it may when the solver calls R, has to be caught here, for a price that small problems feel.
run_interruptibly <- function(solver, calls_r) {
  interrupted <- if (calls_r) {
    tryCatch(.Call(native$solver_run, solver, TRUE), interrupt = function(condition) TRUE)
  } else {
    .Call(native$solver_run, solver, TRUE)
  }
  if (interrupted) {
    warn("sbreg_interrupted", "interrupted after ", solver$iterations, " iterations: this is the best point so far")
  }
}

# What it means that variables separate the responses.
separation <- function(loss) {
  paste0("separate ", if (loss == "logistic") "the classes" else "the responses", ": no fit is the best, and the coefficients ",
         "would grow without end; a ridge bounds them")
}

warn <- function(class, ...) {
  warning(structure(class = c(class, "warning", "condition"), list(message = paste0(...), call = NULL)))
}

solution_keys <- c("best_objective", "intercept", "sparsity", "state", "iterations", "elapsed_seconds", "method",
                   "proved", "separated")
solution_labels <- c("objective", "intercept", "s", "state", "iterations", "seconds", "method", "proved",
                     "separated")

sparse_solution <- function(solver, rest) {
  if (is.null(tables$solution)) tables$solution <- replace(types_of(solver)[solution_keys], c("proved", "separated"), "logical")
  .Call(native$solver_summary, solver, tables$solution, solution_keys, solution_labels, rest)
}

print.sparse_solution <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:\n", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  if (length(x$support) > 0L) {
    cat(length(x$support), " of ", length(x$coefficients), " coefficients are not zero (s = ", x$s, "):\n", sep = "")
    print(nonzero(x), digits = digits)
  } else {
    cat("all ", length(x$coefficients), " coefficients are zero (s = ", x$s, ")\n", sep = "")
  }
  cat("\nobjective ", format(x$objective, digits = digits), " (", x$loss, "), ", x$iterations, " iterations: ",
      if (isTRUE(x$proved)) "proved to be the best" else sbreg_state(x$state), "\n", sep = "")
  if (has_intercept(x)) cat("intercept ", format(x$intercept, digits = 6L), "\n", sep = "")
  if (!inherits(x, "sparse_regression")) show_dependent(x$dependent) # which shows more after this
  invisible(x)
}

# A regression knows whether it has one; the library says 0 where a problem has none.
has_intercept <- function(x) !is.null(x$intercept) && (x$intercept != 0 || inherits(x, "sparse_regression"))

# The nonzeros of the library's vector, named by column or by number.
nonzero <- function(x) {
  values <- x$coefficients[x$support]
  if (is.null(names(values))) names(values) <- format(x$support, trim = TRUE)
  values
}

summary.sparse_solution <- function(object, ...) {
  structure(class = "summary.sparse_solution", list(
    call = object$call,
    nonzeros = data.frame(index = object$support, estimate = unname(object$coefficients[object$support]),
                          row.names = make.unique(names(nonzero(object)))),
    run = c(method = object$method, loss = object$loss, state = sbreg_state(object$state),
            proved = if (object$proved) "yes" else "no",
            objective = format(object$objective, digits = 6L),
            intercept = if (has_intercept(object)) format(object$intercept, digits = 6L), iterations = format(object$iterations),
            seconds = format(object$seconds, digits = 3L)),
    dependent = object$dependent
  ))
}

print.summary.sparse_solution <- function(x, ...) {
  cat("\nCall:\n", paste(deparse(x$call), collapse = "\n"), "\n\nNonzeros:\n", sep = "")
  print(x$nonzeros, ...)
  cat("\n", sprintf("%-12s %s\n", names(x$run), x$run), sep = "")
  show_dependent(x$dependent)
  show_dropped(x$dropped)
  invisible(x)
}

coef.sparse_solution <- function(object, ...) object$coefficients

# Questions about the data, which a solution does not keep.
needs_data <- function(object, ...) {
  refuse("solve_sparse() does not keep the data, and so cannot tell; a fit of sparse_regression() can")
}
deviance.sparse_solution <- df.residual.sparse_solution <- fitted.sparse_solution <- logLik.sparse_solution <-
  model.matrix.sparse_solution <- nobs.sparse_solution <- residuals.sparse_solution <- sigma.sparse_solution <-
  weights.sparse_solution <- needs_data

predict.sparse_solution <- function(object, newdata, type = c("response", "link"), ...) {
  no_others(..., .arguments = c("newdata", "type"))
  if (missing(newdata)) refuse("newdata, a matrix with the columns of A, is missing")
  type <- match.arg(type)
  newdata <- columns_of(newdata, names(object$coefficients), length(object$coefficients))
  margin <- margins(newdata, object$coefficients, object$intercept)
  if (type == "link") margin else inverse_link(object$loss, margin)
}

# The columns of new data that belong to the coefficients: by name where both have names, otherwise by position.
columns_of <- function(newdata, names, count) {
  if (is.null(dim(newdata))) newdata <- if (count == 1L) matrix(newdata) else t(newdata)
  if (is.data.frame(newdata)) newdata <- as.data.frame(newdata) # whatever else it is, its columns are taken as of one
  given <- colnames(newdata)
  named <- length(names) > 0L && all(nzchar(names)) && !anyDuplicated(names)
  if (named && !is.null(given)) {
    missing <- setdiff(names, given)
    if (length(missing) > 0L) refuse("newdata has no column ", paste(missing, collapse = ", "))
    if (!identical(given, names)) newdata <- newdata[, names, drop = FALSE]
  }
  if (ncol(newdata) != count) refuse("newdata has ", ncol(newdata), " columns, but there are ", count, " coefficients")
  if (is.data.frame(newdata)) numbers_of(newdata) else newdata
}

inverse_link <- function(loss, margin) {
  switch(loss, logistic = plogis(margin), poisson = exp(margin), margin)
}

plot.sparse_solution <- function(x, which = c("coefficients", "history"), ...) {
  which <- match.arg(which)
  if (which == "history") {
    if (is.null(x$history)) refuse("the history was not recorded: solve with history = TRUE")
    plot_series(x$history, ...)
  } else {
    plot_stems(x$coefficients, ...)
  }
  invisible(x)
}

plot_stems <- function(values, xlab = "coefficient", ylab = if (is.complex(values)) "modulus" else "value", ...) {
  index <- which(values != 0)
  force(ylab)
  if (is.complex(values)) values <- Mod(values)
  plot(index, values[index], type = "h", lwd = 2, xlim = c(1, length(values)), xlab = xlab, ylab = ylab,
       xaxt = if (is.null(names(values))) "s" else "n", ...)
  if (!is.null(names(values))) axis(1L, at = index, labels = names(values)[index])
  abline(h = 0, col = "grey")
}

plot_series <- function(values, xlab = "iteration", ylab = "objective", log = "y", ...) {
  if (any(values <= 0)) log <- ""
  plot(seq_along(values) - 1, values, type = "s", xlab = xlab, ylab = ylab, log = log, ...)
}
