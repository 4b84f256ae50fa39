# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Certificates of a point, independent of how it was found.

"""
    check_stationarity(problem, dsm, s, x)

The decrease that the model with the scaling matrix promises from x: zero exactly at stationary points.

    check_stationarity(solver, dsm, x)
    check_bregman(solver, kernel, L, x)
    check_coordinatewise(solver, x)

The same over the points that a solver may visit, with its s, groups, bounds and kept coordinates.
"""
function check_stationarity(problem::Problem, dsm::DSM, s::Integer, x::AbstractVector)
    point, violation = to_point(problem, x), Ref{Float64}()
    calling(() -> sbreg_check_stationarity(problem, dsm, s, point, violation), problem, dsm)
    return violation[]
end

"""
    check_bregman(problem, kernel, L, s, x)

The same with the Bregman distance L D_h of a kernel.
"""
function check_bregman(problem::Problem, kernel::Kernel, L::Real, s::Integer, x::AbstractVector)
    point, violation = to_point(problem, x), Ref{Float64}()
    calling(() -> sbreg_check_bregman(problem, kernel, L, s, point, violation), problem, kernel)
    return violation[]
end

"""
    check_coordinatewise(problem, s, x)

The best decrease by changing one coordinate or exchanging one: `decrease`, and the indices `leaves` and `enters`,
`nothing` where there is none.
"""
function check_coordinatewise(problem::Problem, s::Integer, x::AbstractVector)
    point, decrease = to_point(problem, x), Ref{Float64}()
    leaves, enters = Ref{Int64}(), Ref{Int64}()
    calling(() -> sbreg_check_coordinatewise(problem, s, point, decrease, leaves, enters), problem)
    return exchange(problem, decrease[], leaves[], enters[])
end
function exchange(object, decrease, leaves, enters)
    index(i) = i < 0 ? nothing : variable(object, i)
    return (decrease = decrease, leaves = index(leaves), enters = index(enters))
end

function check_stationarity(solver::Solver, dsm::DSM, x::AbstractVector)
    point, violation = to_point(solver, x), Ref{Float64}()
    calling(() -> sbreg_solver_check_stationarity(solver, dsm, point, violation), solver, dsm)
    return violation[]
end

function check_bregman(solver::Solver, kernel::Kernel, L::Real, x::AbstractVector)
    point, violation = to_point(solver, x), Ref{Float64}()
    calling(() -> sbreg_solver_check_bregman(solver, kernel, L, point, violation), solver, kernel)
    return violation[]
end

function check_coordinatewise(solver::Solver, x::AbstractVector)
    point, decrease = to_point(solver, x), Ref{Float64}()
    leaves, enters = Ref{Int64}(), Ref{Int64}()
    calling(() -> sbreg_solver_check_coordinatewise(solver, point, decrease, leaves, enters), solver)
    return exchange(solver, decrease[], leaves[], enters[])
end

"""
    witness_stationarity(problem, dsm, s, x)
    witness_stationarity(solver, dsm, x)

What [`check_stationarity`](@ref) measures, as `violation`, and the point `y` that the model says is better: where it
differs from x is where x can be improved. If the matrix lies above the curvature of f, as one computed for the problem
does, `value(problem, y) <= value(problem, x) - violation`. When the violation is 0, y is a copy of x.
"""
witness_stationarity(problem::Problem, dsm::DSM, s::Integer, x::AbstractVector) =
    witness((x, violation, y) -> sbreg_witness_stationarity(problem, dsm, s, x, violation, y), x, problem, dsm)

"""
    witness_bregman(problem, kernel, L, s, x)
    witness_bregman(solver, kernel, L, x)

The same with the Bregman distance L D_h of a kernel.
"""
witness_bregman(problem::Problem, kernel::Kernel, L::Real, s::Integer, x::AbstractVector) =
    witness((x, violation, y) -> sbreg_witness_bregman(problem, kernel, L, s, x, violation, y), x, problem, kernel)

witness_stationarity(solver::Solver, dsm::DSM, x::AbstractVector) =
    witness((x, violation, y) -> sbreg_solver_witness_stationarity(solver, dsm, x, violation, y), x, solver, dsm)

witness_bregman(solver::Solver, kernel::Kernel, L::Real, x::AbstractVector) =
    witness((x, violation, y) -> sbreg_solver_witness_bregman(solver, kernel, L, x, violation, y), x, solver, kernel)

function witness(call, x, object, model)
    point, violation = to_point(object, x), Ref{Float64}()
    y = from_point(y -> calling(() -> call(point, violation, y), object, model), object)
    return (violation = violation[], y = y)
end
