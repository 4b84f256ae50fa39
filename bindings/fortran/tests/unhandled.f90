! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> An error without stat= stops the program with the library's text.
program unhandled
  use, intrinsic :: iso_fortran_env, only: real64
  use sparsebregman, only: sbreg_solve
  implicit none
  real(real64) :: x(2)
  call sbreg_solve(reshape([1.0_real64, 2.0_real64], [1, 2]), [1.0_real64], 3, x)
  print *, "not reached"
end program
