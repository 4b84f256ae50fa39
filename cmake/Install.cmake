# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Components: runtime (the shared library), development (header, static library, pkg-config and CMake files), fortran
# (bindings/fortran/src).
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sparsebregman")

install(TARGETS sparsebregman EXPORT shared
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development)
install(TARGETS sparsebregman_static EXPORT static
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
install(FILES include/sparsebregman.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)

# pkg-config: directories below the prefix are written relative to it.
set(pc_libdir "${CMAKE_INSTALL_LIBDIR}")
set(pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(ABSOLUTE_PATH pc_libdir BASE_DIRECTORY "\${exec_prefix}")
cmake_path(ABSOLUTE_PATH pc_includedir BASE_DIRECTORY "\${prefix}")
# Who links the shared library needs nothing of the BLAS. A Requires.private would make pkg-config ask for the BLAS's own
# .pc file even for --cflags, so what the static library needs is written out.
if(CBLAS_LAPACKE_PACKAGES)
  set(pc_libs ${SBREG_BLAS_PC_STATIC_LDFLAGS})
else()
  set(pc_libs)
  foreach(library ${CBLAS_LAPACKE_LIBRARIES})
    if(NOT library MATCHES "^[/-]")
      string(PREPEND library "-l")
    endif()
    list(APPEND pc_libs "${library}")
  endforeach()
endif()
set(runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER runtime INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+)$")
list(TRANSFORM runtime PREPEND "-l")
list(APPEND pc_libs ${runtime} -lm ${CMAKE_THREAD_LIBS_INIT})
list(REVERSE pc_libs)
list(REMOVE_DUPLICATES pc_libs) # the last of each stays: a library comes after those that need it
list(REVERSE pc_libs)
list(JOIN pc_libs " " pc_libs)
set(pc_prefix "@CMAKE_INSTALL_PREFIX@") # filled in at installation, because `cmake --install --prefix` may change it
configure_file(libsparsebregman.pc.in libsparsebregman.pc.part @ONLY)
install(CODE "configure_file(\"${PROJECT_BINARY_DIR}/libsparsebregman.pc.part\" \"${PROJECT_BINARY_DIR}/libsparsebregman.pc\" @ONLY)"
        COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/libsparsebregman.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

# CMake: sparsebregman::sparsebregman is the shared library, sparsebregman::static the other one.
configure_package_config_file(cmake/sparsebregman-config.cmake.in sparsebregman-config.cmake INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(sparsebregman-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/sparsebregman-config.cmake" "${PROJECT_BINARY_DIR}/sparsebregman-config-version.cmake"
              cmake/FindCBLAS_LAPACKE.cmake
        DESTINATION "${package_dir}" COMPONENT development)
foreach(kind shared static)
  install(EXPORT ${kind} FILE sparsebregman-${kind}.cmake NAMESPACE sparsebregman:: DESTINATION "${package_dir}" COMPONENT development)
endforeach()
