! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The part of the C interface that is about groups, bounds, kept coordinates, complex numbers, intercepts and the
!> witnesses of stationarity, as <sparsebregman.h> describes it.
module sparsebregman_c_structure
  use, intrinsic :: iso_c_binding, only: c_double, c_int32_t, c_int64_t, c_ptr
  implicit none
  public

  interface
    function sbreg_problem_create_least_squares_complex(out, m, n, a, ld, order, b) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), intent(inout) :: out
      integer(c_int64_t), value :: m, n, ld
      type(c_ptr), value :: a, b
      integer(c_int32_t), value :: order
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_intercept(problem, x, intercept) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: problem
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: intercept
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_groups(solver, group) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: solver
      integer(c_int64_t), intent(in) :: group(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_bounds(solver, lower, upper) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: solver
      real(c_double), intent(in), optional :: lower(*), upper(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_kept(solver, index, count) result(status) bind(c)
      import :: c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: solver
      integer(c_int64_t), intent(in) :: index(*)
      integer(c_int64_t), value :: count
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_check_stationarity(solver, dsm, x, violation) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: solver, dsm
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: violation
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_check_bregman(solver, kernel, l, x, violation) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: solver, kernel
      real(c_double), value :: l
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: violation
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_check_coordinatewise(solver, x, best_decrease, leaves, enters) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: solver
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: best_decrease
      integer(c_int64_t), intent(inout), optional :: leaves, enters
      integer(c_int32_t) :: status
    end function
    function sbreg_witness_stationarity(problem, dsm, s, x, violation, y) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: problem, dsm
      integer(c_int64_t), value :: s
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout), optional :: violation
      real(c_double), intent(inout) :: y(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_witness_bregman(problem, kernel, l, s, x, violation, y) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: problem, kernel
      real(c_double), value :: l
      integer(c_int64_t), value :: s
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout), optional :: violation
      real(c_double), intent(inout) :: y(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_witness_stationarity(solver, dsm, x, violation, y) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: solver, dsm
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout), optional :: violation
      real(c_double), intent(inout) :: y(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_witness_bregman(solver, kernel, l, x, violation, y) result(status) bind(c)
      import :: c_double, c_int32_t, c_ptr
      type(c_ptr), value :: solver, kernel
      real(c_double), value :: l
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout), optional :: violation
      real(c_double), intent(inout) :: y(*)
      integer(c_int32_t) :: status
    end function
  end interface
end module
