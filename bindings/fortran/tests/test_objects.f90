! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Lifetimes, errors, options, stepping, checks. Valgrind runs it too, so that copies neither leak nor are freed twice.
module object_tests
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_c_binding, only: c_associated
  use sparsebregman
  use sparsebregman_c, only: sbreg_last_error_copy, sbreg_version
  use sparsebregman_error, only: state_words, version_fits
  use sparsebregman_version, only: module_major, module_minor, module_patch
  use testing
  implicit none
  private
  public :: test_lifetimes, test_errors, test_options, test_runs, test_checks, test_scaling, test_library

  type :: model ! a type of the user's that owns objects
    type(sbreg_problem) :: problem
    type(sbreg_solver), allocatable :: solvers(:)
  end type

  integer, parameter :: m = 20, n = 30

contains

  subroutine new_problem(problem)
    type(sbreg_problem), intent(inout) :: problem
    call problem%init(random_matrix(m, n, 1), random_vector(m, 2))
  end subroutine

  subroutine test_lifetimes()
    type(sbreg_matrix) :: matrix, other
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solvers(3), copies(3), lone
    type(sbreg_solver), allocatable :: heap
    type(model) :: one, two
    real(dp) :: x(n), y(n)
    integer :: i

    call matrix%init(random_matrix(m, n, 1))
    other = matrix
    other = other
    call matrix%destroy()
    call check(.not. c_associated(matrix%c_handle()), "a destroyed matrix has no handle")
    call check(other%get_int("rows") == m, "a copy outlives what it was copied from")
    call problem%init(other, random_vector(m, 2))
    call other%init(random_matrix(3, 4, 5))
    call check(problem%get_int("columns") == n, "a problem keeps its matrix")
    call check(other%get_int("columns") == 4, "an object may be initialised again")

    do i = 1, 3
      call solvers(i)%init(problem, i)
    end do
    copies = solvers
    call solvers(2)%step(2)
    call check(copies(2)%get_int("iterations") == solvers(2)%get_int("iterations"), "a copy is the same run")
    allocate (heap)
    heap = solvers(3)
    call solvers(3)%destroy()
    call heap%run()
    call heap%get_solution(x)
    call copies(3)%get_solution(y)
    call check(all(abs(x - y) <= 0), "all copies see the result")
    lone = solvers(3)
    call check(.not. c_associated(lone%c_handle()), "copying an empty object is fine")
    deallocate (heap)

    one%problem = problem
    allocate (one%solvers(2))
    one%solvers = copies(:2)
    two%problem = one%problem
    allocate (two%solvers(2))
    two%solvers = one%solvers
    deallocate (one%solvers)
    call one%problem%destroy()
    call two%solvers(1)%run()
    call check(two%solvers(1)%get_int("support_size") == 1, "objects live in types and arrays of the user's")
  end subroutine

  subroutine test_errors()
    type(sbreg_matrix) :: no_matrix, matrix
    type(sbreg_problem) :: no_problem, problem
    type(sbreg_dsm) :: no_dsm
    type(sbreg_kernel) :: no_kernel
    type(sbreg_solver) :: no_solver, solver
    real(dp) :: x(n), nan(m, n), value
    integer(long), allocatable :: support(:)
    integer(long) :: whole
    integer :: stat
    character(:), allocatable :: message

    stat = 7
    call new_problem(problem)
    value = problem%value([(0.0_dp, stat=1, n)], stat, message)
    call check(stat == sbreg_ok .and. .not. allocated(message), "a success allocates no errmsg")
    message = "kept"
    value = problem%value([(0.0_dp, stat=1, n)], stat, message)
    call check(stat == sbreg_ok .and. message == "kept", "after a success stat is 0 and errmsg is as it was")
    call solver%init(problem, n + 1, stat, message)
    call check(stat == sbreg_e_argument .and. index(message, "31") > 0, "the text names the value", message)
    call check(len(message) == len_trim(message) .and. len(message) > len("kept"), "errmsg is as long as the text", message)
    call check(sbreg_code_text(stat) /= "", "a code has a meaning")
    call solver%init(problem, 3)
    call solver%init(problem, -1, stat)
    call check(stat == sbreg_e_argument .and. c_associated(solver%c_handle()), "a failed init leaves the object as it was")

    nan = 1
    nan(2, 3) = ieee_value(value, ieee_quiet_nan)
    call matrix%init(nan, stat, message)
    call check(stat == sbreg_e_not_finite .and. index(message, "A(2, 3) is ") == 1, "a NaN in a matrix is refused", message)
    call sbreg_solve(random_matrix(m, n, 1), [(0.0_dp, stat=2, m), 7.0_dp], 2, x, loss="logistic", stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. index(message, "b(20) is 7; labels") == 1, "places count from 1", message)
    call solver%set_options("max_iterations = 1.5", stat, message)
    call check(stat == sbreg_e_argument .and. message == 'max_iterations must be a whole number, got "1.5"', "1.5", message)
    call solver%set_kept([1, 99], stat, message)
    call check(stat == sbreg_e_argument .and. message == "kept(2) is 99, outside 1..30", "and so do variables", message)
    call solver%set_kept([3, 3], stat, message)
    call check(stat == sbreg_e_argument .and. message == "kept(2) is 3, which was named before", "everywhere", message)
    call sbreg_solve(nan, random_vector(m, 1), 2, x, stat=stat)
    call check(stat == sbreg_e_not_finite, "a NaN is refused in one line")
    call sbreg_solve(nan, random_vector(m, 1), 2, x, loss="huber", stat=stat, errmsg=message)
    call check(stat == sbreg_e_not_finite, "and with a loss", message)
    call sbreg_solve(random_matrix(m, n, 1), random_vector(m - 1, 1), 2, x, stat=stat, errmsg=message)
    call check(stat == sbreg_e_dimension .and. message == "b has size 19, expected 20", "b has the wrong size", message)
    call sbreg_solve(random_matrix(m, n, 1), random_vector(m, 1), 2, x(2:), stat=stat, errmsg=message)
    call check(stat == sbreg_e_dimension, "x has the wrong size", message)
    call sbreg_solve(random_matrix(m, n, 1), random_vector(m, 1), 2, x, options="max_iteration=3", stat=stat, &
                     errmsg=message)
    call check(stat == sbreg_e_key .and. index(message, "max_iterations") > 0, "a typing error is suggested", message)
    call matrix%init(random_matrix(0, 3, 1), stat, message)
    call check(stat /= sbreg_ok .and. message /= "", "an empty matrix is refused", message)
    call matrix%init(m, [1, 2, 4], [1, 2, 3], random_vector(2, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_dimension, "values and rows of a sparse matrix are as many", message)
    call matrix%init(m, [1, 2, 9], [1, 2, 3], random_vector(3, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_dimension, "columns that reach beyond the rows are refused", message)
    call matrix%init(m, [1, 2, 4], [1, 2, m + 1], random_vector(3, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. message == "row_index(3) is 21, outside 1..20", "a row out of range", message)
    call matrix%init(m, [1, 3, 2, 4], [1, 2, 3], random_vector(3, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. index(message, "col_start(3) is 2") == 1, "columns that decrease", message)
    call matrix%init(m, [1, 2, 4], [1, 3, 2], random_vector(3, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. index(message, "row_index(3) is 2") == 1, "rows that descend", message)
    call matrix%init(m, [integer ::], [1], random_vector(1, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_dimension, "col_start may not be empty", message)
    call matrix%init(m, [0, 1], [0], random_vector(1, 1), stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument, "indices count from 1 unless it is said", message)

    call solver%init(no_problem, 3, stat, message)
    call check(stat == sbreg_e_argument, "a problem without a handle is refused", message)
    call problem%init(no_matrix, x, stat=stat)
    call check(stat == sbreg_e_argument, "a matrix without a handle is refused")
    value = no_matrix%check_adjoint(stat=stat)
    call check(stat == sbreg_e_argument, "check_adjoint without a handle")
    value = no_problem%value(x, stat)
    call check(stat == sbreg_e_argument, "value without a handle")
    call no_problem%set_weights(x, stat)
    call check(stat == sbreg_e_argument, "set_weights without a handle")
    call no_dsm%run(stat)
    call check(stat == sbreg_e_argument, "run of a scaling matrix without a handle")
    value = no_dsm%margin(problem, stat)
    call check(stat == sbreg_e_argument, "margin without a handle")
    call no_kernel%set_weights(x, stat)
    call check(stat == sbreg_e_argument, "weights of a kernel without a handle")
    call no_solver%run(stat=stat)
    call check(stat == sbreg_e_argument, "run without a handle")
    call no_solver%run(progress=.true., stat=stat)
    call check(stat == sbreg_e_argument, "run with progress without a handle")
    call no_solver%step(stat=stat)
    call check(stat == sbreg_e_argument, "step without a handle")
    call no_solver%remove_monitor(stat)
    call check(stat == sbreg_e_argument, "remove_monitor without a handle")
    call no_solver%get_solution(x, stat)
    call check(stat == sbreg_e_argument, "get_solution without a handle")
    call no_solver%get_support(support, stat)
    call check(stat == sbreg_e_argument .and. size(support) == 0, "support without a handle")
    whole = no_solver%get_int("iterations", stat)
    call check(stat == sbreg_e_argument .and. whole == 0, "get_int without a handle")
    call no_solver%set("method", "iht", stat)
    call check(stat == sbreg_e_argument, "set without a handle")
    call solver%add_dsm(no_dsm, stat)
    call check(stat == sbreg_e_argument, "add_dsm of nothing")
    call solver%set_kernel(no_kernel, stat)
    call check(stat == sbreg_e_argument, "set_kernel of nothing")
    call solver%set("method", 3, stat)
    call check(stat /= sbreg_ok, "a text option is no number")
    call solver%run()
    call solver%set("method", "iht", stat, message)
    call check(stat == sbreg_e_state, "options are fixed after the first step", message)
  end subroutine

  subroutine test_options()
    type(sbreg_key), allocatable :: keys(:)
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: solver
    character(:), allocatable :: message
    integer :: i, stat

    call new_problem(problem)
    call solver%init(problem, 3)
    call sbreg_keys("solver", keys)
    call check(size(keys) > 20, "the library lists its keys")
    do i = 1, size(keys)
      call check(keys(i)%name /= "" .and. keys(i)%doc /= "", "every key is documented")
      if (keys(i)%kind == "option" .and. keys(i)%type == "text") &
        call check(solver%get_text(keys(i)%name) == keys(i)%default, "the default is as listed: "//keys(i)%name)
    end do
    call sbreg_keys("table", keys, stat, message)
    call check(stat == sbreg_e_key .and. size(keys) == 0, "there is no such kind of object", message)

    call solver%set("history", .true.)
    call solver%set("max_iterations", 5_long)
    call solver%set("time_limit", 9.0_dp)
    call check(solver%get_int("history") == 1 .and. solver%get_int("max_iterations") == 5, "options of every type")
    call check(abs(solver%get_real("time_limit") - 9) <= 0, "a real option")
    call solver%set_options(" method = gpnp , max_iterations=7,time_limit = 1.5e1,")
    call check(solver%get_text("method") == "gpnp" .and. solver%get_int("max_iterations") == 7, "options in one text")
    call check(abs(solver%get_real("time_limit") - 15) <= 0, "a real option in a text")
    call solver%set_options("max_iterations = many", stat, message)
    call check(stat == sbreg_e_argument .and. index(message, "many") > 0, "what is not a number is refused", message)
    call solver%set_options("metod = iht", stat, message)
    call check(stat == sbreg_e_key .and. index(message, "method") > 0, "an unknown name is refused", message)
    call solver%set_options("method", stat, message)
    call check(stat == sbreg_e_argument, "a name without a value is refused", message)
    call solver%set_options("", stat)
    call check(stat == sbreg_ok, "no options are fine")
  end subroutine

  subroutine test_runs()
    type(sbreg_problem) :: problem
    type(sbreg_solver) :: whole, pieces
    real(dp) :: x(n), y(n), start(n)
    real(dp), allocatable :: series(:)
    logical :: interrupted
    character(:), allocatable :: message
    integer :: state, stat

    call new_problem(problem)
    call whole%init(problem, 4)
    call whole%set("history", 1)
    call whole%run()
    call whole%get_solution(x)
    call whole%get_history("objective", series)
    call check(size(series) == whole%get_int("iterations") + 1, "the history has the start and every iteration")
    call check(.not. whole%running() .and. whole%state_text() /= "", "a run ends with a reason")
    call check(state_words(sbreg_searched) == "searched", "a search that did its work is no failure")
    call check(state_words(sbreg_unbounded) /= state_words(sbreg_inconsistent), "every state has words of its own")
    call check(state_words(99) == "state 99", "a state of a newer library is shown as its number")
    call pieces%init(problem, 4)
    do while (pieces%running())
      call pieces%step()
    end do
    call pieces%get_solution(y)
    call check(all(abs(x - y) <= 0), "steps give the same bits as a run")
    call pieces%init(problem, 4)
    call pieces%run(progress=.true., interrupted=interrupted)
    call pieces%get_solution(y)
    call check(all(abs(x - y) <= 0) .and. .not. interrupted, "a run that is shown gives the same bits")
    call pieces%get_iterate(y)
    call check(count(abs(y) > 0) <= 4, "the current point is sparse")
    start = 0
    start(5) = 1
    call pieces%init(problem, 4)
    call pieces%set_start(start)
    call pieces%get_iterate(y)
    call check(all(abs(y - start) <= 0), "a run starts where it is told")
    call sbreg_solve(problem, 4, y, state=state, start=start, options="method = newton, max_iterations = 2")
    call check(state == sbreg_iteration_limit .or. state == sbreg_stationary .or. state == sbreg_stalled, &
               "one line tells the state")
    call sbreg_solve(random_matrix(m, n, 1), random_vector(m, 2), 4, y, weights=2 + random_vector(m, 3), &
                     options="ridge = 0.5, method = newton")
    call problem%init(random_matrix(m, n, 1), random_vector(m, 2), "least_squares")
    call problem%set_weights(2 + random_vector(m, 3))
    call problem%set("ridge", 0.5_dp)
    call whole%init(problem, 4)
    call whole%set("method", "newton")
    call whole%run()
    call whole%get_solution(x)
    call check(all(abs(x - y) <= 0), "one line sorts the options of problem and solver")
    call sbreg_solve(problem, 4, y, options="method = newton, ridge = 0.5", stat=stat, errmsg=message)
    call check(stat == sbreg_e_argument .and. index(message, "give ridge to its set_options") > 0, &
               "a problem that is made has its options")
  end subroutine

  subroutine test_checks()
    type(sbreg_problem) :: problem
    type(sbreg_dsm) :: dsm
    type(sbreg_kernel) :: kernel
    type(sbreg_solver) :: solver
    real(dp) :: a(m, n), b(m), x(n), y(n), z(n), g(n), w(n), violation, bregman, decrease, best
    integer :: leaves, enters, i, where, stat

    a = random_matrix(m, n, 1)
    b = random_vector(m, 2)
    call problem%init(a, b)
    x = 0
    x([3, 8]) = [0.5_dp, -1.0_dp]
    g = matmul(matmul(a, x) - b, a)
    call problem%gradient(x, w)
    call check(all(abs(w - g) <= 1e-12_dp), "the gradient is A'(Ax - b)")
    call check(abs(problem%value(x) - sum((matmul(a, x) - b)**2) / 2) <= 1e-12_dp, "the value is ||Ax - b||^2 / 2")
    call problem%check_gradient(x, violation, where)
    call check(violation < 1e-6_dp .and. where >= 1 .and. where <= n, "the gradient fits the value")

    call dsm%init(problem, "lipschitz")
    call dsm%run()
    call dsm%get_weights(w)
    call sbreg_check(problem, dsm, 2, x, violation)
    call kernel%init(n, "quadratic")
    call sbreg_check(problem, kernel, w(1), 2, x, bregman)
    call check(violation > 0 .and. abs(violation - bregman) <= 1e-9_dp * violation, &
               "D = L I and the kernel x^2/2 promise the same")
    call sbreg_witness(problem, dsm, 2, x, y, decrease)
    call check(decrease <= violation .and. decrease >= violation, "a witness has the violation of the check")
    call check(count(abs(y) > 0) <= 2 .and. any(abs(y - x) > 0), "and another point with two nonzeros")
    call check(problem%value(y) <= problem%value(x) - violation + 1e-12_dp, "at which f is lower by as much")
    call sbreg_witness(problem, kernel, w(1), 2, x, z)
    call check(all(abs(y - z) <= 1e-12_dp), "and so has that of a kernel")
    z = 7
    call sbreg_witness(problem, dsm, 1, x, z, stat=stat)
    call check(stat == sbreg_e_argument .and. all(abs(z - 7) <= 0), "which a call that fails leaves alone")
    call sbreg_witness(problem, dsm, 2, x, z(2:), stat=stat)
    call check(stat == sbreg_e_dimension, "and which has n numbers")

    call solver%init(problem, 1)
    call solver%run()
    call solver%get_solution(x)
    best = sum(b**2) / 2
    do i = 1, n
      best = min(best, (sum(b**2) - dot_product(a(:, i), b)**2 / sum(a(:, i)**2)) / 2)
    end do
    call check(abs(problem%value(x) - best) <= 1e-9_dp, "with one nonzero the best of all columns is found")
    call sbreg_check(problem, 1, x, decrease, leaves, enters)
    call check(decrease <= 1e-9_dp .and. (enters == 0 .or. leaves == enters), "no exchange improves it")
    x = 0
    call sbreg_check(problem, 1, x, decrease, leaves, enters)
    call check(leaves == 0 .and. enters >= 1, "at zero a coordinate enters, none leaves")
    call solver%get_solution(x)
    call check(abs(x(enters)) > 0, "and it is the best one, counted from 1")
    call sbreg_check(problem, 1, x(2:), decrease, stat=stat)
    call check(stat == sbreg_e_dimension, "a point has n numbers")

    call solver%init(problem, 3)
    call solver%set("method", "bpg")
    call kernel%set_weights(w)
    call solver%set_kernel(kernel)
    call solver%run()
    call check(solver%get_real("best_objective") < sum(b**2) / 2, "bpg descends")
  end subroutine

  subroutine test_scaling()
    type(sbreg_problem) :: problem
    type(sbreg_dsm) :: linear, again
    type(sbreg_solver) :: solver
    real(dp) :: w(n), extracted(n)
    real(dp), allocatable :: series(:)
    integer :: i

    call new_problem(problem)
    call linear%init(problem, "linear")
    call linear%set_cost([(1.0_dp, i=1, n)])
    do while (linear%state() == sbreg_running)
      call linear%step(10)
    end do
    call check(linear%state() == sbreg_target_reached, "the gap is reached")
    call linear%get_weights(w)
    call check(linear%margin(problem) >= -1e-9_dp, "Diag(w) is above A'A")
    call linear%get_extracted_weights(extracted)
    call check(abs(sum(extracted) - sum(w)) <= 0.01_dp * sum(w), "the extracted weights are near")
    call again%init(problem, "linear")
    call again%set_start(linear)
    call again%run()
    call check(again%get_int("iterations") <= linear%get_int("iterations"), "a warm start is no longer")
    call again%init(w)
    call check(again%get_text("certificate") == "none", "nothing is proved of one's own weights")
    call solver%init(problem, 3)
    call solver%set("method", "ciwht")
    call solver%add_dsm(linear)
    call solver%add_dsm(again)
    call solver%set("history", 1)
    call solver%run()
    call check(solver%get_int("active_dsm") >= 1 .and. solver%get_int("active_dsm") <= 2, "matrices count from 1")
    call solver%get_history("active_dsm", series)
    call check(maxval(series) <= 2, "also in the history")
  end subroutine

  subroutine test_library()
    character(1) :: buffer(200)
    type(sbreg_solver) :: nothing
    integer :: stat

    call check(version_fits(int(sbreg_version()), module_major, module_minor, module_patch), "the library fits the modules")
    call check(version_fits(102, 0, 1, 0), "a later patch fits")
    call check(.not. version_fits(200, 0, 1, 0), "until 1.0 another minor version does not")
    call check(.not. version_fits(100, 0, 1, 1), "an earlier patch does not")
    call check(version_fits(10400, 1, 2, 3), "from 1.0 on a later minor version does")
    call check(.not. version_fits(20000, 1, 2, 3), "another major version does not")
    call check(index(sbreg_library_version(), ".") > 0, "the version is a text")
    call nothing%step(stat=stat)
    call check(sbreg_last_error_copy(buffer, 200_long) > 10, "the C interface is there as well")
  end subroutine
end module

program test_objects
  use object_tests
  use testing, only: finish_tests
  implicit none

  call test_lifetimes()
  call test_errors()
  call test_options()
  call test_runs()
  call test_checks()
  call test_scaling()
  call test_library()
  call finish_tests(125)
end program
