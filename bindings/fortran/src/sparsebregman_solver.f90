! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Runs: stepping, progress, Ctrl-C, monitors, results.
module sparsebregman_solver
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_funptr, c_int, c_int32_t, &
    c_int64_t, c_loc, c_null_funptr, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit
  use sparsebregman_c, only: sbreg_ok, sbreg_running, sbreg_solver_add_dsm, sbreg_solver_create, &
    sbreg_solver_get_history, sbreg_solver_get_iterate, sbreg_solver_get_solution, sbreg_solver_get_support, &
    sbreg_solver_run, sbreg_solver_set_bounds, sbreg_solver_set_groups, sbreg_solver_set_kept, sbreg_solver_set_kernel, &
    sbreg_solver_set_monitor, sbreg_solver_set_start, sbreg_solver_step, &
    sbreg_stopped, &
    sbreg_solver_destroy, sbreg_solver_retain, &
    sbreg_solver_get_int, sbreg_solver_get_real, sbreg_solver_get_text, &
    sbreg_solver_set_int, sbreg_solver_set_real, sbreg_solver_set_text
  use sparsebregman_dsm, only: sbreg_dsm
  use sparsebregman_error, only: callback_failed, forget_failure, report, report_run, right_size, state_words, &
    terminated, warn_of_separation
  use sparsebregman_interrupt, only: catch_interrupt, interrupted_since, release_interrupt
  use sparsebregman_kernel, only: sbreg_kernel
  use sparsebregman_object, only: functions, sbreg_object
  use sparsebregman_problem, only: sbreg_problem
  implicit none
  private
  public :: sbreg_monitor, sbreg_solver, sbreg_watch

  !> The state of one run. One thread at a time.
  type, extends(sbreg_object) :: sbreg_solver
  contains
    procedure, nopass :: calls
    procedure, private :: assign
    generic :: assignment(=) => assign
    procedure :: destroy
    final :: finish
    procedure, private :: init_int, init_long
    generic :: init => init_int, init_long
    procedure :: add_dsm
    procedure :: set_kernel
    procedure :: set_start
    procedure, private :: set_groups_int, set_groups_long
    generic :: set_groups => set_groups_int, set_groups_long
    procedure :: set_bounds
    procedure, private :: set_kept_int, set_kept_long, set_kept_mask
    generic :: set_kept => set_kept_int, set_kept_long, set_kept_mask
    procedure, private :: watch_by_object, watch_by_procedure
    generic :: set_monitor => watch_by_object, watch_by_procedure
    procedure :: remove_monitor
    procedure, private :: step_int, step_long
    generic :: step => step_int, step_long
    procedure :: run
    procedure :: state
    procedure :: state_text
    procedure :: running
    procedure :: get_solution
    procedure :: get_iterate
    procedure :: get_support
    procedure :: get_history
  end type

  !> Extend it to watch a run with data of your own.
  type, abstract :: sbreg_monitor
  contains
    procedure(watching), deferred :: watch
  end type

  abstract interface
    subroutine watching(self, solver, stop)
      import :: sbreg_monitor, sbreg_solver
      class(sbreg_monitor), intent(inout) :: self
      class(sbreg_solver), intent(in) :: solver
      logical, intent(inout) :: stop  !< false; true ends the run
    end subroutine
    subroutine sbreg_watch(solver, stop)
      import :: sbreg_solver
      class(sbreg_solver), intent(in) :: solver
      logical, intent(inout) :: stop
    end subroutine
  end interface

  type :: holder
    class(sbreg_monitor), pointer :: monitor => null()
    procedure(sbreg_watch), pointer, nopass :: procedure => null()
  end type

contains

  function calls() result(these)
    type(functions) :: these
    these = functions("solver", sbreg_solver_set_int, sbreg_solver_set_real, sbreg_solver_set_text, &
                      sbreg_solver_get_int, sbreg_solver_get_real, sbreg_solver_get_text)
  end function

  !> Both stand for the same run afterwards, which lives until the last of them is gone.
  impure elemental subroutine assign(self, other)
    class(sbreg_solver), intent(inout) :: self
    class(sbreg_solver), intent(in) :: other
    integer(c_int32_t) :: status
    type(c_ptr) :: shared

    if (self%shares(other)) return
    shared = other%c_handle()
    status = sbreg_ok
    if (c_associated(shared)) status = sbreg_solver_retain(shared)
    call self%destroy()
    if (status == sbreg_ok) call self%adopt(shared)
  end subroutine

  !> Gives the run up at once; otherwise that happens when the variable ceases to exist.
  subroutine destroy(self)
    class(sbreg_solver), intent(inout) :: self
    call sbreg_solver_destroy(self%c_handle())
    call self%adopt(c_null_ptr)
  end subroutine

  impure elemental subroutine finish(self)
    type(sbreg_solver), intent(inout) :: self
    call self%destroy()
  end subroutine

  !> A run with at most s nonzeros, which starts at zero.
  subroutine init_long(self, problem, s, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    class(sbreg_problem), intent(in) :: problem
    integer(c_int64_t), intent(in) :: s
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int32_t) :: status
    type(c_ptr) :: created

    created = c_null_ptr
    status = sbreg_solver_create(created, problem%c_handle(), s)
    if (status == sbreg_ok) then
      call self%destroy()
      call self%adopt(created)
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine init_int(self, problem, s, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    class(sbreg_problem), intent(in) :: problem
    integer(c_int32_t), intent(in) :: s
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%init_long(problem, int(s, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Appends a scaling matrix to the dictionary, with the weights it has at this moment.
  subroutine add_dsm(self, dsm, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    class(sbreg_dsm), intent(in) :: dsm
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report(sbreg_solver_add_dsm(self%c_handle(), dsm%c_handle()), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The kernel of the method "bpg".
  subroutine set_kernel(self, kernel, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    class(sbreg_kernel), intent(in) :: kernel
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report(sbreg_solver_set_kernel(self%c_handle(), kernel%c_handle()), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> A start with at most s nonzeros, before the first step.
  subroutine set_start(self, x, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    real(c_double), intent(in) :: x(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      call report(sbreg_solver_set_start(self%c_handle(), x), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Lets s count groups: coordinates with equal numbers, which are zero together or not.
  subroutine set_groups_long(self, groups, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer(c_int64_t), intent(in) :: groups(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("groups", size(groups), n, stat, told)) exit body
      call report(sbreg_solver_set_groups(self%c_handle(), groups), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine set_groups_int(self, groups, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer(c_int32_t), intent(in) :: groups(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%set_groups_long(int(groups, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Asks for lower <= x <= upper, with lower <= 0 <= upper; one that is not given is no bound.
  subroutine set_bounds(self, lower, upper, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    real(c_double), intent(in), contiguous, optional :: lower(:), upper(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (present(lower)) then
        if (.not. right_size("lower", size(lower), n, stat, told)) exit body
      end if
      if (present(upper)) then
        if (.not. right_size("upper", size(upper), n, stat, told)) exit body
      end if
      call report(sbreg_solver_set_bounds(self%c_handle(), lower, upper), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The coordinates, from 1, that may always be nonzero and are not counted in s.
  subroutine set_kept_long(self, indices, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer(c_int64_t), intent(in) :: indices(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report(sbreg_solver_set_kept(self%c_handle(), indices - 1, size(indices, kind=c_int64_t)), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine set_kept_int(self, indices, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer(c_int32_t), intent(in) :: indices(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%set_kept_long(int(indices, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The same by a mask of all coordinates: those where it is true.
  subroutine set_kept_mask(self, mask, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    logical, intent(in) :: mask(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: i
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("mask", size(mask), n, stat, told)) exit body
      call self%set_kept_long(pack([(i, i=1, int(n, c_int64_t))], mask), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Calls an object after every iteration; it must exist as long as it watches.
  subroutine watch_by_object(self, monitor, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    class(sbreg_monitor), intent(in), pointer :: monitor
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(holder), pointer :: held

    allocate (held)
    held%monitor => monitor
    call install(self, held, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Calls a procedure after every iteration.
  subroutine watch_by_procedure(self, monitor, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    procedure(sbreg_watch) :: monitor
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(holder), pointer :: held

    allocate (held)
    held%procedure => monitor
    call install(self, held, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine install(self, held, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    type(holder), pointer, intent(inout) :: held
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int32_t) :: status

    status = sbreg_solver_set_monitor(self%c_handle(), c_funloc(call_monitor), c_loc(held), c_funloc(free))
    if (status /= sbreg_ok) deallocate (held)
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine remove_monitor(self, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report(sbreg_solver_set_monitor(self%c_handle(), c_null_funptr, c_null_ptr, c_null_funptr), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Does up to `count` iterations, 1 by default; none when the run has ended. A limit that is raised resumes it.
  subroutine step_long(self, count, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer(c_int64_t), intent(in), optional :: count
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: chosen

    chosen = 1
    if (present(count)) chosen = count
    call report_run(sbreg_solver_step(self%c_handle(), chosen), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine step_int(self, count, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    integer(c_int32_t), intent(in) :: count
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%step_long(int(count, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Iterates to the end. `progress` shows a line on the error unit. With `interrupted`, Ctrl-C ends the run after the
  !> iteration under way and is told there: the solver keeps its best point and `run` resumes. A second Ctrl-C ends the
  !> program, as one does without `interrupted`. `separated` is true where f has no minimiser, since the chosen variables
  !> separate the classes; without it a line on the error unit says so.
  subroutine run(self, progress, interrupted, stat, errmsg, separated)
    class(sbreg_solver), intent(inout) :: self
    logical, intent(in), optional :: progress
    logical, intent(out), optional :: interrupted, separated
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    logical :: shown

    shown = .false.
    if (present(progress)) shown = progress
    if (present(interrupted)) interrupted = .false.
    if (shown .or. present(interrupted)) then
      call run_in_pieces(self, shown, interrupted, stat, told)
    else
      call report_run(sbreg_solver_run(self%c_handle()), stat, told)
    end if
    call tell_separation(self, separated)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Whether the best point separates the classes, as an answer or as a line on the error unit.
  subroutine tell_separation(self, separated)
    class(sbreg_solver), intent(in) :: self
    logical, intent(out), optional :: separated
    character(:), allocatable :: text
    integer :: error
    logical :: found

    found = self%get_int("separated", error, text) == 1 ! 0 with an error: there is no solver
    if (present(separated)) then
      separated = found
    else if (found) then
      call warn_of_separation("")
    end if
  end subroutine

  !> The same run in pieces of about 0.05 s, between which there is time to look and to print.
  subroutine run_in_pieces(self, shown, interrupted, stat, errmsg)
    class(sbreg_solver), intent(inout) :: self
    logical, intent(in) :: shown
    logical, intent(inout), optional :: interrupted
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: count, start, now, last, rate
    integer(c_int32_t) :: status
    type(c_funptr) :: previous
    integer(c_int) :: failed
    integer :: before

    before = 0
    previous = c_null_funptr
    if (present(interrupted)) call catch_interrupt(before, previous)
    count = 1
    last = 0
    do
      call system_clock(start, rate)
      status = sbreg_solver_step(self%c_handle(), count)
      failed = callback_failed()
      if (status /= sbreg_ok .or. failed /= 0) exit
      if (self%state() /= sbreg_running) exit
      if (present(interrupted)) then
        interrupted = interrupted_since(before)
        if (interrupted) exit
      end if
      call system_clock(now)
      if (shown .and. now - last > rate / 10) then
        call show(self, ended=.false.)
        last = now
      end if
      count = merge(2 * count, max(1_c_int64_t, count / 2), now - start < rate / 20)
    end do
    if (present(interrupted)) call release_interrupt(previous)
    if (shown .and. c_associated(self%c_handle())) call show(self, ended=.true.)
    call report_run(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine show(self, ended)
    class(sbreg_solver), intent(in) :: self
    logical, intent(in) :: ended
    character(80) :: line

    write (line, "(a, i8, a, es13.6, a, f8.1, a)") "iteration", self%get_int("iterations"), "   objective ", &
      self%get_real("best_objective"), "   ", self%get_real("elapsed_seconds"), " s"
    if (ended) then
      write (error_unit, "(4a)") achar(13), trim(line), "   ", self%state_text()
    else
      write (error_unit, "(2a)", advance="no") achar(13), trim(line)
      flush (error_unit)
    end if
  end subroutine

  !> Why the run ended, such as sbreg_stationary, or that it has not: sbreg_running.
  function state(self, stat, errmsg)
    class(sbreg_solver), intent(in) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: state

    state = int(self%get_int("state", stat, told))
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The same in words.
  function state_text(self) result(text)
    class(sbreg_solver), intent(in) :: self
    character(:), allocatable :: text
    text = state_words(self%state())
  end function

  !> Whether a step would do something: the condition of a loop around `step`.
  function running(self)
    class(sbreg_solver), intent(in) :: self
    logical :: running
    running = any(self%state() == [sbreg_running, sbreg_stopped])
  end function

  !> The best point so far.
  subroutine get_solution(self, x, stat, errmsg)
    class(sbreg_solver), intent(in) :: self
    real(c_double), intent(inout) :: x(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      call report(sbreg_solver_get_solution(self%c_handle(), x), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The current point.
  subroutine get_iterate(self, x, stat, errmsg)
    class(sbreg_solver), intent(in) :: self
    real(c_double), intent(inout) :: x(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      call report(sbreg_solver_get_iterate(self%c_handle(), x), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The indices of the nonzeros of the best point, ascending, from 1.
  subroutine get_support(self, indices, stat, errmsg)
    class(sbreg_solver), intent(in) :: self
    integer(c_int64_t), allocatable, intent(out) :: indices(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: count
    integer(c_int32_t) :: status

    allocate (indices(0))
    count = 0
    status = sbreg_solver_get_support(self%c_handle(), indices, 0_c_int64_t, count)
    if (status == sbreg_ok .and. count > 0) then
      deallocate (indices)
      allocate (indices(count))
      status = sbreg_solver_get_support(self%c_handle(), indices, count, count)
      indices = indices + 1
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> A series that was recorded because the option "history" is 1, the start first.
  subroutine get_history(self, series, values, stat, errmsg)
    class(sbreg_solver), intent(in) :: self
    character(*), intent(in) :: series
    real(c_double), allocatable, intent(out) :: values(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: count
    integer(c_int32_t) :: status

    allocate (values(0))
    count = 0
    status = sbreg_solver_get_history(self%c_handle(), terminated(series), values, 0_c_int64_t, count)
    if (status == sbreg_ok .and. count > 0) then
      deallocate (values)
      allocate (values(count))
      status = sbreg_solver_get_history(self%c_handle(), terminated(series), values, count, count)
      if (series == "active_dsm") values = values + 1
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  function call_monitor(object, user) result(stop) bind(c, name="")
    type(c_ptr), value :: object, user
    integer(c_int) :: stop
    type(sbreg_solver) :: solver
    type(holder), pointer :: held
    logical :: wanted

    call c_f_pointer(user, held)
    call forget_failure()
    call solver%adopt(object)
    wanted = .false.
    if (associated(held%monitor)) then
      call held%monitor%watch(solver, wanted)
    else
      call held%procedure(solver, wanted)
    end if
    call solver%adopt(c_null_ptr) ! was only lent
    stop = merge(1_c_int, callback_failed(), wanted)
  end function

  subroutine free(user) bind(c, name="")
    type(c_ptr), value :: user
    type(holder), pointer :: held
    call c_f_pointer(user, held)
    deallocate (held)
  end subroutine
end module
