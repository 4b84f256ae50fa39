# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The recipe with which BinaryBuilder makes sparsebregman_jll, the library for every platform Julia runs on:
#   SPARSEBREGMAN_COMMIT=$(git rev-parse HEAD) julia build_tarballs.jl --verbose
using BinaryBuilder, Pkg

name = "sparsebregman"
version = v"0.2.0"

sources = [
    GitSource("https://libsparsebregman.example/libsparsebregman.git", ENV["SPARSEBREGMAN_COMMIT"]),
]

# OpenBLAS of 32-bit integers, which has CBLAS and LAPACKE in one library.
script = raw"""
cd ${WORKSPACE}/srcdir/libsparsebregman
cmake -S . -B build \
    -DCMAKE_INSTALL_PREFIX=${prefix} \
    -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TARGET_TOOLCHAIN} \
    -DCMAKE_BUILD_TYPE=Release \
    -DSBREG_BLAS_LIBRARIES=${libdir}/libopenblas.${dlext} \
    -DSBREG_BLAS_INCLUDE_DIRS=${includedir} \
    -DSBREG_BUILD_TESTS=OFF -DSBREG_BUILD_EXAMPLES=OFF -DSBREG_BUILD_CLI=OFF -DSBREG_BUILD_FORTRAN=OFF
cmake --build build --parallel ${nproc}
cmake --install build
install_license LICENSE
"""

# The version script is one of ELF's, and the code is C++20.
platforms = filter(p -> Sys.islinux(p) || Sys.isfreebsd(p), supported_platforms())

products = [
    LibraryProduct("libsparsebregman", :libsparsebregman),
]

dependencies = [
    Dependency("OpenBLAS32_jll"),
    Dependency("CompilerSupportLibraries_jll"),
]

build_tarballs(ARGS, name, version, sources, script, platforms, products, dependencies;
               julia_compat = "1.6", preferred_gcc_version = v"11")
