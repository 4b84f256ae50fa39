# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Certificates of a point, independent of how it was found.

"""
    check_stationarity(problem, dsm, s, x)

The decrease that the model with the scaling matrix promises from x: zero exactly at stationary points.
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
    index(i) = i < 0 ? nothing : i + 1
    return (decrease = decrease[], leaves = index(leaves[]), enters = index(enters[]))
end
