! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Objectives, operators, kernels and monitors written in Fortran; their failures; Ctrl-C; threads.
module callback_types
  use sparsebregman
  use testing
  implicit none
  private
  public :: distance, products, half_square, counting, gap_watch, raise_interrupt, stop_at_two, stop_at_once, &
    interrupt_soon, dsm_stop

  type, extends(sbreg_objective) :: distance  ! ||Ax - b||^2 / 2
    real(dp), allocatable :: a(:, :), b(:)
    integer :: calls = 0, fail_at = huge(1)
  contains
    procedure :: evaluate => distance_evaluate
    procedure :: hessian => distance_hessian
    procedure :: curvature => distance_curvature
  end type

  type, extends(sbreg_operator) :: products
    real(dp), allocatable :: a(:, :)
    logical :: broken = .false., wrong = .false.
  contains
    procedure :: apply => products_apply
    procedure :: apply_transpose => products_transpose
  end type

  type, extends(sbreg_kernel_functions) :: half_square
    integer(long) :: first = huge(1_long), last = 0
    logical :: broken = .false.
  contains
    procedure :: value => half_square_value
    procedure :: derivative => identity
    procedure :: inverse_derivative => identity
  end type

  type, extends(sbreg_monitor) :: counting
    integer :: calls = 0, stop_at = huge(1), fail_at = huge(1), inner = 0
    type(sbreg_solver) :: seen
    type(sbreg_problem) :: other
  contains
    procedure :: watch => counting_watch
  end type

  type, extends(sbreg_dsm_monitor) :: gap_watch
    integer :: calls = 0
    real(dp) :: gap = huge(1.0_dp)
  contains
    procedure :: watch => gap_watch_watch
  end type

  interface
    function raise_signal(signal) result(failed) bind(c, name="raise")
      use, intrinsic :: iso_c_binding, only: c_int
      integer(c_int), value :: signal
      integer(c_int) :: failed
    end function
  end interface

contains

  subroutine distance_evaluate(self, x, f, g)
    class(distance), intent(inout) :: self
    real(dp), intent(in), contiguous :: x(:)
    real(dp), intent(out) :: f
    real(dp), intent(out), contiguous, optional :: g(:)

    self%calls = self%calls + 1
    f = sum((matmul(self%a, x) - self%b)**2) / 2
    if (present(g)) g = matmul(matmul(self%a, x) - self%b, self%a)
    if (self%calls >= self%fail_at) call sbreg_fail(42, "the sensor is offline")
  end subroutine

  subroutine distance_hessian(self, x, support, h)
    class(distance), intent(inout) :: self
    real(dp), intent(in), contiguous :: x(:)
    integer(long), intent(in) :: support(:)
    real(dp), intent(out), contiguous :: h(:, :)
    h = matmul(transpose(self%a(:, support)), self%a(:, support)) + 0 * x(1)
  end subroutine

  subroutine distance_curvature(self, x, cx)
    class(distance), intent(inout) :: self
    real(dp), intent(in), contiguous :: x(:, :)
    real(dp), intent(out), contiguous :: cx(:, :)
    cx = matmul(transpose(self%a), matmul(self%a, x))
  end subroutine

  subroutine products_apply(self, x, y)
    class(products), intent(inout) :: self
    real(dp), intent(in), contiguous :: x(:, :)
    real(dp), intent(out), contiguous :: y(:, :)
    y = matmul(self%a, x)
    if (self%broken) call sbreg_fail(-7, "no product today")
  end subroutine

  subroutine products_transpose(self, x, y)
    class(products), intent(inout) :: self
    real(dp), intent(in), contiguous :: x(:, :)
    real(dp), intent(out), contiguous :: y(:, :)
    y = matmul(transpose(self%a), x)
    if (self%wrong) y(1, :) = y(1, :) + 1
  end subroutine

  subroutine half_square_value(self, i, t, y)
    class(half_square), intent(inout) :: self
    integer(long), intent(in) :: i
    real(dp), intent(in) :: t
    real(dp), intent(out) :: y
    self%first = min(self%first, i)
    self%last = max(self%last, i)
    y = t**2 / 2
  end subroutine

  subroutine identity(self, i, t, y)
    class(half_square), intent(inout) :: self
    integer(long), intent(in) :: i
    real(dp), intent(in) :: t
    real(dp), intent(out) :: y
    y = t
    self%first = min(self%first, i)
    self%last = max(self%last, i)
    if (self%broken) call sbreg_fail(5, "no derivative")
  end subroutine

  subroutine counting_watch(self, solver, stop)
    class(counting), intent(inout) :: self
    class(sbreg_solver), intent(in) :: solver
    logical, intent(inout) :: stop
    real(dp) :: x(30)
    integer :: stat

    self%calls = self%calls + 1
    call solver%get_solution(x)
    if (self%inner > 0) call sbreg_solve(self%other, self%inner, x, stat=stat)
    if (self%inner > 0) call check(stat == sbreg_ok, "a solve inside a monitor of another")
    self%seen = solver
    call self%seen%step(stat=stat)
    call check(stat == sbreg_e_state, "the running solver may not be stepped inside its monitor")
    stop = self%calls >= self%stop_at
    if (self%calls >= self%fail_at) call sbreg_fail(9, "seen enough")
  end subroutine

  subroutine gap_watch_watch(self, dsm, stop)
    class(gap_watch), intent(inout) :: self
    class(sbreg_dsm), intent(in) :: dsm
    logical, intent(inout) :: stop
    self%calls = self%calls + 1
    self%gap = dsm%get_real("gap")
    stop = self%calls == 2
  end subroutine

  subroutine dsm_stop(dsm, stop)
    class(sbreg_dsm), intent(in) :: dsm
    logical, intent(inout) :: stop
    stop = dsm%get_int("iterations") >= 1
  end subroutine

  subroutine stop_at_two(solver, stop)
    class(sbreg_solver), intent(in) :: solver
    logical, intent(inout) :: stop
    stop = solver%get_int("iterations") >= 2
  end subroutine

  subroutine stop_at_once(solver, stop)
    class(sbreg_solver), intent(in) :: solver
    logical, intent(inout) :: stop
    stop = solver%get_int("iterations") >= 0
  end subroutine

  subroutine interrupt_soon(solver, stop)
    class(sbreg_solver), intent(in) :: solver
    logical, intent(inout) :: stop
    stop = .false.
    if (solver%get_int("iterations") == 3) call raise_interrupt()
  end subroutine

  subroutine raise_interrupt()
    integer :: failed
    failed = raise_signal(2)
    call check(failed == 0, "the signal is raised")
  end subroutine
end module

module callback_tests
  use callback_types
  use sparsebregman
  use testing
  implicit none
  private
  public :: test_objectives, test_operators, test_kernels, test_monitors, test_interrupt, test_threads

  integer, parameter :: m = 20, n = 30

contains

  subroutine fill(objective)
    type(distance), intent(inout) :: objective
    objective%a = random_matrix(m, n, 1)
    objective%b = random_vector(m, 2)
  end subroutine

  subroutine test_objectives()
    type(distance), target :: objective
    type(sbreg_problem) :: custom, usual
    type(sbreg_solver) :: solver
    real(dp) :: x(n), y(n), discrepancy
    character(:), allocatable :: message
    integer :: stat

    call fill(objective)
    objective%b = objective%a(:, 3) - 2 * objective%a(:, 17) + objective%a(:, 22) / 2
    call usual%init(objective%a, objective%b)
    call custom%init(n, objective, hessian=.true., curvature=.true.)
    x = random_vector(n, 3)
    call check(abs(custom%value(x) - usual%value(x)) <= 1e-12_dp, "an objective of one's own has its value")
    call custom%check_gradient(x, discrepancy)
    call check(discrepancy < 1e-6_dp, "and its gradient")
    call sbreg_solve(custom, 3, x, options="method = newton")
    y = 0
    y([3, 17, 22]) = [1.0_dp, -2.0_dp, 0.5_dp]
    call check(all(abs(x - y) <= 1e-6_dp), "newton recovers the signal with it")

    objective%fail_at = objective%calls + 5
    call solver%init(custom, 3)
    call solver%run(stat=stat, errmsg=message)
    call check(stat == 42 .and. message == "the sensor is offline", "a failure comes back as itself", message)
    objective%fail_at = huge(1)
    call solver%run(stat=stat)
    call check(stat == sbreg_ok, "and the run goes on when the cause is gone")
    objective%fail_at = 0
    y(1) = custom%value(x, stat, message)
    call check(stat == 42, "also from an evaluation", message)
    objective%fail_at = huge(1)
    objective%b(1) = log(-abs(objective%b(2))) ! NaN
    y(1) = custom%value(x, stat, message)
    call check(stat == sbreg_e_numeric, "a NaN is an error of its own", message)
  end subroutine

  subroutine test_operators()
    type(products), target :: operator
    type(sbreg_matrix) :: matrix
    type(sbreg_problem) :: problem
    real(dp) :: b(m), x(n), y(n), f
    real(dp), allocatable, target :: a(:, :)
    integer, target :: start(3) = [1, 2, 3], row(2) = [1, 2]
    integer(long), target :: start_long(3) = [1, 2, 3], row_long(2) = [1, 2]
    real(dp), target :: values(2) = [1.0_dp, 2.0_dp]
    character(:), allocatable :: message
    integer :: stat

    operator%a = random_matrix(m, n, 1)
    b = random_vector(m, 2)
    call matrix%init(m, n, operator)
    call check(matrix%check_adjoint() < 1e-12_dp, "the products are adjoint")
    call sbreg_solve(matrix, b, 3, x, options="method = newton")
    call sbreg_solve(operator%a, b, 3, y, options="method = newton")
    call check(all(abs(x - y) <= 1e-8_dp), "an operator is solved as its matrix")
    operator%wrong = .true.
    call check(matrix%check_adjoint(7) > 1e-3_dp, "a wrong adjoint is found")
    operator%wrong = .false.
    operator%broken = .true.
    call problem%init(matrix, b)
    f = problem%value(x, stat, message)
    call check(stat == -7 .and. message == "no product today", "a failing product comes back as itself", message)
    call sbreg_solve(matrix, b, 3, x, stat=stat, errmsg=message)
    call check(stat == -7 .and. message == "no product today", "through the call in one line as well", message)

    allocate (a, source=operator%a)
    call matrix%borrow(a)
    call sbreg_solve(matrix, b, 3, x, options="method = newton")
    call check(all(abs(x - y) <= 1e-8_dp), "a borrowed array is solved as its copy")
    call matrix%borrow(a(::2, :), stat, message)
    call check(stat == sbreg_e_argument, "every second row cannot be borrowed", message)
    call matrix%borrow(2, start, row, values)
    call check(matrix%get_int("columns") == 2, "sparse arrays are borrowed")
    call matrix%borrow(2, start_long, row_long, values)
    call check(matrix%get_int("rows") == 2, "with long indices too")
    call matrix%init(-1, n, operator, stat, message)
    call check(stat == sbreg_e_dimension, "a negative size is refused", message)
  end subroutine

  subroutine test_kernels()
    type(half_square), target :: functions
    type(sbreg_kernel) :: own, usual
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    real(dp) :: x(n), first, second
    character(:), allocatable :: message
    integer :: stat

    call problem%init(random_matrix(m, n, 1), random_vector(m, 2))
    call own%init(n, functions)
    call usual%init(n, "quadratic")
    x = 0
    x(4) = 1
    call sbreg_check(problem, own, 9.0_dp, 2, x, first)
    call sbreg_check(problem, usual, 9.0_dp, 2, x, second)
    call check(abs(first - second) <= 1e-9_dp * second, "a kernel of one's own promises what the library's does")
    call check(functions%first == 1 .and. functions%last == n, "coordinates count from 1")
    call solver%init(problem, 2)
    call solver%set("method", "bpg")
    call solver%set_kernel(own)
    functions%broken = .true.
    call solver%run(stat=stat, errmsg=message)
    call check(stat == 5 .and. message == "no derivative", "a failing kernel comes back as itself", message)
    call own%init(n, functions, stat, message)
    call check(stat == 5, "also from init, which tries it", message)
    call usual%init(n, "burg", stat, message)
    call check(stat == sbreg_e_unsupported, "a kernel that cannot have zeros is refused", message)
  end subroutine

  subroutine test_monitors()
    type(counting), target :: counter
    type(gap_watch), target :: watch
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    type(sbreg_dsm) :: dsm
    character(:), allocatable :: message
    integer :: stat

    call problem%init(random_matrix(m, n, 1), random_vector(m, 2))
    call solver%init(problem, 3)
    counter%stop_at = 3
    counter%inner = 2
    counter%other = problem
    call solver%set_monitor(counter)
    call solver%run()
    call check(solver%state() == sbreg_stopped .and. counter%calls == 3, "an object stops the run")
    call check(counter%seen%get_int("iterations") == 3, "a solver may be kept from inside a monitor")
    counter%fail_at = 4
    call solver%run(stat=stat, errmsg=message)
    call check(stat == 9 .and. message == "seen enough", "a failing monitor comes back as itself", message)
    call solver%run(progress=.true., stat=stat, errmsg=message)
    call check(stat == 9, "also where progress is shown", message)
    call solver%remove_monitor()
    call solver%step()
    call check(counter%calls == 5, "a monitor can be removed")
    call solver%init(problem, 3)
    call solver%set_monitor(stop_at_once)
    call solver%set_monitor(stop_at_two)
    call solver%run()
    call check(solver%get_int("iterations") == 2, "a procedure stops the run, and replaces another")
    call counter%seen%destroy()

    call dsm%init(problem, "quadratic")
    call dsm%set("gap_tolerance", 1e-9_dp)
    call dsm%set_monitor(watch)
    call dsm%run()
    call check(watch%calls == 2 .and. dsm%state() == sbreg_stopped, "a scaling matrix is watched")
    call dsm%set_monitor(dsm_stop)
    call dsm%run()
    call check(dsm%state() == sbreg_stopped, "by a procedure as well")
    call dsm%remove_monitor()
  end subroutine

  subroutine test_interrupt()
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    real(dp) :: x(n)
    logical :: interrupted
    integer(long) :: before

    call problem%init(random_matrix(m, n, 1), random_vector(m, 2))
    call solver%init(problem, 9)
    call solver%set_options("method = iht, max_iterations = 1000000000, stationarity_tolerance = 0")
    call solver%set_monitor(interrupt_soon)
    call solver%run(interrupted=interrupted)
    before = solver%get_int("iterations")
    call solver%get_solution(x)
    call check(interrupted .and. before >= 3 .and. count(abs(x) > 0) <= 9, "Ctrl-C leaves the best point")
    call check(solver%get_real("best_objective") < sum(random_vector(m, 2)**2) / 2, "which is better than the start")
    call solver%remove_monitor()
    call solver%step(5)
    call check(solver%get_int("iterations") == before + 5, "and the run can go on")
  end subroutine

  subroutine test_threads()
    type(sbreg_matrix) :: matrix
    integer :: thread

    call matrix%init(random_matrix(m, n, 1))
    !$omp parallel do num_threads(4) schedule(static, 1)
    do thread = 1, 8
      call in_a_thread(matrix, thread)
    end do
    !$omp end parallel do
  end subroutine

  subroutine in_a_thread(matrix, thread)
    type(sbreg_matrix), intent(in) :: matrix
    integer, intent(in) :: thread
    type(distance), target :: objective
    type(sbreg_matrix) :: copy
    type(sbreg_problem) :: problem
    real(dp) :: x(n), y(n)
    character(:), allocatable :: message
    integer :: stat

    copy = matrix
    call sbreg_solve(copy, thread * random_vector(m, 2), 3, x, options="method = newton", stat=stat)
    call check(stat == sbreg_ok, "threads solve with the same matrix")
    call sbreg_solve(random_matrix(m, n, 1), thread * random_vector(m, 2), 3, y, options="method = newton")
    call check(all(abs(x - y) <= 1e-12_dp), "each finds its own solution")
    call fill(objective)
    objective%fail_at = thread
    call problem%init(n, objective, curvature=.true.)
    call sbreg_solve(problem, 3, x, stat=stat, errmsg=message)
    call check(stat == 42 .and. message == "the sensor is offline", "failures belong to their thread", message)
  end subroutine
end module

program test_callbacks
  use callback_tests
  use testing, only: finish_tests
  implicit none

  call test_objectives()
  call test_operators()
  call test_kernels()
  call test_monitors()
  call test_interrupt()
  call test_threads()
  call finish_tests(60)
end program
