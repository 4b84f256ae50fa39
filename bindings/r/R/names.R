# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# Variables by name. An object made of a matrix with column names has them as its attribute "variables"; what is given
# for variables is matched by name where it has names, and by position otherwise.

# The names of the columns of what a problem is made of, or NULL.
column_names <- function(A) {
  if (inherits(A, "sbreg_object")) attr(A, "variables") else if (is.data.frame(A)) names(A) else dimnames(A)[[2L]]
}

with_variables <- function(object, variables) {
  if (!is.null(variables)) attr(object, "variables") <- variables
  object
}

# Where these names are among the variables; what is unknown, or not one variable, is refused.
places_of <- function(names, what, variables) {
  if (is.null(variables)) {
    refuse(what, " has names, but the variables have none: give it in their order and without names")
  }
  if (!all(nzchar(names)) || anyNA(names)) refuse(what, " has values with a name and values without one")
  if (identical(names, variables)) return(seq_along(variables))
  at <- match(names, variables)
  if (anyNA(at)) refuse(what, " names ", unknown_variables(names[is.na(at)], variables))
  twice <- names[duplicated(names)]
  if (length(twice) > 0L) refuse(what, " names ", quoted(twice[[1L]]), " twice")
  several <- names[names %in% variables[duplicated(variables)]]
  if (length(several) > 0L) {
    refuse(what, " names ", quoted(several[[1L]]), ", but several variables are called so: give it by position")
  }
  at
}

# Says which names are unknown, and what could have been meant by the first.
unknown_variables <- function(names, variables) {
  text <- paste0(paste(quoted(names), collapse = ", "), ", which ", if (length(names) == 1L) "is" else "are",
                 " not among the variables")
  if ("(Intercept)" %in% names) return(paste0(text, ": the intercept is always free, and not counted in s"))
  beginning <- variables[startsWith(variables, names[[1L]])]
  meant <- if (length(beginning) > 0L) beginning else nearest(names[[1L]], variables)
  if (length(meant) == 0L && length(variables) <= 12L) return(paste0(text, " ", paste(variables, collapse = ", ")))
  if (length(meant) == 0L) return(text)
  more <- if (length(meant) > 5L) ", ..."
  paste0(text, "; did you mean ", paste(quoted(head(meant, 5L)), collapse = ", "), more, "?")
}

quoted <- function(names) paste0("\"", names, "\"")

# The candidate that a word was probably meant to be, or none.
nearest <- function(word, candidates) {
  if (length(candidates) == 0L) return(character())
  distance <- drop(adist(word, candidates, ignore.case = TRUE))
  best <- which.min(distance)
  length <- nchar(word)
  if (distance[[best]] <= ceiling(length / 3) && distance[[best]] < length) candidates[[best]] else character()
}

# One value for each variable: those that are not named have the value of `others`, or must be named.
for_variables <- function(values, what, variables, count, others) {
  if (is.null(names(values))) return(values)
  at <- places_of(names(values), what, variables)
  if (missing(others) && length(at) < count) {
    left <- variables[-at]
    refuse(what, " has names, but none for ", paste(quoted(head(left, 5L)), collapse = ", "), if (length(left) > 5L) ", ...")
  }
  result <- if (missing(others)) values[rep(1L, count)] else rep(others, count)
  result[at] <- values
  unname(result)
}

# A number without a name bounds all variables; of a bound with names those that are not named have none.
bounds_for <- function(bound, what, variables, count, none) {
  if (is.null(bound)) return(NULL)
  if (!is.numeric(bound)) refuse(what, " must be numeric")
  if (is.null(names(bound)) && length(bound) == 1L) return(rep(as.double(bound), count))
  for_variables(as_double(bound), what, variables, count, none)
}

as_double <- function(values) {
  storage.mode(values) <- "double"
  values
}

# Anything that tells groups apart, as numbers.
groups_for <- function(groups, variables, count) {
  groups <- for_variables(groups, "groups", variables, count)
  if (anyNA(groups)) refuse("groups[", which(is.na(groups))[[1L]], "] is missing")
  as.double(as.integer(factor(groups)))
}

# Indices, names or a mask, as indices.
kept_for <- function(kept, variables, count) {
  if (is.factor(kept)) kept <- as.character(kept)
  if (is.character(kept)) return(as.double(places_of(kept, "kept", variables)))
  if (is.logical(kept)) {
    kept <- for_variables(kept, "kept", variables, count, FALSE)
    if (length(kept) != count) refuse("kept has ", length(kept), " values for ", count, " variables")
    if (anyNA(kept)) refuse("kept[", which(is.na(kept))[[1L]], "] is missing")
    return(as.double(which(kept)))
  }
  if (!is.null(names(kept)) && is.numeric(kept)) {
    at <- places_of(names(kept), "kept", variables)
    wrong <- which(at != kept)
    if (length(wrong) > 0L) {
      refuse("kept[", wrong[[1L]], "] is ", kept[[wrong[[1L]]]], ", but its name is ", quoted(names(kept)[[wrong[[1L]]]]),
             ", which is variable ", at[[wrong[[1L]]]])
    }
  }
  as_double(unname(kept))
}
