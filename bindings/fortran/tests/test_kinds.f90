! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Sizes and indices may be integers of the default kind or of 8 bytes: both give the same bits.
module kind_tests
  use sparsebregman
  use testing
  implicit none
  private
  public :: test_solve, test_objects_of_both_kinds

  integer, parameter :: m = 20, n = 30, s = 3
  integer(long), parameter :: n8 = n, s8 = s

  type, extends(sbreg_objective) :: squares ! ||x - 1||^2 / 2
  contains
    procedure :: evaluate
  end type

contains

  subroutine evaluate(self, x, f, g)
    class(squares), intent(inout) :: self
    real(dp), intent(in), contiguous :: x(:)
    real(dp), intent(out) :: f
    real(dp), intent(out), contiguous, optional :: g(:)
    f = sum((x - 1)**2) / 2
    if (present(g)) g = x - 1
    if (.not. same_type_as(self, self)) f = 0
  end subroutine

  logical function same(x, y)
    real(dp), intent(in) :: x(:), y(:)
    same = all(abs(x - y) <= 0)
  end function

  subroutine test_solve()
    type(sbreg_matrix) :: matrix
    type(sbreg_problem) :: problem
    type(sbreg_dsm) :: dsm
    type(sbreg_kernel) :: kernel
    real(dp) :: a(m, n), b(m), x(n), y(n), f, g
    character(:), allocatable :: message
    integer :: stat, enters

    a = random_matrix(m, n, 1)
    b = random_vector(m, 2)
    call sbreg_solve(a, b, s, x, f)
    call sbreg_solve(a, b, s8, y, g)
    call check(same([x, f], [y, g]), "arrays")
    call sbreg_solve(a, b, s, x, loss="huber", options="huber_delta = 0.1")
    call sbreg_solve(a, b, s8, y, loss="huber", options="huber_delta = 0.1")
    call check(same(x, y), "arrays with wishes")
    call matrix%init(a)
    call sbreg_solve(matrix, b, s, x)
    call sbreg_solve(matrix, b, s8, y)
    call check(same(x, y), "a matrix")
    call problem%init(matrix, b)
    call sbreg_solve(problem, s, x)
    call sbreg_solve(problem, s8, y)
    call check(same(x, y), "a problem")
    call sbreg_solve(problem, n8 + 1, y, stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. index(message, "31") > 0, "the error names s", message)

    x = 0
    x(2) = 1
    call dsm%init(problem, "lipschitz")
    call dsm%step(2_long)
    call dsm%run()
    call kernel%init(n8, "quadratic")
    call sbreg_check(problem, dsm, s, x, f)
    call sbreg_check(problem, dsm, s8, x, g)
    call check(same([f], [g]) .and. f > 0, "stationarity")
    call sbreg_check(problem, kernel, 1e3_dp, s, x, f)
    call sbreg_check(problem, kernel, 1e3_dp, s8, x, g)
    call check(same([f], [g]) .and. f > 0, "stationarity for a kernel")
    call sbreg_check(problem, s, x, f)
    call sbreg_check(problem, s8, x, g, enters=enters)
    call check(same([f], [g]) .and. enters > 0, "exchanges")
    call sbreg_witness(problem, dsm, s, x, y, f)
    call sbreg_witness(problem, dsm, s8, x, y, g)
    call check(same([f], [g]), "witnesses")
    call sbreg_witness(problem, kernel, 1e3_dp, s, x, y, f)
    call sbreg_witness(problem, kernel, 1e3_dp, s8, x, y, g)
    call check(same([f], [g]), "witnesses of a kernel")
  end subroutine

  subroutine test_objects_of_both_kinds()
    type(squares), target :: objective
    class(sbreg_objective), pointer :: pointer
    type(sbreg_matrix) :: matrix
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    type(sbreg_path) :: path
    integer(long), allocatable :: support(:)
    real(dp) :: x(n), y(n), z(2)
    integer(long) :: i
    integer :: k

    pointer => objective
    call problem%init(n8, pointer)
    call check(abs(problem%value([(0.0_dp, i=1, n8)]) - n / 2.0_dp) <= 0, "a function of one's own has n8 variables")
    call matrix%init(2_long, [1_long, 2_long, 3_long], [1_long, 2_long], [1.0_dp, 2.0_dp])
    call problem%init(matrix, [1.0_dp, 2.0_dp])
    call sbreg_solve(problem, 2, z)
    call check(maxval(abs(z - 1)) < 1e-12_dp, "compressed columns with all indices of 8 bytes")

    call problem%init(random_matrix(m, n, 1), random_vector(m, 2))
    call solver%init(problem, s8)
    call solver%set_groups(reshape(spread([(i, i=1, n8 / 2)], 1, 2), [n]))
    call solver%step(3_long)
    call solver%run()
    call solver%get_solution(x)
    call solver%init(problem, s)
    call solver%set_groups(reshape(spread([(k, k=1, n / 2)], 1, 2), [n]))
    call solver%step(count=3)
    call solver%run()
    call solver%get_solution(y)
    call check(same(x, y), "groups and steps")
    call solver%get_support(support)
    call solver%init(problem, 1)
    call solver%set_kept(support)
    call solver%run()
    call solver%get_solution(x)
    call check(problem%value(x) <= problem%value(y), "a support is what set_kept takes")

    call solver%init(problem, 1)
    call solver%set("time_limit", 3)
    call check(abs(solver%get_real("time_limit") - 3) <= 0, "a real option takes a whole number")
    call solver%set("time_limit", 4_long)
    call check(abs(solver%get_real("time_limit") - 4) <= 0, "of either kind")
    call solver%set("max_iterations", 2.5_dp, stat=k)
    call check(k == sbreg_e_key, "the number of iterations is whole")
    call path%init(solver)
    call path%set("last", 4)
    call path%run()
    call path%get_coefficients(x, s)
    call path%get_coefficients(y, s8)
    call check(same(x, y), "fits of a path")
    call path%get_coefficients(y)
    call path%get_coefficients(x, path%chosen())
    call check(same(x, y), "the chosen one without an s")
  end subroutine
end module

program test_kinds
  use kind_tests
  use testing, only: finish_tests
  implicit none

  call test_solve()
  call test_objects_of_both_kinds()
  call finish_tests(16)
end program
