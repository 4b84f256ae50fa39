! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Copies that compilers make in their own way: none may be destroyed twice or used after its original.
module copy_tests
  use, intrinsic :: iso_c_binding, only: c_associated
  use sparsebregman
  use testing
  implicit none
  private
  public :: test_copies

  type :: model
    type(sbreg_problem) :: problem
    type(sbreg_solver), allocatable :: solvers(:)
  end type

contains

  subroutine test_copies()
    type(model) :: one, two, three
    type(model), allocatable :: source
    type(sbreg_solver) :: row(3)
    integer :: i, stat

    call one%problem%init(random_matrix(20, 30, 1), random_vector(20, 2))
    allocate (one%solvers(2))
    do i = 1, 2
      call one%solvers(i)%init(one%problem, i)
    end do
    two = one
    allocate (source, source=one)
    three = two
    two = three
    three = model()
    do i = 1, 2
      row(i) = one%solvers(i)
    end do
    row(2:3) = row(1:2)
    row = row
    call check(row(1)%get_int("sparsity") == 1, "an array assigned to itself is as it was")
    call one%problem%destroy()
    deallocate (one%solvers)
    do i = 1, 2
      call source%solvers(i)%run(stat=stat)
      call check(stat == sbreg_ok .or. stat == sbreg_e_argument, "a sourced copy works or says that it is empty")
      call two%solvers(i)%run(stat=stat)
      call check(stat == sbreg_ok .or. stat == sbreg_e_argument, "an assigned type works or says that it is empty")
    end do
    call row(1)%run()
    call check(row(1)%get_int("support_size") == 1, "a copy made by defined assignment works")
    deallocate (source)
    call check(.not. c_associated(three%problem%c_handle()), "an empty type empties the objects in it")
  end subroutine
end module

program test_copies_program
  use copy_tests, only: test_copies
  use testing, only: finish_tests
  implicit none
  call test_copies()
  call finish_tests(7)
end program
