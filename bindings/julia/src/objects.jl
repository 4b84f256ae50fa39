# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The objects of the library, destroyed by finalizers in any order.
#
# An object keeps in `roots` what the library reads or calls on its behalf: borrowed arrays, functions, and the roots of
# the objects that it was made from. So whatever outlives its own wrapper inside the library has its memory kept by the
# wrapper of the object that uses it, and the library need not tell Julia when to let go.

abstract type Handle end

"What watches a run: the user's monitor, and what the call under way adds to it."
mutable struct Watch
    monitor::Any
    observer::Any # a function without arguments whose true result stops the run, or nothing
end

"""
    DataMatrix(A; copy = false)

A linear map that problems share; what depends on it alone is computed once.

`A` may be
- a matrix of numbers. A `Matrix{Float64}`, or a view of one with contiguous columns, is used in place: it must not be
  changed before this object and all that was made from it are gone; `copy = true` copies it. Others are converted;
- a sparse matrix, passed as compressed columns. It is copied, since inserting an entry into a `SparseMatrixCSC` moves
  its memory; `copy = false` uses that of a `SparseMatrixCSC{Float64}` in place, which then must keep its entries;
- anything else with `size`, `adjoint` and `mul!(y, A, x)` for vectors. Its numbers are never looked at;
  `matrixfree = true` treats a matrix like that.

    DataMatrix(m, n, apply, apply_transpose)

A matrix known by its products only: `apply(X)` is `A * X` for an n x k matrix `X`, `apply_transpose(Y)` is `A' * Y` for
an m x k matrix `Y`. [`check_adjoint`](@ref) tells whether they belong together.
"""
mutable struct DataMatrix <: Handle
    handle::Ptr{Cvoid}
    roots::Any
end

"""
    Problem(A, b; loss = :least_squares, weights = nothing, options...)

The objective f(x) = loss(Ax; b), with `A` anything that [`DataMatrix`](@ref) takes, or one, and `b` the observations,
labels or counts, one per row. The losses are `:least_squares`, `:logistic`, `:logsumexp`, `:huber`, `:quartic` and
`:poisson`; `weights` are of the observations; `keytable(:problem)` lists the options.

With a complex matrix or vector it is least squares in complex numbers, without `weights`: points, solutions and gradients are complex
vectors, and s counts complex nonzeros. The gradient pairs the derivatives by real and imaginary parts into one number;
groups, bounds, kept coordinates and scaling matrices have 2n real entries, of real and imaginary parts in turn.

    Problem(n, f, g; hessian = nothing, curvature = nothing, inplace = false, options...)
    Problem(n, fg; ...)

An objective of your own on n variables: its value `f(x)` and gradient `g(x)`, or `fg(x)` that returns both.
`hessian(x, support)` is the block of second derivatives on the indices `support`, for Newton steps; `curvature(X)` is
`C * X` for an n x k matrix, with C a bound on the Hessian everywhere, for scaling matrices. With `inplace = true` the
functions are `g(G, x)`, `hessian(H, x, support)` and `curvature(CX, X)`, and fill their first argument; `fg(G, x)`
returns the value, and `G` is `nothing` where only that is wanted.

A problem is called as a function: `problem(x)` is f(x); see also [`gradient`](@ref), [`check_gradient`](@ref),
[`QuadraticProblem`](@ref).
"""
mutable struct Problem <: Handle
    handle::Ptr{Cvoid}
    roots::Any
    complex::Bool # whether its points are complex vectors
end

"""
    DSM(problem, model = :linear; cost = nothing, start = nothing, monitor = nothing, options...)

The computation of a diagonal scaling matrix D = Diag(w) above C, the problem's bound on its Hessian. The models are
`:lipschitz`, `:linear` (with positive costs, if given) and `:quadratic`; `start` is an earlier computation with as many
columns. [`run!`](@ref) or [`step!`](@ref) it, read `dsm.weights`, `dsm.gap`, `dsm.certificate`; `keytable(:dsm)` lists
all options and results.

    DSM(w)

Weights of your own; nothing is proved about them.
"""
mutable struct DSM <: Handle
    handle::Ptr{Cvoid}
    roots::Any
    watch::Watch
end

"""
    Kernel(n, name; weights = nothing, options...)

A separable Bregman kernel in n variables for the method "bpg": `:quadratic`, `:quartic` or `:power`, with weights of
its quadratic part; `keytable(:kernel)` lists the parameters.

    Kernel(n, h, derivative, inverse_derivative)

A kernel of your own. Each function is called as `h(i, t)` with the coordinate i and the value t.
"""
mutable struct Kernel <: Handle
    handle::Ptr{Cvoid}
    roots::Any
end

"""
    Solver(problem, s; start = nothing, dsm = (), kernel = nothing, monitor = nothing, groups = nothing,
           lower = nothing, upper = nothing, kept = (), options...)

One run of minimising f over vectors with at most s nonzeros. `start` is a point with at most s nonzeros, `dsm` a
scaling matrix or several in the order of their use, `kernel` that of the method "bpg", and `monitor` a function that is
called with the solver after every iteration and stops the run when it returns `true`. `keytable(:solver)` lists the
options.

With `groups`, n integers, s counts groups: coordinates with equal numbers, which are zero together or not. `lower` and
`upper`, numbers or vectors of them, ask for lower <= x <= upper, with lower <= 0 <= upper. The coordinates `kept`, an
index, several, or a mask of n `Bool`s, may always be nonzero and are not counted in s.

[`run!`](@ref) it, [`step!`](@ref) it, or iterate over it: `for state in solver` does one iteration at a time. Options
and results are properties, and so are `solver.solution` (the best point so far), `solver.iterate` (the current one),
`solver.support` (indices of the nonzeros of the solution) and `solver.monitor`.
"""
mutable struct Solver <: Handle
    handle::Ptr{Cvoid}
    roots::Any
    watch::Watch
    complex::Bool
end

"""
    Path(problem; monitor = nothing, options...)
    Path(solver; monitor = nothing, options...)

Fits for every sparsity from `first` to `last`, each starting at its neighbours' solutions, and the choice among them: by
cross-validation where the option `folds` is positive, otherwise by an information criterion. `keytable(:path)` lists
the options; any other is one of the [`Solver`](@ref) that makes the fits, with its problem. The s, the start and the
monitor of a solver that is given play no part; later changes to it do not matter.

[`run!`](@ref) it, then read `path.chosen`, [`coefficients`](@ref)`(path)` and [`series`](@ref)`(path)`. `monitor` is a
function that is called with the path after every fit and from time to time during one, and stops the run when it
returns `true`; it is also the property `path.monitor`.
"""
mutable struct Path <: Handle
    handle::Ptr{Cvoid}
    roots::Any
    watch::Watch
    complex::Bool
end

const Iterative = Union{DSM,Solver}
const Watched = Union{DSM,Solver,Path}
const KINDS =
    ((DataMatrix, :matrix), (Problem, :problem), (DSM, :dsm), (Kernel, :kernel), (Solver, :solver), (Path, :path))

for (type, kind) in KINDS
    of(name) = Symbol(:sbreg_, kind, :_, name)
    @eval begin
        kind(::Type{$type}) = $(QuoteNode(kind))
        destroy(::Type{$type}, pointer::Ptr{Cvoid}) = $(of(:destroy))(pointer)
        retain(object::$type) = $(of(:retain))(object)
        set_key(object::$type, name, value::Int64) = $(of(:set_int))(object, name, value)
        set_key(object::$type, name, value::Float64) = $(of(:set_real))(object, name, value)
        set_key(object::$type, name, value::String) = $(of(:set_text))(object, name, value)
        get_key(object::$type, name, value::Ref{Int64}) = $(of(:get_int))(object, name, value)
        get_key(object::$type, name, value::Ref{Float64}) = $(of(:get_real))(object, name, value)
        get_key(object::$type, name, value::Ref{Ptr{UInt8}}) = $(of(:get_text))(object, name, value)
    end
end

Base.cconvert(::Type{Ptr{Cvoid}}, object::Handle) = object

function Base.unsafe_convert(::Type{Ptr{Cvoid}}, object::Handle)
    pointer = getfield(object, :handle)
    pointer == C_NULL && refuse(E_STATE, "this ", nameof(typeof(object)), " is closed")
    return pointer
end

"""
    close(object)

Gives the object back to the library at once, instead of when it is collected. Any later use throws; objects that were
made from it go on.
"""
function Base.close(object::Handle)
    pointer = getfield(object, :handle)
    setfield!(object, :handle, C_NULL)
    destroy(typeof(object), pointer)
end

Base.isopen(object::Handle) = getfield(object, :handle) != C_NULL
Base.deepcopy_internal(object::Handle, ::IdDict) = object # a second owner of the handle would destroy it twice

"`b` as a `Vector{Float64}` of n numbers, itself where it is one."
function vector(b::AbstractVector, n::Integer, name)
    length(b) == n || refuse(E_DIMENSION, name, " has ", length(b), " entries, expected ", n)
    return convert(Vector{Float64}, b)
end

const Pointed = Union{Problem,Solver,Path} # what has points
iscomplex(object::Pointed) = getfield(object, :complex)

"A point as the library reads it: n real numbers, of a complex one the real and imaginary parts in turn."
function to_point(object::Pointed, x::AbstractVector, name = "x")
    n = object.columns
    iscomplex(object) || return vector(x, n, name)
    length(x) == n ÷ 2 || refuse(E_DIMENSION, name, " has ", length(x), " entries, expected ", n ÷ 2)
    return collect(reinterpret(Float64, convert(Vector{ComplexF64}, x)))
end

"The point that `f` fills, as the user sees it."
function from_point(f, object::Pointed)
    x = Vector{Float64}(undef, object.columns)
    f(x)
    return iscomplex(object) ? collect(reinterpret(ComplexF64, x)) : x
end

"The index, from 1 on, of the variable that the library calls `i`, from 0 on."
variable(object::Pointed, i::Integer) = iscomplex(object) ? i ÷ 2 + 1 : i + 1
