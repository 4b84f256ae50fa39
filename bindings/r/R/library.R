# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors

# The routines of src/, filled in when the package is loaded.
native <- new.env(parent = emptyenv())

.onLoad <- function(libname, pkgname) {
  dll <- tryCatch(library.dynam("sparsebregman", pkgname, libname), error = function(condition) {
    stop("the library libsparsebregman cannot be loaded:\n  ", conditionMessage(condition), "\n", how_to_install,
         call. = FALSE)
  })
  for (routine in getDLLRegisteredRoutines(dll)$.Call) assign(routine$name, routine, envir = native)
  version <- .Call(native$version)
  problem <- version_mismatch(version[[1L]], version[[2L]], version[[3L]])
  if (!is.null(problem)) stop(problem, call. = FALSE)
}

# Code that is running cannot be unloaded: a callback that unloads the package leaves it where it is. Otherwise the
# routines close every object that is alive.
.onUnload <- function(libpath) {
  if (.Call(native$busy)) return(invisible())
  library.dynam.unload("sparsebregman", libpath)
}

how_to_install <- paste(
  "Install this package again without --with-system-library: it then has a library of its own. Or:",
  "Install libsparsebregman from its sources (cmake -S . -B build && cmake --build build && cmake --install build),",
  "then install this package again with PKG_CONFIG_PATH naming the directory of libsparsebregman.pc.",
  sep = "\n"
)

# NULL, or what is wrong. Until 1.0 a minor release may change the interface; afterwards only a major one.
version_mismatch <- function(loaded, compiled, text) {
  series <- function(version) if (version < 10000L) version %/% 100L else version %/% 10000L
  if (series(loaded) == series(compiled) && loaded >= compiled) return(NULL)
  number <- paste(compiled %/% 10000L, compiled %/% 100L %% 100L, compiled %% 100L, sep = ".")
  paste0("the loaded libsparsebregman is version ", text, ", but this package was built for ", number, ".\n",
         how_to_install)
}

sbreg_version <- function() {
  numeric_version(.Call(native$version)[[3L]])
}

# Signals a failed call of the library as a condition; called by the routines of src/.
stop_status <- function(code, name, meaning, message) {
  call <- own_call()
  message <- gsub("observation_weights", "weights", from_one(message), fixed = TRUE) # as the argument is called here
  stop(structure(
    class = c(paste0("sbreg_error_", name), "sbreg_error", "error", "condition"),
    list(message = message, call = call, code = code, meaning = meaning)
  ))
}

# What the package itself refuses.
refuse <- function(...) stop_status(-1L, "argument", "", paste0(...))

# A text of the library with places as R counts and writes them; it says so where one, or all before, counts from 0.
from_one <- function(text) {
  found <- regexpr("[[(]?[0-9]+(, [0-9]+)?[])]?, counted from 0,?|^.*, all counted from 0", text)
  if (found < 0L) return(text)
  place <- sub(",( all)? counted from 0,?$", "", regmatches(text, found))
  numbers <- gregexpr("-?[0-9]+", place)
  regmatches(place, numbers) <- list(sprintf("%.0f", as.numeric(regmatches(place, numbers)[[1L]]) + 1))
  regmatches(text, found) <- chartr("()", "[]", place)
  text
}

# The call by which the user's code entered the package, perhaps through functions of base such as eval.
own_call <- function() {
  namespace <- topenv()
  entered <- NULL
  for (k in rev(seq_len(sys.nframe() - 2L))) {
    home <- topenv(environment(sys.function(k)))
    if (identical(home, namespace)) entered <- sys.call(k) else if (!identical(home, .BaseNamespaceEnv)) break
  }
  entered
}
