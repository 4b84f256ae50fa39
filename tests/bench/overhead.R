# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Rscript overhead.R PROGRAM: what a 64 x 256 solve costs from R, compared with PROGRAM, which is overhead.c. The two take
# turns, so that both see the same load of the machine; the medians of their medians are compared.
library(sparsebregman)

program <- commandArgs(TRUE)[[1]]
set.seed(2026)
m <- 64
n <- 256
ratios <- lapply(c(8, 16, 24), function(s) {
  A <- matrix(rnorm(m * n), m)
  A <- sweep(A, 2, sqrt(colSums(A^2)), "/")
  b <- drop(A %*% replace(numeric(n), sample(n, s), rnorm(s)))
  file <- tempfile()
  writeBin(c(m, n, s, A, b), file)
  rounds <- replicate(9, {
    c_answer <- as.numeric(strsplit(system2(program, c(file, 51), stdout = TRUE), " ")[[1]])
    r_times <- replicate(51, {
      start <- Sys.time()
      fit <- solve_sparse(A, b, s)
      as.double(Sys.time() - start, units = "secs")
    })
    stopifnot(isTRUE(all.equal(fit$objective, c_answer[[2]])))
    c(c_answer[[1]], median(r_times))
  })
  seconds <- apply(rounds, 1, median)
  cat(sprintf("s = %2d   C %8.3f ms   R %8.3f ms   ratio %.3f\n", s, 1e3 * seconds[[1]], 1e3 * seconds[[2]],
              seconds[[2]] / seconds[[1]]))
  seconds[[2]] / seconds[[1]]
})
cat(sprintf("R / C: %.3f\n", median(unlist(ratios))))
