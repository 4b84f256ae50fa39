# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

send_interrupt <- function() tools::pskill(Sys.getpid(), tools::SIGINT)

test_that("an interrupt leaves the best point, and the solver goes on", {
  skip_on_os("windows")
  i <- instance()
  solver <- sbreg_solver(sbreg_problem(i$A, i$b), i$s, method = "iht", stationarity_tolerance = 0)
  sbreg_monitor(solver, function(solver) {
    if (solver$iterations == 5) send_interrupt()
    FALSE
  })
  caught <- tryCatch(sbreg_run(solver), interrupt = function(condition) "interrupt")
  expect_identical(caught, "interrupt")
  at <- solver$iterations
  expect_gte(at, 5)
  expect_lte(sum(coef(solver) != 0), i$s)
  expect_equal(sbreg_value(sbreg_problem(i$A, i$b), coef(solver)), solver$best_objective)
  sbreg_step(sbreg_monitor(solver), 10)
  expect_identical(solver$iterations, at + 10)
})

test_that("an interrupted solve returns its best point with a warning", {
  skip_on_os("windows")
  i <- instance()
  sent <- FALSE
  expect_warning(fit <- solve_sparse(i$A, i$b, i$s, method = "iht", monitor = function(solver) {
    if (!sent) send_interrupt()
    sent <<- TRUE
    Sys.sleep(0.01)
    FALSE
  }), class = "sbreg_interrupted")
  expect_s3_class(fit, "sparse_solution")
  expect_identical(fit$state, 6)
})

test_that("an interrupt reaches a run that never calls R", {
  skip_on_os("windows")
  i <- instance(200, 400, 20)
  solver <- sbreg_solver(sbreg_problem(i$A, i$b + 1), i$s, method = "iht", stationarity_tolerance = 0, restart = "gamma",
                         stall_window = 0, residual_tolerance = 0, max_iterations = 1e9, time_limit = 60)
  system(paste("(sleep 0.5; kill -INT", Sys.getpid(), ") &"))
  caught <- tryCatch(sbreg_run(solver), interrupt = function(condition) "interrupt")
  expect_identical(caught, "interrupt")
  expect_lt(solver$elapsed_seconds, 30)
  expect_length(coef(solver), 400)
})

test_that("an interrupted solve that never calls R returns its best point with a warning", {
  skip_on_os("windows")
  i <- instance(200, 400, 20)
  system(paste("(sleep 0.5; kill -INT", Sys.getpid(), ") &"))
  expect_warning(
    fit <- solve_sparse(i$A, i$b + 1, i$s, method = "iht", stationarity_tolerance = 0, restart = "gamma",
                        stall_window = 0, residual_tolerance = 0, max_iterations = 1e9, time_limit = 60),
    class = "sbreg_interrupted"
  )
  expect_identical(fit$state, 6)
  expect_lt(fit$seconds, 30)
  expect_equal(sbreg_value(sbreg_problem(i$A, i$b + 1), coef(fit)), fit$objective)
})

test_that("an interrupt reaches a solve that is only A, b and s", {
  skip_on_os("windows")
  set.seed(3)
  A <- matrix(rnorm(1000 * 6000), 1000)
  b <- rnorm(1000)
  system(paste("(sleep 0.2; kill -INT", Sys.getpid(), ") &"))
  late <- tryCatch({
    expect_warning(fit <- solve_sparse(A, b, 400), class = "sbreg_interrupted")
    FALSE
  }, interrupt = function(condition) TRUE)
  expect_false(late)
  expect_identical(fit$state, 6)
})

test_that("an error that comes where interrupts are looked for is an error", {
  i <- instance(200, 400, 20)
  on.exit(setTimeLimit())
  setTimeLimit(elapsed = 0.5, transient = TRUE)
  expect_error(solve_sparse(i$A, i$b + 1, i$s, method = "iht", stationarity_tolerance = 0, restart = "gamma",
                            stall_window = 0, residual_tolerance = 0, max_iterations = 1e9, time_limit = 60), "time limit")
})

test_that("two processes solve at the same time", {
  skip_on_os("windows")
  skip_if_not_installed("parallel")
  solve_seed <- function(seed) {
    i <- instance(seed = seed)
    max(abs(coef(solve_sparse(i$A, i$b, i$s)) - i$x))
  }
  expect_lte(max(unlist(parallel::mclapply(1:4, solve_seed, mc.cores = 2))), 1e-8)
})

test_that("an interrupted cross-validation returns the fits that were made with a warning", {
  skip_on_os("windows")
  i <- instance(60, 30, 3)
  y <- i$b + rnorm(60)
  interrupt_after <- function(fits) {
    function(path) {
      if (path$fits >= fits && !sent) {
        sent <<- TRUE
        send_interrupt()
        Sys.sleep(0.06)
      }
      FALSE
    }
  }
  sent <- FALSE
  expect_warning(fit <- cv.sparse_regression(i$A, y, last = 5, monitor = interrupt_after(20)),
                 "interrupted after [0-9]+ of 1[0-9]+ fits: those that were made are kept", class = "sbreg_interrupted")
  expect_identical(fit$fits$s, as.double(0:5))
  whole <- cv.sparse_regression(i$A, y, last = 5)
  expect_equal(coef(fit, 3), coef(whole, 3))
  expect_equal(AIC(fit, s = 3), AIC(whole, s = 3))
  expect_length(fitted(fit, 3), 60)
  expect_output(print(fit), "nothing was chosen: interrupted after")
  expect_output(print(summary(fit)), "nothing was chosen: interrupted after")
  expect_error(coef(fit), "nothing was chosen: interrupted after .*; name s, which was fitted for 0 to 5")
  sent <- FALSE
  expect_warning(fit <- sparse_path(i$A, y, last = 5, monitor = interrupt_after(0)), class = "sbreg_interrupted")
  expect_output(print(fit), "interrupted after")
})

test_that("an interrupt reaches a cross-validation that never calls R", {
  skip_on_os("windows")
  i <- instance(300, 200, 10)
  y <- i$b + rnorm(300)
  system(paste("(sleep 0.5; kill -INT", Sys.getpid(), ") &"))
  late <- tryCatch({
    expect_warning(fit <- cv.sparse_regression(i$A, y, last = 60, effort = 100, time_limit = 60), class = "sbreg_interrupted")
    FALSE
  }, interrupt = function(condition) TRUE)
  expect_false(late)
  expect_lt(fit$path$fits, fit$path$fits_total)
})
