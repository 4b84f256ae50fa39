! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Diagonal scaling matrices D = Diag(w) above the Hessian.
module sparsebregman_dsm
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_int, c_int32_t, c_int64_t, &
    c_loc, c_null_funptr, c_null_ptr, c_ptr
  use sparsebregman_c, only: sbreg_dsm_create, sbreg_dsm_create_weights, sbreg_dsm_get_extracted_weights, &
    sbreg_dsm_get_weights, sbreg_dsm_margin, sbreg_dsm_run, sbreg_dsm_set_cost, sbreg_dsm_set_monitor, &
    sbreg_dsm_set_start, sbreg_dsm_step, sbreg_ok, &
    sbreg_dsm_destroy, sbreg_dsm_retain, &
    sbreg_dsm_get_int, sbreg_dsm_get_real, sbreg_dsm_get_text, &
    sbreg_dsm_set_int, sbreg_dsm_set_real, sbreg_dsm_set_text
  use sparsebregman_error, only: callback_failed, forget_failure, report, report_run, right_size, right_version, &
    terminated
  use sparsebregman_object, only: functions, sbreg_object
  use sparsebregman_problem, only: sbreg_problem
  implicit none
  private
  public :: sbreg_dsm, sbreg_dsm_monitor, sbreg_dsm_watch

  !> The computation of a scaling matrix, and its weights.
  type, extends(sbreg_object) :: sbreg_dsm
  contains
    procedure, nopass :: calls
    procedure, private :: assign
    generic :: assignment(=) => assign
    procedure :: destroy
    final :: finish
    procedure, private :: init_model, init_weights
    generic :: init => init_model, init_weights
    procedure :: set_cost
    procedure :: set_start
    procedure, private :: watch_by_object, watch_by_procedure
    generic :: set_monitor => watch_by_object, watch_by_procedure
    procedure :: remove_monitor
    procedure, private :: step_int, step_long
    generic :: step => step_int, step_long
    procedure :: run
    procedure :: state
    procedure :: get_weights
    procedure :: get_extracted_weights
    procedure :: margin
  end type

  !> Extend it to watch a computation with data of your own.
  type, abstract :: sbreg_dsm_monitor
  contains
    procedure(watching), deferred :: watch
  end type

  abstract interface
    subroutine watching(self, dsm, stop)
      import :: sbreg_dsm, sbreg_dsm_monitor
      class(sbreg_dsm_monitor), intent(inout) :: self
      class(sbreg_dsm), intent(in) :: dsm
      logical, intent(inout) :: stop  !< false; true ends the run
    end subroutine
    subroutine sbreg_dsm_watch(dsm, stop)
      import :: sbreg_dsm
      class(sbreg_dsm), intent(in) :: dsm
      logical, intent(inout) :: stop
    end subroutine
  end interface

  type :: holder
    class(sbreg_dsm_monitor), pointer :: monitor => null()
    procedure(sbreg_dsm_watch), pointer, nopass :: procedure => null()
  end type

contains

  function calls() result(these)
    type(functions) :: these
    these = functions("dsm", sbreg_dsm_set_int, sbreg_dsm_set_real, sbreg_dsm_set_text, &
                      sbreg_dsm_get_int, sbreg_dsm_get_real, sbreg_dsm_get_text)
  end function

  !> Both stand for the same scaling matrix afterwards, which lives until the last of them is gone.
  impure elemental subroutine assign(self, other)
    class(sbreg_dsm), intent(inout) :: self
    class(sbreg_dsm), intent(in) :: other
    integer(c_int32_t) :: status
    type(c_ptr) :: shared

    if (self%shares(other)) return
    shared = other%c_handle()
    status = sbreg_ok
    if (c_associated(shared)) status = sbreg_dsm_retain(shared)
    call self%destroy()
    if (status == sbreg_ok) call self%adopt(shared)
  end subroutine

  !> Gives the scaling matrix up at once; otherwise that happens when the variable ceases to exist.
  subroutine destroy(self)
    class(sbreg_dsm), intent(inout) :: self
    call sbreg_dsm_destroy(self%c_handle())
    call self%adopt(c_null_ptr)
  end subroutine

  impure elemental subroutine finish(self)
    type(sbreg_dsm), intent(inout) :: self
    call self%destroy()
  end subroutine

  !> The computation of a model, "lipschitz", "linear" or "quadratic", for a problem.
  subroutine init_model(self, problem, model, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    class(sbreg_problem), intent(in) :: problem
    character(*), intent(in) :: model
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(c_ptr) :: created

    created = c_null_ptr
    call replace(self, sbreg_dsm_create(created, problem%c_handle(), terminated(model)), created, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Weights of one's own, copied.
  subroutine init_weights(self, w, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    real(c_double), intent(in) :: w(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      created = c_null_ptr
      call replace(self, sbreg_dsm_create_weights(created, size(w, kind=c_int64_t), w), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Positive costs of the linear model, before the first iteration.
  subroutine set_cost(self, cost, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    real(c_double), intent(in) :: cost(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("cost", size(cost), n, stat, told)) exit body
      call report(sbreg_dsm_set_cost(self%c_handle(), cost), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Starts from the solution of an earlier computation with as many columns.
  subroutine set_start(self, previous, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    class(sbreg_dsm), intent(in) :: previous
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report(sbreg_dsm_set_start(self%c_handle(), previous%c_handle()), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Calls an object after every iteration; it must exist as long as it watches.
  subroutine watch_by_object(self, monitor, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    class(sbreg_dsm_monitor), intent(in), pointer :: monitor
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
    class(sbreg_dsm), intent(inout) :: self
    procedure(sbreg_dsm_watch) :: monitor
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
    class(sbreg_dsm), intent(inout) :: self
    type(holder), pointer, intent(inout) :: held
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int32_t) :: status

    status = sbreg_dsm_set_monitor(self%c_handle(), c_funloc(call_monitor), c_loc(held), c_funloc(free))
    if (status /= sbreg_ok) deallocate (held)
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine remove_monitor(self, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report(sbreg_dsm_set_monitor(self%c_handle(), c_null_funptr, c_null_ptr, c_null_funptr), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Does up to `count` iterations, 1 by default.
  subroutine step_long(self, count, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    integer(c_int64_t), intent(in), optional :: count
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: chosen

    chosen = 1
    if (present(count)) chosen = count
    call report_run(sbreg_dsm_step(self%c_handle(), chosen), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine step_int(self, count, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    integer(c_int32_t), intent(in) :: count
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%step_long(int(count, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Iterates to a terminal state.
  subroutine run(self, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call report_run(sbreg_dsm_run(self%c_handle()), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Why the computation ended, such as sbreg_target_reached, or that it has not: sbreg_running.
  function state(self, stat, errmsg)
    class(sbreg_dsm), intent(in) :: self
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: state

    state = int(self%get_int("state", stat, told))
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The weights; at every moment Diag(w) is above the Hessian.
  subroutine get_weights(self, w, stat, errmsg)
    class(sbreg_dsm), intent(in) :: self
    real(c_double), intent(inout) :: w(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("w", size(w), n, stat, told)) exit body
      call report(sbreg_dsm_get_weights(self%c_handle(), w), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The weights as the paper extracts them, for comparison only.
  subroutine get_extracted_weights(self, w, stat, errmsg)
    class(sbreg_dsm), intent(in) :: self
    real(c_double), intent(inout) :: w(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("w", size(w), n, stat, told)) exit body
      call report(sbreg_dsm_get_extracted_weights(self%c_handle(), w), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The smallest eigenvalue of Diag(w) - C, with C the problem's bound on its Hessian; an independent check.
  function margin(self, problem, stat, errmsg) result(lambda_min)
    class(sbreg_dsm), intent(in) :: self
    class(sbreg_problem), intent(in) :: problem
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double) :: lambda_min

    lambda_min = -huge(lambda_min)
    call report(sbreg_dsm_margin(self%c_handle(), problem%c_handle(), lambda_min), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  subroutine replace(self, status, created, stat, errmsg)
    class(sbreg_dsm), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: created
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    if (status == sbreg_ok) then
      call self%destroy()
      call self%adopt(created)
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  function call_monitor(object, user) result(stop) bind(c, name="")
    type(c_ptr), value :: object, user
    integer(c_int) :: stop
    type(sbreg_dsm) :: dsm
    type(holder), pointer :: held
    logical :: wanted

    call c_f_pointer(user, held)
    call forget_failure()
    call dsm%adopt(object)
    wanted = .false.
    if (associated(held%monitor)) then
      call held%monitor%watch(dsm, wanted)
    else
      call held%procedure(dsm, wanted)
    end if
    call dsm%adopt(c_null_ptr) ! was only lent
    stop = merge(1_c_int, callback_failed(), wanted)
  end function

  subroutine free(user) bind(c, name="")
    type(c_ptr), value :: user
    type(holder), pointer :: held
    call c_f_pointer(user, held)
    deallocate (held)
  end subroutine
end module
