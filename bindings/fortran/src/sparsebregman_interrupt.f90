! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Ctrl-C during a run that asked for it. The handler only counts, and lets the next Ctrl-C end the program.
module sparsebregman_interrupt
  use, intrinsic :: iso_c_binding, only: c_funloc, c_funptr, c_int, c_null_funptr
  implicit none
  private
  public :: catch_interrupt, interrupted_since, release_interrupt

  integer(c_int), parameter :: sigint = 2  ! the same on every system that has it
  integer(c_int), volatile :: interrupts = 0

  interface
    function set_handler(signal, handler) result(previous) bind(c, name="signal")
      import :: c_funptr, c_int
      integer(c_int), value :: signal
      type(c_funptr), value :: handler
      type(c_funptr) :: previous
    end function
  end interface

contains

  !> Catches Ctrl-C from here on; `before` is the number of those so far, `previous` what was done about one.
  subroutine catch_interrupt(before, previous)
    integer, intent(out) :: before
    type(c_funptr), intent(out) :: previous

    before = interrupts
    previous = set_handler(sigint, c_funloc(count_interrupt))
  end subroutine

  function interrupted_since(before) result(interrupted)
    integer, intent(in) :: before
    logical :: interrupted
    interrupted = interrupts /= before
  end function

  subroutine release_interrupt(previous)
    type(c_funptr), intent(in) :: previous
    type(c_funptr) :: ours
    ours = set_handler(sigint, previous)
  end subroutine

  subroutine count_interrupt(signal) bind(c, name="")
    integer(c_int), value :: signal
    type(c_funptr) :: ours
    interrupts = interrupts + 1
    ours = set_handler(signal, c_null_funptr) ! what the system does, which is to end the program
  end subroutine
end module
