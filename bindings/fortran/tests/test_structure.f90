! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Groups, bounds, kept coordinates, complex problems and intercepts.
module structure_tests
  use sparsebregman
  use testing
  implicit none
  private
  public :: test_groups, test_bounds, test_complex, test_intercept, test_proved

  integer, parameter :: m = 40, n = 60

contains

  subroutine test_groups()
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    type(sbreg_dsm) :: dsm
    type(sbreg_kernel) :: kernel
    real(dp) :: a(m, n), truth(n), x(n), y(n), violation, decrease
    integer :: i, enters, stat
    character(:), allocatable :: message

    a = random_matrix(m, n, 1)
    truth = 0
    truth([4, 5, 6, 40, 41, 42]) = [1.0_dp, -2.0_dp, 0.5_dp, 1.5_dp, 3.0_dp, -1.0_dp]
    call problem%init(a, matmul(a, truth))
    call solver%init(problem, 2)
    call solver%set_groups(reshape(spread([(i, i=1, n / 3)], 1, 3), [n]))
    call solver%run()
    call solver%get_solution(x)
    call check(maxval(abs(x - truth)) < 1e-6_dp, "two groups of three are found")
    call dsm%init(problem, "lipschitz")
    call dsm%run()
    call sbreg_check(solver, dsm, x, violation)
    call check(violation < 1e-8_dp, "the point is stationary among points with two groups")
    x = 0
    x(1) = 1
    call sbreg_check(solver, x, violation, enters=enters)
    call check(violation > 0 .and. enters >= 1 .and. enters <= n, "another is not a minimum")
    call kernel%init(n, "quadratic")
    call sbreg_check(solver, kernel, 1e4_dp, x, violation)
    call check(violation > 0, "nor stationary for a kernel")
    call sbreg_witness(solver, kernel, 1e4_dp, x, y, decrease)
    call check(decrease <= violation .and. decrease >= violation, "whose witness has the same violation")
    call check(problem%value(y) <= problem%value(x) - decrease + 1e-9_dp, "and a lower value")
    call sbreg_witness(solver, dsm, x, y)
    call check(count(any(abs(reshape(y, [3, n / 3])) > 0, 1)) == 2, "and two groups")
    call solver%init(problem, 2)
    call solver%set_groups([1, 2, 3], stat, message)
    call check(stat == sbreg_e_dimension, "groups of the wrong size are refused", message)
    call sbreg_check(solver, dsm, x(2:), violation, stat)
    call check(stat == sbreg_e_dimension, "and so is a point")
  end subroutine

  subroutine test_bounds()
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    real(dp) :: x(n), y(n), bound(n)
    integer :: stat
    character(:), allocatable :: message

    call problem%init(random_matrix(m, n, 1), random_vector(m, 2))
    call solver%init(problem, 5)
    bound = 0
    call solver%set_bounds(lower=bound)
    call solver%run()
    call solver%get_solution(x)
    call check(all(x >= 0) .and. count(x > 0) <= 5 .and. count(x > 0) > 0, "a lower bound holds")
    call solver%init(problem, 5)
    bound = 0.05_dp
    call solver%set_bounds(-bound, bound)
    call solver%run()
    call solver%get_solution(x)
    call check(all(abs(x) <= 0.05_dp) .and. count(abs(x) > 0) > 0, "both bounds hold")
    call solver%init(problem, 5)
    call solver%set_bounds(lower=bound, stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument, "a positive lower bound is refused", message)
    call solver%set_bounds(upper=bound(2:), stat=stat, errmsg=message)
    call check(stat == sbreg_e_dimension, "a bound of the wrong size is refused", message)
    call solver%init(problem, 3)
    call solver%set_kept([2, n])
    call solver%run()
    call solver%get_solution(x)
    call check(abs(x(2)) > 0 .and. abs(x(n)) > 0 .and. count(abs(x) > 0) == 5, "kept coordinates are not counted")
    call solver%init(problem, 3_long)
    call solver%set_kept([(stat == 2 .or. stat == n, stat=1, n)])
    call solver%run()
    call solver%get_solution(y)
    call check(all(abs(x - y) <= 0), "a mask keeps the same as indices")
    call solver%init(problem, 3)
    call solver%set_kept([.true.], stat, message)
    call check(stat == sbreg_e_dimension .and. message == "mask has size 1, expected 60", "a short mask is refused", message)
    call solver%set_kept([n + 1], stat, message)
    call check(stat == sbreg_e_argument, "an index out of range is refused", message)
  end subroutine

  subroutine test_complex()
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    complex(dp) :: a(m, n), truth(n)
    real(dp) :: x(2 * n)
    integer :: stat

    a = cmplx(random_matrix(m, n, 3), random_matrix(m, n, 4), dp)
    truth = 0
    truth([7, 30]) = [(1.0_dp, 2.0_dp), (-3.0_dp, 0.5_dp)]
    call problem%init(a, matmul(a, truth))
    call solver%init(problem, 2)
    call solver%run()
    call solver%get_solution(x)
    call check(maxval(abs(cmplx(x(1::2), x(2::2), dp) - truth)) < 1e-6_dp, "complex nonzeros are found")
    call problem%init(a, truth, stat)
    call check(stat == sbreg_e_dimension, "b has the wrong size")
  end subroutine

  subroutine test_intercept()
    type(sbreg_problem) :: problem
    type(sbreg_matrix) :: matrix
    real(dp) :: a(m, n), truth(n), x(n), intercept
    integer :: stat

    a = random_matrix(m, n, 5)
    truth = 0
    truth([7, 30]) = [2.0_dp, -1.0_dp]
    call problem%init(a, matmul(a, truth) + 7)
    call check(abs(problem%intercept(truth)) <= 0, "without the option there is no intercept")
    call problem%init(a, matmul(a, truth) + 7)
    call problem%set("intercept", 1)
    call check(abs(problem%intercept(truth) - 7) < 1e-8_dp, "the intercept is found")
    call check(problem%intercept(truth(2:), stat) <= 0 .and. stat == sbreg_e_dimension, "x has the wrong size")
    call sbreg_solve(a, matmul(a, truth) + 7, 2, x, options="intercept = 1", intercept=intercept)
    call check(abs(intercept - 7) < 1e-6_dp .and. maxval(abs(x - truth)) < 1e-6_dp, "one line returns it")
    call matrix%init(a)
    call sbreg_solve(matrix, matmul(a, truth), 2, x, intercept=intercept)
    call check(abs(intercept) <= 0, "and 0 where there is none")
    call sbreg_solve(problem, 2, x, intercept=intercept)
    call check(abs(intercept - problem%intercept(x)) < 1e-10_dp, "it is that of the problem")
    intercept = -1
    call sbreg_solve(a, truth, 2, x, stat=stat, intercept=intercept)
    call check(stat == sbreg_e_dimension .and. intercept < 0, "and stays as it was after an error")
  end subroutine

  subroutine test_proved()
    real(dp) :: a(30, 12), b(30), x(12), best, least, columns(30, 3), normal(3, 3)
    integer :: i, j, k
    logical :: proved

    a = random_matrix(30, 12, 7)
    b = 2 * a(:, 2) - a(:, 5) + 0.5_dp * a(:, 9) + random_vector(30, 8)
    call sbreg_solve(a, b, 3, x, objective=best, proved=proved)
    call check(proved, "a small noisy problem is proved to be solved")
    least = huge(least)
    do i = 1, 10
      do j = i + 1, 11
        do k = j + 1, 12
          columns = a(:, [i, j, k])
          normal = matmul(transpose(columns), columns)
          least = min(least, sum((b - matmul(columns, solution(normal, matmul(b, columns))))**2) / 2)
        end do
      end do
    end do
    call check(abs(best - least) < 1e-10_dp, "and it is, as trying all supports shows")
    call sbreg_solve(a, b, 3, x, options="method = iht, max_iterations = 2", proved=proved)
    call check(.not. proved, "a run that is cut short proves nothing")
  end subroutine

  !> Of three equations, by Cramer's rule.
  pure function solution(a, b) result(x)
    real(dp), intent(in) :: a(3, 3), b(3)
    real(dp) :: x(3), replaced(3, 3)
    integer :: i

    do i = 1, 3
      replaced = a
      replaced(:, i) = b
      x(i) = determinant(replaced) / determinant(a)
    end do
  end function

  pure function determinant(a) result(d)
    real(dp), intent(in) :: a(3, 3)
    real(dp) :: d

    d = a(1, 1) * (a(2, 2) * a(3, 3) - a(2, 3) * a(3, 2)) - a(1, 2) * (a(2, 1) * a(3, 3) - a(2, 3) * a(3, 1)) &
      + a(1, 3) * (a(2, 1) * a(3, 2) - a(2, 2) * a(3, 1))
  end function
end module

program test_structure
  use structure_tests
  use testing, only: finish_tests
  implicit none

  call test_groups()
  call test_bounds()
  call test_complex()
  call test_intercept()
  call test_proved()
  call finish_tests(26)
end program
