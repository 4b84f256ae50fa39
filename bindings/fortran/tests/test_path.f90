! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Paths: the fits are those of solvers, the choice is that of the criteria, runs are watched, stopped and resumed.
module path_watches
  use sparsebregman
  use testing
  implicit none
  private
  public :: counting, stop_at_two, fail_at_two, interrupt_at_two

  type, extends(sbreg_path_monitor) :: counting
    integer :: calls = 0
    integer(long) :: fits = 0
  contains
    procedure :: watch => count_call
  end type

  interface
    function raise_signal(signal) result(failed) bind(c, name="raise")
      use, intrinsic :: iso_c_binding, only: c_int
      integer(c_int), value :: signal
      integer(c_int) :: failed
    end function
  end interface

contains

  subroutine count_call(self, path, stop)
    class(counting), intent(inout) :: self
    class(sbreg_path), intent(in) :: path
    logical, intent(inout) :: stop
    self%calls = self%calls + 1
    self%fits = path%get_int("fits")
    stop = .false.
  end subroutine

  subroutine stop_at_two(path, stop)
    class(sbreg_path), intent(in) :: path
    logical, intent(inout) :: stop
    stop = path%get_int("fits") >= 2
  end subroutine

  subroutine fail_at_two(path, stop)
    class(sbreg_path), intent(in) :: path
    logical, intent(inout) :: stop
    stop = .false.
    if (path%get_int("fits") >= 2) call sbreg_fail(17, "enough")
  end subroutine

  subroutine interrupt_at_two(path, stop)
    class(sbreg_path), intent(in) :: path
    logical, intent(inout) :: stop
    logical, save :: raised = .false.
    stop = .false.
    if (path%get_int("fits") < 2 .or. raised) return
    raised = .true.
    call check(raise_signal(2) == 0, "the signal is raised")
  end subroutine
end module

module path_tests
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  use path_watches
  use sparsebregman
  use testing
  implicit none
  private
  public :: test_choice, test_fits, test_runs, test_errors

  integer, parameter :: m = 60, n = 30

contains

  !> Three nonzeros under noise.
  subroutine new_problem(problem)
    type(sbreg_problem), intent(inout) :: problem
    real(dp) :: a(m, n)
    a = random_matrix(m, n, 1)
    call problem%init(a, 2 * a(:, 3) - 1.5_dp * a(:, 12) + a(:, 25) + 0.05_dp * random_vector(m, 2))
  end subroutine

  !> A path to the sparsity 8; the solver that is its pattern is gone afterwards.
  subroutine new_path(path, options)
    type(sbreg_path), intent(inout) :: path
    character(*), intent(in) :: options
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: pattern

    call new_problem(problem)
    call pattern%init(problem, 1)
    call pattern%set("method", "newton") ! soon done, under valgrind too
    call path%init(pattern)
    call path%set_options("last = 8, "//options)
  end subroutine

  function same(one, two, series)
    type(sbreg_path), intent(in) :: one, two
    character(*), intent(in) :: series
    logical :: same
    real(dp), allocatable :: a(:), b(:)

    call one%get_series(series, a)
    call two%get_series(series, b)
    same = size(a) == size(b)
    if (same) same = all(abs(a - b) <= 0)
  end function

  subroutine test_choice()
    character(4), parameter :: names(4) = [character(4) :: "aic", "bic", "ebic", "gic"]
    type(sbreg_path) :: path, other
    real(dp), allocatable :: mean(:), error(:), objective(:), criterion(:)
    real(dp) :: x(n)
    integer :: i

    call new_path(path, "folds = 5")
    call check(path%chosen() == 0 .and. path%state() == sbreg_running, "nothing is chosen before the run")
    call path%run()
    call check(path%state() == sbreg_target_reached .and. path%state_text() == "target reached", "all fits are made")
    call path%get_series("cv_mean", mean)
    call path%get_series("cv_error", error)
    call path%get_series("objective", objective)
    call check(size(mean) == 8 .and. all(objective(2:) <= objective(:7)), "the objective never rises with s")
    i = minloc(mean, 1)
    call check(path%chosen() == findloc(mean <= mean(i) + error(i), .true., 1), "the rule is one standard error")
    call path%get_coefficients(x)
    call check(all(abs(x([3, 12, 25])) > 0.5_dp), "cross-validation finds the support")
    do i = 1, size(names)
      call new_path(other, "criterion = "//names(i))
      call other%run()
      call other%get_series(trim(names(i)), criterion)
      call check(other%chosen() == minloc(criterion, 1), "a criterion chooses its least value", names(i))
      call check(same(other, path, trim(names(i))), "which does not depend on folds", names(i))
      call other%get_series("cv_mean", mean)
      call check(size(mean) == 8 .and. all(ieee_is_nan(mean)), "without folds there is no score")
    end do
  end subroutine

  !> Groups of two, the last variable kept.
  subroutine structure(solver)
    type(sbreg_solver), intent(inout) :: solver
    integer :: i
    call solver%set("method", "newton")
    call solver%set_groups(reshape(spread([(i, i=1, n / 2)], 1, 2), [n]))
    call solver%set_kept([n])
  end subroutine

  subroutine test_fits()
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    type(sbreg_path) :: path
    real(dp), allocatable :: iterations(:), intercepts(:)
    real(dp) :: x(n), y(n)
    integer :: s

    call new_problem(problem)
    call solver%init(problem, 9)
    call solver%set_options("method = iht, max_iterations = 30")
    call path%init(solver)
    call path%set_options("first = 2, last = 5, independent = 1")
    call path%run()
    call path%get_series("iterations", iterations)
    do s = 2, 5
      call solver%init(problem, s)
      call solver%set_options("method = iht, max_iterations = 30")
      call solver%run()
      call solver%get_solution(x)
      call path%get_coefficients(y, s)
      call check(all(abs(x - y) <= 0), "independent fits are those of lone solvers")
      call check(nint(iterations(s - 1)) == solver%get_int("iterations"), "with as many iterations")
    end do

    call new_problem(problem)
    call problem%set_options("intercept = 1, standardize = 1")
    call solver%init(problem, 1)
    call structure(solver)
    call path%init(solver)
    call path%set_options("last = 3, independent = 1")
    call path%run()
    call path%get_series("intercept", intercepts)
    do s = 1, 3
      call solver%init(problem, s)
      call structure(solver)
      call solver%run()
      call solver%get_solution(x)
      call path%get_coefficients(y, s)
      call check(all(abs(x - y) <= 0), "structure of the pattern holds for every fit")
      call check(abs(intercepts(s) - solver%get_real("intercept")) <= 0, "and each has its intercept")
    end do
  end subroutine

  subroutine test_runs()
    type(counting), target :: counter
    class(sbreg_path_monitor), pointer :: monitor
    type(sbreg_path) :: path, copy, reference
    character(:), allocatable :: message
    logical :: interrupted
    integer :: stat

    call new_path(reference, "folds = 3, threads = 2")
    call reference%run(progress=.true.)
    call check(reference%state() == sbreg_target_reached, "a run that shows progress comes to its end")

    call new_path(path, "folds = 3")
    copy = path
    call path%set_monitor(stop_at_two)
    call path%run()
    call check(copy%state() == sbreg_stopped .and. copy%get_int("fits") >= 2, "a monitor stops the run, of a copy too")
    call path%run(interrupted=interrupted)
    call check(path%state() == sbreg_stopped .and. .not. interrupted, "a stop is no interrupt")
    call path%set_monitor(fail_at_two)
    call path%run(stat=stat, errmsg=message)
    call check(stat == 17 .and. message == "enough", "a failure in a monitor comes back", message)
    call path%run(progress=.true., stat=stat, errmsg=message)
    call check(stat == 17, "also with progress", message)
    call path%set_monitor(interrupt_at_two)
    call path%run(interrupted=interrupted)
    call check(interrupted .and. path%state() == sbreg_stopped, "Ctrl-C ends the run")
    monitor => counter
    call path%set_monitor(monitor)
    call path%destroy()
    call copy%run()
    call check(copy%state() == sbreg_target_reached, "and the run can go on")
    call check(counter%calls > 0 .and. counter%fits > 0, "an object watches")
    call copy%remove_monitor()
    call check(same(copy, reference, "cv_mean") .and. same(copy, reference, "objective"), &
               "neither stops nor threads change the result")

    call new_path(path, "folds = 3, time_limit = 0")
    call path%run(progress=.true., interrupted=interrupted)
    call check(path%state() == sbreg_time_limit .and. .not. interrupted, "the user's time limit holds")
  end subroutine

  subroutine test_errors()
    type(sbreg_path) :: nothing, path
    type(sbreg_solver) :: no_solver
    type(sbreg_key), allocatable :: keys(:)
    real(dp), allocatable :: values(:)
    character(:), allocatable :: message
    real(dp) :: x(n)
    integer :: stat

    call sbreg_keys("path", keys)
    call check(any([(keys(stat)%name == "folds", stat=1, size(keys))]), "the table of options is there")
    call nothing%run(stat=stat)
    call check(stat == sbreg_e_argument, "an empty path cannot run")
    call nothing%run(progress=.true., stat=stat)
    call check(stat == sbreg_e_argument, "nor with progress")
    call nothing%get_coefficients(x, 1, stat)
    call check(stat == sbreg_e_argument, "nor has coefficients")
    call path%init(no_solver, stat)
    call check(stat == sbreg_e_argument, "a path needs a solver")
    call new_path(path, "")
    call path%get_coefficients(x, stat=stat, errmsg=message)
    call check(stat == sbreg_e_state .and. index(message, "no fit") > 0, "there are no fits yet", message)
    call path%get_series("bic", values)
    call check(size(values) == 0, "nor numbers")
    call path%get_series("objectiv", values, stat, message)
    call check(stat == sbreg_e_key .and. index(message, "objective") > 0, "a name is suggested", message)
    call path%set_options("fold = 3", stat, message)
    call check(stat == sbreg_e_key .and. index(message, "folds") > 0, "an option is suggested", message)
    call path%set("folds", 1)
    call path%run(stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument, "one fold is none", message)
    call path%run(progress=.true., stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. index(message, "folds") > 0, "also with progress", message)
    call path%set("folds", 0)
    call path%run()
    call path%get_coefficients(x(2:), 1, stat, message)
    call check(stat == sbreg_e_dimension, "x has the wrong size", message)
    call path%get_coefficients(x, 9, stat, message)
    call check(stat == sbreg_e_argument .and. index(message, "1 .. 8") > 0, "s lies outside the range", message)
  end subroutine
end module

program test_path
  use path_tests
  use testing, only: finish_tests
  implicit none

  call test_choice()
  call test_fits()
  call test_runs()
  call test_errors()
  call finish_tests(45)
end program
