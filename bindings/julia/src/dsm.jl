# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Diagonal scaling matrices and Bregman kernels.

function DSM(problem::Problem, model = :linear; cost = nothing, start = nothing, monitor = nothing, options...)
    dsm = create(DSM, getfield(problem, :roots), Watch(nothing, nothing)) do out
        sbreg_dsm_create(out, problem, string(model))
    end
    watched!(dsm, monitor)
    set!(dsm; options...)
    cost === nothing || check(sbreg_dsm_set_cost(dsm, vector(cost, dsm.columns, "cost")))
    start === nothing || check(sbreg_dsm_set_start(dsm, start))
    return dsm
end

function DSM(w::AbstractVector)
    weights = vector(w, length(w), "w")
    dsm = create(DSM, nothing, Watch(nothing, nothing)) do out
        sbreg_dsm_create_weights(out, length(weights), weights)
    end
    return watched!(dsm, nothing)
end

function weights_by(f, dsm::DSM)
    w = Vector{Float64}(undef, dsm.columns)
    check(f(dsm, w))
    return w
end

special(::Type{DSM}) = (:weights, :monitor)
function Base.getproperty(dsm::DSM, name::Symbol)
    name === :weights && return weights_by(sbreg_dsm_get_weights, dsm)
    name === :monitor && return getfield(dsm, :watch).monitor
    return read_key(dsm, name)
end

"""
    extracted_weights(dsm)

The weights read off the dual solution; they bound C only at convergence.
"""
extracted_weights(dsm::DSM) = weights_by(sbreg_dsm_get_extracted_weights, dsm)

"""
    margin(dsm, problem)

The smallest eigenvalue of Diag(w) - C, computed independently of how w was found.
"""
function margin(dsm::DSM, problem::Problem)
    eigenvalue = Ref{Float64}()
    calling(() -> sbreg_dsm_margin(dsm, problem, eigenvalue), dsm, problem)
    return eigenvalue[]
end

Base.show(io::IO, dsm::DSM) =
    isopen(dsm) ? print(io, "DSM(", dsm.model, ", ", dsm.columns, " weights, ", dsm.state, ")") : print(io, "DSM(closed)")

function Kernel(n::Integer, name; weights = nothing, options...)
    kernel = create(out -> sbreg_kernel_create(out, n, string(name)), Kernel, nothing)
    set!(kernel; options...)
    weights === nothing || set_weights!(kernel, weights)
    return kernel
end

function set_weights!(kernel::Kernel, weights::AbstractVector)
    check(sbreg_kernel_set_weights(kernel, vector(weights, kernel.columns, "weights")))
    return kernel
end

"The functions behind a kernel of the user's."
mutable struct Scalars
    value::Any
    derivative::Any
    inverse_derivative::Any
end

function Kernel(n::Integer, h, derivative, inverse_derivative; options...)
    scalars = Scalars(h, derivative, inverse_derivative)
    kernel = create(Kernel, scalars) do out
        sbreg_kernel_create_custom(
            out, n, kernel_value_pointer(), kernel_derivative_pointer(), kernel_inverse_derivative_pointer(),
            pointer_from_objref(scalars), C_NULL)
    end
    return set!(kernel; options...)
end

store(out, number) = (unsafe_store!(out, Float64(number)); nothing)
kernel_value(scalars::Scalars, i, t, out) = store(out, scalars.value(i + 1, t))
kernel_derivative(scalars::Scalars, i, t, out) = store(out, scalars.derivative(i + 1, t))
kernel_inverse_derivative(scalars::Scalars, i, t, out) = store(out, scalars.inverse_derivative(i + 1, t))
@callback kernel_value(i::Int64, t::Float64, out::Ptr{Float64})
@callback kernel_derivative(i::Int64, t::Float64, out::Ptr{Float64})
@callback kernel_inverse_derivative(i::Int64, t::Float64, out::Ptr{Float64})

Base.show(io::IO, kernel::Kernel) =
    isopen(kernel) ? print(io, "Kernel(", kernel.kernel, ", ", kernel.columns, " variables)") : print(io, "Kernel(closed)")
