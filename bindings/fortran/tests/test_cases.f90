! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The cases that every language reproduces, and the inputs that every language refuses. Argument: tests/data/cases.
module case_tests
  use sparsebregman
  use testing
  implicit none
  private
  public :: folder, names, reproduce, refuse_bad_inputs
  type :: option
    character(32) :: type, name, value
  end type
  character(*), parameter :: names(*) = [character(10) :: "default", "dictionary", "gpnp", "huber", "iht", "logistic", &
                                         "newton", "quadratic", "sparse", "weighted"]
  character(256) :: folder

contains

  subroutine read_options(unit, options)
    integer, intent(in) :: unit
    type(option), allocatable, intent(out) :: options(:)
    character(32) :: word
    integer :: count, k

    read (unit, *) word, count
    allocate (options(count))
    do k = 1, count
      read (unit, *) options(k)%type, options(k)%name, options(k)%value
    end do
  end subroutine

  subroutine apply(object, options, stat, errmsg)
    class(sbreg_object), intent(inout) :: object
    type(option), intent(in) :: options(:)
    integer, intent(inout) :: stat
    character(:), allocatable, intent(inout) :: errmsg
    integer(long) :: whole
    real(dp) :: number
    integer :: k

    do k = 1, size(options)
      if (stat /= sbreg_ok) return
      select case (options(k)%type)
      case ("int")
        read (options(k)%value, *) whole
        call object%set(options(k)%name, whole, stat, errmsg)
      case ("real")
        read (options(k)%value, *) number
        call object%set(options(k)%name, number, stat, errmsg)
      case ("text")
        call object%set(options(k)%name, options(k)%value, stat, errmsg)
      end select
    end do
  end subroutine

  subroutine reproduce(name)
    character(*), intent(in) :: name
    type(option), allocatable :: problem_options(:), solver_options(:)
    real(dp), allocatable :: a(:, :), b(:), weights(:), x(:), large(:, :), values(:)
    integer, allocatable :: start(:), row(:)
    character(32) :: word, loss
    type(sbreg_problem) :: problem
    type(sbreg_matrix) :: matrix
    real(dp) :: objective
    integer :: unit, m, n, s, weighted, j

    open (newunit=unit, file=trim(folder)//"/"//name//".txt", action="read", status="old")
    read (unit, *) word, loss
    read (unit, *) word, m, n, s
    call read_options(unit, problem_options)
    call read_options(unit, solver_options)
    allocate (a(m, n), b(m), weights(m), x(n))
    read (unit, *) word
    read (unit, *) a
    read (unit, *) word
    read (unit, *) b
    read (unit, *) word, weighted
    if (weighted == 1) read (unit, *) weights
    read (unit, *) word
    read (unit, *) x
    read (unit, *) word
    read (unit, *) objective
    close (unit)

    if (loss == "quadratic") then
      call problem%init_quadratic(a, b)
      call solve("quadratic")
      return
    end if
    call problem%init(a, b, loss)
    call solve("an array")
    allocate (large(2 * m, 3 * n), source=-7.0_dp)
    large(3:m + 2, 2:3 * n:3) = a
    call problem%init(large(3:m + 2, 2:3 * n:3), b, loss)
    call solve("columns of a larger array")
    large(1:2 * m:2, 1:n) = a
    call problem%init(large(1:2 * m:2, 1:n), b, loss)
    call solve("every second row of a larger array")

    start = [1, (1 + count(abs(a(:, :j)) > 0), j=1, n)]
    row = pack(spread([(j, j=1, m)], 2, n), abs(a) > 0)
    values = pack(a, abs(a) > 0)
    call matrix%init(m, start, row, values)
    call problem%init(matrix, b, loss)
    call solve("4-byte indices")
    call matrix%init(m, int(start, long), int(row, long), values)
    call problem%init(matrix, b, loss)
    call solve("8-byte indices")
    call matrix%init(m, start - 1, row - 1, values, index_base=0)
    call problem%init(matrix, b, loss)
    call solve("indices from 0")
    if (name == "default") call in_one_line()

  contains

    subroutine solve(form)
      character(*), intent(in) :: form
      type(sbreg_solver) :: solver
      real(dp) :: found(n)
      integer(long), allocatable :: support(:)
      character(:), allocatable :: message
      integer :: stat, k

      stat = sbreg_ok
      call apply(problem, problem_options, stat, message)
      if (stat == sbreg_ok .and. weighted == 1) call problem%set_weights(weights, stat, message)
      if (stat == sbreg_ok) call solver%init(problem, s, stat, message)
      call apply(solver, solver_options, stat, message)
      if (stat == sbreg_ok) call solver%run(stat=stat, errmsg=message)
      call check(stat == sbreg_ok, "case "//name//" runs with "//form, message)
      if (stat /= sbreg_ok) return
      call solver%get_solution(found)
      call check(all(abs(found - x) <= 1e-12_dp * max(1.0_dp, abs(x))), "case "//name//" is reproduced with "//form)
      call check(abs(solver%get_real("best_objective") - objective) <= 1e-12_dp * max(1.0_dp, objective), &
                 "the objective of case "//name//" is reproduced with "//form)
      call solver%get_support(support)
      call check(same(support, pack([(int(k, long), k=1, n)], abs(found) > 0)), "the support counts from 1: "//name)
    end subroutine

    subroutine in_one_line()
      real(dp) :: found(n), value
      call sbreg_solve(a, b, s, found)
      call check(all(abs(found - x) <= 1e-12_dp), "one line solves the default case")
      call sbreg_solve(large(1:2 * m:2, 1:n), b, s, found, objective=value)
      call check(all(abs(found - x) <= 1e-12_dp), "one line solves with every second row")
      call check(abs(value - objective) <= 1e-12_dp, "one line returns the objective")
      call sbreg_solve(matrix, b, s, found)
      call check(all(abs(found - x) <= 1e-12_dp), "one line solves with a sparse matrix")
    end subroutine
  end subroutine

  pure function same(a, b)
    integer(long), intent(in) :: a(:), b(:)
    logical :: same
    same = size(a) == size(b)
    if (same) same = all(a == b)
  end function

  subroutine refuse_bad_inputs()
    real(dp), allocatable :: a(:, :), b(:)
    character(200) :: line
    character(32) :: word
    integer :: unit, m, n, s, count, k

    open (newunit=unit, file=trim(folder)//"/bad-inputs.txt", action="read", status="old")
    read (unit, *) word, m, n, s
    allocate (a(m, n), b(m))
    read (unit, *) word
    read (unit, *) a
    read (unit, *) word
    read (unit, *) b
    read (unit, *) word, count
    do k = 1, count
      read (unit, "(a)") line
      call refuse(line, a, b, m, n, s)
    end do
    close (unit)
  end subroutine

  !> The way from arrays to a result with the one change that the line describes.
  subroutine refuse(line, good_a, good_b, m, n, good_s)
    character(*), intent(in) :: line
    real(dp), intent(in) :: good_a(:, :), good_b(:)
    integer, intent(in) :: m, n, good_s
    type(option), allocatable :: problem_options(:), solver_options(:)
    real(dp), allocatable :: a(:, :), b(:), weights(:), start(:), point(:), own(:), values(:)
    character(32) :: what, word(3), loss, model, series
    character(:), allocatable :: message
    type(sbreg_problem) :: problem
    type(sbreg_dsm) :: dsm
    type(sbreg_solver) :: solver
    integer :: wanted, stat, s, count, error
    real(dp) :: f

    word = ""
    read (line, *, iostat=error) wanted, what, word
    a = good_a
    b = good_b
    s = good_s
    loss = "least_squares"
    model = "lipschitz"
    series = "objective"
    allocate (weights(m), source=1.0_dp)
    allocate (start(n), source=0.0_dp)
    start(1) = 1
    allocate (point(n), source=1.0_dp)
    allocate (own(n), source=9.0_dp)
    allocate (problem_options(0), solver_options(0))
    select case (what)
    case ("A")
      a(index_of(1), index_of(2)) = number(3)
    case ("b")
      b(index_of(1)) = number(2)
    case ("b_length")
      call ones(b)
    case ("s")
      read (word(1), *) s
    case ("loss")
      loss = word(1)
    case ("labels", "counts")
      loss = merge("logistic", "poisson ", what == "labels")
      b = 1
      b(1) = number(1)
    case ("weight")
      weights(index_of(1)) = number(2)
    case ("weights_length")
      call ones(weights)
    case ("start")
      start(index_of(1)) = number(2)
    case ("start_nonzeros")
      start(:nint(number(1))) = 1
    case ("start_length")
      call ones(start)
    case ("point_length")
      call ones(point)
    case ("dsm")
      model = word(1)
    case ("dsm_weight")
      own(index_of(1)) = number(2)
    case ("problem_option")
      problem_options = [option(word(1), word(2), word(3))]
    case ("solver_option")
      solver_options = [option(word(1), word(2), word(3))]
    case ("history")
      series = word(1)
    case default
      call check(.false., "the change is known: "//line)
    end select

    message = ""
    call problem%init(a, b, loss, stat, message)
    call apply(problem, problem_options, stat, message)
    if (stat == sbreg_ok) call problem%set_weights(weights, stat, message)
    if (stat == sbreg_ok) f = problem%value(point, stat, message)
    if (stat == sbreg_ok) call dsm%init(problem, model, stat, message)
    if (stat == sbreg_ok) call dsm%init(own, stat, message)
    if (stat == sbreg_ok) call solver%init(problem, s, stat, message)
    if (stat == sbreg_ok) call solver%set("history", 1, stat, message)
    call apply(solver, solver_options, stat, message)
    if (stat == sbreg_ok) call solver%set_start(start, stat, message)
    if (stat == sbreg_ok) call solver%run(stat=stat, errmsg=message)
    if (stat == sbreg_ok) call solver%get_history(series, values, stat, message)
    call check(stat == wanted .and. message /= "", "refused: "//line, message)

  contains

    function number(k)
      integer, intent(in) :: k
      real(dp) :: number
      read (word(k), *) number
    end function

    function index_of(k)
      integer, intent(in) :: k
      integer :: index_of
      read (word(k), *) index_of
      index_of = index_of + 1
    end function

    subroutine ones(array)
      real(dp), allocatable, intent(inout) :: array(:)
      read (word(1), *) count
      deallocate (array)
      allocate (array(count), source=1.0_dp)
    end subroutine
  end subroutine
end module

program test_cases
  use case_tests, only: folder, names, refuse_bad_inputs, reproduce
  use testing, only: finish_tests
  implicit none
  integer :: i

  call get_command_argument(1, folder)
  do i = 1, size(names)
    call reproduce(trim(names(i)))
  end do
  call refuse_bad_inputs()
  call finish_tests(160)

end program
