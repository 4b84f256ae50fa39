# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The call in one line.

"What a run found: `x`, the best point; `objective`, f there; `support`, the indices of its nonzeros; `state`, why the run ended; `iterations`; `seconds`."
struct Result
    x::Vector{Float64}
    objective::Float64
    support::Vector{Int}
    state::State
    iterations::Int
    seconds::Float64
end

Base.show(io::IO, result::Result) =
    @printf(io, "Result(%d of %d nonzero, objective %.6g, %s after %d iterations)", length(result.support),
        length(result.x), result.objective, result.state, result.iterations)

"""
    solve(A, b, s; loss = :least_squares, weights = nothing, progress = false, options...)
    solve(problem, s; progress = false, options...)

Minimises loss(Ax; b), or the problem's objective, over vectors with at most s nonzeros. Takes the arguments and options
of [`Problem`](@ref) and of [`Solver`](@ref), and returns a [`Result`](@ref). Ctrl-C ends the run with a warning and
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
        return Result(
            solver.solution, solver.best_objective, solver.support, state, solver.iterations, solver.elapsed_seconds)
    finally
        close(solver) # at once: Julia's collector does not know how much memory it has
    end
end

function solve(A, b::AbstractVector, s::Integer; loss = :least_squares, weights = nothing, options...)
    of_problem = filter(option -> haskey(POSITIONS[:problem], option.first), pairs((; options...)))
    of_solver = filter(option -> !haskey(POSITIONS[:problem], option.first), pairs((; options...)))
    # Nobody sees this matrix, so a sparse one need not be copied.
    matrix = A isa SparseMatrixCSC{Float64,<:Union{Int32,Int64}} ? DataMatrix(A; copy = false) : DataMatrix(A)
    try
        problem = Problem(matrix, b; loss = loss, weights = weights, of_problem...)
        try
            return solve(problem, s; of_solver...)
        finally
            close(problem)
        end
    finally
        A === matrix || close(matrix)
    end
end

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
