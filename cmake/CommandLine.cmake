# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The command `sparsebregman` (component tools), which also writes its own manual pages and bash completion.
# Its objects are compiled once: the fuzz targets of the readers link them, too.
file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS src/cli/*.cpp)
list(FILTER cli_sources EXCLUDE REGEX "/src/cli/main.cpp$")
add_library(sparsebregman_command_objects OBJECT ${cli_sources})
add_executable(sparsebregman_command src/cli/main.cpp)
set_target_properties(sparsebregman_command PROPERTIES OUTPUT_NAME sparsebregman RUNTIME_OUTPUT_DIRECTORY bin)
set_target_properties(sparsebregman_command sparsebregman_command_objects PROPERTIES CXX_EXTENSIONS OFF)
target_compile_features(sparsebregman_command_objects PUBLIC cxx_std_20)
target_include_directories(sparsebregman_command_objects PUBLIC src)
target_link_libraries(sparsebregman_command_objects PUBLIC sparsebregman ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS}
                      PRIVATE sbreg_flags)
target_link_libraries(sparsebregman_command PRIVATE sparsebregman_command_objects sbreg_flags)
# GCC 12 and 13 warn about "text" + std::string where there is nothing to warn about (GCC bug 105651);
# the second option is for clang-tidy, which does not know the first.
target_compile_options(sparsebregman_command_objects PUBLIC
                       "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-unknown-warning-option>")

# A command built for another machine cannot write its pages here. Then a command of this machine and the same version does,
# and where there is none, the pages are left out.
set(generator sparsebregman_command)
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  find_program(SBREG_NATIVE_COMMAND sparsebregman DOC "A sparsebregman of this machine, which writes the manual pages of a cross build")
  set(generator)
  if(SBREG_NATIVE_COMMAND)
    execute_process(COMMAND "${SBREG_NATIVE_COMMAND}" --version OUTPUT_VARIABLE native_version OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(native_version MATCHES " ${PROJECT_VERSION}$")
      set(generator "${SBREG_NATIVE_COMMAND}")
    endif()
  endif()
  if(NOT generator)
    message(STATUS "Built for another machine: no manual pages without SBREG_NATIVE_COMMAND, a sparsebregman ${PROJECT_VERSION} of this one")
  endif()
endif()

set(pages)
set(completion)
if(generator)
  set(generated "${PROJECT_BINARY_DIR}/cli")
  file(MAKE_DIRECTORY "${generated}")
  foreach(page sparsebregman sparsebregman-solve sparsebregman-dsm sparsebregman-check sparsebregman-path
          sparsebregman-bench-recovery sparsebregman-info)
    string(REPLACE "-" ";" words "${page}")
    list(POP_FRONT words)
    set(file "${generated}/${page}.1")
    add_custom_command(OUTPUT "${file}" COMMAND ${generator} --generate man ${words} > "${file}" DEPENDS ${generator})
    list(APPEND pages "${file}")
  endforeach()
  set(completion "${generated}/sparsebregman")
  add_custom_command(OUTPUT "${completion}" COMMAND ${generator} --generate bash > "${completion}" DEPENDS ${generator})
  add_custom_target(sparsebregman_manual ALL DEPENDS ${pages} ${completion})
endif()

if(NOT SBREG_INSTALL)
  return()
endif()
install(TARGETS sparsebregman_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools)
install(FILES ${completion} DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT tools)
