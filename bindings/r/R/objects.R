# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

sbreg_matrix <- function(A) {
  if (inherits(A, "sbreg_matrix")) return(A)
  with_variables(native_matrix(A), column_names(A))
}

native_matrix <- function(A) {
  if (is.double(A) && is.matrix(A)) return(.Call(native$matrix_dense, A))
  if (isS4(A) && methods::is(A, "Matrix")) {
    if (methods::is(A, "sparseMatrix")) return(csc_matrix(A))
    A <- methods::as(A, "matrix")
  }
  if (inherits(A, "formula")) refuse("A must be a numeric matrix; sparse_regression takes a formula")
  if (is.data.frame(A)) A <- numbers_of(A)
  if (is.vector(A) && is.numeric(A)) A <- matrix(A, ncol = 1L)
  if (is.matrix(A) && (is.integer(A) || is.logical(A))) storage.mode(A) <- "double"
  .Call(native$matrix_dense, A)
}

# A data frame as a matrix. Only a formula knows what to make of factors.
numbers_of <- function(frame) {
  wrong <- names(frame)[!vapply(frame, function(column) is.numeric(column) || is.logical(column) || is.complex(column), NA)]
  if (length(wrong) > 0L) {
    refuse("columns that are not numeric: ", toString(wrong), " (a formula, or model.matrix, makes numbers of factors)")
  }
  as.matrix(frame)
}

csc_matrix <- function(A) {
  if (!methods::is(A, "dgCMatrix")) {
    A <- methods::as(methods::as(methods::as(A, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  }
  .Call(native$matrix_csc, A@Dim, A@p, A@i, A@x)
}

sbreg_operator <- function(m, n, apply, apply_transpose) {
  .Call(native$matrix_operator, m, n, numbers_from(apply), numbers_from(apply_transpose))
}

# The function with its result as plain numbers, whatever kind of matrix it returns.
numbers_from <- function(f) {
  if (is.null(f)) return(NULL)
  f <- match.fun(f)
  function(...) as.double(f(...))
}

sbreg_check_adjoint <- function(A, seed = 1) {
  .Call(native$matrix_check_adjoint, sbreg_matrix(A), seed)
}

sbreg_problem <- function(A, b, loss = "least_squares", weights = NULL, ...) {
  if (is.complex(A) || is.complex(b)) return(complex_problem(A, b, loss, weights, list(...)))
  variables <- column_names(A)
  if (!(is.double(A) && is.matrix(A)) && !inherits(A, "sbreg_matrix")) {
    A <- sbreg_matrix(A)
    on.exit(.Call(native$release, A)) # the problem keeps what it needs
  }
  problem <- .Call(native$problem_linear, A, loss, b)
  if (!is.null(weights)) .Call(native$problem_set_weights, problem, weights)
  if (...length() > 0L) set_options(problem, list(...))
  with_variables(problem, variables)
}

complex_problem <- function(A, b, loss, weights, options) {
  if (loss != "least_squares" || !is.null(weights)) {
    stop_status(-6L, "unsupported", "", "complex numbers are for the loss least_squares without weights")
  }
  if (inherits(A, "sbreg_matrix") || isS4(A)) {
    stop_status(-6L, "unsupported", "", paste("complex numbers need A as a matrix of R, not as", class(A)[[1L]]))
  }
  if (is.data.frame(A)) A <- numbers_of(A)
  if (is.numeric(A)) storage.mode(A) <- "complex"
  with_variables(set_options(.Call(native$problem_complex, A, as.complex(b)), options), column_names(A))
}

sbreg_quadratic <- function(Q, q, ...) {
  if (is.matrix(Q) && (is.integer(Q) || is.logical(Q))) storage.mode(Q) <- "double"
  with_variables(set_options(.Call(native$problem_quadratic, Q, q), list(...)), column_names(Q))
}

sbreg_custom <- function(n, fn, gr, hessian = NULL, curvature = NULL, ...) {
  functions <- lapply(list(fn, gr, hessian, curvature), numbers_from)
  set_options(.Call(native$problem_custom, n, functions), list(...))
}

sbreg_check_gradient <- function(problem, x, step = 0) {
  result <- .Call(native$problem_check_gradient, problem, x, step)
  list(discrepancy = result[[1L]], where = result[[2L]])
}

sbreg_value <- function(problem, x) {
  .Call(native$problem_value, problem, x)
}

sbreg_gradient <- function(problem, x) {
  .Call(native$problem_gradient, problem, x)
}

sbreg_intercept <- function(problem, x) {
  .Call(native$problem_intercept, problem, x)
}

sbreg_dsm <- function(problem, model = "linear", weights, cost = NULL, start = NULL, monitor = NULL, ...) {
  if (!missing(weights)) {
    dsm <- .Call(native$dsm_weights, weights)
  } else {
    dsm <- .Call(native$dsm_create, problem, model)
  }
  set_options(dsm, list(...))
  if (!is.null(cost)) .Call(native$dsm_set_cost, dsm, cost)
  if (!is.null(start)) .Call(native$dsm_set_start, dsm, start)
  if (!is.null(monitor)) sbreg_monitor(dsm, monitor)
  dsm
}

sbreg_weights <- function(dsm, extracted = FALSE) {
  .Call(native$dsm_get_weights, dsm, extracted)
}

sbreg_margin <- function(dsm, problem) {
  .Call(native$dsm_margin, dsm, problem)
}

sbreg_kernel <- function(n, name = "quadratic", weights = NULL, h, derivative, inverse_derivative, ...) {
  if (missing(h)) {
    kernel <- .Call(native$kernel_create, n, name)
  } else {
    kernel <- .Call(native$kernel_custom, n, list(match.fun(h), match.fun(derivative), match.fun(inverse_derivative)))
  }
  if (!is.null(weights)) .Call(native$kernel_set_weights, kernel, weights)
  set_options(kernel, list(...))
}

sbreg_solver <- function(problem, s, start = NULL, dsm = list(), kernel = NULL, monitor = NULL, groups = NULL,
                         lower = NULL, upper = NULL, kept = NULL, ...) {
  solver <- .Call(native$solver_create, problem, s)
  configure(solver, attr(problem, "variables"), start, dsm, kernel, monitor, groups, lower, upper, kept, list(...))
}

# What is given for variables is matched by their names where it has names.
configure <- function(solver, variables, start, dsm, kernel, monitor, groups, lower, upper, kept, options) {
  if (length(options) > 0L) set_options(solver, options)
  if (!is.null(groups)) .Call(native$solver_set_groups, solver, groups_for(groups, variables, solver$columns))
  if (!is.null(lower) || !is.null(upper)) {
    .Call(native$solver_set_bounds, solver, bounds_for(lower, "lower", variables, solver$columns, -Inf),
          bounds_for(upper, "upper", variables, solver$columns, Inf))
  }
  if (!is.null(kept)) .Call(native$solver_set_kept, solver, kept_for(kept, variables, solver$columns))
  if (inherits(dsm, "sbreg_dsm")) dsm <- list(dsm)
  for (D in dsm) .Call(native$solver_add_dsm, solver, D)
  if (!is.null(kernel)) .Call(native$solver_set_kernel, solver, kernel)
  if (!is.null(start)) {
    if (!is.null(variables)) start <- for_variables(start, "start", variables, length(variables), 0)
    .Call(native$solver_set_start, solver, start)
  }
  if (!is.null(monitor)) sbreg_monitor(solver, monitor)
  with_variables(solver, variables)
}
