# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Every function of sparsebregman.h.

const Handle_ = Ptr{Cvoid}        # an object of the library
const Out = Ptr{Ptr{Cvoid}}       # where a new one is put
const Call_ = Ptr{Cvoid}          # a callback
const User = Ptr{Cvoid}           # what it is called with
const Reals = Ptr{Float64}
const Sizes = Ptr{Int64}
const Texts = Ptr{Ptr{UInt8}}

@api version()::Int32
@api version_string()::Ptr{UInt8}
@api status_text(status::Int32)::Ptr{UInt8}
@api state_text(state::Int32)::Ptr{UInt8}
@api last_error()::Ptr{UInt8}
@api last_error_copy(buffer::Ptr{UInt8}, capacity::Int64)::Int64

@api solve_least_squares(m::Int64, n::Int64, A::Reals, ld::Int64, order::Int32, b::Reals, s::Int64, x::Reals,
    objective::Reals)::Int32

@api matrix_create_dense(out::Out, m::Int64, n::Int64, A::Reals, ld::Int64, order::Int32, ownership::Int32,
    user::User, user_free::Call_)::Int32
@api matrix_create_csc(out::Out, m::Int64, n::Int64, col_start::Ptr{Cvoid}, row_index::Ptr{Cvoid}, index_bytes::Int32,
    index_base::Int32, values::Reals, ownership::Int32, user::User, user_free::Call_)::Int32
@api matrix_create_operator(out::Out, m::Int64, n::Int64, apply::Call_, apply_transpose::Call_, user::User,
    user_free::Call_)::Int32
@api matrix_check_adjoint(matrix::Handle_, seed::Int64, discrepancy::Reals)::Int32

@api problem_create_least_squares(out::Out, m::Int64, n::Int64, A::Reals, ld::Int64, order::Int32, b::Reals)::Int32
@api problem_create_least_squares_complex(out::Out, m::Int64, n::Int64, A::Reals, ld::Int64, order::Int32,
    b::Reals)::Int32
@api problem_create_linear(out::Out, A::Handle_, loss::Cstring, b::Reals)::Int32
@api problem_create_quadratic(out::Out, n::Int64, Q::Reals, ldq::Int64, q::Reals)::Int32
@api problem_create_custom(out::Out, n::Int64, value_gradient::Call_, hessian_on_support::Call_,
    bound_times_block::Call_, user::User, user_free::Call_)::Int32
@api problem_set_weights(problem::Handle_, weights::Reals)::Int32
@api problem_value(problem::Handle_, x::Reals, f::Reals)::Int32
@api problem_gradient(problem::Handle_, x::Reals, g::Reals)::Int32
@api problem_intercept(problem::Handle_, x::Reals, intercept::Reals)::Int32
@api problem_check_gradient(problem::Handle_, x::Reals, step::Float64, discrepancy::Reals, index::Sizes)::Int32

@api dsm_create(out::Out, problem::Handle_, model::Cstring)::Int32
@api dsm_create_weights(out::Out, n::Int64, w::Reals)::Int32
@api dsm_set_cost(dsm::Handle_, c::Reals)::Int32
@api dsm_set_start(dsm::Handle_, previous::Handle_)::Int32
@api dsm_set_monitor(dsm::Handle_, monitor::Call_, user::User, user_free::Call_)::Int32
@api dsm_step(dsm::Handle_, count::Int64)::Int32
@api dsm_run(dsm::Handle_)::Int32
@api dsm_get_weights(dsm::Handle_, w::Reals)::Int32
@api dsm_get_extracted_weights(dsm::Handle_, w::Reals)::Int32
@api dsm_margin(dsm::Handle_, problem::Handle_, lambda_min::Reals)::Int32

@api kernel_create(out::Out, n::Int64, name::Cstring)::Int32
@api kernel_create_custom(out::Out, n::Int64, h::Call_, derivative::Call_, inverse_derivative::Call_, user::User,
    user_free::Call_)::Int32
@api kernel_set_weights(kernel::Handle_, w::Reals)::Int32

@api solver_create(out::Out, problem::Handle_, s::Int64)::Int32
@api solver_add_dsm(solver::Handle_, dsm::Handle_)::Int32
@api solver_set_kernel(solver::Handle_, kernel::Handle_)::Int32
@api solver_set_groups(solver::Handle_, group::Sizes)::Int32
@api solver_set_bounds(solver::Handle_, lower::Reals, upper::Reals)::Int32
@api solver_set_kept(solver::Handle_, index::Sizes, count::Int64)::Int32
@api solver_set_start(solver::Handle_, x::Reals)::Int32
@api solver_set_monitor(solver::Handle_, monitor::Call_, user::User, user_free::Call_)::Int32
@api solver_step(solver::Handle_, count::Int64)::Int32
@api solver_run(solver::Handle_)::Int32
@api solver_get_solution(solver::Handle_, x::Reals)::Int32
@api solver_get_iterate(solver::Handle_, x::Reals)::Int32
@api solver_get_support(solver::Handle_, index::Sizes, capacity::Int64, count::Sizes)::Int32
@api solver_get_history(solver::Handle_, series::Cstring, values::Reals, capacity::Int64, count::Sizes)::Int32

@api path_create(out::Out, pattern::Handle_)::Int32
@api path_set_monitor(path::Handle_, monitor::Call_, user::User, user_free::Call_)::Int32
@api path_run(path::Handle_)::Int32
@api path_get_coefficients(path::Handle_, s::Int64, x::Reals)::Int32
@api path_get_series(path::Handle_, series::Cstring, values::Reals, capacity::Int64, count::Sizes)::Int32

@api check_stationarity(problem::Handle_, dsm::Handle_, s::Int64, x::Reals, violation::Reals)::Int32
@api check_bregman(problem::Handle_, kernel::Handle_, L::Float64, s::Int64, x::Reals, violation::Reals)::Int32
@api check_coordinatewise(problem::Handle_, s::Int64, x::Reals, best_decrease::Reals, leaves::Sizes,
    enters::Sizes)::Int32

@api solver_check_stationarity(solver::Handle_, dsm::Handle_, x::Reals, violation::Reals)::Int32
@api solver_check_bregman(solver::Handle_, kernel::Handle_, L::Float64, x::Reals, violation::Reals)::Int32
@api solver_check_coordinatewise(solver::Handle_, x::Reals, best_decrease::Reals, leaves::Sizes, enters::Sizes)::Int32

@api witness_stationarity(problem::Handle_, dsm::Handle_, s::Int64, x::Reals, violation::Reals, y::Reals)::Int32
@api witness_bregman(problem::Handle_, kernel::Handle_, L::Float64, s::Int64, x::Reals, violation::Reals,
    y::Reals)::Int32
@api solver_witness_stationarity(solver::Handle_, dsm::Handle_, x::Reals, violation::Reals, y::Reals)::Int32
@api solver_witness_bregman(solver::Handle_, kernel::Handle_, L::Float64, x::Reals, violation::Reals, y::Reals)::Int32

@api key_count(object::Cstring, count::Sizes)::Int32
@api key_text(object::Cstring, i::Int64, field::Cstring, text::Texts)::Int32

for kind in (:matrix, :problem, :dsm, :kernel, :solver, :path)
    of(name) = Symbol(kind, :_, name)
    @eval begin
        @api $(of(:destroy))(object::Handle_)::Cvoid
        @api $(of(:retain))(object::Handle_)::Int32
        @api $(of(:set_int))(object::Handle_, name::Cstring, value::Int64)::Int32
        @api $(of(:set_real))(object::Handle_, name::Cstring, value::Float64)::Int32
        @api $(of(:set_text))(object::Handle_, name::Cstring, value::Cstring)::Int32
        @api $(of(:get_int))(object::Handle_, name::Cstring, value::Sizes)::Int32
        @api $(of(:get_real))(object::Handle_, name::Cstring, value::Reals)::Int32
        @api $(of(:get_text))(object::Handle_, name::Cstring, value::Texts)::Int32
    end
end
