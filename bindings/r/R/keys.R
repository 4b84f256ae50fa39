# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# Options and results by name. The library lists them; nothing here knows their names, types or bounds, except which
# ones are an index, that R counts from 1.
tables <- new.env(parent = emptyenv())
index_keys <- "active_dsm"

from_zero <- function(name, value) if (name %in% index_keys) value + 1 else value

sbreg_keys <- function(object = "solver") {
  if (inherits(object, "sbreg_object")) object <- sub("sbreg_", "", class(object)[[1L]])
  if (is.null(tables[[object]])) {
    assign(object, as.data.frame(.Call(native$keys, object), stringsAsFactors = FALSE), envir = tables)
  }
  tables[[object]]
}

# Of an unknown name the library is asked all the same: its answer suggests the nearest one.
key_type <- function(object, name) {
  keys <- sbreg_keys(object)
  type <- keys$type[match(name, keys$name)]
  if (is.na(type)) "real" else type
}

sbreg_get <- function(object, name) {
  if (!inherits(object, "sbreg_object")) return(.Call(native$get, object, "real", name))
  from_zero(name, .Call(native$get, object, key_type(object, name), name))
}

sbreg_set <- function(object, ...) {
  invisible(set_options(object, list(...)))
}

set_options <- function(object, options) {
  names <- names(options)
  if (length(options) > 0L && (is.null(names) || !all(nzchar(names)))) {
    stop_status(-1L, "argument", "", "options are given by name, such as max_iterations = 100")
  }
  for (name in names) {
    value <- options[[name]]
    keys <- sbreg_keys(object)
    known <- name %in% keys$name
    .Call(native$set, object, if (known) key_type(object, name) else "real", name, if (known) value else 0)
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
