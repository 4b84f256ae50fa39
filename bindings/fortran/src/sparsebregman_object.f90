! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> What the types have in common: a handle, and options and results by name.
!>
!> An object knows where it is. Compilers copy objects bit by bit where the language asks for defined assignment
!> (gfortran 12 does so for types that contain ours), or by sourced allocation; such a copy is somewhere else and counts
!> as empty, so that it can neither be used after the original is gone nor destroy it.
module sparsebregman_object
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_int32_t, c_int64_t, c_intptr_t, c_loc, &
    c_null_ptr, c_ptr
  use sparsebregman_c, only: sbreg_e_argument, sbreg_get_int_shape, sbreg_get_real_shape, sbreg_get_text_shape, &
    sbreg_key_count, sbreg_key_text, sbreg_ok, sbreg_set_int_shape, sbreg_set_real_shape, sbreg_set_text_shape
  use sparsebregman_error, only: report, terminated, text_of
  implicit none
  private
  public :: sbreg_key, sbreg_keys, sbreg_object, functions, next_option, has_key

  !> A row of the library's table of options and results.
  type :: sbreg_key
    character(:), allocatable :: name, kind, type, default, minimum, maximum, choices, doc
  end type

  !> The C functions of one type of object.
  type :: functions
    character(7) :: kind
    procedure(sbreg_set_int_shape), pointer, nopass :: set_int
    procedure(sbreg_set_real_shape), pointer, nopass :: set_real
    procedure(sbreg_set_text_shape), pointer, nopass :: set_text
    procedure(sbreg_get_int_shape), pointer, nopass :: get_int
    procedure(sbreg_get_real_shape), pointer, nopass :: get_real
    procedure(sbreg_get_text_shape), pointer, nopass :: get_text
  end type

  type, abstract :: sbreg_object
    type(c_ptr), private :: handle = c_null_ptr
    integer(c_intptr_t), private :: place = 0  ! where the object was when it was given its handle
  contains
    procedure(functions_of), deferred, nopass :: calls
    procedure, private :: set_int, set_long, set_real, set_text, set_logical
    generic :: set => set_int, set_long, set_real, set_text, set_logical
    procedure :: set_options
    procedure :: get_int
    procedure :: get_real
    procedure :: get_text
    procedure, non_overridable :: extent
    procedure, non_overridable :: c_handle
    procedure, non_overridable :: adopt
    procedure, non_overridable :: shares
  end type

  abstract interface
    function functions_of() result(these)
      import :: functions
      type(functions) :: these
    end function
  end interface

contains

  !> The options and results of "matrix", "problem", "dsm", "kernel", "solver" or "path", as the library lists them.
  subroutine sbreg_keys(kind, keys, stat, errmsg)
    character(*), intent(in) :: kind
    type(sbreg_key), allocatable, intent(inout) :: keys(:)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: count, i
    integer(c_int32_t) :: status

    count = 0
    status = sbreg_key_count(terminated(kind), count)
    if (allocated(keys)) deallocate (keys)
    allocate (keys(count))
    do i = 1, count
      keys(i)%name = field("name")
      keys(i)%kind = field("kind")
      keys(i)%type = field("type")
      keys(i)%default = field("default")
      keys(i)%minimum = field("minimum")
      keys(i)%maximum = field("maximum")
      keys(i)%choices = field("choices")
      keys(i)%doc = field("doc")
    end do
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told

  contains

    function field(name) result(text)
      character(*), intent(in) :: name
      character(:), allocatable :: text
      text = key_field(kind, i, name)
    end function
  end subroutine

  function key_field(kind, i, name) result(text)
    character(*), intent(in) :: kind, name
    integer(c_int64_t), intent(in) :: i
    character(:), allocatable :: text
    type(c_ptr) :: pointer

    pointer = c_null_ptr
    if (sbreg_key_text(terminated(kind), i - 1, terminated(name), pointer) == sbreg_ok) continue
    text = text_of(pointer)
  end function

  !> The type ("int", "real", "text") of a key of that kind of object; empty when there is none of that name.
  function type_of_key(kind, name) result(type)
    character(*), intent(in) :: kind, name
    character(:), allocatable :: type
    integer(c_int64_t) :: count, i

    type = ""
    count = 0
    if (sbreg_key_count(terminated(kind), count) /= sbreg_ok) return
    do i = 1, count
      if (key_field(kind, i, "name") /= name) cycle
      type = key_field(kind, i, "type")
      return
    end do
  end function

  function has_key(kind, name) result(has)
    character(*), intent(in) :: kind, name
    logical :: has
    has = type_of_key(kind, name) /= ""
  end function

  subroutine set_long(self, name, value, stat, errmsg)
    class(sbreg_object), intent(inout) :: self
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: value
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(functions) :: these

    these = self%calls()
    if (type_of_key(trim(these%kind), name) == "real") then ! a whole number is a number, too
      call report(these%set_real(self%c_handle(), terminated(name), real(value, c_double)), stat, told)
    else
      call report(these%set_int(self%c_handle(), terminated(name), value), stat, told)
    end if
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine set_int(self, name, value, stat, errmsg)
    class(sbreg_object), intent(inout) :: self
    character(*), intent(in) :: name
    integer(c_int32_t), intent(in) :: value
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told

    call self%set_long(name, int(value, c_int64_t), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine set_logical(self, name, value, stat, errmsg)
    class(sbreg_object), intent(inout) :: self
    character(*), intent(in) :: name
    logical, intent(in) :: value
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(functions) :: these

    these = self%calls()
    call report(these%set_int(self%c_handle(), terminated(name), merge(1_c_int64_t, 0_c_int64_t, value)), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine set_real(self, name, value, stat, errmsg)
    class(sbreg_object), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: value
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(functions) :: these

    these = self%calls()
    call report(these%set_real(self%c_handle(), terminated(name), value), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  subroutine set_text(self, name, value, stat, errmsg)
    class(sbreg_object), intent(inout) :: self
    character(*), intent(in) :: name, value
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    type(functions) :: these

    these = self%calls()
    call report(these%set_text(self%c_handle(), terminated(name), terminated(value)), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Sets several options: "method = newton, max_iterations = 100". The library's table says which type each one has.
  subroutine set_options(self, options, stat, errmsg)
    class(sbreg_object), intent(inout) :: self
    character(*), intent(in) :: options
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    character(:), allocatable :: rest, name, value
    type(functions) :: these
    integer(c_int32_t) :: status
    integer(c_int64_t) :: whole
    real(c_double) :: number
    integer :: error

    body: block
      these = self%calls()
      rest = options
      status = sbreg_ok
      error = 0
      do while (next_option(rest, name, value))
        select case (type_of_key(trim(these%kind), name))
        case ("int")
          read (value, *, iostat=error) whole
          if (error == 0) status = these%set_int(self%c_handle(), terminated(name), whole)
        case ("real")
          read (value, *, iostat=error) number
          if (error == 0) status = these%set_real(self%c_handle(), terminated(name), number)
        case default ! the library refuses an unknown name and suggests another
          status = these%set_text(self%c_handle(), terminated(name), terminated(value))
        end select
        if (error /= 0) then
          call report(sbreg_e_argument, stat, told, &
                      name//" must be "//trim(merge("a whole number", "a number      ", &
                      type_of_key(trim(these%kind), name) == "int"))//', got "'//value//'"')
          exit body
        end if
        if (status /= sbreg_ok) exit
      end do
      call report(status, stat, told)
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Takes the first "name = value" off a list that commas separate; false when nothing is left.
  function next_option(rest, name, value) result(found)
    character(:), allocatable, intent(inout) :: rest
    character(:), allocatable, intent(out) :: name, value
    logical :: found
    character(:), allocatable :: item
    integer :: comma, equals

    item = ""
    do while (item == "" .and. len(rest) > 0)
      comma = index(rest, ",")
      if (comma == 0) comma = len(rest) + 1
      item = trim(adjustl(rest(:comma - 1)))
      rest = rest(min(comma, len(rest)) + 1:)
    end do
    equals = index(item, "=")
    if (equals == 0) equals = len(item) + 1
    name = trim(item(:equals - 1))
    value = trim(adjustl(item(min(equals, len(item)) + 1:)))
    found = item /= ""
  end function

  !> An option or a result that is an integer. Results that are an index count from 1.
  function get_int(self, name, stat, errmsg) result(value)
    class(sbreg_object), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer(c_int64_t) :: value
    type(functions) :: these

    value = 0
    these = self%calls()
    call report(these%get_int(self%c_handle(), terminated(name), value), stat, told)
    if (name == "active_dsm") value = value + 1
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> An option or a result that is a real number.
  function get_real(self, name, stat, errmsg) result(value)
    class(sbreg_object), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    real(c_double) :: value
    type(functions) :: these

    value = 0
    these = self%calls()
    call report(these%get_real(self%c_handle(), terminated(name), value), stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> An option or a result that is a text.
  function get_text(self, name, stat, errmsg) result(value)
    class(sbreg_object), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    character(:), allocatable :: value
    type(functions) :: these
    type(c_ptr) :: pointer
    integer(c_int32_t) :: status

    pointer = c_null_ptr
    these = self%calls()
    status = these%get_text(self%c_handle(), terminated(name), pointer)
    value = text_of(pointer)
    call report(status, stat, told)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> "rows" or "columns" as an array's size is given; -1, and the error reported, for an object without a handle.
  function extent(self, name, stat, errmsg) result(size)
    class(sbreg_object), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    integer :: size
    integer(c_int64_t) :: value
    integer(c_int32_t) :: status
    type(functions) :: these

    value = -1
    these = self%calls()
    status = these%get_int(self%c_handle(), terminated(name), value)
    call report(status, stat, told)
    size = int(value)
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> The handle, for the functions of sparsebregman_c; it belongs to the object. Null when there is none.
  function c_handle(self) result(handle)
    class(sbreg_object), intent(in), target :: self
    type(c_ptr) :: handle
    handle = c_null_ptr
    if (self%place == transfer(c_loc(self%place), 0_c_intptr_t)) handle = self%handle
  end function

  !> Gives the object a handle that it owns from here on; the previous one is forgotten.
  subroutine adopt(self, handle)
    class(sbreg_object), intent(inout), target :: self
    type(c_ptr), intent(in) :: handle
    self%handle = handle
    self%place = transfer(c_loc(self%place), 0_c_intptr_t)
  end subroutine

  !> Whether two objects have the same handle; the other one may be a compiler's temporary copy, as in `a = (a)`.
  function shares(self, other)
    class(sbreg_object), intent(in) :: self, other
    logical :: shares
    type(c_ptr) :: handle
    handle = self%c_handle()
    shares = c_associated(handle, other%handle)
  end function
end module
