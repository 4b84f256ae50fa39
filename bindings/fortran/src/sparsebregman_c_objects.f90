! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The libsparsebregman authors

!> The part of the C interface that is the same for all types: lifetimes, and options and results by name. Every
!> function is written out, because gfortran 12 passes a c_ptr by reference in the first call of a procedure that was
!> declared with `procedure(shape), bind(c)`; pointers to procedures do not have that problem.
module sparsebregman_c_objects
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int32_t, c_int64_t, c_ptr
  implicit none
  public

  abstract interface
    function sbreg_set_int_shape(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_set_real_shape(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_set_text_shape(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_get_int_shape(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_get_real_shape(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_get_text_shape(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
  end interface

  interface
    subroutine sbreg_matrix_destroy(object) bind(c)
      import :: c_ptr
      type(c_ptr), value :: object
    end subroutine
    subroutine sbreg_problem_destroy(object) bind(c)
      import :: c_ptr
      type(c_ptr), value :: object
    end subroutine
    subroutine sbreg_dsm_destroy(object) bind(c)
      import :: c_ptr
      type(c_ptr), value :: object
    end subroutine
    subroutine sbreg_kernel_destroy(object) bind(c)
      import :: c_ptr
      type(c_ptr), value :: object
    end subroutine
    subroutine sbreg_solver_destroy(object) bind(c)
      import :: c_ptr
      type(c_ptr), value :: object
    end subroutine
    function sbreg_matrix_retain(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_retain(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_retain(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_retain(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_retain(object) result(status) bind(c)
      import :: c_int32_t, c_ptr
      type(c_ptr), value :: object
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_set_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_set_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_set_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_set_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_set_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_set_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_set_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_set_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_set_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_set_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_set_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_set_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_set_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_get_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_get_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_get_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_get_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_int(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_int64_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_get_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_get_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_get_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_get_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_real(object, name, value) result(status) bind(c)
      import :: c_char, c_double, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_matrix_get_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_problem_get_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_dsm_get_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_kernel_get_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
    function sbreg_solver_get_text(object, name, value) result(status) bind(c)
      import :: c_char, c_int32_t, c_ptr
      type(c_ptr), value :: object
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(inout) :: value
      integer(c_int32_t) :: status
    end function
  end interface
end module
