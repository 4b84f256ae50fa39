# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""
Minimise a smooth f(x) over vectors with at most s nonzeros, by libsparsebregman.

```jldoctest
julia> using SparseBregman

julia> solve([2.0 1.0 0.0; 0.0 1.0 3.0], [4.0, 0.0], 1).x
3-element Vector{Float64}:
 2.0
 0.0
 0.0
```

[`solve`](@ref) is the call in one line; [`DataMatrix`](@ref), [`Problem`](@ref), [`DSM`](@ref), [`Kernel`](@ref) and
[`Solver`](@ref) are the objects behind it, and a [`Path`](@ref) chooses s. Options and results of an object are its properties and keyword arguments;
[`keytable`](@ref) lists them as the library documents them. Every function of the C interface is there too, under its
own name and not exported, such as `SparseBregman.sbreg_solver_step`.
"""
module SparseBregman

using Libdl, LinearAlgebra, Printf, SparseArrays

export DSM, DataMatrix, Kernel, Path, Problem, QuadraticProblem, Result, Solver, SparseBregmanError
export check_adjoint, check_bregman, check_coordinatewise, check_gradient, check_stationarity
export coefficients, extracted_weights, gradient, history, intercept, keytable, margin, options, run!, series, set!
export set_weights!, solve, solve_least_squares, step!, value, witness_bregman, witness_stationarity

include("library.jl")
include("functions.jl")
include("errors.jl")
include("objects.jl")
include("calls.jl")
include("keys.jl")
include("matrix.jl")
include("problem.jl")
include("dsm.jl")
include("solver.jl")
include("path.jl")
include("solve.jl")
include("check.jl")

function __init__()
    load_library()
    check_version(VersionNumber(unsafe_string(sbreg_version_string())), PACKAGE_VERSION)
    read_tables()
end

end
