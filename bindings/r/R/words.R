# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# What is refused, in the words of the call that was made: arguments that do not exist, often those of other packages,
# responses of other models, and what the library says of A, b and observation_weights.

# What arguments of other packages are called here; the first that the function has is suggested.
foreign_arguments <- list(
  time_limit = c("max_seconds", "timeout", "max_time", "maxtime", "seconds", "timelimit", "TimeLimit"),
  max_iterations = c("maxit", "max_iter", "maxiter", "max.iter", "niter", "iterations", "control"),
  stationarity_tolerance = c("tol", "tolerance", "eps", "epsilon", "thresh", "abstol", "reltol"),
  s = c("nvmax", "k", "size", "sparsity", "dfmax", "pmax", "n_nonzero", "support.size", "maxSuppSize", "subset.size"),
  last = c("nvmax", "k", "size", "s", "sparsity", "dfmax", "pmax", "n_nonzero", "support.size", "maxSuppSize", "really.big"),
  folds = c("nfolds", "nFolds", "cv", "K"),
  progress = c("verbose", "trace", "trace.it", "show_progress"),
  lower = "lower.limits",
  upper = "upper.limits",
  kept = c("penalty.factor", "force.in", "always.include", "keep"),
  standardize = c("standardise", "normalize", "scale"),
  threads = c("ncores", "cores", "nthreads", "num.threads", "parallel"),
  start = c("init", "x0", "initial", "beta0"),
  seed = "random_state",
  newdata = c("newx", "new_data", "X"),
  ridge = c("lambda2", "lambda", "alpha", "penalty")
)

# Options among `...` that nothing has are refused with what was probably meant, before their values are looked at. The
# dots come first: arguments after them are never matched by a part of their name, as a user's k or a would be.
check_options <- function(..., .known, .arguments) {
  names <- names(substitute(list(...)))[-1L]
  if (...length() == 0L) return(invisible())
  if (is.null(names) || !all(nzchar(names))) {
    refuse("options are given by name, such as max_iterations = 100; one argument more than there are has none")
  }
  for (k in which(!names %in% .known)) {
    refuse_argument(names[[k]], switch(names[[k]],
                                       family = family_hint(...elt(k)),
                                       offset = "an offset is not supported",
                                       meant_argument(names[[k]], unique(c(.arguments, .known)))))
  }
}

refuse_intercept <- function(call) {
  if ("intercept" %in% names(call)) refuse_argument("intercept", "a formula has no intercept if it begins with 0 +")
}

# Partial matching would take s for subset or seed.
refuse_s <- function(call) {
  if ("s" %in% names(call)) refuse_argument("s", "s is chosen here, from \"first\" to \"last\"")
}

refuse_argument <- function(name, hint) {
  stop_status(-4L, "key", "", paste0("there is no argument ", quoted(name), if (length(hint) > 0L) paste0("; ", hint)))
}

meant_argument <- function(name, candidates) {
  here <- names(foreign_arguments)[vapply(foreign_arguments, function(others) name %in% others, NA)]
  here <- intersect(here, candidates)
  if (length(here) == 0L) here <- nearest(name, candidates)
  if (length(here) > 0L) paste0("did you mean ", quoted(here[[1L]]), "?")
}

# Arguments of a method that nothing takes: another package's name for one of `arguments`, or a misspelt one.
no_others <- function(..., .arguments = character()) {
  if (...length() == 0L) return(invisible())
  names <- names(list(...))
  if (is.null(names) || !all(nzchar(names))) refuse("one argument more than there are")
  refuse_argument(names[[1L]], meant_argument(names[[1L]], .arguments))
}

family_loss <- c(gaussian = "least_squares", binomial = "logistic", poisson = "poisson")

family_name <- function(family) {
  if (is.function(family)) family <- tryCatch(family(), error = function(condition) NULL)
  if (inherits(family, "family")) family$family else if (is.character(family) && length(family) == 1L) family else ""
}

family_hint <- function(family) {
  name <- family_name(family)
  if (!name %in% names(family_loss)) {
    return(paste0("the losses of families are loss = ", paste(quoted(family_loss), collapse = ", "),
                  if (nzchar(name)) paste0(", and none is that of ", name)))
  }
  paste0("family = ", name, " is loss = ", quoted(family_loss[[name]]), " here")
}

check_loss <- function(loss) {
  name <- family_name(loss)
  if (name %in% setdiff(names(family_loss), family_loss)) refuse("loss must be the name of a loss: ", family_hint(loss))
  if (!is.character(loss) || length(loss) != 1L || is.na(loss)) {
    refuse("loss must be the name of a loss, such as \"least_squares\", \"logistic\" or \"poisson\"",
           if (nzchar(name)) paste0("; ", family_hint(loss)))
  }
}

# The response as numbers, and for the logistic loss the values that stand for 0 and 1.
as_response <- function(y, loss) {
  check_loss(loss)
  if (is.null(y)) refuse("the formula has no response")
  if (inherits(y, "formula")) refuse("the formula comes first, then the data")
  if (inherits(y, "Surv")) {
    refuse("the response is a survival time, Surv(): there is no loss for censored times; the event alone can be fitted with ",
           "loss = \"logistic\", or the numbers of events with loss = \"poisson\"")
  }
  if (is.data.frame(y) && ncol(y) == 1L) y <- y[[1L]]
  if (NCOL(y) > 1L) refuse(many_columns(y, loss))
  if (is.complex(y)) refuse("the response is complex: solve_sparse takes it, with complex coefficients")
  if (is.factor(y) || is.character(y)) {
    y <- factor(y)
    if (nlevels(y) != 2L) refuse("the response is a factor of ", nlevels(y), " levels: loss = \"logistic\" is for two")
    if (loss != "logistic") refuse("the response is a factor of 2 levels: it needs loss = \"logistic\"")
    return(list(y = as.numeric(y) - 1, classes = factor(levels(y), levels(y))))
  }
  if (is.list(y) || !(is.numeric(y) || is.logical(y))) refuse("the response must be numeric, not ", class(y)[[1L]])
  if (loss != "logistic") return(list(y = as.double(y), classes = NULL))
  if (is.logical(y)) return(list(y = as.double(y), classes = c(FALSE, TRUE)))
  y <- as.double(y)
  if (all(y %in% c(-1, 1)) && any(y == -1)) return(list(y = (y + 1) / 2, classes = c(-1, 1)))
  list(y = y, classes = c(0, 1))
}

many_columns <- function(y, loss) {
  text <- paste0("the response has ", ncol(y), " columns, as of cbind(): ")
  if (loss == "logistic" && ncol(y) == 2L) {
    return(paste0(text, "successes and failures are given as two rows for each, with the responses 1 and 0 and the ",
                  "counts as weights"))
  }
  paste0(text, "one response is fitted at a time")
}

same_rows <- function(x, y, weights) {
  if (NROW(x) != length(y)) {
    stop_status(-2L, "dimension", "", sprintf("x has %d rows, but there are %d responses", NROW(x), length(y)))
  }
  if (!is.null(weights) && length(weights) != length(y)) {
    stop_status(-2L, "dimension", "", sprintf("there are %d weights for %d responses", length(weights), length(y)))
  }
  if (!is.null(weights) && all(weights %in% 0)) refuse("the weights are all zero")
}

# Evaluates what calls the library, whose texts speak of A, b and s, with texts that speak of `x`: of its rows and
# columns by name where it has names. `response` is what a formula calls the response. What the package itself refuses,
# which has no meaning among those of the library, is in the right words already.
in_own_words <- function(expression, x, response = NULL) {
  tryCatch(expression, sbreg_error = function(condition) {
    if (nzchar(condition$meaning)) condition$message <- reworded(conditionMessage(condition), x, response)
    stop(condition)
  })
}

reworded <- function(text, x, response) {
  formula <- !is.null(response)
  row <- function(i) {
    name <- rownames(x)[i]
    if (is.null(name)) paste("row", i) else paste("row", quoted(name))
  }
  text <- replace_places(text, "\\bA\\[([0-9]+), ([0-9]+)\\]", function(at) {
    column <- colnames(x)[at[[2L]]]
    if (formula) return(paste0(column, " in ", row(at[[1L]])))
    paste0("x[", at[[1L]], ", ", if (is.null(column)) at[[2L]] else quoted(column), "]")
  })
  text <- replace_places(text, "\\bb\\[([0-9]+)\\]", function(at) {
    if (formula) paste0(response, " in ", row(at)) else paste0("y[", at, "]")
  })
  text <- replace_places(text, "\\bweights\\[([0-9]+)\\]", function(at) {
    if (formula) paste0("the weight in ", row(at)) else paste0("weights[", at, "]")
  })
  if (!is.null(colnames(x))) text <- replace_places(text, "\\bcolumn ([0-9]+)\\b", function(at) quoted(colnames(x)[at]))
  text <- sub("^(.*)intercept: the observations b of positive weight are all the same extreme, for which",
              "\\1the responses of positive weight are all the same, and then", text)
  text <- gsub("\\bb\\b", if (formula) response else "y", text)
  text <- gsub("\\bA\\b", if (formula) "the data" else "x", text)
  if (grepl("is -?(nan|na|NaN|NA)\\b", text)) {
    text <- sub("is -?(nan|na|NaN|NA)\\b", "is missing", text)
    text <- paste0(text, if (formula) "; na.action = na.omit leaves such rows out" else "; complete.cases() tells the rows to leave out")
  }
  text
}

# Every place of the pattern, by a function of its numbers.
replace_places <- function(text, pattern, f) {
  found <- gregexpr(pattern, text, perl = TRUE)
  regmatches(text, found) <- lapply(regmatches(text, found), function(places) {
    vapply(places, function(place) f(as.numeric(regmatches(place, gregexpr("[0-9]+", place))[[1L]])), "")
  })
  text
}
