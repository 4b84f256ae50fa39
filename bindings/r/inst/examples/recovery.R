# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Compressed sensing: recovers a sparse x from b = Ax with far fewer equations than unknowns, and shows what happened.
# Run it with  Rscript recovery.R
library(sparsebregman)

set.seed(2026)
m <- 64
n <- 256
s <- 16
A <- matrix(rnorm(m * n), m)
A <- sweep(A, 2, sqrt(colSums(A^2)), "/")
truth <- replace(numeric(n), sample(n, s), rnorm(s))
b <- drop(A %*% truth)

fit <- solve_sparse(A, b, s, history = TRUE, progress = interactive())
print(fit)
cat(sprintf("largest error %.2e\n", max(abs(coef(fit) - truth))))

# How good is the point, however it was found?
problem <- sbreg_problem(A, b)
dsm <- sbreg_run(sbreg_dsm(problem, "linear"))
cat(sprintf("a step with a %s scaling matrix promises a decrease of %.1e\n", dsm$certificate,
            sbreg_check_stationarity(problem, dsm, s, coef(fit))))
if (interactive()) plot(fit, "history")
