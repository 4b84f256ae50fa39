# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sbreg_step <- function(object, count = 1) {
  if (inherits(object, "sbreg_dsm")) .Call(native$dsm_step, object, count) else .Call(native$solver_step, object, count)
  invisible(object)
}

sbreg_run <- function(object) {
  switch(class(object)[[1L]],
         sbreg_dsm = .Call(native$dsm_run, object),
         sbreg_path = .Call(native$path_run, object, FALSE),
         .Call(native$solver_run, object, FALSE))
  if (inherits(object, "sbreg_path")) {
    series <- c(s = "sparsity", separated = "separated", cv_separated = "cv_separated")
    warn_of_separated(as.data.frame(lapply(series, function(name) sbreg_series(object, name))), "")
  } else if (inherits(object, "sbreg_solver") && object$separated == 1) {
    warn("sbreg_separated", "the variables of this fit ", separation(""))
  }
  invisible(object)
}

sbreg_monitor <- function(object, monitor = NULL) {
  if (!is.null(monitor)) monitor <- match.fun(monitor)
  switch(class(object)[[1L]],
         sbreg_dsm = .Call(native$dsm_set_monitor, object, monitor),
         sbreg_path = .Call(native$path_set_monitor, object, monitor),
         .Call(native$solver_set_monitor, object, monitor))
  invisible(object)
}

sbreg_progress <- function(seconds = 0.2, file = stderr()) {
  shown <- -Inf
  function(solver) {
    now <- proc.time()[[3L]]
    if (now - shown >= seconds) {
      shown <<- now
      show_progress(solver, file)
    }
    FALSE
  }
}

show_progress <- function(solver, file, end = "") {
  cat(sprintf("\r%8.0f iterations   objective %-12.6g best %-12.6g nonzeros %-6.0f %7.1f s%s", solver$iterations,
              solver$objective, solver$best_objective, solver$support_size, solver$elapsed_seconds, end), file = file)
}

sbreg_solution <- function(solver) {
  .Call(native$solver_solution, solver)
}

coef.sbreg_solver <- function(object, ...) {
  sbreg_solution(object)
}

sbreg_iterate <- function(solver) {
  .Call(native$solver_iterate, solver)
}

sbreg_support <- function(solver) {
  .Call(native$solver_support, solver)
}

sbreg_history <- function(solver, series = "objective") {
  from_zero(series, .Call(native$solver_history, solver, series))
}

sbreg_state <- function(object) {
  state <- if (inherits(object, "sbreg_object")) sbreg_get(object, "state") else object
  .Call(native$state_text, state)
}
