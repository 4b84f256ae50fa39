# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# Options and results by name. The library lists them; nothing here knows their names, types or bounds, except which
# ones are an index, that R counts from 1.
tables <- new.env(parent = emptyenv())
index_keys <- "active_dsm"

from_zero <- function(name, value) if (name %in% index_keys) value + 1 else value

sbreg_keys <- function(object = "solver") {
  if (inherits(object, "sbreg_object")) object <- substring(class(object)[[1L]], nchar("sbreg_") + 1L)
  key_table(object)$keys
}

# The library's table, its types by name, and the names of the options; read once.
key_table <- function(kind) {
  if (is.null(tables[[kind]])) {
    keys <- as.data.frame(.Call(native$keys, kind), stringsAsFactors = FALSE)
    types <- structure(keys$type, names = keys$name)
    entry <- list(keys = keys, types = types, options = keys$name[keys$kind == "option"])
    tables[[kind]] <- tables[[paste0("sbreg_", kind)]] <- entry
  }
  tables[[kind]]
}

types_of <- function(object) {
  entry <- tables[[class(object)[[1L]]]]
  if (is.null(entry)) {
    sbreg_keys(object)
    entry <- tables[[class(object)[[1L]]]]
  }
  entry$types
}

# Several results in one call; the names must be right.
read_keys <- function(object, names) {
  .Call(native$get, object, types_of(object)[names], names)
}

# Of an unknown name the library is asked all the same: its answer suggests the nearest one.
sbreg_get <- function(object, name) {
  type <- if (inherits(object, "sbreg_object")) types_of(object)[name] else NA
  value <- .Call(native$get, object, if (is.na(type)) "real" else type, name)[[1L]]
  from_zero(name, value)
}

sbreg_set <- function(object, ...) {
  invisible(set_options(object, list(...)))
}

set_options <- function(object, options) {
  if (length(options) == 0L) return(object)
  names <- names(options)
  if (is.null(names) || !all(nzchar(names))) {
    stop_status(-1L, "argument", "", "options are given by name, such as max_iterations = 100")
  }
  types <- if (inherits(object, "sbreg_object")) types_of(object)
  for (name in names) {
    known <- name %in% names(types)
    .Call(native$set, object, if (known) types[[name]] else "real", name, if (known) options[[name]] else 0)
  }
  object
}

`$.sbreg_object` <- function(x, name) sbreg_get(x, name)

`[[.sbreg_object` <- function(x, i) sbreg_get(x, i)

`$<-.sbreg_object` <- function(x, name, value) {
  set_options(x, structure(list(value), names = name))
}

`[[<-.sbreg_object` <- function(x, i, value) {
  set_options(x, structure(list(value), names = i))
}

names.sbreg_object <- function(x) sbreg_keys(x)$name

close.sbreg_object <- function(con, ...) {
  invisible(.Call(native$close, con))
}

format.sbreg_object <- function(x, ...) {
  paste0("<", class(x)[[1L]], ">")
}

print.sbreg_object <- function(x, ...) {
  cat(format(x), "\n", sep = "")
  keys <- sbreg_keys(x)
  values <- tryCatch(vapply(keys$name, function(name) format(sbreg_get(x, name), digits = 6L), ""),
                     sbreg_error = function(condition) NULL)
  if (is.null(values)) {
    cat("closed, or from another R session\n")
  } else {
    cat(sprintf("  %-24s %s\n", keys$name, values), sep = "")
  }
  invisible(x)
}
