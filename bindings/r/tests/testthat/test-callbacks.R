# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

operator_of <- function(A, ...) sbreg_operator(nrow(A), ncol(A), function(X) A %*% X, function(Y) crossprod(A, Y))

test_that("an operator gives the solution that its matrix gives", {
  i <- instance()
  operator <- operator_of(i$A)
  expect_lte(sbreg_check_adjoint(operator), 1e-12)
  expect_equal(coef(solve_sparse(operator, i$b, i$s)), i$x, tolerance = 1e-8)
  wrong <- sbreg_operator(40, 60, function(X) i$A %*% X, function(Y) 2 * crossprod(i$A, Y))
  expect_gte(sbreg_check_adjoint(wrong), 0.01)
})

test_that("a condition of a callback comes back as itself", {
  i <- instance()
  mine <- structure(class = c("mine", "error", "condition"), list(message = "no", call = NULL, payload = 42))
  operator <- sbreg_operator(40, 60, function(X) stop(mine), function(Y) crossprod(i$A, Y))
  caught <- tryCatch(solve_sparse(operator, i$b, 2), mine = identity)
  expect_identical(caught, mine)
  solver <- sbreg_solver(sbreg_problem(i$A, i$b), i$s, monitor = function(solver) stop("in the monitor"))
  expect_error(sbreg_run(solver), "in the monitor")
  sbreg_monitor(solver, NULL)
  expect_equal(coef(sbreg_run(solver)), i$x, tolerance = 1e-8) # usable afterwards
})

test_that("every way to leave a callback is possible", {
  i <- instance()
  solver <- sbreg_solver(sbreg_problem(i$A, i$b), i$s)
  jump <- function() {
    sbreg_monitor(solver, function(solver) return_from("monitor"))
    return_from <- function(value) invokeRestart("leave", value)
    withRestarts(sbreg_run(solver), leave = identity)
  }
  expect_identical(jump(), "monitor")
  for (k in 1:3) {
    sbreg_monitor(solver, function(solver) warning("careful"))
    expect_warning(sbreg_step(solver), "careful")
    break_out <- callCC(function(exit) {
      sbreg_monitor(solver, function(solver) exit(k))
      sbreg_step(solver)
      "not reached"
    })
    if (solver$state == 0 || solver$state == 6) expect_true(break_out %in% list(k, "not reached"))
  }
  sbreg_monitor(solver)
  expect_equal(coef(sbreg_run(solver)), i$x, tolerance = 1e-8)
})

test_that("a callback that returns nonsense is an R error", {
  i <- instance()
  solve_with <- function(forward) {
    solve_sparse(sbreg_operator(40, 60, forward, function(Y) crossprod(i$A, Y)), i$b, 2)
  }
  expect_error(solve_with(function(X) 1:3), "3 numbers instead of")
  expect_error(solve_with(function(X) NULL), "0 numbers instead of")
  expect_error(solve_with(function(X) list(1:2)))
  expect_error(solve_with(function(X) rep(NaN, 40 * ncol(X))), class = "sbreg_error")
})

test_that("a monitor sees the run and stops it", {
  i <- instance()
  seen <- numeric()
  solver <- sbreg_solver(sbreg_problem(i$A, i$b), i$s, method = "iht", monitor = function(solver) {
    seen <<- c(seen, solver$objective)
    length(seen) == 3
  })
  sbreg_run(solver)
  expect_length(seen, 3)
  expect_identical(solver$state, 6)
  expect_lte(solver$best_objective, min(seen))
  sbreg_step(sbreg_monitor(solver), 2)
  expect_identical(solver$iterations, 5)
  stopped <- sbreg_dsm(sbreg_problem(i$A, i$b), "linear", gap_tolerance = 0, monitor = function(dsm) dsm$iterations >= 2)
  sbreg_run(stopped)
  expect_identical(stopped$state, 6)
})

test_that("using the running solver in its own monitor is an error, not a crash", {
  i <- instance()
  solver <- sbreg_solver(sbreg_problem(i$A, i$b), i$s)
  sbreg_monitor(solver, function(solver) sbreg_step(solver))
  expect_error(sbreg_run(solver), class = "sbreg_error_state")
  sbreg_monitor(solver, function(solver) close(solver))
  expect_error(sbreg_run(solver), class = "sbreg_error_state")
  sbreg_monitor(solver, function(s) sbreg_monitor(s, NULL))
  expect_error(sbreg_run(solver), class = "sbreg_error_state")
})

test_that("a run inside a callback of another run works, and so do its errors", {
  i <- instance()
  inner <- NULL
  outer <- sbreg_solver(sbreg_problem(i$A, i$b), i$s, monitor = function(solver) {
    inner <<- coef(solve_sparse(i$A, i$b, i$s))
    tryCatch(solve_sparse(i$A, i$b, -1), sbreg_error = function(condition) NULL)
    FALSE
  })
  sbreg_run(outer)
  expect_identical(inner, coef(outer))
  again <- sbreg_solver(sbreg_problem(i$A, i$b), i$s, monitor = function(solver) solve_sparse(i$A, i$b, -1))
  expect_error(sbreg_run(again), class = "sbreg_error_argument")
})

test_that("garbage collection in the middle of a run does no harm", {
  i <- instance()
  operator <- operator_of(i$A)
  solver <- sbreg_solver(sbreg_problem(operator, i$b), i$s, monitor = function(solver) {
    gc()
    FALSE
  })
  rm(operator)
  gc()
  expect_equal(coef(sbreg_run(solver)), i$x, tolerance = 1e-8)
  gctorture(TRUE)
  x <- tryCatch(coef(sbreg_step(sbreg_solver(sbreg_problem(operator_of(i$A[, 1:5]), i$b), 2, method = "iht"), 2)),
                finally = gctorture(FALSE))
  expect_length(x, 5)
})

test_that("a solver and the monitor that refers to it are collected together", {
  i <- instance()
  collected <- 0
  make <- function() {
    solver <- sbreg_solver(sbreg_problem(i$A, i$b), i$s)
    sbreg_monitor(solver, function(s) identical(s, solver) && FALSE)
    reg.finalizer(environment(), function(e) collected <<- collected + 1)
    sbreg_run(solver)
    NULL
  }
  for (k in 1:5) make()
  gc()
  gc()
  expect_gte(collected, 4)
})
