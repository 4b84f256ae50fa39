# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Objectives.

function Problem(A, b::AbstractVector; loss = :least_squares, weights = nothing, options...)
    if A isa AbstractMatrix{<:Complex} || eltype(b) <: Complex
        return complex_problem(A, b, Symbol(loss), weights; options...)
    end
    matrix = DataMatrix(A)
    observations = vector(b, matrix.rows, "b")
    problem = create(Problem, getfield(matrix, :roots), false) do out
        sbreg_problem_create_linear(out, matrix, string(loss), observations)
    end
    weights === nothing || set_weights!(problem, weights)
    return set!(problem; options...)
end

function complex_problem(A, b, loss, weights; options...)
    loss === :least_squares && weights === nothing ||
        refuse(E_UNSUPPORTED, "complex numbers are for the loss least_squares without weights")
    A isa AbstractMatrix || refuse(E_UNSUPPORTED, "complex numbers need A as an array of Julia, not as ", typeof(A))
    m, n = size(A)
    length(b) == m || refuse(E_DIMENSION, "b has ", length(b), " entries, expected ", m)
    numbers, right = convert(Matrix{ComplexF64}, A), convert(Vector{ComplexF64}, b)
    problem = create(Problem, nothing, true) do out
        GC.@preserve numbers right sbreg_problem_create_least_squares_complex(
            out, m, n, Ptr{Float64}(pointer(numbers)), m, COL_MAJOR, Ptr{Float64}(pointer(right)))
    end
    return set!(problem; options...)
end

"""
    QuadraticProblem(Q, q; options...)

The problem f(x) = x'Qx / 2 - q'x with a symmetric Q, of which the lower triangle is read.
"""
function QuadraticProblem(Q::AbstractMatrix, q::AbstractVector; options...)
    n = LinearAlgebra.checksquare(Q)
    array, ld, order = dense_layout(Q)
    order == COL_MAJOR || ((array, ld, order) = dense_layout(Matrix(Q))) # its lower triangle would be the upper one
    linear = vector(q, n, "q")
    problem = create(Problem, nothing, false) do out
        sbreg_problem_create_quadratic(out, n, array, ld, linear)
    end
    return set!(problem; options...)
end

"The functions behind a problem of the user's; `value_gradient(g or nothing, x)` returns the value and fills g."
mutable struct Objective
    value_gradient::Any
    hessian::Any
    curvature::Any
end

function Problem(n::Integer, f, g; inplace::Bool = false, more...)
    return custom(n, inplace; more...) do G, x
        value = f(x)
        G === nothing || (inplace ? g(G, x) : deliver!(G, g(x), "the gradient"))
        return value
    end
end

function Problem(n::Integer, fg; inplace::Bool = false, more...)
    inplace && return custom(fg, n, inplace; more...)
    return custom(n, inplace; more...) do G, x
        value, gradient = fg(x)
        G === nothing || deliver!(G, gradient, "the gradient")
        return value
    end
end

function custom(value_gradient, n::Integer, inplace::Bool; hessian = nothing, curvature = nothing, options...)
    fill(f, name) = inplace || f === nothing ? f : (out, arguments...) -> deliver!(out, f(arguments...), name)
    objective = Objective(value_gradient, fill(hessian, "hessian"), fill(curvature, "curvature"))
    problem = create(Problem, objective, false) do out
        sbreg_problem_create_custom(
            out, n, objective_pointer(), hessian === nothing ? C_NULL : hessian_pointer(),
            curvature === nothing ? C_NULL : curvature_pointer(), pointer_from_objref(objective), C_NULL)
    end
    return set!(problem; options...)
end

# The functions get arrays of their own: what they keep must not point into the library.

from_library(pointer, dimensions...) = copy(unsafe_wrap(Array, pointer, dimensions))

function to_library(pointer, array::Array)
    GC.@preserve array unsafe_copyto!(pointer, Base.pointer(array), length(array))
end

function objective(functions::Objective, n, x, f, g)
    gradient = g == C_NULL ? nothing : zeros(n)
    value = functions.value_gradient(gradient, from_library(x, n))
    unsafe_store!(f, Float64(value))
    gradient === nothing || to_library(g, gradient)
    return nothing
end

function hessian(functions::Objective, n, x, k, support, H)
    block = zeros(k, k)
    functions.hessian(block, from_library(x, n), from_library(support, k) .+ 1)
    to_library(H, block)
    return nothing
end

function curvature(functions::Objective, n, k, X, CX)
    product = zeros(n, k)
    functions.curvature(product, from_library(X, n, k))
    to_library(CX, product)
    return nothing
end

@callback objective(n::Int64, x::Ptr{Float64}, f::Ptr{Float64}, g::Ptr{Float64})
@callback hessian(n::Int64, x::Ptr{Float64}, k::Int64, support::Ptr{Int64}, H::Ptr{Float64})
@callback curvature(n::Int64, k::Int64, X::Ptr{Float64}, CX::Ptr{Float64})

"""
    set_weights!(problem, weights)

Sets nonnegative weights of the observations, before the first use of the problem.

    set_weights!(kernel, weights)

Sets the weights of a kernel's quadratic part, before a solver uses it.
"""
function set_weights!(problem::Problem, weights::AbstractVector)
    check(sbreg_problem_set_weights(problem, vector(weights, problem.rows, "weights")))
    return problem
end

"""
    value(problem, x)

f(x), which is also `problem(x)`.
"""
function value(problem::Problem, x::AbstractVector)
    point, f = to_point(problem, x), Ref{Float64}()
    calling(() -> sbreg_problem_value(problem, point, f), problem)
    return f[]
end
(problem::Problem)(x::AbstractVector) = value(problem, x)

"""
    gradient(problem, x)

The gradient of f at x.
"""
function gradient(problem::Problem, x::AbstractVector)
    point = to_point(problem, x)
    return from_point(g -> calling(() -> sbreg_problem_gradient(problem, point, g), problem), problem)
end

"""
    intercept(problem, x)

The intercept that belongs to x, with the option `intercept = 1`: the number c that minimises the loss of Ax + c. It is 0
where the problem has none.
"""
function intercept(problem::Problem, x::AbstractVector)
    point, c = to_point(problem, x), Ref{Float64}()
    calling(() -> sbreg_problem_intercept(problem, point, c), problem)
    return c[]
end

"""
    check_gradient(problem, x; step = 0)

Compares the gradient at x with central differences of f, `step` apart from x relative to max(|x_i|, 1), or as the
library chooses. The answer has `discrepancy`, the largest difference relative to the largest entry, about 1e-9 when
the gradient is right, and `index`, that of the entry.
"""
function check_gradient(problem::Problem, x::AbstractVector; step::Real = 0)
    point, discrepancy, index = to_point(problem, x), Ref{Float64}(), Ref{Int64}()
    calling(() -> sbreg_problem_check_gradient(problem, point, step, discrepancy, index), problem)
    return (discrepancy = discrepancy[], index = variable(problem, index[]))
end

Base.show(io::IO, problem::Problem) =
    isopen(problem) ? print(io, "Problem(", problem.loss, ", ", problem.columns, " variables)") :
    print(io, "Problem(closed)")
