! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Fits for a range of sparsities, and the choice among them.
module sparsebregman_path
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_funptr, c_int, c_int32_t, &
    c_int64_t, c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit
  use sparsebregman_c, only: sbreg_ok, sbreg_path_create, sbreg_path_destroy, &
    sbreg_path_get_coefficients, sbreg_path_get_series, sbreg_path_retain, sbreg_path_run, sbreg_path_set_monitor, &
    sbreg_path_get_int, sbreg_path_get_real, sbreg_path_get_text, &
    sbreg_path_set_int, sbreg_path_set_real, sbreg_path_set_text
  use sparsebregman_error, only: callback_failed, forget_failure, report, report_run, right_size, state_words, &
    decimal, terminated, warn_of_separation
  use sparsebregman_interrupt, only: catch_interrupt, interrupted_since, release_interrupt
  use sparsebregman_object, only: functions, sbreg_object
  use sparsebregman_solver, only: sbreg_solver
  implicit none
  private
  public :: sbreg_path, sbreg_path_monitor, sbreg_path_watch

  !> Fits for a range of sparsities. One thread at a time.
  type, extends(sbreg_object) :: sbreg_path
    type(holder), pointer, private :: held => null()  ! owned by the library, as long as the handle is
  contains
    procedure, nopass :: calls
    procedure, private :: assign
    generic :: assignment(=) => assign
    procedure :: destroy
    final :: finish
    procedure :: init
    procedure, private :: watch_by_object, watch_by_procedure
    generic :: set_monitor => watch_by_object, watch_by_procedure
    procedure :: remove_monitor
    procedure :: run
    procedure :: state
    procedure :: state_text
    procedure :: chosen
    procedure, private :: get_coefficients_int, get_coefficients_long
    generic :: get_coefficients => get_coefficients_int, get_coefficients_long
    procedure :: get_series
  end type

  !> Extend it to watch a run with data of your own.
  type, abstract :: sbreg_path_monitor
  contains
    procedure(watching), deferred :: watch
  end type

  abstract interface
    subroutine watching(self, path, stop)
      import :: sbreg_path, sbreg_path_monitor
      class(sbreg_path_monitor), intent(inout) :: self
      class(sbreg_path), intent(in) :: path
      logical, intent(inout) :: stop  !< false; true ends the run
    end subroutine
    subroutine sbreg_path_watch(path, stop)
      import :: sbreg_path
      class(sbreg_path), intent(in) :: path
      logical, intent(inout) :: stop
    end subroutine
  end interface

  !> What watches a run: the user's monitor, and what the call of `run` under way asks for.
  type :: holder
    class(sbreg_path_monitor), pointer :: monitor => null()
    procedure(sbreg_path_watch), pointer, nopass :: procedure => null()
    logical :: shown = .false., catching = .false., interrupted = .false.
    integer :: before = 0           ! interrupts
    integer(c_int64_t) :: last = 0  ! when the line was shown
  end type

contains

  function calls() result(these)
    type(functions) :: these
    these = functions("path", sbreg_path_set_int, sbreg_path_set_real, sbreg_path_set_text, &
                      sbreg_path_get_int, sbreg_path_get_real, sbreg_path_get_text)
  end function

  !> Both stand for the same fits afterwards, which live until the last of them is gone.
  impure elemental subroutine assign(self, other)
    class(sbreg_path), intent(inout) :: self
    class(sbreg_path), intent(in) :: other
    integer(c_int32_t) :: status
    type(c_ptr) :: shared

    if (self%shares(other)) return
    shared = other%c_handle()
    status = sbreg_ok
    if (c_associated(shared)) status = sbreg_path_retain(shared)
    call self%destroy()
    if (status /= sbreg_ok) return
    call self%adopt(shared)
    if (c_associated(shared)) self%held => other%held
  end subroutine

  !> Gives the fits up at once; otherwise that happens when the variable ceases to exist.
  subroutine destroy(self)
    class(sbreg_path), intent(inout) :: self
    call sbreg_path_destroy(self%c_handle())
    call self%adopt(c_null_ptr)
    nullify (self%held)
  end subroutine

  impure elemental subroutine finish(self)
    type(sbreg_path), intent(inout) :: self
    call self%destroy()
  end subroutine

  !> Fits made as this solver would make them, at other sparsities; it may be changed or go afterwards.
  subroutine init(self, pattern, stat, errmsg)
    class(sbreg_path), intent(inout) :: self
    class(sbreg_solver), intent(in) :: pattern
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(holder), pointer :: held
    integer(c_int32_t) :: status
    type(c_ptr) :: created

    created = c_null_ptr
    status = sbreg_path_create(created, pattern%c_handle())
    if (status == sbreg_ok) then
      allocate (held)
      status = sbreg_path_set_monitor(created, c_funloc(call_monitor), c_loc(held), c_funloc(free))
      if (status == sbreg_ok) then
        call self%destroy()
        call self%adopt(created)
        self%held => held
      else
        deallocate (held)
        call sbreg_path_destroy(created)
      end if
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Calls an object after every fit and from time to time during one; it must exist as long as it watches.
  subroutine watch_by_object(self, monitor, stat, errmsg)
    class(sbreg_path), intent(inout) :: self
    class(sbreg_path_monitor), intent(in), pointer :: monitor
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. alive(self, stat, told)) exit body
      nullify (self%held%procedure)
      self%held%monitor => monitor
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Calls a procedure likewise.
  subroutine watch_by_procedure(self, monitor, stat, errmsg)
    class(sbreg_path), intent(inout) :: self
    procedure(sbreg_path_watch) :: monitor
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. alive(self, stat, told)) exit body
      nullify (self%held%monitor)
      self%held%procedure => monitor
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine remove_monitor(self, stat, errmsg)
    class(sbreg_path), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (.not. alive(self, stat, told)) exit body
      nullify (self%held%procedure, self%held%monitor)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Whether there is a path; otherwise the library's error is reported.
  function alive(self, stat, errmsg)
    class(sbreg_path), intent(in) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    logical :: alive

    alive = self%extent("columns", stat, told) >= 0
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> Makes all fits, or goes on after a stop. `progress` shows a line on the error unit. With `interrupted`, Ctrl-C ends
  !> the run soon and is told there: the fits that were made are kept and `run` resumes. A second Ctrl-C ends the
  !> program, as one does without `interrupted`. `separated` is true where a fit has no minimiser, since the chosen
  !> variables separate the classes; without it a line on the error unit says which.
  subroutine run(self, progress, interrupted, stat, errmsg, separated)
    class(sbreg_path), intent(inout) :: self
    logical, intent(in), optional :: progress
    logical, intent(out), optional :: interrupted, separated
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(c_funptr) :: previous
    integer(c_int32_t) :: status

    body: block
      if (present(interrupted)) interrupted = .false.
      if (present(separated)) separated = .false.
      if (.not. alive(self, stat, told)) exit body
      associate (held => self%held)
        held%shown = .false.
        if (present(progress)) held%shown = progress
        held%catching = present(interrupted)
        held%interrupted = .false.
        if (held%catching) call catch_interrupt(held%before, previous)
        status = sbreg_path_run(self%c_handle())
        if (held%catching) call release_interrupt(previous)
        if (present(interrupted)) interrupted = held%interrupted
        if (held%shown) call show(self, ended=.true.)
      end associate
      call report_run(status, stat, told)
      if (c_associated(self%c_handle())) call tell_separation(self, separated)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Which fits separate the classes, or else those of which folds, as an answer or as a line on the error unit.
  subroutine tell_separation(self, separated)
    class(sbreg_path), intent(in) :: self
    logical, intent(inout), optional :: separated
    real(c_double), allocatable :: s(:), fits(:), folds(:)
    character(:), allocatable :: list, place
    integer :: i

    call self%get_series("sparsity", s)
    call self%get_series("separated", fits)
    call self%get_series("cv_separated", folds)
    place = " at s ="
    if (.not. any(fits > 0)) then
      place = " in some folds at s ="
      fits = folds
    end if
    if (present(separated)) separated = any(fits > 0)
    if (present(separated) .or. .not. any(fits > 0)) return
    list = ""
    do i = 1, size(s)
      if (fits(i) > 0) list = list//merge(", ", "  ", len(list) > 0)//decimal(int(s(i)))
    end do
    call warn_of_separation(place//list(2:))
  end subroutine

  !> What `run` was asked for: a line at most ten times a second, and whether there was a Ctrl-C.
  subroutine look(held, path)
    type(holder), intent(inout) :: held
    class(sbreg_path), intent(in) :: path
    integer(c_int64_t) :: now, rate

    if (held%catching) held%interrupted = interrupted_since(held%before)
    call system_clock(now, rate)
    if (.not. held%shown .or. now - held%last <= rate / 10) return
    held%last = now
    call show(path, ended=.false.)
  end subroutine

  subroutine show(self, ended)
    class(sbreg_path), intent(in) :: self
    logical, intent(in) :: ended
    character(80) :: line

    write (line, "(a, i7, a, i7, f8.1, a)") "fit", self%get_int("fits"), " of", self%get_int("fits_total"), &
      self%get_real("elapsed_seconds"), " s"
    if (ended) then
      write (error_unit, "(4a)") achar(13), trim(line), "   ", self%state_text()
    else
      write (error_unit, "(2a)", advance="no") achar(13), trim(line)
      flush (error_unit)
    end if
  end subroutine

  !> sbreg_target_reached when all fits are made, or why not: sbreg_running, sbreg_stopped, sbreg_time_limit.
  function state(self, stat, errmsg)
    class(sbreg_path), intent(in) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: state

    state = int(self%get_int("state", stat, told))
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The same in words.
  function state_text(self) result(text)
    class(sbreg_path), intent(in) :: self
    character(:), allocatable :: text
    text = state_words(self%state())
  end function

  !> The sparsity that criterion and rule choose; the option "first" less 1 before the end and where there is nothing to
  !> choose by.
  function chosen(self, stat, errmsg)
    class(sbreg_path), intent(in) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: chosen

    chosen = int(self%get_int("chosen", stat, told))
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The fit to all observations with at most s nonzeros, by default the chosen one.
  subroutine get_coefficients_long(self, x, s, stat, errmsg)
    class(sbreg_path), intent(in) :: self
    real(c_double), intent(inout) :: x(:)
    integer(c_int64_t), intent(in), optional :: s
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: wanted
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      wanted = self%chosen()
      if (present(s)) wanted = s
      call report(sbreg_path_get_coefficients(self%c_handle(), wanted, x), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine get_coefficients_int(self, x, s, stat, errmsg)
    class(sbreg_path), intent(in) :: self
    real(c_double), intent(inout) :: x(:)
    integer(c_int32_t), intent(in) :: s
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%get_coefficients_long(x, int(s, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> One number for each sparsity that has been fitted, ascending: "sparsity", "objective", "support_size", "intercept",
  !> "state", "iterations", "proved" (1 where no fit is better), "separated" (1 where the classes are separated, so that the
  !> objective has no minimiser), "aic", "bic", "ebic", "gic", "cv_mean", "cv_error" or "cv_separated" (the number of folds
  !> whose fit is separated). What is not known, or not yet, is a NaN.
  subroutine get_series(self, series, values, stat, errmsg)
    class(sbreg_path), intent(in) :: self
    character(*), intent(in) :: series
    real(c_double), allocatable, intent(out) :: values(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: count
    integer(c_int32_t) :: status

    allocate (values(0))
    count = 0
    status = sbreg_path_get_series(self%c_handle(), terminated(series), values, 0_c_int64_t, count)
    if (status == sbreg_ok .and. count > 0) then
      deallocate (values)
      allocate (values(count))
      status = sbreg_path_get_series(self%c_handle(), terminated(series), values, count, count)
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  function call_monitor(object, user) result(stop) bind(c, name="")
    type(c_ptr), value :: object, user
    integer(c_int) :: stop
    type(sbreg_path) :: path
    type(holder), pointer :: held
    logical :: wanted

    call c_f_pointer(user, held)
    call forget_failure()
    call path%adopt(object)
    path%held => held
    call look(held, path)
    wanted = .false.
    if (associated(held%monitor)) then
      call held%monitor%watch(path, wanted)
    else if (associated(held%procedure)) then
      call held%procedure(path, wanted)
    end if
    wanted = wanted .or. held%interrupted
    call path%adopt(c_null_ptr) ! was only lent
    stop = merge(1_c_int, callback_failed(), wanted)
  end function

  subroutine free(user) bind(c, name="")
    type(c_ptr), value :: user
    type(holder), pointer :: held
    call c_f_pointer(user, held)
    deallocate (held)
  end subroutine
end module
