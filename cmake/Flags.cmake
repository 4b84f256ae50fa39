# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# sbreg_flags: how our own code is compiled (warnings, sanitizers). Never -ffast-math, never -march=native.
add_library(sbreg_flags INTERFACE)
target_compile_options(sbreg_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(SBREG_WERROR)
  target_compile_options(sbreg_flags INTERFACE -Werror)
endif()
if(SBREG_SANITIZE)
  target_compile_options(sbreg_flags INTERFACE -fsanitize=${SBREG_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(sbreg_flags INTERFACE -fsanitize=${SBREG_SANITIZE})
endif()
if(SBREG_COVERAGE)
  target_compile_options(sbreg_flags INTERFACE --coverage)
  target_link_options(sbreg_flags INTERFACE --coverage)
endif()

# The hot kernels exist once per instruction set; which one runs is decided at run time, where SBREG_DISPATCH_X86 says
# that there is a choice. On other processors the AVX files compile to nothing.
function(sbreg_kernel_flags directory)
  set(common -O3 -fno-math-errno -ffp-contract=fast)
  set(generic)
  set(avx2 -mavx2 -mfma)
  set(avx512 -mavx512f -mavx512dq -mavx512vl -mavx2 -mfma -mprefer-vector-width=512)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(dispatch ON)
    target_compile_definitions(sbreg_objects PUBLIC SBREG_DISPATCH_X86)
  endif()
  foreach(instructions generic avx2 avx512)
    set(flags ${common})
    if(dispatch)
      list(APPEND flags ${${instructions}})
    endif()
    set_property(SOURCE ${PROJECT_SOURCE_DIR}/${directory}/kernels_${instructions}.cpp PROPERTY COMPILE_OPTIONS ${flags})
  endforeach()
endfunction()
