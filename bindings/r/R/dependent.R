# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# Columns that depend on others. The library gives a basic fit, in which a column that the others determine has the
# coefficient 0; lm would give it NA, and says so. Here the print says so.

# The columns without a coefficient that those with one determine (with the intercept); asked where a fit has fewer
# variables than it might. What would take longer than a fit is not asked.
dependent_columns <- function(x, coefficients, intercept, s) {
  chosen <- coefficients != 0
  if (is.complex(x) || sum(chosen) >= min(s, ncol(x)) || as.double(nrow(x)) * ncol(x) * (1 + sum(chosen)) > 1e9) return(NULL)
  basis <- basis_of(x, chosen, intercept)
  others <- as.matrix(x[, !chosen, drop = FALSE])
  rest <- if (ncol(basis) == 0L) others else qr.resid(qr(basis, tol = 1e-10), others)
  at <- which(!chosen)[sqrt(colSums(rest^2)) <= 1e-9 * sqrt(colSums(others^2))]
  if (length(at) == 0L) NULL else if (is.null(colnames(x))) as.character(at) else colnames(x)[at]
}

show_dependent <- function(names) {
  if (length(names) == 0L) return(invisible())
  cat("(not used, because the columns of the fit determine ", if (length(names) == 1L) "it: " else "them: ",
      paste(head(names, 5L), collapse = ", "), if (length(names) > 5L) paste(" and", length(names) - 5L, "more"), ")\n", sep = "")
}

# The columns of a fit, with that of the intercept.
basis_of <- function(x, chosen, intercept) {
  basis <- as.matrix(x[, chosen, drop = FALSE])
  if (intercept) cbind(1, basis) else basis
}

rank_of <- function(basis) if (ncol(basis) == 0L) 0L else qr(basis, tol = 1e-10)$rank

# Where columns of the fit depend on each other there is more than one way to fit as well.
warn_of_dependent <- function(x, coefficients, intercept, s) {
  chosen <- coefficients != 0
  if (is.complex(x) || as.double(nrow(x)) * sum(chosen)^2 > 1e8) return(invisible())
  basis <- basis_of(x, chosen, intercept)
  rank <- rank_of(basis)
  if (rank < ncol(basis)) {
    warn("sbreg_dependent", "columns of the fit with s = ", s, " depend on each other: they are ", ncol(basis),
         if (intercept) " with the intercept", ", and their rank is ", rank, ". Other coefficients fit as well")
  }
}
