# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The call in one line.

"""
    Result

What a run found: `x`, the best point, of complex numbers where A or b is; `objective`, f there; `intercept`, that of a problem
with the option `intercept`, otherwise 0; `support`, the indices of the nonzeros of x; `proved`, whether the search has
proved that no point allowed has a lower f; `state`, why the run ended; `iterations`; `seconds`.
"""
struct Result{T<:Union{Float64,ComplexF64}}
    x::Vector{T}
    objective::Float64
    intercept::Float64
    support::Vector{Int}
    proved::Bool
    state::State
    iterations::Int
    seconds::Float64
end

Result(solver::Solver, state::State) = Result(
    solver.solution, solver.best_objective, solver.intercept, solver.support, solver.proved == 1, state,
    solver.iterations, solver.elapsed_seconds)

function Base.show(io::IO, result::Result)
    @printf(io, "Result(%d of %d nonzero, objective %.6g, ", length(result.support), length(result.x), result.objective)
    iszero(result.intercept) || @printf(io, "intercept %.6g, ", result.intercept)
    result.proved && print(io, "proved lowest, ")
    print(io, result.state, " after ", result.iterations, " iterations)")
end

"""
    solve(A, b, s; loss = :least_squares, weights = nothing, progress = false, options...)
    solve(problem, s; progress = false, options...)

Minimises loss(Ax; b), or the problem's objective, over vectors with at most s nonzeros. Takes the arguments and options
of [`Problem`](@ref) and of [`Solver`](@ref), and returns a [`Result`](@ref). A complex A or b asks for a complex x. A problem
that is given has its own loss, weights and options; the call takes those of the solver only. Ctrl-C ends the run with a warning and
the best point so far; with a [`Solver`](@ref) of your own it may then go on.

# Examples
```jldoctest
julia> using SparseBregman

julia> solve([2.0 1.0 0.0; 0.0 1.0 3.0], [4.0, 0.0], 1).x
3-element Vector{Float64}:
 2.0
 0.0
 0.0
```
"""
function solve(problem::Problem, s::Integer; progress = false, options...)
    for name in keys(options)
        of_problem(name) && refuse(E_ARGUMENT, "the problem is made already: give ", name, " to Problem, not to solve")
    end
    solver = Solver(problem, s; options...)
    try
        interrupted = false
        try
            run!(solver; progress = progress)
        catch exception
            exception isa InterruptException || rethrow()
            interrupted = true
        end
        state = interrupted ? STOPPED : solver.state
        interrupted && @warn "interrupted after $(solver.iterations) iterations; this is the best point so far"
        return Result(solver, state)
    finally
        close(solver) # at once: Julia's collector does not know how much memory it has
    end
end

function solve(A, b::AbstractVector, s::Integer; loss = :least_squares, weights = nothing, options...)
    problem_options = filter(option -> of_problem(option.first), pairs((; options...)))
    solver_options = filter(option -> !of_problem(option.first), pairs((; options...)))
    data = eltype(b) <: Complex ? A : unseen(A)
    try
        problem = Problem(data, b; loss = loss, weights = weights, problem_options...)
        try
            return solve(problem, s; solver_options...)
        finally
            close(problem)
        end
    finally
        A === data || close(data)
    end
end

"Whether an argument of `solve` is one of the problem. A name that both have as an option is the solver's."
of_problem(name::Symbol) =
    name in (:loss, :weights) || haskind(Problem, name, :option) && !haskind(Solver, name, :option)

# A matrix that nobody sees: a sparse one need not be copied. A complex one the problem takes as it is.
unseen(A) = DataMatrix(A)
unseen(A::SparseMatrixCSC{Float64,<:Union{Int32,Int64}}) = DataMatrix(A; copy = false)
unseen(A::AbstractMatrix{<:Complex}) = A

"""
    solve_least_squares(A, b, s)

The C function of that name: x and ||Ax - b||^2 / 2 by default options, with nothing in between. It cannot be
interrupted; [`solve`](@ref) can.
"""
function solve_least_squares(A::AbstractMatrix, b::AbstractVector, s::Integer)
    array, ld, order = dense_layout(A)
    m, n = size(A)
    x, objective = Vector{Float64}(undef, n), Ref{Float64}()
    check(sbreg_solve_least_squares(m, n, array, ld, order, vector(b, m, "b"), s, x, objective))
    return x, objective[]
end
