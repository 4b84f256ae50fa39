# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Fits for a range of sparsities, and the choice among them.

function Path(pattern::Solver; monitor = nothing, options...)
    path = create(Path, getfield(pattern, :roots), Watch(nothing, nothing), iscomplex(pattern)) do out
        sbreg_path_create(out, pattern)
    end
    watched!(path, monitor)
    return set!(path; options...)
end

function Path(problem::Problem; monitor = nothing, options...)
    of_path = filter(option -> haskind(Path, option.first, :option), pairs((; options...)))
    of_solver = filter(option -> !haskind(Path, option.first, :option), pairs((; options...)))
    pattern = Solver(problem, 1; of_solver...)
    try
        return Path(pattern; monitor = monitor, of_path...)
    finally
        close(pattern)
    end
end

special(::Type{Path}) = (:monitor,)
Base.getproperty(path::Path, name::Symbol) =
    name === :monitor ? getfield(path, :watch).monitor : read_key(path, name)

"""
    coefficients(path, s = path.chosen)

The fit to all observations with at most s nonzeros.
"""
coefficients(path::Path, s::Integer = path.chosen) =
    from_point(x -> check(sbreg_path_get_coefficients(path, s, x)), path)

const SERIES =
    (:sparsity, :objective, :support_size, :intercept, :state, :iterations, :proved, :separated, :aic, :bic, :ebic, :gic,
     :cv_mean, :cv_error, :cv_separated)

"""
    series(path)
    series(path, name)

One number for each sparsity that has been fitted, ascending: a `NamedTuple` of vectors, or one of them. `sparsity`,
`objective`, `support_size`, `intercept` (0 where the problem has none), `state`, `iterations`, `proved` (1 where it is
proved that no fit is better) and `separated` (1 where the classes are separated, so that f has no minimiser) are of the
fits to all observations; `aic`, `bic`, `ebic` and `gic` are the criteria;
`cv_mean` is the mean over the folds of the mean deviance of the held-out observations (for least
squares the mean squared error), `cv_error` its standard error, and `cv_separated` the number of folds whose fit is
separated. What is not known, or not yet, is `NaN`.
"""
function series(path::Path, name)
    count = Ref{Int64}()
    check(sbreg_path_get_series(path, string(name), C_NULL, 0, count))
    values = Vector{Float64}(undef, count[])
    isempty(values) || check(sbreg_path_get_series(path, string(name), values, length(values), count))
    Symbol(name) === :state && return state_of.(Int.(values))
    return Symbol(name) in (:sparsity, :support_size, :iterations) ? Int.(values) : values
end
series(path::Path) = NamedTuple{SERIES}(map(name -> series(path, name), SERIES))

progress_line(path::Path) = @sprintf("fit %7d of %7d   %6.1f s", path.fits, path.fits_total, path.elapsed_seconds)

Base.show(io::IO, path::Path) =
    isopen(path) ?
    print(io, "Path(", path.columns, " variables, ", path.fits, " of ", path.fits_total, " fits, ",
        path.chosen < path.first ? "nothing chosen" : "chosen $(path.chosen)", ", ", path.state, ")") : print(io, "Path(closed)")
