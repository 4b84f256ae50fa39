! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The call in one line, and the checks of a point.
module sparsebregman_solve
  use, intrinsic :: iso_c_binding, only: c_double, c_int64_t, c_ptr
  use sparsebregman_c, only: sbreg_check_bregman, sbreg_check_coordinatewise, sbreg_check_stationarity, &
    sbreg_col_major, sbreg_e_argument, sbreg_ok, sbreg_solve_least_squares, sbreg_solver_check_bregman, &
    sbreg_solver_check_coordinatewise, sbreg_solver_check_stationarity
  use sparsebregman_dsm, only: sbreg_dsm
  use sparsebregman_error, only: report, right_size, right_version
  use sparsebregman_kernel, only: sbreg_kernel
  use sparsebregman_matrix, only: layout, sbreg_matrix
  use sparsebregman_object, only: has_key, next_option, sbreg_object
  use sparsebregman_problem, only: sbreg_problem
  use sparsebregman_solver, only: sbreg_solver
  implicit none
  private
  public :: is_point, sbreg_check, sbreg_solve

  !> Minimises loss(Ax; b), or a problem, over vectors with at most s nonzeros; s of the default kind is in
  !> sparsebregman_default_s. `intercept` is 0 where there is none,
  !> `proved` true when no such vector has a lower objective, `separated` true when the chosen variables separate the
  !> classes, so that there is no minimiser; without it a line on the error unit says so.
  interface sbreg_solve
    module procedure solve_dense, solve_matrix, solve_problem
  end interface

  !> How far a point is from stationary for a scaling matrix or a kernel, and the best exchange of one coordinate;
  !> for a problem and s, or over the points that a solver may visit, with its groups, bounds and kept coordinates.
  interface sbreg_check
    module procedure check_stationarity, check_bregman, check_coordinatewise, solver_stationarity, solver_bregman, &
      solver_coordinatewise
  end interface

contains

  !> With an array. Least squares without further wishes is one call of the library, which reads the array in place.
  subroutine solve_dense(a, b, s, x, objective, loss, weights, start, options, progress, state, stat, errmsg, intercept, &
                         proved, separated)
    real(c_double), intent(in), target :: a(:, :)
    real(c_double), intent(in) :: b(:)
    integer(c_int64_t), intent(in) :: s
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
    real(c_double), allocatable, target :: packed(:, :)
    integer(c_int64_t) :: ld
    type(sbreg_matrix) :: matrix
    type(c_ptr) :: first
    character(:), allocatable :: text
    integer :: error

    body: block
      if (present(loss) .or. present(weights) .or. present(start) .or. present(options) .or. present(progress) .or. &
          present(state) .or. present(intercept) .or. present(proved) .or. &
          present(separated)) then
        call matrix%init(a, error, text)
        if (error == sbreg_ok) then
          call solve_matrix(matrix, b, s, x, objective, loss, weights, start, options, progress, state, stat, told, &
                            intercept, proved, separated)
        else
          call report(error, stat, told, text)
        end if
        exit body
      end if
      if (.not. right_version(stat, told)) exit body
      if (.not. right_size("b", size(b), size(a, 1), stat, told)) exit body
      if (.not. right_size("x", size(x), size(a, 2), stat, told)) exit body
      call layout(a, first, ld, packed)
      call report(sbreg_solve_least_squares(size(a, 1, c_int64_t), size(a, 2, c_int64_t), first, ld, sbreg_col_major, b, &
                  s, x, objective), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> With a matrix: sparse, or an operator, or one that is used more than once.
  subroutine solve_matrix(a, b, s, x, objective, loss, weights, start, options, progress, state, stat, errmsg, intercept, &
                          proved, separated)
    class(sbreg_matrix), intent(in) :: a
    real(c_double), intent(in) :: b(:)
    integer(c_int64_t), intent(in) :: s
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
    character(:), allocatable :: of_problem, of_solver
    type(sbreg_problem) :: problem
    character(:), allocatable :: text
    integer :: error

    call sort_options(options, of_problem, of_solver)
    call problem%init(a, b, loss, error, text)
    if (error == sbreg_ok .and. present(weights)) call problem%set_weights(weights, error, text)
    if (error == sbreg_ok) call problem%set_options(of_problem, error, text)
    if (error == sbreg_ok) then
      call solve_problem(problem, s, x, objective, start, of_solver, progress, state, stat, told, intercept, proved, &
                         separated)
    else
      call report(error, stat, told, text)
    end if
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> With a problem, which has its own options already: `options` are those of the solver.
  subroutine solve_problem(problem, s, x, objective, start, options, progress, state, stat, errmsg, intercept, proved, &
                           separated)
    class(sbreg_problem), intent(in) :: problem
    integer(c_int64_t), intent(in) :: s
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
    character(:), allocatable :: of_problem, of_solver
    type(sbreg_solver) :: solver
    character(:), allocatable :: text
    integer :: error

    body: block
      call sort_options(options, of_problem, of_solver)
      if (len(of_problem) > 0) then
        call report(sbreg_e_argument, stat, told, "the problem is made already: give "// &
                    of_problem(:index(of_problem, "=") - 1)//" to its set_options, not to sbreg_solve")
        exit body
      end if
      call solver%init(problem, s, error, text)
      if (error == sbreg_ok) call solver%set_options(of_solver, error, text)
      if (error == sbreg_ok .and. present(start)) call solver%set_start(start, error, text)
      if (error == sbreg_ok) call solver%run(progress, stat=error, errmsg=text, separated=separated)
      if (error == sbreg_ok) call solver%get_solution(x, error, text)
      if (error == sbreg_ok .and. present(objective)) objective = solver%get_real("best_objective")
      if (error == sbreg_ok .and. present(state)) state = solver%state()
      if (error == sbreg_ok .and. present(intercept)) intercept = solver%get_real("intercept")
      if (error == sbreg_ok .and. present(proved)) proved = solver%get_int("proved") == 1
      call report(error, stat, told, text)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Which options are the problem's; all others go to the solver, which knows what to say about unknown ones.
  subroutine sort_options(options, of_problem, of_solver)
    character(*), intent(in), optional :: options
    character(:), allocatable, intent(out) :: of_problem, of_solver
    character(:), allocatable :: rest, name, value

    of_problem = ""
    of_solver = ""
    if (.not. present(options)) return
    rest = options
    do while (next_option(rest, name, value))
      if (has_key("problem", name)) then
        of_problem = of_problem//name//"="//value//","
      else
        of_solver = of_solver//name//"="//value//","
      end if
    end do
  end subroutine

  !> The decrease that the model with the matrix D promises from x: zero exactly at D-stationary points.
  subroutine check_stationarity(problem, dsm, s, x, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_dsm), intent(in) :: dsm
    integer(c_int64_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. is_point(problem, x, stat, told)) exit body
      call report(sbreg_check_stationarity(problem%c_handle(), dsm%c_handle(), s, x, violation), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The same with the Bregman distance L D_h of a kernel.
  subroutine check_bregman(problem, kernel, l, s, x, violation, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    class(sbreg_kernel), intent(in) :: kernel
    real(c_double), intent(in) :: l
    integer(c_int64_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. is_point(problem, x, stat, told)) exit body
      call report(sbreg_check_bregman(problem%c_handle(), kernel%c_handle(), l, s, x, violation), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The best decrease by changing or exchanging one coordinate, and which leaves and enters; 0 when none does.
  subroutine check_coordinatewise(problem, s, x, decrease, leaves, enters, stat, errmsg)
    class(sbreg_problem), intent(in) :: problem
    integer(c_int64_t), intent(in) :: s
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: decrease
    integer, intent(out), optional :: leaves, enters
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: out, in

    body: block
      out = -1
      in = -1
      if (present(leaves)) leaves = 0
      if (present(enters)) enters = 0
      if (.not. is_point(problem, x, stat, told)) exit body
      call report(sbreg_check_coordinatewise(problem%c_handle(), s, x, decrease, out, in), stat, told)
      if (present(leaves)) leaves = int(out) + 1
      if (present(enters)) enters = int(in) + 1
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine solver_stationarity(solver, dsm, x, violation, stat, errmsg)
    class(sbreg_solver), intent(in) :: solver
    class(sbreg_dsm), intent(in) :: dsm
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. is_point(solver, x, stat, told)) exit body
      call report(sbreg_solver_check_stationarity(solver%c_handle(), dsm%c_handle(), x, violation), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine solver_bregman(solver, kernel, l, x, violation, stat, errmsg)
    class(sbreg_solver), intent(in) :: solver
    class(sbreg_kernel), intent(in) :: kernel
    real(c_double), intent(in) :: l
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: violation
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. is_point(solver, x, stat, told)) exit body
      call report(sbreg_solver_check_bregman(solver%c_handle(), kernel%c_handle(), l, x, violation), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine solver_coordinatewise(solver, x, decrease, leaves, enters, stat, errmsg)
    class(sbreg_solver), intent(in) :: solver
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: decrease
    integer, intent(out), optional :: leaves, enters
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: out, in

    body: block
      out = -1
      in = -1
      if (present(leaves)) leaves = 0
      if (present(enters)) enters = 0
      if (.not. is_point(solver, x, stat, told)) exit body
      call report(sbreg_solver_check_coordinatewise(solver%c_handle(), x, decrease, out, in), stat, told)
      if (present(leaves)) leaves = int(out) + 1
      if (present(enters)) enters = int(in) + 1
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Whether x has as many numbers as the object has variables.
  function is_point(object, x, stat, errmsg) result(is)
    class(sbreg_object), intent(in) :: object
    real(c_double), intent(in) :: x(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    logical :: is
    integer :: n

    is = .false.
    n = object%extent("columns", stat, told)
    if (n >= 0) is = right_size("x", size(x), n, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function
end module
