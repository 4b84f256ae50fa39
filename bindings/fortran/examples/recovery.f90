! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Recovers a signal with 8 nonzeros among 256 from 64 random measurements, step by step.
program recovery
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use sparsebregman
  implicit none
  integer, parameter :: m = 64, n = 256, s = 8
  real(dp) :: a(m, n), signal(n), x(n)
  type(sbreg_problem) :: problem
  type(sbreg_solver) :: solver

  call random_init(repeatable=.true., image_distinct=.false.)
  call random_number(a)
  a = 2 * a - 1
  signal = 0
  signal(5:n:32) = [1.0_dp, -2.0_dp, 1.5_dp, 0.7_dp, -1.0_dp, 3.0_dp, -0.5_dp, 2.0_dp]

  call problem%init(a, matmul(a, signal))
  call solver%init(problem, s)
  print "(a)", " iteration     objective   nonzeros"
  do while (solver%running())
    call solver%step()
    print "(i10, es14.4, i11)", solver%get_int("iterations"), solver%get_real("best_objective"), solver%get_int("support_size")
  end do
  call solver%get_solution(x)
  print "(3a, es9.2)", solver%state_text(), "; ", "largest error", maxval(abs(x - signal))
  if (maxval(abs(x - signal)) < 1e-6_dp) print "(a)", "recovered"
end program
