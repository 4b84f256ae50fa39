/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The libsparsebregman authors
 *
 * For a library that has its BLAS inside (Makefile, STATIC_BLAS=1): the one function of GCC's Fortran run-time library
 * that LAPACK's routines need. An archive of that library is seldom compiled for shared libraries. */
#include <stddef.h>
#include <string.h>

void _gfortran_concat_string(size_t length, char* out, size_t length_a, const char* a, size_t length_b, const char* b);

/* out <- a followed by b, cut or filled with blanks to its length. */
__attribute__((visibility("hidden"))) void _gfortran_concat_string(size_t length, char* out, size_t length_a,
                                                                   const char* a, size_t length_b, const char* b) {
  const size_t first = length_a < length ? length_a : length;
  const size_t second = length_b < length - first ? length_b : length - first;
  memcpy(out, a, first);
  memcpy(out + first, b, second);
  memset(out + first + second, ' ', length - first - second);
}
