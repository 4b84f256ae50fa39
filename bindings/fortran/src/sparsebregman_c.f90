! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The C interface, name by name, as <sparsebregman.h> describes it: handles are C pointers, texts end with c_null_char,
!> indices start at 0. The module sparsebregman is built on it.
module sparsebregman_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_int32_t, c_int64_t, c_ptr
  use sparsebregman_c_objects
  use sparsebregman_c_path
  use sparsebregman_c_structure
  implicit none
  public

  integer(c_int32_t), parameter :: &
    sbreg_ok = 0, sbreg_e_argument = -1, sbreg_e_dimension = -2, sbreg_e_not_finite = -3, sbreg_e_key = -4, &
    sbreg_e_state = -5, sbreg_e_unsupported = -6, sbreg_e_memory = -10, sbreg_e_numeric = -20, &
    sbreg_e_callback = -30, sbreg_e_io = -40, sbreg_e_internal = -99
  integer(c_int32_t), parameter :: &
    sbreg_running = 0, sbreg_target_reached = 1, sbreg_stationary = 2, sbreg_stalled = 3, &
    sbreg_iteration_limit = 4, sbreg_time_limit = 5, sbreg_stopped = 6, sbreg_searched = 7, sbreg_unbounded = 8, &
    sbreg_inconsistent = 9
  integer(c_int32_t), parameter :: sbreg_col_major = 0, sbreg_row_major = 1, sbreg_copy = 0, sbreg_borrow = 1

  ! Callbacks.
  abstract interface
    subroutine sbreg_free_fn(user) bind(c)
      import :: c_ptr
      type(c_ptr), value :: user
    end subroutine
    function sbreg_apply_fn(rows, cols, k, x, y, user) result(failed) bind(c)
      import :: c_double, c_int, c_int64_t, c_ptr
      integer(c_int64_t), value :: rows, cols, k
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: y(*)
      type(c_ptr), value :: user
      integer(c_int) :: failed
    end function
    function sbreg_objective_fn(n, x, f, g, user) result(failed) bind(c)
      import :: c_double, c_int, c_int64_t, c_ptr
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: x(n)
      real(c_double), intent(inout) :: f
      real(c_double), intent(inout), optional :: g(n)
      type(c_ptr), value :: user
      integer(c_int) :: failed
    end function
    function sbreg_hessian_fn(n, x, k, support, h, user) result(failed) bind(c)
      import :: c_double, c_int, c_int64_t, c_ptr
      integer(c_int64_t), value :: n, k
      real(c_double), intent(in) :: x(n)
      integer(c_int64_t), intent(in) :: support(k)
      real(c_double), intent(inout) :: h(k, k)
      type(c_ptr), value :: user
      integer(c_int) :: failed
    end function
    function sbreg_curvature_fn(n, k, x, cx, user) result(failed) bind(c)
      import :: c_double, c_int, c_int64_t, c_ptr
      integer(c_int64_t), value :: n, k
      real(c_double), intent(in) :: x(n, k)
      real(c_double), intent(inout) :: cx(n, k)
      type(c_ptr), value :: user
      integer(c_int) :: failed
    end function
    function sbreg_scalar_fn(i, t, out, user) result(failed) bind(c)
      import :: c_double, c_int, c_int64_t, c_ptr
      integer(c_int64_t), value :: i
      real(c_double), value :: t
      real(c_double), intent(inout) :: out
      type(c_ptr), value :: user
      integer(c_int) :: failed
    end function
    !> Of a solver (sbreg_monitor_fn), a scaling matrix (sbreg_dsm_monitor_fn) and a path (sbreg_path_monitor_fn).
    function sbreg_monitor_fn(object, user) result(stop) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: object, user
      integer(c_int) :: stop
    end function
  end interface

  interface
    function sbreg_version_string() result(text) bind(c)
      import :: c_ptr
      type(c_ptr) :: text
    end function
    function sbreg_last_error() result(text) bind(c)
      import :: c_ptr
      type(c_ptr) :: text
    end function
    function sbreg_status_text(code) result(text) bind(c)
      import :: c_int32_t, c_ptr
      integer(c_int32_t), value :: code
      type(c_ptr) :: text
    end function
    function sbreg_state_text(code) result(text) bind(c)
      import :: c_int32_t, c_ptr
      integer(c_int32_t), value :: code
      type(c_ptr) :: text
    end function
    function sbreg_dsm_run(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_run(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_step(object, count) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int64_t), value :: count
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_step(object, count) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int64_t), value :: count
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_set_start(object, other) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object, other
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_add_dsm(object, other) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object, other
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_kernel(object, other) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object, other
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_set_weights(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(in) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_set_cost(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(in) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_set_weights(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(in) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_start(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(in) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_get_weights(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(inout) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_get_extracted_weights(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(inout) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_solution(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(inout) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_iterate(object, array) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      real(c_double), intent(inout) :: array(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_version() result(version) bind(c)
      import :: c_int32_t
      integer(c_int32_t) :: version
    end function
    function sbreg_last_error_copy(buffer, capacity) result(length) bind(c)
      import :: c_char, c_int64_t
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t) :: length
    end function
    function sbreg_solve_least_squares(m, n, a, ld, order, b, s, x, objective) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      integer(c_int64_t), value :: m, n, ld, s
      type(c_ptr), value :: a
      integer(c_int32_t), value :: order
      real(c_double), intent(in) :: b(*)
      real(c_double), intent(inout) :: x(*)
      real(c_double), intent(inout), optional :: objective
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_create_dense(out, m, n, a, ld, order, ownership, user, user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: m, n, ld
      type(c_ptr), value :: a, user
      integer(c_int32_t), value :: order, ownership
      type(c_funptr), value :: user_free
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_create_csc(out, m, n, col_start, row_index, index_bytes, index_base, values, ownership, &
                                     user, user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: m, n
      type(c_ptr), value :: col_start, row_index, values, user
      integer(c_int32_t), value :: index_bytes, index_base, ownership
      type(c_funptr), value :: user_free
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_create_operator(out, m, n, apply, apply_transpose, user, user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: m, n
      type(c_funptr), value :: apply, apply_transpose, user_free
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_check_adjoint(a, seed, discrepancy) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: a
      integer(c_int64_t), value :: seed
      real(c_double), intent(inout) :: discrepancy
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_create_least_squares(out, m, n, a, ld, order, b) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: m, n, ld
      type(c_ptr), value :: a
      integer(c_int32_t), value :: order
      real(c_double), intent(in) :: b(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_create_linear(out, a, loss, b) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), intent(inout) :: out
      type(c_ptr), value :: a
      character(kind=c_char), intent(in) :: loss(*)
      real(c_double), intent(in) :: b(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_create_quadratic(out, n, q_matrix, ldq, q) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: n, ldq
      type(c_ptr), value :: q_matrix
      real(c_double), intent(in) :: q(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_create_custom(out, n, value_gradient, hessian_on_support, bound_times_block, user, &
                                         user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: n
      type(c_funptr), value :: value_gradient, hessian_on_support, bound_times_block, user_free
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_value(problem, x, f) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: problem
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: f
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_gradient(problem, x, g) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: problem
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: g(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_check_gradient(problem, x, step, discrepancy, where) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: problem
      real(c_double), intent(in) :: x(*)
      real(c_double), value :: step
      real(c_double), intent(inout) :: discrepancy
      integer(c_int64_t), intent(inout), optional :: where
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_create(out, problem, model) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), intent(inout) :: out
      type(c_ptr), value :: problem
      character(kind=c_char), intent(in) :: model(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_create_weights(out, n, w) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: w(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_margin(dsm, problem, lambda_min) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: dsm, problem
      real(c_double), intent(inout) :: lambda_min
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_create(out, n, name) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: n
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_create_custom(out, n, h, derivative, inverse_derivative, user, user_free) result(status) &
      bind(c)
      import :: c_funptr, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: n
      type(c_funptr), value :: h, derivative, inverse_derivative, user_free
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_create(out, problem, s) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      type(c_ptr), value :: problem
      integer(c_int64_t), value :: s
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_set_monitor(dsm, monitor, user, user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_ptr
      type(c_ptr), value :: dsm, user
      type(c_funptr), value :: monitor, user_free
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_monitor(solver, monitor, user, user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_ptr
      type(c_ptr), value :: solver, user
      type(c_funptr), value :: monitor, user_free
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_support(solver, index, capacity, count) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: solver
      integer(c_int64_t), intent(inout) :: index(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(inout) :: count
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_history(solver, series, values, capacity, count) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: solver
      character(kind=c_char), intent(in) :: series(*)
      real(c_double), intent(inout) :: values(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(inout) :: count
      integer(c_int32_t) :: status
    end function
    function sbreg_key_count(object, count) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t
      character(kind=c_char), intent(in) :: object(*)
      integer(c_int64_t), intent(inout) :: count
      integer(c_int32_t) :: status
    end function
    function sbreg_key_text(object, i, field, text) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      character(kind=c_char), intent(in) :: object(*), field(*)
      integer(c_int64_t), value :: i
      type(c_ptr), intent(inout) :: text
      integer(c_int32_t) :: status
    end function
    function sbreg_check_stationarity(problem, dsm, s, x, violation) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: problem, dsm
      integer(c_int64_t), value :: s
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: violation
      integer(c_int32_t) :: status
    end function
    function sbreg_check_bregman(problem, kernel, l, s, x, violation) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: problem, kernel
      real(c_double), value :: l
      integer(c_int64_t), value :: s
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: violation
      integer(c_int32_t) :: status
    end function
    function sbreg_check_coordinatewise(problem, s, x, best_decrease, leaves, enters) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: problem
      integer(c_int64_t), value :: s
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: best_decrease
      integer(c_int64_t), intent(inout), optional :: leaves, enters
      integer(c_int32_t) :: status
    end function
  end interface
end module
