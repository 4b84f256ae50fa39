! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The part of the C interface that is about paths, as <sparsebregman.h> describes it.
module sparsebregman_c_path
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int32_t, c_int64_t, c_ptr
  implicit none
  public

  interface
    function sbreg_path_create(out, pattern) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), intent(inout) :: out
      type(c_ptr), value :: pattern
      integer(c_int32_t) :: status
    end function
    function sbreg_path_set_monitor(path, monitor, user, user_free) result(status) bind(c)
      import :: c_funptr, c_int32_t, c_ptr
      type(c_ptr), value :: path, user
      type(c_funptr), value :: monitor, user_free
      integer(c_int32_t) :: status
    end function
    function sbreg_path_run(path) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: path
      integer(c_int32_t) :: status
    end function
    function sbreg_path_get_coefficients(path, s, x) result(status) bind(c)
      import :: c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: path
      integer(c_int64_t), value :: s
      real(c_double), intent(inout) :: x(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_path_get_series(path, series, values, capacity, count) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: path
      character(kind=c_char), intent(in) :: series(*)
      real(c_double), intent(inout) :: values(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(inout) :: count
      integer(c_int32_t) :: status
    end function
    subroutine sbreg_path_destroy(object) bind(c)
      import :: c_ptr
      type(c_ptr), value :: object
    end subroutine
    function sbreg_path_retain(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_path_set_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_path_set_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_path_set_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_path_get_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_path_get_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_path_get_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
  end interface
end module
