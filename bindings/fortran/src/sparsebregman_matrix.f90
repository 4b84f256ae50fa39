! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Matrices: dense, by compressed columns, or known only by their products.
module sparsebregman_matrix
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_int, c_int32_t, c_int64_t, &
    c_intptr_t, c_loc, c_null_funptr, c_null_ptr, c_ptr
  use sparsebregman_c, only: sbreg_borrow, sbreg_col_major, sbreg_copy, sbreg_e_argument, sbreg_matrix_check_adjoint, &
    sbreg_matrix_create_csc, sbreg_matrix_create_dense, sbreg_matrix_create_operator, sbreg_ok, &
    sbreg_matrix_destroy, sbreg_matrix_retain, &
    sbreg_matrix_get_int, sbreg_matrix_get_real, sbreg_matrix_get_text, &
    sbreg_matrix_set_int, sbreg_matrix_set_real, sbreg_matrix_set_text
  use sparsebregman_error, only: callback_failed, forget_failure, report, right_size, right_version
  use sparsebregman_object, only: functions, sbreg_object
  implicit none
  private
  public :: sbreg_matrix, sbreg_operator, layout

  !> A linear map. Immutable: copies share it, threads may use it together.
  type, extends(sbreg_object) :: sbreg_matrix
  contains
    procedure, nopass :: calls
    procedure, private :: assign
    generic :: assignment(=) => assign
    procedure :: destroy
    final :: finish
    procedure, private :: init_dense, init_csc, init_csc_long, init_csc_wide, init_operator, init_operator_long
    generic :: init => init_dense, init_csc, init_csc_long, init_csc_wide, init_operator, init_operator_long
    procedure, private :: borrow_dense, borrow_csc, borrow_csc_long, borrow_csc_wide
    generic :: borrow => borrow_dense, borrow_csc, borrow_csc_long, borrow_csc_wide
    procedure :: check_adjoint
  end type

  !> Extend it for a matrix that is known only by its products. sbreg_fail() in a product ends the call.
  type, abstract :: sbreg_operator
  contains
    procedure(product), deferred :: apply            !< y = A x, for every column of x
    procedure(product), deferred :: apply_transpose  !< y = A' x
  end type

  abstract interface
    subroutine product(self, x, y)
      import :: c_double, sbreg_operator
      class(sbreg_operator), intent(inout) :: self
      real(c_double), intent(in), contiguous :: x(:, :)
      real(c_double), intent(out), contiguous :: y(:, :)
    end subroutine
  end interface

  type :: holder
    class(sbreg_operator), pointer :: operator => null()
  end type

contains

  function calls() result(these)
    type(functions) :: these
    these = functions("matrix", sbreg_matrix_set_int, sbreg_matrix_set_real, sbreg_matrix_set_text, &
                      sbreg_matrix_get_int, sbreg_matrix_get_real, sbreg_matrix_get_text)
  end function

  !> Both stand for the same matrix afterwards, which lives until the last of them is gone.
  impure elemental subroutine assign(self, other)
    class(sbreg_matrix), intent(inout) :: self
    class(sbreg_matrix), intent(in) :: other
    integer(c_int32_t) :: status
    type(c_ptr) :: shared

    if (self%shares(other)) return
    shared = other%c_handle()
    status = sbreg_ok
    if (c_associated(shared)) status = sbreg_matrix_retain(shared)
    call self%destroy()
    if (status == sbreg_ok) call self%adopt(shared)
  end subroutine

  !> Gives the matrix up at once; otherwise that happens when the variable ceases to exist.
  subroutine destroy(self)
    class(sbreg_matrix), intent(inout) :: self
    call sbreg_matrix_destroy(self%c_handle())
    call self%adopt(c_null_ptr)
  end subroutine

  impure elemental subroutine finish(self)
    type(sbreg_matrix), intent(inout) :: self
    call self%destroy()
  end subroutine

  !> Copies an array.
  subroutine init_dense(self, a, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    real(c_double), intent(in), target :: a(:, :)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double), allocatable, target :: packed(:, :)
    integer(c_int64_t) :: ld
    type(c_ptr) :: first, created

    body: block
      if (.not. right_version(stat, told)) exit body
      call layout(a, first, ld, packed)
      created = c_null_ptr
      call replace(self, sbreg_matrix_create_dense(created, size(a, 1, c_int64_t), size(a, 2, c_int64_t), first, ld, &
                   sbreg_col_major, sbreg_copy, c_null_ptr, c_null_funptr), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Uses an array in place: it must keep its values and its place while the matrix, or an object made with it, exists.
  subroutine borrow_dense(self, a, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    real(c_double), intent(in), pointer :: a(:, :)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double), allocatable, target :: packed(:, :)
    integer(c_int64_t) :: ld
    type(c_ptr) :: first, created

    body: block
      if (.not. right_version(stat, told)) exit body
      call layout(a, first, ld, packed)
      if (allocated(packed)) then
        call report(sbreg_e_argument, stat, told, "the columns of a are not contiguous; use init, which copies it")
        exit body
      end if
      created = c_null_ptr
      call replace(self, sbreg_matrix_create_dense(created, size(a, 1, c_int64_t), size(a, 2, c_int64_t), first, ld, &
                   sbreg_col_major, sbreg_borrow, c_null_ptr, c_null_funptr), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Copies compressed columns of m rows each: column j has the entries col_start(j) .. col_start(j+1)-1.
  subroutine init_csc(self, m, col_start, row_index, values, index_base, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int32_t), intent(in) :: m
    integer(c_int32_t), intent(in), contiguous, target :: col_start(:), row_index(:)
    real(c_double), intent(in), contiguous, target :: values(:)
    integer, intent(in), optional :: index_base  !< 1, or 0
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (size(col_start) < 1) then
        if (.not. right_size("col_start", size(col_start), 1, stat, told)) exit body
      end if
      call create_csc(self, int(m, c_int64_t), size(col_start) - 1, int(col_start(1), c_int64_t), &
                      int(col_start(size(col_start)), c_int64_t), size(row_index), size(values), c_loc(col_start), &
                      c_loc(row_index), 4_c_int32_t, c_loc(values), index_base, sbreg_copy, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Copies compressed columns of m rows each: column j has the entries col_start(j) .. col_start(j+1)-1.
  subroutine init_csc_wide(self, m, col_start, row_index, values, index_base, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int64_t), intent(in) :: m
    integer(c_int64_t), intent(in), contiguous, target :: col_start(:), row_index(:)
    real(c_double), intent(in), contiguous, target :: values(:)
    integer, intent(in), optional :: index_base  !< 1, or 0
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (size(col_start) < 1) then
        if (.not. right_size("col_start", size(col_start), 1, stat, told)) exit body
      end if
      call create_csc(self, m, size(col_start) - 1, int(col_start(1), c_int64_t), &
                      int(col_start(size(col_start)), c_int64_t), size(row_index), size(values), c_loc(col_start), &
                      c_loc(row_index), 8_c_int32_t, c_loc(values), index_base, sbreg_copy, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine init_csc_long(self, m, col_start, row_index, values, index_base, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int32_t), intent(in) :: m
    integer(c_int64_t), intent(in), contiguous, target :: col_start(:), row_index(:)
    real(c_double), intent(in), contiguous, target :: values(:)
    integer, intent(in), optional :: index_base
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%init_csc_wide(int(m, c_int64_t), col_start, row_index, values, index_base, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Uses in place compressed columns of m rows each: column j has the entries col_start(j) .. col_start(j+1)-1.
  subroutine borrow_csc(self, m, col_start, row_index, values, index_base, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int32_t), intent(in) :: m
    integer(c_int32_t), intent(in), contiguous, pointer :: col_start(:), row_index(:)
    real(c_double), intent(in), contiguous, pointer :: values(:)
    integer, intent(in), optional :: index_base  !< 1, or 0
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (size(col_start) < 1) then
        if (.not. right_size("col_start", size(col_start), 1, stat, told)) exit body
      end if
      call create_csc(self, int(m, c_int64_t), size(col_start) - 1, int(col_start(1), c_int64_t), &
                      int(col_start(size(col_start)), c_int64_t), size(row_index), size(values), c_loc(col_start), &
                      c_loc(row_index), 4_c_int32_t, c_loc(values), index_base, sbreg_borrow, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Uses in place compressed columns of m rows each: column j has the entries col_start(j) .. col_start(j+1)-1.
  subroutine borrow_csc_wide(self, m, col_start, row_index, values, index_base, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int64_t), intent(in) :: m
    integer(c_int64_t), intent(in), contiguous, pointer :: col_start(:), row_index(:)
    real(c_double), intent(in), contiguous, pointer :: values(:)
    integer, intent(in), optional :: index_base  !< 1, or 0
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    body: block
      if (size(col_start) < 1) then
        if (.not. right_size("col_start", size(col_start), 1, stat, told)) exit body
      end if
      call create_csc(self, m, size(col_start) - 1, int(col_start(1), c_int64_t), &
                      int(col_start(size(col_start)), c_int64_t), size(row_index), size(values), c_loc(col_start), &
                      c_loc(row_index), 8_c_int32_t, c_loc(values), index_base, sbreg_borrow, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine borrow_csc_long(self, m, col_start, row_index, values, index_base, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int32_t), intent(in) :: m
    integer(c_int64_t), intent(in), contiguous, pointer :: col_start(:), row_index(:)
    real(c_double), intent(in), contiguous, pointer :: values(:)
    integer, intent(in), optional :: index_base
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%borrow_csc_wide(int(m, c_int64_t), col_start, row_index, values, index_base, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine create_csc(self, m, n, first, last, rows, numbers, col_start, row_index, bytes, values, index_base, &
                        ownership, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int64_t), intent(in) :: m
    integer, intent(in) :: n, rows, numbers
    integer(c_int64_t), intent(in) :: first, last
    type(c_ptr), intent(in) :: col_start, row_index, values
    integer(c_int32_t), intent(in) :: bytes, ownership
    integer, intent(in), optional :: index_base
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int32_t) :: base
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      base = 1
      if (present(index_base)) base = int(index_base, c_int32_t)
      if (.not. right_size("values", numbers, rows, stat, told)) exit body
      if (first == base .and. last >= base) then ! otherwise the library says what is wrong with col_start
        if (.not. right_size("row_index", rows, int(min(last - base, int(huge(1), c_int64_t))), stat, told)) exit body
      end if
      created = c_null_ptr
      call replace(self, sbreg_matrix_create_csc(created, m, int(n, c_int64_t), col_start, row_index, &
                   bytes, base, values, ownership, c_null_ptr, c_null_funptr), created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> An m x n matrix known by its products. The operator must exist as long as the matrix and the objects made with it.
  subroutine init_operator_long(self, m, n, operator, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int64_t), intent(in) :: m, n
    class(sbreg_operator), intent(in), pointer :: operator
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(holder), pointer :: held
    integer(c_int32_t) :: status
    type(c_ptr) :: created

    body: block
      if (.not. right_version(stat, told)) exit body
      allocate (held)
      held%operator => operator
      created = c_null_ptr
      status = sbreg_matrix_create_operator(created, m, n, c_funloc(apply), &
                                            c_funloc(apply_transpose), c_loc(held), c_funloc(free))
      if (status /= sbreg_ok) deallocate (held)
      call replace(self, status, created, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine init_operator(self, m, n, operator, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
    integer(c_int32_t), intent(in) :: m, n
    class(sbreg_operator), intent(in), pointer :: operator
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%init_operator_long(int(m, c_int64_t), int(n, c_int64_t), operator, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> The largest relative difference of <Ax, y> and <x, A'y> for random vectors: about 1e-16 when all is well.
  function check_adjoint(self, seed, stat, errmsg) result(discrepancy)
    class(sbreg_matrix), intent(in) :: self
    integer, intent(in), optional :: seed
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double) :: discrepancy
    integer(c_int64_t) :: chosen

    chosen = 1
    if (present(seed)) chosen = seed
    discrepancy = huge(discrepancy)
    call report(sbreg_matrix_check_adjoint(self%c_handle(), chosen, discrepancy), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> Where C finds the columns of an array; `packed` is allocated only when a copy is needed.
  subroutine layout(a, first, ld, packed)
    real(c_double), intent(in), target :: a(:, :)
    type(c_ptr), intent(out) :: first
    integer(c_int64_t), intent(out) :: ld
    real(c_double), allocatable, intent(out), target :: packed(:, :)
    integer(c_int64_t), parameter :: width = storage_size(1.0_c_double) / 8
    integer(c_int64_t) :: down, across

    first = c_null_ptr
    ld = max(size(a, 1, c_int64_t), 1_c_int64_t)
    if (size(a, kind=c_int64_t) == 0) return
    first = c_loc(a(1, 1))
    if (is_contiguous(a)) return
    down = width
    across = width * ld
    if (size(a, 1) > 1) down = address(a(2, 1)) - address(a(1, 1))
    if (size(a, 2) > 1) across = address(a(1, 2)) - address(a(1, 1))
    if (down == width .and. across >= width * ld .and. modulo(across, width) == 0) then
      ld = across / width
    else
      packed = a
      first = c_loc(packed)
    end if
  end subroutine

  function address(number)
    real(c_double), intent(in), target :: number
    integer(c_int64_t) :: address
    address = int(transfer(c_loc(number), 0_c_intptr_t), c_int64_t)
  end function

  subroutine replace(self, status, created, stat, errmsg)
    class(sbreg_matrix), intent(inout) :: self
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

  function apply(rows, cols, k, x, y, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: rows, cols, k
    real(c_double), intent(in) :: x(cols, k)
    real(c_double), intent(inout) :: y(rows, k)
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%operator%apply(x, y)
    failed = callback_failed()
  end function

  function apply_transpose(rows, cols, k, x, y, user) result(failed) bind(c, name="")
    integer(c_int64_t), value :: rows, cols, k
    real(c_double), intent(in) :: x(rows, k)
    real(c_double), intent(inout) :: y(cols, k)
    type(c_ptr), value :: user
    integer(c_int) :: failed
    type(holder), pointer :: held

    call c_f_pointer(user, held)
    call forget_failure()
    call held%operator%apply_transpose(x, y)
    failed = callback_failed()
  end function

  subroutine free(user) bind(c, name="")
    type(c_ptr), value :: user
    type(holder), pointer :: held
    call c_f_pointer(user, held)
    deallocate (held)
  end subroutine
end module
