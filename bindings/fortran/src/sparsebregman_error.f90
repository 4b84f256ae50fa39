! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> Errors as ALLOCATE has them: `stat` is 0 or a code, `errmsg` is changed only when there is something to say, and
!> without `stat` an error stops the program. Also texts to and from C.
!>
!> `errmsg` is allocatable and optional. Every procedure hands a variable of its own, `told`, to those that it calls, and
!> copies it at its end: gfortran 12 passes a copy of the length when an optional dummy of deferred length is passed on.
module sparsebregman_error
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_int, c_int32_t, c_int64_t, &
    c_null_char, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: error_unit
  use sparsebregman_c, only: sbreg_e_callback, sbreg_e_dimension, sbreg_e_unsupported, sbreg_last_error, sbreg_ok, &
    sbreg_state_text, sbreg_status_text, sbreg_version, sbreg_version_string
  use sparsebregman_version, only: module_major, module_minor, module_patch, module_version
  implicit none
  private
  public :: sbreg_code_text, sbreg_fail, sbreg_library_version, report, report_run, warn_of_separation, &
    callback_failed, forget_failure, right_size, right_version, version_fits, state_words, text_of, terminated, decimal

  interface
    subroutine put_error(code, text) bind(c, name="sbreg_fortran_put_error")
      import :: c_char, c_int
      integer(c_int), value :: code
      character(kind=c_char), intent(in) :: text(*)
    end subroutine
    function pending_error() result(code) bind(c, name="sbreg_fortran_pending_error")
      import :: c_int
      integer(c_int) :: code
    end function
    function error_text() result(text) bind(c, name="sbreg_fortran_error_text")
      import :: c_ptr
      type(c_ptr) :: text
    end function
    pure function strlen(text) result(length) bind(c)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

contains

  !> Inside a callback: ends the call that runs it, which answers with this code (not 0) and text.
  subroutine sbreg_fail(code, message)
    integer, intent(in) :: code
    character(*), intent(in) :: message
    call put_error(int(code, c_int), terminated(message))
  end subroutine

  !> The version of the library in use, such as "0.1.0".
  function sbreg_library_version() result(version)
    character(:), allocatable :: version
    version = text_of(sbreg_version_string())
  end function

  !> Why a run ended, in the library's words, or the number where the library has none.
  function state_words(state) result(text)
    integer, intent(in) :: state
    character(:), allocatable :: text
    text = text_of(sbreg_state_text(int(state, c_int32_t)))
    if (text == text_of(sbreg_state_text(-1_c_int32_t))) text = "state "//decimal(state)
  end function

  !> What a code of `stat` means, in a few words.
  function sbreg_code_text(code) result(text)
    integer, intent(in) :: code
    character(:), allocatable :: text
    text = text_of(sbreg_status_text(int(code, c_int32_t)))
  end function

  !> Delivers the outcome of a call. `message` stands in for the library's text where the library was not asked.
  recursive subroutine report(status, stat, errmsg, message)
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    character(*), intent(in), optional :: message

    body: block
      if (present(stat)) stat = sbreg_ok
      if (status == sbreg_ok) exit body
      if (present(message)) then
        call deliver(int(status), message, stat, told)
      else if (status == sbreg_e_callback) then
        call report_run(status, stat, told)
      else
        call deliver(int(status), from_one(text_of(sbreg_last_error())), stat, told)
      end if
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> A text of the library with places as Fortran counts and writes them; it says so where one, or all before, counts
  !> from 0.
  pure function from_one(text) result(changed)
    character(*), intent(in) :: text
    character(:), allocatable :: changed
    character(*), parameter :: one = ", counted from 0,", all = ", all counted from 0"
    integer :: place, last, rest, length

    changed = text
    place = 1
    last = index(text, all) - 1
    rest = last + len(all) + 1
    if (last < 1) then
      last = index(text, one) - 1
      rest = last + len(one) + 1
      if (last < 1) return
      if (scan(text(last:last), ")]") == 1) then  ! b[2] or A(2, 3)
        place = max(1, scan(text(:last), "[(", back=.true.))
      else                                        ! column 2
        place = verify(text(:last), "0123456789", back=.true.) + 1
      end if
    end if
    changed = text(:place - 1)
    do while (place <= last)
      length = verify(text(place + 1:last)//" ", "0123456789")
      select case (text(place:place))
      case ("0":"9", "-")
        changed = changed//next(text(place:place + length - 1))
        place = place + length - 1
      case ("[")
        changed = changed//"("
      case ("]")
        changed = changed//")"
      case default
        changed = changed//text(place:place)
      end select
      place = place + 1
    end do
    changed = changed//text(rest:)
  end function

  !> The whole number after that of a text.
  pure function next(text) result(number)
    character(*), intent(in) :: text
    character(:), allocatable :: number
    integer(c_int64_t) :: value
    character(20) :: buffer

    read (text, *) value
    write (buffer, "(i0)") value + 1
    number = trim(buffer)
  end function

  !> The same for a call that may have run a monitor, which ends a run without the library calling it an error.
  recursive subroutine report_run(status, stat, errmsg)
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    character(:), allocatable :: text
    integer :: code

    code = int(pending_error())
    if (code /= 0 .and. any(status == [sbreg_ok, sbreg_e_callback])) then
      text = text_of(error_text())
      call forget_failure()
      call deliver(code, text, stat, told)
    else if (status == sbreg_e_callback) then ! the library's own doubt about a callback
      call deliver(int(status), from_one(text_of(sbreg_last_error())), stat, told)
    else
      call report(status, stat, told)
    end if
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end subroutine

  !> Says on the error unit that a fit has no minimiser; `where` says which fits.
  subroutine warn_of_separation(where)
    character(*), intent(in) :: where
    write (error_unit, "(4a)") "sparsebregman: f has no minimiser", where, &
      ": the chosen variables separate the classes (or mark counts of zero), and the coefficients are as large as ", &
      "the run was long; the option ridge gives f one"
  end subroutine

  subroutine deliver(code, message, stat, errmsg)
    integer, intent(in) :: code
    character(*), intent(in) :: message
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg

    if (present(errmsg)) errmsg = message
    if (.not. present(stat)) error stop "sparsebregman: "//message
    stat = code
  end subroutine

  !> What a callback's C function returns: not 0 when sbreg_fail was called in it.
  function callback_failed() result(failed)
    integer(c_int) :: failed
    failed = pending_error()
  end function

  subroutine forget_failure()
    call put_error(0_c_int, c_null_char)
  end subroutine

  !> True when an array has the size that is expected; otherwise the error is reported.
  function right_size(name, found, expected, stat, errmsg) result(right)
    character(*), intent(in) :: name
    integer, intent(in) :: found, expected
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    logical :: right

    body: block
      right = found == expected
      if (right) exit body
      call report(sbreg_e_dimension, stat, told, &
                  name//" has size "//decimal(found)//", expected "//decimal(expected))
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> True when the library in use fits these modules; otherwise the error says what to do. Asked by every init.
  function right_version(stat, errmsg) result(right)
    integer, intent(out), optional :: stat
    character(:), allocatable, intent(inout), optional :: errmsg
    character(:), allocatable :: told
    logical :: right

    body: block
      right = version_fits(int(sbreg_version()), module_major, module_minor, module_patch)
      if (right) exit body
      call report(sbreg_e_unsupported, stat, told, &
                  "the Fortran modules are of sparsebregman "//module_version//", but the library that was loaded is "// &
                  sbreg_library_version()//"; install the library (cmake --install build) and compile the program "// &
                  "again with its modules, or put the folder of the right library in LD_LIBRARY_PATH")
    end block body
    if (present(errmsg) .and. allocated(told)) errmsg = told
  end function

  !> Until 1.0 a minor release may break the interface; from 1.0 on only a major one does.
  pure function version_fits(found, major, minor, patch) result(fits)
    integer, intent(in) :: found, major, minor, patch
    logical :: fits
    integer :: wanted

    wanted = major * 10000 + minor * 100 + patch
    fits = found >= wanted .and. found / 10000 == major .and. (major > 0 .or. found / 100 == minor)
  end function

  !> A Fortran text from a C one.
  function text_of(pointer) result(text)
    type(c_ptr), intent(in) :: pointer
    character(:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: i

    if (.not. c_associated(pointer)) then
      text = ""
      return
    end if
    call c_f_pointer(pointer, characters, [strlen(pointer)])
    allocate (character(size(characters)) :: text)
    do i = 1, size(characters)
      text(i:i) = characters(i)
    end do
  end function

  pure function terminated(text) result(for_c)
    character(*), intent(in) :: text
    character(len_trim(text) + 1, c_char) :: for_c
    for_c = trim(text)//c_null_char
  end function

  pure function decimal(number) result(text)
    integer, intent(in) :: number
    character(:), allocatable :: text
    character(16) :: buffer
    write (buffer, "(i0)") number
    text = trim(buffer)
  end function
end module
