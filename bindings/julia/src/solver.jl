# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Runs of solvers, scaling matrices and paths: stepping, watching, iterating.

function Solver(
    problem::Problem, s::Integer; start = nothing, dsm = (), kernel = nothing, monitor = nothing, groups = nothing,
    lower = nothing, upper = nothing, kept = (), options...)
    matrices = dsm isa Union{DSM,Symbol,AbstractString} ? (dsm,) : dsm
    for matrix in matrices
        matrix isa DSM || refuse(E_ARGUMENT, "dsm must be a DSM, or several, got ", repr(matrix))
    end
    kernel isa Union{Kernel,Nothing} || refuse(E_ARGUMENT, "kernel must be a Kernel, got ", repr(kernel))
    roots = (getfield(problem, :roots), kernel === nothing ? nothing : getfield(kernel, :roots))
    solver = create(Solver, roots, Watch(nothing, nothing), iscomplex(problem)) do out
        sbreg_solver_create(out, problem, s)
    end
    watched!(solver, monitor)
    set!(solver; options...)
    for matrix in matrices
        check(sbreg_solver_add_dsm(solver, matrix))
    end
    kernel === nothing || check(sbreg_solver_set_kernel(solver, kernel))
    set_structure!(solver, groups, lower, upper, kept)
    start === nothing || check(sbreg_solver_set_start(solver, to_point(solver, start, "start")))
    return solver
end

"Groups, bounds and kept coordinates, as `Solver` takes them."
function set_structure!(solver::Solver, groups, lower, upper, kept)
    n = solver.columns
    if groups !== nothing
        length(groups) == n || refuse(E_DIMENSION, "groups has ", length(groups), " entries, expected ", n)
        check(sbreg_solver_set_groups(solver, collect(Int64, groups)))
    end
    bound(values::Real, name) = fill(Float64(values), n)
    bound(values, name) = values === nothing ? C_NULL : vector(values, n, name)
    bound(values::Union{AbstractDict,NamedTuple,AbstractString,Symbol}, name) =
        refuse(E_ARGUMENT, name, " must be a number or a vector of ", n, ", got ", repr(values), ": columns have no names here")
    if lower !== nothing || upper !== nothing
        check(sbreg_solver_set_bounds(solver, bound(lower, "lower"), bound(upper, "upper")))
    end
    indices = kept_indices(kept, n)
    isempty(indices) || check(sbreg_solver_set_kept(solver, indices .- 1, length(indices)))
end

"The indices, from 1 on, that `kept` names: one, several, or a mask of all n coordinates."
kept_indices(kept::Integer, n) = kept_indices((kept,), n)
kept_indices(kept::Bool, n) = refuse(E_ARGUMENT, "kept must be indices or a mask of ", n, " coordinates, got ", kept)
kept_indices(kept::Union{AbstractDict,NamedTuple,AbstractString,Symbol}, n) =
    refuse(E_ARGUMENT, "kept must be indices or a mask, got ", repr(kept), ": columns have no names here")
function kept_indices(kept, n)
    values = collect(kept)
    if !isempty(values) && all(value -> value isa Bool, values)
        length(values) == n || refuse(E_DIMENSION, "the mask kept has ", length(values), " entries, expected ", n)
        return findall(vec(values))
    end
    for value in values
        value isa Real && !(value isa Bool) && isinteger(value) || refuse(E_ARGUMENT, "kept must be indices or a mask, got ", repr(value))
    end
    return Int64.(vec(values))
end

"Installs the watch, which the object itself keeps alive."
function watched!(object::Watched, monitor)
    check(monitor_setter(object)(object, watch_pointer(), pointer_from_objref(getfield(object, :watch)), C_NULL))
    getfield(object, :watch).monitor = monitor
    return object
end

monitor_setter(::Solver) = sbreg_solver_set_monitor
monitor_setter(::DSM) = sbreg_dsm_set_monitor
monitor_setter(::Path) = sbreg_path_set_monitor
runner(::Solver) = sbreg_solver_run
runner(::DSM) = sbreg_dsm_run
runner(::Path) = sbreg_path_run

function Base.setproperty!(object::Watched, name::Symbol, value)
    name === :monitor || return (write_key(object, name, value); value)
    return getfield(object, :watch).monitor = value
end

special(::Type{Solver}) = (:solution, :iterate, :support, :monitor)
function Base.getproperty(solver::Solver, name::Symbol)
    name === :solution && return from_point(x -> check(sbreg_solver_get_solution(solver, x)), solver)
    name === :iterate && return from_point(x -> check(sbreg_solver_get_iterate(solver, x)), solver)
    name === :support && return support(solver)
    name === :monitor && return getfield(solver, :watch).monitor
    return read_key(solver, name)
end

function support(solver::Solver)
    count = Ref{Int64}()
    check(sbreg_solver_get_support(solver, C_NULL, 0, count))
    index = Vector{Int64}(undef, count[]) # more than s with groups, kept coordinates or complex numbers
    isempty(index) || check(sbreg_solver_get_support(solver, index, length(index), count))
    return unique(variable.(Ref(solver), index))
end

"""
    history(solver, series = :objective)

A series that was recorded with the option `history = 1`, one number per iteration and the start first: `:objective`,
`:best_objective`, `:support_changed`, `:restarted` or `:active_dsm`.
"""
function history(solver::Solver, series = :objective)
    count = Ref{Int64}()
    check(sbreg_solver_get_history(solver, string(series), C_NULL, 0, count))
    values = Vector{Float64}(undef, count[])
    isempty(values) || check(sbreg_solver_get_history(solver, string(series), values, length(values), count))
    return Symbol(series) === :active_dsm ? values .+ 1 : values
end

"Runs `f`, a call that iterates, watched by the monitor and by `extra`."
function advance(f, object::Watched, extra = nothing)
    watch = getfield(object, :watch)
    outer, monitor = watch.observer, watch.monitor
    if monitor !== nothing || extra !== nothing
        watch.observer = () -> begin
            stop = monitor !== nothing && monitor(object) === true
            extra === nothing || extra(object)
            return stop
        end
    end
    try
        calling(f, object)
    finally
        watch.observer = outer
    end
    return isopen(object) ? object.state : STOPPED
end

"""
    step!(solver, count = 1)
    step!(dsm, count = 1)

Does up to `count` iterations, none when the run has ended; a limit that is raised resumes it. Returns the state.
"""
step!(solver::Solver, count::Integer = 1) = advance(() -> sbreg_solver_step(solver, count), solver)
step!(dsm::DSM, count::Integer = 1) = advance(() -> sbreg_dsm_step(dsm, count), dsm)

"""
    run!(solver; progress = false)
    run!(dsm; progress = false)
    run!(path; progress = false)

Works to the end and returns the state, which tells why it ended. `progress = true` keeps a line on standard error up
to date; a stream instead of `true` gets it. Ctrl-C throws `InterruptException` after the iteration under way; the
object keeps what it has found and may be run further. (A script has to ask Julia for that with
`Base.exit_on_sigint(false)`.) A warning says when the classes of a logistic fit are separated.
"""
function run!(object::Watched; progress::Union{Bool,IO} = false)
    state = run_watched(object, progress)
    isopen(object) && warn_if_separated(object)
    return state
end

function run_watched(object::Watched, progress)
    run() = runner(object)(object)
    progress === false && return advance(run, object)
    display = Progress(progress === true ? stderr : progress, 0.0)
    try
        return advance(run, object, display)
    finally
        isopen(object) && finish(display, object)
    end
end

no_minimiser(place = "") =
    "f has no minimiser$place: the chosen variables separate the classes (or mark counts of zero), and the coefficients " *
    "are as large as the run was long; the option ridge gives f one"

warn_if_separated(::DSM) = nothing
warn_if_separated(solver::Solver) = solver.separated == 1 && @warn no_minimiser()
function warn_if_separated(path::Path)
    sparsities = series(path, :sparsity)
    fits, folds = (sparsities[series(path, name) .> 0] for name in (:separated, :cv_separated)) # NaN is not known
    isempty(fits) || return @warn no_minimiser(" at s = " * join(fits, ", "))
    isempty(folds) || @warn no_minimiser(" in some folds at s = " * join(folds, ", "))
end

"One line, rewritten at most ten times a second."
mutable struct Progress
    stream::IO
    next::Float64
end

function (display::Progress)(object)
    now = time()
    now < display.next && return
    display.next = now + 0.1
    print(display.stream, "\r", progress_line(object))
    flush(display.stream)
end

finish(display::Progress, object) = println(display.stream, "\r", progress_line(object), "   ", object.state)
progress_line(solver::Solver) =
    @sprintf("iteration %7d   objective %13.6e   %6.1f s", solver.iterations, solver.best_objective, solver.elapsed_seconds)
progress_line(dsm::DSM) =
    @sprintf("iteration %7d   gap %13.6e   %6.1f s", dsm.iterations, dsm.gap, dsm.elapsed_seconds)

Base.IteratorSize(::Type{<:Iterative}) = Base.SizeUnknown()
Base.eltype(::Type{T}) where {T<:Iterative} = T

"One iteration; the object itself is the state of the run."
function Base.iterate(object::Iterative, ended::Bool = false)
    ended && return nothing
    before = object.iterations
    state = step!(object)
    return isopen(object) && object.iterations > before ? (object, state != RUNNING) : nothing
end

Base.show(io::IO, solver::Solver) =
    isopen(solver) ?
    print(io, "Solver(", solver.method, ", ", solver.sparsity, " of ", solver.columns, " variables, ", solver.iterations,
        " iterations, ", solver.state, ")") : print(io, "Solver(closed)")
