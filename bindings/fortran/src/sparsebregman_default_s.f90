! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> sbreg_solve, sbreg_check and sbreg_witness with an s of the default kind: each calls the one with an s of 8 bytes.
module sparsebregman_default_s
  use, intrinsic :: iso_c_binding, only: c_double, c_int32_t, c_int64_t
  use sparsebregman_dsm, only: sbreg_dsm
  use sparsebregman_kernel, only: sbreg_kernel
  use sparsebregman_matrix, only: sbreg_matrix
  use sparsebregman_problem, only: sbreg_problem
  use sparsebregman_solve, only: sbreg_check, sbreg_solve
  use sparsebregman_witness, only: sbreg_witness
  implicit none
  private
  public :: sbreg_check, sbreg_solve, sbreg_witness

  interface sbreg_solve
    module procedure solve_dense, solve_matrix, solve_problem
  end interface

  interface sbreg_check
    module procedure check_stationarity, check_bregman, check_coordinatewise
  end interface

  interface sbreg_witness
    module procedure witness_by_dsm, witness_by_kernel
  end interface

contains

  subroutine solve_dense(a, b, s, x, objective, loss, weights, start, options, progress, state, stat, errmsg, &
    intercept, proved, separated)
    real(c_double), intent(in), target :: a(:, :)
    real(c_double), intent(in) :: b(:)
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(inout) :: x(:)
    real(c_double), intent(inout), optional :: objective, intercept
    logical, intent(inout), optional :: proved, separated
    character(*), intent(in), optional :: loss, options
    real(c_double), intent(in), optional :: weights(:), start(:)
    logical, intent(in), optional :: progress
    integer, intent(out), optional :: state
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_solve(a, b, int(s, c_int64_t), x, objective, loss, weights, start, options, progress, state, stat, &
      told, intercept, proved, separated)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine solve_matrix(a, b, s, x, objective, loss, weights, start, options, progress, state, stat, errmsg, &
    intercept, proved, separated)
    class(sbreg_matrix), intent(in) :: a
    real(c_double), intent(in) :: b(:)
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(inout) :: x(:)
    real(c_double), intent(inout), optional :: objective, intercept
    logical, intent(inout), optional :: proved, separated
    character(*), intent(in), optional :: loss, options
    real(c_double), intent(in), optional :: weights(:), start(:)
    logical, intent(in), optional :: progress
    integer, intent(out), optional :: state
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_solve(a, b, int(s, c_int64_t), x, objective, loss, weights, start, options, progress, state, stat, &
      told, intercept, proved, separated)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine solve_problem(problem, s, x, objective, start, options, progress, state, stat, errmsg, intercept, &
    proved, separated)
    class(sbreg_problem), intent(in) :: problem
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(inout) :: x(:)
    real(c_double), intent(inout), optional :: objective, intercept
    logical, intent(inout), optional :: proved, separated
    real(c_double), intent(in), optional :: start(:)
    character(*), intent(in), optional :: options
    logical, intent(in), optional :: progress
    integer, intent(out), optional :: state
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_solve(problem, int(s, c_int64_t), x, objective, start, options, progress, state, stat, told, &
      intercept, proved, separated)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine check_stationarity(problem, dsm, s, x, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_dsm), intent(in) :: dsm
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_check(problem, dsm, int(s, c_int64_t), x, violation, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine check_bregman(problem, kernel, l, s, x, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_kernel), intent(in) :: kernel
    real(c_double), intent(in) :: l
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_check(problem, kernel, l, int(s, c_int64_t), x, violation, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine check_coordinatewise(problem, s, x, decrease, leaves, enters, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: decrease
    integer, intent(out), optional :: leaves, enters
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_check(problem, int(s, c_int64_t), x, decrease, leaves, enters, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine witness_by_dsm(problem, dsm, s, x, y, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_dsm), intent(in) :: dsm
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(inout), optional :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_witness(problem, dsm, int(s, c_int64_t), x, y, violation, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine witness_by_kernel(problem, kernel, l, s, x, y, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_kernel), intent(in) :: kernel
    real(c_double), intent(in) :: l
    integer(c_int32_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(inout), optional :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call sbreg_witness(problem, kernel, l, int(s, c_int64_t), x, y, violation, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine
end module
