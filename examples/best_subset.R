# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Best subset regression on mtcars, which ships with R: the best s of ten measurements that predict miles per gallon, beside
# the best of all choose(10, s) subsets.
library(sparsebregman)

X <- scale(as.matrix(mtcars[, -1]), scale = FALSE)
y <- mtcars$mpg - mean(mtcars$mpg)
rss <- function(columns) sum(lm.fit(X[, columns, drop = FALSE], y)$residuals^2)

cat(" s       RSS   best of all   columns\n")
for (s in 1:6) {
  fit <- sparse_regression(mpg ~ ., mtcars, s = s)
  ours <- sum(residuals(fit)^2)
  best <- min(combn(ncol(X), s, rss))
  chosen <- setdiff(names(which(coef(fit) != 0)), "(Intercept)")
  cat(sprintf("%2d %9.3f     %9.3f   %s\n", s, ours, best, paste(chosen, collapse = " ")))
  stopifnot(ours <= best * (1 + 1e-10))
}
