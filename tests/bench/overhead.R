# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# What the solve of overhead.c costs from R: the best time in microseconds.
library(sparsebregman)

numbers <- readBin(commandArgs(TRUE)[[1]], "double", 64 * 256 + 64)
A <- matrix(numbers[seq_len(64 * 256)], 64)
b <- numbers[64 * 256 + seq_len(64)]
times <- replicate(300, {
  start <- Sys.time()
  solve_sparse(A, b, 16)
  as.double(Sys.time() - start, units = "secs")
})
cat(sprintf("%.1f\n", 1e6 * min(times)))
