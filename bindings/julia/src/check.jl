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
    point, violation = vector(x, problem.columns, "x"), Ref{Float64}()
    calling(() -> sbreg_check_stationarity(problem, dsm, s, point, violation), problem, dsm)
    return violation[]
end

"""
    check_bregman(problem, kernel, L, s, x)

The same with the Bregman distance L D_h of a kernel.
"""
function check_bregman(problem::Problem, kernel::Kernel, L::Real, s::Integer, x::AbstractVector)
    point, violation = vector(x, problem.columns, "x"), Ref{Float64}()
    calling(() -> sbreg_check_bregman(problem, kernel, L, s, point, violation), problem, kernel)
    return violation[]
end

"""
    check_coordinatewise(problem, s, x)

The best decrease by changing one coordinate or exchanging one: `decrease`, and the indices `leaves` and `enters`,
`nothing` where there is none.
"""
function check_coordinatewise(problem::Problem, s::Integer, x::AbstractVector)
    point, decrease = vector(x, problem.columns, "x"), Ref{Float64}()
    leaves, enters = Ref{Int64}(), Ref{Int64}()
    calling(() -> sbreg_check_coordinatewise(problem, s, point, decrease, leaves, enters), problem)
    return exchange(decrease[], leaves[], enters[])
end
exchange(decrease, leaves, enters) =
    (decrease = decrease, leaves = leaves < 0 ? nothing : leaves + 1, enters = enters < 0 ? nothing : enters + 1)

function check_stationarity(solver::Solver, dsm::DSM, x::AbstractVector)
    point, violation = vector(x, solver.columns, "x"), Ref{Float64}()
    calling(() -> sbreg_solver_check_stationarity(solver, dsm, point, violation), solver, dsm)
    return violation[]
end

function check_bregman(solver::Solver, kernel::Kernel, L::Real, x::AbstractVector)
    point, violation = vector(x, solver.columns, "x"), Ref{Float64}()
    calling(() -> sbreg_solver_check_bregman(solver, kernel, L, point, violation), solver, kernel)
    return violation[]
end

function check_coordinatewise(solver::Solver, x::AbstractVector)
    point, decrease = vector(x, solver.columns, "x"), Ref{Float64}()
    leaves, enters = Ref{Int64}(), Ref{Int64}()
    calling(() -> sbreg_solver_check_coordinatewise(solver, point, decrease, leaves, enters), solver)
    return exchange(decrease[], leaves[], enters[])
end
