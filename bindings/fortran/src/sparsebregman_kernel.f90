! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Separable Bregman kernels h(x) = sum of h_i(x_i), for the method "bpg".
module sparsebregman_kernel
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_int, c_int32_t, c_int64_t, &
    c_loc, c_null_ptr, c_ptr
  use sparsebregman_c, only: sbreg_kernel_create, sbreg_kernel_create_custom, sbreg_kernel_set_weights, sbreg_ok, &
    sbreg_kernel_destroy, sbreg_kernel_retain, &
    sbreg_kernel_get_int, sbreg_kernel_get_real, sbreg_kernel_get_text, &
    sbreg_kernel_set_int, sbreg_kernel_set_real, sbreg_kernel_set_text
  use sparsebregman_error, only: callback_failed, forget_failure, report, right_size, right_version, terminated
  use sparsebregman_object, only: functions, sbreg_object
  implicit none
  private
  public :: sbreg_kernel, sbreg_kernel_functions

  !> A kernel. Fixed once a solver uses it; then threads may share it.
  type, extends(sbreg_object) :: sbreg_kernel
  contains
    procedure, nopass :: calls
    procedure, private :: assign
    generic :: assignment(=) => assign
    procedure :: destroy
    final :: finish
    procedure, private :: init_named, init_named_long, init_custom, init_custom_long
    generic :: init => init_named, init_named_long, init_custom, init_custom_long
    procedure :: set_weights
  end type

  !> Extend it for a kernel of your own; i counts from 1. sbreg_fail() in any of its procedures ends the call.
  type, abstract :: sbreg_kernel_functions
  contains
    procedure(scalar), deferred :: value               !< h_i(t)
    procedure(scalar), deferred :: derivative          !< h_i'(t)
    procedure(scalar), deferred :: inverse_derivative  !< the y with h_i'(y) = t
  end type

  abstract interface
    subroutine scalar(self, i, t, y)
      import :: c_double, c_int64_t, sbreg_kernel_functions
      class(sbreg_kernel_functions), intent(inout) :: self
      integer(c_int64_t), intent(in) :: i
      real(c_double), intent(in) :: t
      real(c_double), intent(out) :: y
    end subroutine
  end interface

  type :: holder
    class(sbreg_kernel_functions), pointer :: kernel => null()
  end type

contains

  function calls() result(these)
    type(functions) :: these
    these = functions("kernel", sbreg_kernel_set_int, sbreg_kernel_set_real, sbreg_kernel_set_text, &
                      sbreg_kernel_get_int, sbreg_kernel_get_real, sbreg_kernel_get_text)
  end function

  !> Both stand for the same kernel afterwards, which lives until the last of them is gone.
  impure elemental subroutine assign(self, other)
    class(sbreg_kernel), intent(inout) :: self
    class(sbreg_kernel), intent(in) :: other
    integer(c_int32_t) :: status
    type(c_ptr) :: shared

    if (self%shares(other)) return
    shared = other%c_handle()
    status = sbreg_ok
    if (c_associated(shared)) status = sbreg_kernel_retain(shared)
    call self%destroy()
    if (status == sbreg_ok) call self%adopt(shared)
  end subroutine

  !> Gives the kernel up at once; otherwise that happens when the variable ceases to exist.
  subroutine destroy(self)
    class(sbreg_kernel), intent(inout) :: self
    call sbreg_kernel_destroy(self%c_handle())
    call self%adopt(c_null_ptr)
  end subroutine

  impure elemental subroutine finish(self)
    type(sbreg_kernel), intent(inout) :: self
    call self%destroy()
  end subroutine

  !> A kernel by name, "quadratic", "quartic" or "power", for n variables.
  subroutine init_named_long(self, n, name, stat, errmsg)
    class(sbreg_kernel), intent(inout) :: self
    integer(c_int64_t), intent(in) :: n
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      created = c_null_ptr
      call replace(self, sbreg_kernel_create(created, n, terminated(name)), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> A kernel of one's own, whose functions must exist as long as it and the solvers that use it.
  subroutine init_custom_long(self, n, kernel, stat, errmsg)
    class(sbreg_kernel), intent(inout) :: self
    integer(c_int64_t), intent(in) :: n
    class(sbreg_kernel_functions), intent(in), pointer :: kernel
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(holder), pointer :: held
    integer(c_int32_t) :: status
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      allocate (held)
      held%kernel => kernel
      created = c_null_ptr
      status = sbreg_kernel_create_custom(created, n, c_funloc(call_value), c_funloc(call_derivative), &
                                          c_funloc(call_inverse), c_loc(held), c_funloc(free))
      if (status /= sbreg_ok) deallocate (held)
      call replace(self, status, created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine init_named(self, n, name, stat, errmsg)
    class(sbreg_kernel), intent(inout) :: self
    integer(c_int32_t), intent(in) :: n
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%init_named_long(int(n, c_int64_t), name, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine init_custom(self, n, kernel, stat, errmsg)
    class(sbreg_kernel), intent(inout) :: self
    integer(c_int32_t), intent(in) :: n
    class(sbreg_kernel_functions), intent(in), pointer :: kernel
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%init_custom_long(int(n, c_int64_t), kernel, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Nonnegative weights of the quadratic part, before a solver uses the kernel.
  subroutine set_weights(self, weights, stat, errmsg)
    class(sbreg_kernel), intent(inout) :: self
    real(c_double), intent(in) :: weights(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("weights", size(weights), n, stat, told)) exit body
      call report(sbreg_kernel_set_weights(self%c_handle(), weights), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine replace(self, status, created, stat, errmsg)
    class(sbreg_kernel), intent(inout) :: self
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

  function call_value(i, t, out, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: i
    real(c_double), value :: t
    real(c_double), intent(inout) :: out
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%kernel%value(i + 1, t, out)
    failed = callback_failed()
  end function

  function call_derivative(i, t, out, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: i
    real(c_double), value :: t
    real(c_double), intent(inout) :: out
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%kernel%derivative(i + 1, t, out)
    failed = callback_failed()
  end function

  function call_inverse(i, t, out, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: i
    real(c_double), value :: t
    real(c_double), intent(inout) :: out
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%kernel%inverse_derivative(i + 1, t, out)
    failed = callback_failed()
  end function

  subroutine free(user) bind(c, name="")
    type(c_ptr), value :: user
    type(holder), pointer :: held
    call c_f_pointer(user, held)
    deallocate (held)
  end subroutine
end module
