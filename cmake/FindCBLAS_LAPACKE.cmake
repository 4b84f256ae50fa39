# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Finds a BLAS and LAPACK with 32-bit integers and gives the target CBLAS_LAPACKE::CBLAS_LAPACKE. Any pair can be chosen:
#   SBREG_BLAS_INTERFACE     "c": <cblas.h> and <lapacke.h>; "fortran": the symbols dgemm_, dpotrf_, ... alone, no header
#   SBREG_BLAS_PACKAGES      pkg-config modules; "openblas;lapacke" by default, "blas;lapacke" for the system's BLAS;
#                            for Fortran "openblas" or else what CMake's find_package(LAPACK) finds (BLA_VENDOR chooses)
#   SBREG_BLAS_LIBRARIES     the libraries themselves, such as "mkl_rt" or "/opt/b/libblas.so;lapacke"; wins over packages
#   SBREG_BLAS_INCLUDE_DIRS  where their headers are, when not in the compiler's path
#   SBREG_BLAS_INTEGER_BITS  64 where the Fortran symbols take 64-bit integers, as MATLAB's do
#   SBREG_BLAS_SUFFIX        how the Fortran symbols end: "_", or "_64_" as in Julia's BLAS
set(SBREG_BLAS_INTERFACE c CACHE STRING "Interface of the BLAS: c (CBLAS, LAPACKE) or fortran (its symbols alone)")
set_property(CACHE SBREG_BLAS_INTERFACE PROPERTY STRINGS c fortran)
set(SBREG_BLAS_INTEGER_BITS 32 CACHE STRING "Width of the integers of a BLAS with Fortran interface: 32 or 64")
set(SBREG_BLAS_SUFFIX _ CACHE STRING "How the Fortran symbols of the BLAS end: _ or, as in Julia, _64_")
if(SBREG_BLAS_INTERFACE STREQUAL "fortran")
  set(_sbreg_blas_default openblas)
elseif(SBREG_BLAS_INTERFACE STREQUAL "c")
  set(_sbreg_blas_default openblas lapacke)
else()
  message(FATAL_ERROR "SBREG_BLAS_INTERFACE is \"${SBREG_BLAS_INTERFACE}\"; it can be c or fortran")
endif()
set(SBREG_BLAS_PACKAGES "${_sbreg_blas_default}" CACHE STRING "pkg-config modules of the BLAS and LAPACK to use")
set(SBREG_BLAS_LIBRARIES "" CACHE STRING "BLAS and LAPACKE libraries to use instead of SBREG_BLAS_PACKAGES")
set(SBREG_BLAS_INCLUDE_DIRS "" CACHE STRING "Directories of cblas.h and lapacke.h for SBREG_BLAS_LIBRARIES")

set(CBLAS_LAPACKE_LIBRARIES ${SBREG_BLAS_LIBRARIES})
set(_sbreg_blas_includes ${SBREG_BLAS_INCLUDE_DIRS})
set(CBLAS_LAPACKE_PACKAGES "") # what a .pc file may require; empty when the libraries were not found through pkg-config
if(NOT CBLAS_LAPACKE_LIBRARIES)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(SBREG_BLAS_PC QUIET ${SBREG_BLAS_PACKAGES})
  endif()
  if(SBREG_BLAS_PC_FOUND)
    set(CBLAS_LAPACKE_LIBRARIES ${SBREG_BLAS_PC_LINK_LIBRARIES})
    set(_sbreg_blas_includes ${SBREG_BLAS_PC_INCLUDE_DIRS})
    set(CBLAS_LAPACKE_PACKAGES ${SBREG_BLAS_PACKAGES})
  elseif(SBREG_BLAS_INTERFACE STREQUAL "fortran")
    find_package(LAPACK QUIET)
    set(CBLAS_LAPACKE_LIBRARIES ${LAPACK_LIBRARIES})
  elseif(SBREG_BLAS_PACKAGES STREQUAL "openblas;lapacke") # a machine without pkg-config files
    find_library(SBREG_OPENBLAS_LIBRARY openblas)
    find_library(SBREG_LAPACKE_LIBRARY lapacke)
    find_path(SBREG_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas)
    mark_as_advanced(SBREG_OPENBLAS_LIBRARY SBREG_LAPACKE_LIBRARY SBREG_CBLAS_INCLUDE_DIR)
    if(SBREG_OPENBLAS_LIBRARY)
      set(CBLAS_LAPACKE_LIBRARIES ${SBREG_OPENBLAS_LIBRARY})
    endif()
    if(SBREG_LAPACKE_LIBRARY) # some builds of OpenBLAS contain LAPACKE, Debian's does not
      list(APPEND CBLAS_LAPACKE_LIBRARIES ${SBREG_LAPACKE_LIBRARY})
    endif()
    if(SBREG_CBLAS_INCLUDE_DIR)
      set(_sbreg_blas_includes ${SBREG_CBLAS_INCLUDE_DIR})
    endif()
  endif()
endif()

# Found means: a program that uses both links.
include(CheckCSourceCompiles)
include(CMakePushCheckState)
cmake_push_check_state(RESET)
set(CMAKE_REQUIRED_INCLUDES ${_sbreg_blas_includes})
set(CMAKE_REQUIRED_LIBRARIES ${CBLAS_LAPACKE_LIBRARIES} m)
set(CMAKE_REQUIRED_QUIET ON)
string(MD5 _sbreg_blas_key "${SBREG_BLAS_INTERFACE}${SBREG_BLAS_SUFFIX} ${CBLAS_LAPACKE_LIBRARIES} ${_sbreg_blas_includes}")
if(SBREG_BLAS_INTERFACE STREQUAL "fortran")
  set(_sbreg_blas_wanted "no program that calls dgemm${SBREG_BLAS_SUFFIX} and dpotrf${SBREG_BLAS_SUFFIX} could be linked.\n\
  Debian, Ubuntu: apt-get install libopenblas-dev pkg-config, or libblas-dev liblapack-dev.\n")
  check_c_source_compiles("
void dgemm${SBREG_BLAS_SUFFIX}(void);
void dpotrf${SBREG_BLAS_SUFFIX}(void);
int main(int count, char** arguments) {
  if (count > 1000) dgemm${SBREG_BLAS_SUFFIX}();
  if (count > 2000) dpotrf${SBREG_BLAS_SUFFIX}();
  return arguments == 0;
}" SBREG_BLAS_LINKS_${_sbreg_blas_key})
else()
  set(_sbreg_blas_wanted "no program that uses <cblas.h> and <lapacke.h> could be linked.\n\
  Debian, Ubuntu: apt-get install libopenblas-dev liblapacke-dev pkg-config (or run scripts/bootstrap).\n\
  A BLAS without these headers: set SBREG_BLAS_INTERFACE=fortran.\n")
  check_c_source_compiles("
#include <cblas.h>
#include <lapacke.h>
int main(void) {
  double a[1] = {1};
  return (int)cblas_ddot(1, a, 1, a, 1) + (int)LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', 1, a, 1);
}" SBREG_BLAS_LINKS_${_sbreg_blas_key})
endif()
cmake_pop_check_state()
set(CBLAS_LAPACKE_LINKS ${SBREG_BLAS_LINKS_${_sbreg_blas_key}})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CBLAS_LAPACKE
  REQUIRED_VARS CBLAS_LAPACKE_LIBRARIES CBLAS_LAPACKE_LINKS
  REASON_FAILURE_MESSAGE
  "${_sbreg_blas_wanted}\
  Another BLAS: set SBREG_BLAS_PACKAGES (pkg-config modules), or SBREG_BLAS_LIBRARIES and SBREG_BLAS_INCLUDE_DIRS.\n  ")

if(CBLAS_LAPACKE_FOUND AND NOT TARGET CBLAS_LAPACKE::CBLAS_LAPACKE)
  add_library(CBLAS_LAPACKE::CBLAS_LAPACKE INTERFACE IMPORTED)
  set_target_properties(CBLAS_LAPACKE::CBLAS_LAPACKE PROPERTIES
    INTERFACE_LINK_LIBRARIES "${CBLAS_LAPACKE_LIBRARIES}" INTERFACE_INCLUDE_DIRECTORIES "${_sbreg_blas_includes}")
endif()
