! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Objectives f: losses of Ax, quadratics, and functions of one's own.
module sparsebregman_problem
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_funptr, c_int, c_int32_t, &
    c_int64_t, c_loc, c_null_funptr, c_null_ptr, c_ptr
  use sparsebregman_c, only: sbreg_col_major, sbreg_e_dimension, sbreg_ok, sbreg_problem_check_gradient, &
    sbreg_problem_create_custom, sbreg_problem_create_least_squares, sbreg_problem_create_least_squares_complex, &
    sbreg_problem_create_linear, sbreg_problem_intercept, &
    sbreg_problem_create_quadratic, sbreg_problem_gradient, sbreg_problem_set_weights, sbreg_problem_value, &
    sbreg_problem_destroy, sbreg_problem_retain, &
    sbreg_problem_get_int, sbreg_problem_get_real, sbreg_problem_get_text, &
    sbreg_problem_set_int, sbreg_problem_set_real, sbreg_problem_set_text
  use sparsebregman_error, only: callback_failed, forget_failure, report, right_size, &
    right_version, sbreg_fail, terminated
  use sparsebregman_matrix, only: layout, sbreg_matrix
  use sparsebregman_object, only: functions, sbreg_object
  implicit none
  private
  public :: sbreg_objective, sbreg_problem

  !> An objective. Frozen at its first use by a scaling matrix, a solver or a check; then threads may share it.
  type, extends(sbreg_object) :: sbreg_problem
  contains
    procedure, nopass :: calls
    procedure, private :: assign
    generic :: assignment(=) => assign
    procedure :: destroy
    final :: finish
    procedure, private :: init_least_squares, init_complex, init_dense, init_linear, init_custom, init_custom_long
    generic :: init => init_least_squares, init_complex, init_dense, init_linear, init_custom, init_custom_long
    procedure :: init_quadratic
    procedure :: set_weights
    procedure :: value
    procedure :: gradient
    procedure :: intercept
    procedure :: check_gradient
  end type

  !> Extend it for an objective of your own. sbreg_fail() in any of its procedures ends the call.
  type, abstract :: sbreg_objective
  contains
    procedure(evaluation), deferred :: evaluate  !< f(x) and, where g is present, the gradient
    procedure :: hessian                         !< second derivatives by the variables `support`, both triangles
    procedure :: curvature                       !< cx = C x, with C above the Hessian everywhere
  end type

  abstract interface
    subroutine evaluation(self, x, f, g)
      import :: c_double, sbreg_objective
      class(sbreg_objective), intent(inout) :: self
      real(c_double), intent(in), contiguous :: x(:)
      real(c_double), intent(out) :: f
      real(c_double), intent(out), contiguous, optional :: g(:)
    end subroutine
  end interface

  type :: holder
    class(sbreg_objective), pointer :: objective => null()
  end type

contains

  function calls() result(these)
    type(functions) :: these
    these = functions("problem", sbreg_problem_set_int, sbreg_problem_set_real, sbreg_problem_set_text, &
                      sbreg_problem_get_int, sbreg_problem_get_real, sbreg_problem_get_text)
  end function

  !> Both stand for the same problem afterwards, which lives until the last of them is gone.
  impure elemental subroutine assign(self, other)
    class(sbreg_problem), intent(inout) :: self
    class(sbreg_problem), intent(in) :: other
    integer(c_int32_t) :: status
    type(c_ptr) :: shared

    if (self%shares(other)) return
    shared = other%c_handle()
    status = sbreg_ok
    if (c_associated(shared)) status = sbreg_problem_retain(shared)
    call self%destroy()
    if (status == sbreg_ok) call self%adopt(shared)
  end subroutine

  !> Gives the problem up at once; otherwise that happens when the variable ceases to exist.
  subroutine destroy(self)
    class(sbreg_problem), intent(inout) :: self
    call sbreg_problem_destroy(self%c_handle())
    call self%adopt(c_null_ptr)
  end subroutine

  impure elemental subroutine finish(self)
    type(sbreg_problem), intent(inout) :: self
    call self%destroy()
  end subroutine

  !> ||Ax - b||^2 / 2; copies the arrays.
  subroutine init_least_squares(self, a, b, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    real(c_double), intent(in), target :: a(:, :)
    real(c_double), intent(in) :: b(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double), allocatable, target :: packed(:, :)
    integer(c_int64_t) :: ld
    type(c_ptr) :: first, created

    body: block
      if (.not. right_version(stat, told)) exit body
      if (.not. right_size("b", size(b), size(a, 1), stat, told)) exit body
      call layout(a, first, ld, packed)
      created = c_null_ptr
      call replace(self, sbreg_problem_create_least_squares(created, size(a, 1, c_int64_t), size(a, 2, c_int64_t), &
                   first, ld, sbreg_col_major, b), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> ||Ax - b||^2 / 2 in complex numbers: 2n real variables, real and imaginary parts in turn; s counts complex nonzeros.
  subroutine init_complex(self, a, b, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    complex(c_double), intent(in) :: a(:, :), b(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    complex(c_double), allocatable, target :: numbers(:, :), right(:)
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      if (.not. right_size("b", size(b), size(a, 1), stat, told)) exit body
      numbers = a
      right = b
      created = c_null_ptr
      call replace(self, sbreg_problem_create_least_squares_complex(created, size(a, 1, c_int64_t), &
                   size(a, 2, c_int64_t), c_loc(numbers), size(a, 1, c_int64_t), sbreg_col_major, c_loc(right)), created, &
                   stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> loss(Ax; b) with an array that is copied.
  subroutine init_dense(self, a, b, loss, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    real(c_double), intent(in), target :: a(:, :)
    real(c_double), intent(in) :: b(:)
    character(*), intent(in) :: loss
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(sbreg_matrix) :: matrix
    character(:), allocatable :: text
    integer :: error

    call matrix%init(a, error, text)
    if (error == sbreg_ok) then
      call self%init(matrix, b, loss, stat, told)
    else
      call report(error, stat, told, text)
    end if
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> loss(Ax; b) on a matrix that other problems may share; "least_squares" unless a loss is named.
  subroutine init_linear(self, a, b, loss, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    class(sbreg_matrix), intent(in) :: a
    real(c_double), intent(in) :: b(:)
    character(*), intent(in), optional :: loss
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    character(:), allocatable :: chosen
    type(c_ptr) :: created
    integer :: rows

    body: block
      rows = a%extent("rows", stat, told)
      if (rows < 0) exit body
      if (.not. right_size("b", size(b), rows, stat, told)) exit body
      chosen = "least_squares"
      if (present(loss)) chosen = loss
      created = c_null_ptr
      call replace(self, sbreg_problem_create_linear(created, a%c_handle(), terminated(chosen), b), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> x'Qx/2 - q'x; only the lower triangle of the first array is read; copies both.
  subroutine init_quadratic(self, q_matrix, q, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    real(c_double), intent(in), target :: q_matrix(:, :)
    real(c_double), intent(in) :: q(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double), allocatable, target :: packed(:, :)
    integer(c_int64_t) :: ld
    type(c_ptr) :: first, created

    body: block
      if (.not. right_version(stat, told)) exit body
      if (size(q_matrix, 1) /= size(q_matrix, 2)) then
        call report(sbreg_e_dimension, stat, told, "q_matrix is not square")
        exit body
      end if
      if (.not. right_size("q", size(q), size(q_matrix, 1), stat, told)) exit body
      call layout(q_matrix, first, ld, packed)
      created = c_null_ptr
      call replace(self, sbreg_problem_create_quadratic(created, size(q, kind=c_int64_t), first, ld, q), created, stat, &
                   told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> An objective of one's own on n variables, which must exist as long as the problem and the objects made with it.
  !> `hessian` and `curvature` say whether its type has those procedures.
  subroutine init_custom_long(self, n, objective, hessian, curvature, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    integer(c_int64_t), intent(in) :: n
    class(sbreg_objective), intent(in), pointer :: objective
    logical, intent(in), optional :: hessian, curvature
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(holder), pointer :: held
    type(c_funptr) :: second, bound
    integer(c_int32_t) :: status
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      second = c_null_funptr
      bound = c_null_funptr
      if (present(hessian)) then
        if (hessian) second = c_funloc(call_hessian)
      end if
      if (present(curvature)) then
        if (curvature) bound = c_funloc(call_curvature)
      end if
      allocate (held)
      held%objective => objective
      created = c_null_ptr
      status = sbreg_problem_create_custom(created, n, c_funloc(call_evaluate), second, bound, &
                                           c_loc(held), c_funloc(free))
      if (status /= sbreg_ok) deallocate (held)
      call replace(self, status, created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine init_custom(self, n, objective, hessian, curvature, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    integer(c_int32_t), intent(in) :: n
    class(sbreg_objective), intent(in), pointer :: objective
    logical, intent(in), optional :: hessian, curvature
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%init_custom_long(int(n, c_int64_t), objective, hessian, curvature, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Nonnegative weights of the observations, before the first use of the problem.
  subroutine set_weights(self, weights, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    real(c_double), intent(in) :: weights(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: rows

    body: block
      rows = self%extent("rows", stat, told)
      if (rows < 0) exit body
      if (.not. right_size("weights", size(weights), rows, stat, told)) exit body
      call report(sbreg_problem_set_weights(self%c_handle(), weights), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> f(x).
  function value(self, x, stat, errmsg) result(f)
    class(sbreg_problem), intent(in) :: self
    real(c_double), intent(in) :: x(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double) :: f
    integer :: n

    body: block
      f = huge(f)
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      call report(sbreg_problem_value(self%c_handle(), x, f), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The intercept that belongs to x, with the option "intercept": the number c that minimises the loss of Ax + c; 0 where
  !> the problem has none.
  function intercept(self, x, stat, errmsg) result(c)
    class(sbreg_problem), intent(in) :: self
    real(c_double), intent(in) :: x(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double) :: c
    integer :: n

    body: block
      c = 0
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      call report(sbreg_problem_intercept(self%c_handle(), x, c), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The gradient of f at x.
  subroutine gradient(self, x, g, stat, errmsg)
    class(sbreg_problem), intent(in) :: self
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: g(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: n

    body: block
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      if (.not. right_size("g", size(g), n, stat, told)) exit body
      call report(sbreg_problem_gradient(self%c_handle(), x, g), stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The largest difference of the gradient from central differences of f, relative to its largest entry, and where.
  subroutine check_gradient(self, x, discrepancy, where, step, stat, errmsg)
    class(sbreg_problem), intent(in) :: self
    real(c_double), intent(in) :: x(:)
    real(c_double), intent(inout) :: discrepancy
    integer, intent(out), optional :: where
    real(c_double), intent(in), optional :: step
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: place
    real(c_double) :: chosen
    integer :: n

    body: block
      place = -1
      chosen = 0
      if (present(step)) chosen = step
      if (present(where)) where = 0
      n = self%extent("columns", stat, told)
      if (n < 0) exit body
      if (.not. right_size("x", size(x), n, stat, told)) exit body
      call report(sbreg_problem_check_gradient(self%c_handle(), x, chosen, discrepancy, place), stat, told)
      if (present(where)) where = int(place) + 1
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine hessian(self, x, support, h)
    class(sbreg_objective), intent(inout) :: self
    real(c_double), intent(in), contiguous :: x(:)
    integer(c_int64_t), intent(in) :: support(:)
    real(c_double), intent(out), contiguous :: h(:, :)
    h = 0
    call refuse(same_type_as(self, self) .and. size(x) >= size(support), "hessian")
  end subroutine

  subroutine curvature(self, x, cx)
    class(sbreg_objective), intent(inout) :: self
    real(c_double), intent(in), contiguous :: x(:, :)
    real(c_double), intent(out), contiguous :: cx(:, :)
    cx = 0
    call refuse(same_type_as(self, self) .and. size(x) == size(cx), "curvature")
  end subroutine

  subroutine refuse(always, name)
    logical, intent(in) :: always
    character(*), intent(in) :: name
    if (always) call sbreg_fail(1, "init was told of a "//name//", but the objective's type does not override it")
  end subroutine

  subroutine replace(self, status, created, stat, errmsg)
    class(sbreg_problem), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: created
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    if (status == sbreg_ok) then
      call self%destroy()
      call self%adopt(created)
    end if
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  function call_evaluate(n, x, f, g, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), intent(inout) :: f
    real(c_double), intent(inout), optional :: g(n)
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%objective%evaluate(x, f, g)
    failed = callback_failed()
  end function

  function call_hessian(n, x, k, support, h, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: n, k
    real(c_double), intent(in) :: x(n)
    integer(c_int64_t), intent(in) :: support(k)
    real(c_double), intent(inout) :: h(k, k)
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%objective%hessian(x, support + 1, h)
    failed = callback_failed()
  end function

  function call_curvature(n, k, x, cx, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: n, k
    real(c_double), intent(in) :: x(n, k)
    real(c_double), intent(inout) :: cx(n, k)
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%objective%curvature(x, cx)
    failed = callback_failed()
  end function

  subroutine free(user) bind(c, name="")
    type(c_ptr), value :: user
    type(holder), pointer :: held
    call c_f_pointer(user, held)
    deallocate (held)
  end subroutine
end module
