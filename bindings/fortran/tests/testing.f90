! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Checks that say what they claim, count, and fail the program at its end.
module testing
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  implicit none
  private
  public :: check, finish_tests, random_matrix, random_vector, dp, long

  integer, parameter :: dp = real64, long = int64
  integer :: checks = 0, failures = 0

contains

  subroutine check(holds, claim, detail)
    logical, intent(in) :: holds
    character(*), intent(in) :: claim
    character(*), intent(in), optional :: detail

    !$omp critical (counting)
    checks = checks + 1
    if (.not. holds) then
      failures = failures + 1
      write (error_unit, "(2a)") "FAILED: ", claim
      if (present(detail)) write (error_unit, "(2a)") "        ", trim(detail)
    end if
    !$omp end critical (counting)
  end subroutine

  subroutine finish_tests(least)
    integer, intent(in) :: least
    print "(i0, a, i0, a)", checks, " checks, ", failures, " failed"
    if (checks < least) error stop "fewer checks than there should be"
    if (failures > 0) error stop "there are failures"
  end subroutine

  !> Uniform in (-1, 1), the same in every run.
  function random_vector(n, seed) result(v)
    integer, intent(in) :: n, seed
    real(dp) :: v(n)
    integer(long) :: state
    integer :: i

    state = modulo(seed * 1664525_long + 12345, 2147483647_long)
    do i = 1, n
      state = modulo(state * 48271_long, 2147483647_long)
      v(i) = 2 * real(state, dp) / 2147483647.0_dp - 1
    end do
  end function

  function random_matrix(m, n, seed) result(a)
    integer, intent(in) :: m, n, seed
    real(dp) :: a(m, n)
    a = reshape(random_vector(m * n, seed), [m, n])
  end function
end module
