! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Fits that separate the classes are told on the error unit, or in the argument `separated` and not there. What this
!> program writes is compared line by line.
program separated
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use sparsebregman
  implicit none
  real(real64) :: a(20, 1), labels(20), x(1)
  integer :: i
  logical :: found
  type(sbreg_problem) :: problem
  type(sbreg_solver) :: solver
  type(sbreg_path) :: path

  a(:, 1) = [(i - 10.5_real64, i=1, 20)]
  labels = merge(1.0_real64, 0.0_real64, a(:, 1) > 0)
  write (error_unit, "(a)") "solve:"
  call sbreg_solve(a, labels, 1, x, loss="logistic")
  write (error_unit, "(a)") "solver:"
  call problem%init(a, labels, "logistic")
  call solver%init(problem, 1)
  call solver%run()
  write (error_unit, "(a)") "path:"
  call path%init(solver)
  call path%set_options("first = 0, last = 1")
  call path%run()
  write (error_unit, "(a)") "folds:"
  labels(10:11) = [1.0_real64, 0.0_real64] ! without one of these the classes are separated
  call problem%init(a, labels, "logistic")
  call problem%set("intercept", .true.)
  call solver%init(problem, 1)
  call path%init(solver)
  call path%set_options("first = 0, last = 1, folds = 20")
  call path%run()
  write (error_unit, "(a)") "silence:"
  call path%run(separated=found)
  if (.not. found) error stop "the folds are separated"
  call solver%run(separated=found)
  if (found) error stop "the classes overlap"
  labels(10:11) = [0.0_real64, 1.0_real64]
  call sbreg_solve(a, labels, 1, x, loss="logistic", separated=found)
  if (.not. found) error stop "the classes are separated"
  call sbreg_solve(a, labels, 1, x, loss="logistic", options="ridge = 0.1", separated=found)
  if (found) error stop "a ridge makes a minimiser"
  call sbreg_solve(a, labels, 1, x, loss="logistic", options="ridge = 0.1")
  write (error_unit, "(a)") "end"
end program
