! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The checks of stationarity in constructive form.
module sparsebregman_witness
  use, intrinsic :: iso_c_binding, only: c_double, c_int64_t
  use sparsebregman_c, only: sbreg_solver_witness_bregman, sbreg_solver_witness_stationarity, sbreg_witness_bregman, &
    sbreg_witness_stationarity
  use sparsebregman_dsm, only: sbreg_dsm
  use sparsebregman_error, only: report, right_size
  use sparsebregman_kernel, only: sbreg_kernel
  use sparsebregman_object, only: sbreg_object
  use sparsebregman_problem, only: sbreg_problem
  use sparsebregman_solve, only: is_point
  use sparsebregman_solver, only: sbreg_solver
  implicit none
  private
  public :: sbreg_witness

  !> The point y that a scaling matrix or a kernel says is better than x, and by how much (violation, as sbreg_check
  !> gives it): where the two differ is where x can be improved. If the matrix lies above the curvature of f, as one
  !> computed for the problem does, f(y) <= f(x) - violation. For a problem and s, or over the points that a solver may
  !> visit. y is x when the violation is 0, and remains as it was when the call fails.
  interface sbreg_witness
    module procedure by_dsm, by_kernel, of_solver_by_dsm, of_solver_by_kernel
  end interface

contains

  !> With a scaling matrix.
  subroutine by_dsm(problem, dsm, s, x, y, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_dsm), intent(in) :: dsm
    integer(c_int64_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(inout), optional :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. are_points(problem, x, y, stat, told)) exit body
      call report(sbreg_witness_stationarity(problem%c_handle(), dsm%c_handle(), s, x, violation, y), &
                  stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> With the Bregman distance L D_h of a kernel.
  subroutine by_kernel(problem, kernel, l, s, x, y, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_kernel), intent(in) :: kernel
    real(c_double), intent(in) :: l
    integer(c_int64_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(inout), optional :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. are_points(problem, x, y, stat, told)) exit body
      call report(sbreg_witness_bregman(problem%c_handle(), kernel%c_handle(), l, s, x, violation, y), &
                  stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine of_solver_by_dsm(solver, dsm, x, y, violation, stat, errmsg)
    class(sbreg_solver), intent(in) :: solver
    class(sbreg_dsm), intent(in) :: dsm
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(inout), optional :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. are_points(solver, x, y, stat, told)) exit body
      call report(sbreg_solver_witness_stationarity(solver%c_handle(), dsm%c_handle(), x, violation, y), &
                  stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine of_solver_by_kernel(solver, kernel, l, x, y, violation, stat, errmsg)
    class(sbreg_solver), intent(in) :: solver
    class(sbreg_kernel), intent(in) :: kernel
    real(c_double), intent(in) :: l
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(inout), optional :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. are_points(solver, x, y, stat, told)) exit body
      call report(sbreg_solver_witness_bregman(solver%c_handle(), kernel%c_handle(), l, x, violation, y), &
                  stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  function are_points(object, x, y, stat, errmsg) result(are)
    class(sbreg_object), intent(in) :: object
    real(c_double), intent(in) :: x(:), y(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    logical :: are

    are = is_point(object, x, stat, told)
    if (are) are = right_size("y", size(y), size(x), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function
end module
