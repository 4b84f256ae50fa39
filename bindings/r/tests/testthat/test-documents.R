# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

run_file <- function(code) {
  pdf(NULL)
  on.exit(dev.off())
  environment <- new.env(parent = globalenv())
  for (expression in parse(text = code, keep.source = FALSE)) capture.output(eval(expression, environment))
  environment
}

test_that("the examples of docs/r.md run", {
  lines <- readLines(repository("docs", "r.md"))
  fence <- grepl("^```", lines)
  language <- c("", sub("^```", "", lines[fence]))[cumsum(fence) + 1]
  code <- lines[language == "r" & !fence]
  expect_gt(length(code), 30)
  variables <- run_file(code)
  expect_identical(variables$condition$code, -1L)
  expect_identical(sbreg_support(variables$solver), c(7, 21, 50))
})

test_that("the example program runs", {
  variables <- run_file(readLines(system.file("examples", "recovery.R", package = "sparsebregman")))
  expect_equal(coef(variables$fit), variables$truth, tolerance = 1e-6)
})

test_that("the lines of the README run", {
  text <- paste(readLines(repository("README.md")), collapse = "\n")
  block <- regmatches(text, regexpr("(?s)```r\n.*?```", text, perl = TRUE))
  variables <- run_file(gsub("```r?", "", block))
  expect_identical(sum(coef(variables$fit)[-1] != 0), 3L)
})

test_that("the program of the cookbook prints what its page says", {
  printed <- capture.output(source(repository("examples", "best_subset.R"), local = new.env(parent = globalenv())))
  page <- readLines(repository("docs", "cookbook", "best-subset.md"))
  fence <- grep("^```", page)
  expect_identical(trimws(printed), trimws(page[(fence[1] + 1):(fence[2] - 1)]))
})
