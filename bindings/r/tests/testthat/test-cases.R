# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# tests/data/cases, which every language reproduces; its README.md describes the format.
read_case <- function(path) {
  lines <- readLines(path)
  position <- 0
  next_line <- function() {
    position <<- position + 1
    lines[[position]]
  }
  words <- function() strsplit(next_line(), " ")[[1]]
  numbers <- function() as.numeric(words())
  options <- function() {
    count <- as.integer(words()[[2]])
    as_options(lapply(seq_len(count), function(k) words()))
  }
  case <- list()
  if (startsWith(lines[[1]], "loss")) case$loss <- words()[[2]]
  size <- as.numeric(words()[-1])
  case$s <- size[[3]]
  if (!is.null(case$loss)) {
    case$problem_options <- options()
    case$solver_options <- options()
  }
  next_line()
  case$A <- matrix(unlist(lapply(seq_len(size[[2]]), function(j) numbers())), size[[1]], size[[2]])
  next_line()
  case$b <- numbers()
  if (is.null(case$loss)) {
    count <- as.integer(words()[[2]])
    case$inputs <- lapply(seq_len(count), function(k) words())
    return(case)
  }
  if (words()[[2]] == "1") case$weights <- numbers()
  next_line()
  case$x <- numbers()
  next_line()
  case$objective <- numbers()
  case
}

as_options <- function(triples) {
  values <- lapply(triples, function(t) if (t[[1]] == "text") t[[3]] else as.numeric(t[[3]]))
  names(values) <- vapply(triples, `[[`, "", 2)
  values
}

problem_of <- function(case, A = case$A) {
  if (case$loss == "quadratic") return(sbreg_quadratic(A, case$b))
  sbreg_problem(A, case$b, case$loss, case$weights)
}

solve_case <- function(case, problem) {
  do.call(sbreg_set, c(list(problem), case$problem_options))
  solver <- sbreg_run(do.call(sbreg_solver, c(list(problem, case$s), case$solver_options)))
  expect_lte(max(abs(sbreg_solution(solver) - case$x) / pmax(1, abs(case$x))), 1e-12)
  expect_equal(solver$best_objective, case$objective, tolerance = 1e-12)
  expect_equal(sbreg_support(solver), which(sbreg_solution(solver) != 0))
}

test_that("the shared cases are reproduced to 1e-12", {
  files <- list.files(repository("tests", "data", "cases"), "[.]txt$", full.names = TRUE)
  files <- files[basename(files) != "bad-inputs.txt"]
  expect_gte(length(files), 10)
  for (file in files) {
    case <- read_case(file)
    solve_case(case, problem_of(case))
  }
})

test_that("the shared cases are reproduced from sparse matrices", {
  skip_if_not_installed("Matrix")
  for (name in c("sparse", "logistic", "huber", "weighted")) {
    case <- read_case(repository("tests", "data", "cases", paste0(name, ".txt")))
    solve_case(case, problem_of(case, Matrix::Matrix(case$A, sparse = TRUE)))
  }
})

# One change at a time on the way from arrays to a result.
try_bad_input <- function(case, words) {
  A <- case$A
  b <- case$b
  n <- ncol(A)
  s <- case$s
  loss <- "least_squares"
  weights <- rep(1, nrow(A))
  start <- c(1, rep(0, n - 1))
  point <- rep(1, n)
  model <- "lipschitz"
  dsm_weights <- rep(9, n)
  problem_options <- solver_options <- list()
  series <- "objective"
  index <- function(k) as.numeric(words[[k]]) + 1
  value <- suppressWarnings(as.numeric(words[[length(words)]]))
  switch(words[[2]],
    A = A[index(3), index(4)] <- value,
    b = b[index(3)] <- value,
    b_length = b <- rep(1, value),
    weights_length = weights <- rep(1, value),
    start_length = start <- rep(1, value),
    point_length = point <- rep(1, value),
    s = s <- value,
    loss = loss <- words[[3]],
    labels = , counts = {
      loss <- if (words[[2]] == "labels") "logistic" else "poisson"
      b <- c(value, rep(1, length(b) - 1))
    },
    weight = weights[index(3)] <- value,
    start = start[index(3)] <- value,
    start_nonzeros = start[seq_len(value)] <- 1,
    dsm = model <- words[[3]],
    dsm_weight = dsm_weights[index(3)] <- value,
    problem_option = problem_options <- as_options(list(words[3:5])),
    solver_option = solver_options <- as_options(list(words[3:5])),
    history = series <- words[[3]],
    nothing = NULL,
    stop("unknown bad input ", words[[2]])
  )
  code_of({
    problem <- do.call(sbreg_problem, c(list(A, b, loss, weights), problem_options))
    sbreg_value(problem, point)
    sbreg_dsm(problem, model)
    sbreg_dsm(weights = dsm_weights)
    solver <- do.call(sbreg_solver, c(list(problem, s, start, history = TRUE), solver_options))
    sbreg_run(solver)
    sbreg_history(solver, series)
  })
}

test_that("the shared bad inputs are refused with the same status", {
  case <- read_case(repository("tests", "data", "cases", "bad-inputs.txt"))
  expect_equal(try_bad_input(case, c("", "nothing")), NA_integer_)
  expect_gte(length(case$inputs), 20)
  for (words in case$inputs) {
    expect_equal(try_bad_input(case, words), as.integer(words[[1]]), info = paste(words, collapse = " "))
  }
})
