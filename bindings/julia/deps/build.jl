# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Run by Pkg.build, and by Pkg.add and Pkg.develop: makes the library, on Julia's own BLAS, when none is found. The
# sources are in the package that scripts/source-packages makes, or in the repository around this folder.
using Libdl, LinearAlgebra

include(joinpath(@__DIR__, "..", "src", "candidates.jl"))

"Whether the loader finds a library of this version."
function installed()
    for candidate in system_candidates()
        library = dlopen(candidate; throw_error = false)
        library === nothing && continue
        version = VersionNumber(unsafe_string(ccall(dlsym(library, :sbreg_version_string), Cstring, ())))
        fits(version, PACKAGE_VERSION) && return true
    end
    return false
end

refuse(what) = error("SparseBregman: ", what, "\nDebian, Ubuntu: apt-get install g++ make. An installed library is ",
                     "used when the loader finds it, or when SPARSEBREGMAN_LIBRARY names its file.")

function make_library()
    Sys.islinux() || refuse("Pkg.build compiles the library on Linux only.")
    places = [joinpath(@__DIR__, "libsparsebregman"), normpath(joinpath(@__DIR__, "..", "..", ".."))]
    place = findfirst(folder -> isfile(joinpath(folder, "src", "Makefile")), places)
    place === nothing && refuse("the sources of the library are missing; scripts/source-packages makes a package with them.")
    compiler = get(ENV, "CXX", "c++")
    for tool in (first(split(compiler)), "make")
        Sys.which(tool) === nothing && refuse("$tool is not found. The library is compiled, by make, with a compiler for C++20.")
    end
    blas = dlpath(isdefined(LinearAlgebra.BLAS, :libblastrampoline) ? LinearAlgebra.BLAS.libblastrampoline : Base.libblas_name)
    suffix = replace(string(BLAS.@blasfunc(dgemm_)), "dgemm" => "")
    objects = mktempdir()
    println("SparseBregman: compiling the library with $compiler, on $blas"); flush(stdout)
    settings = [
        "CXX=$compiler", "OUT=$objects", "BLAS_LIBS=$blas -Wl,-rpath,$(dirname(blas))",
        "BLAS_DEFINES=-DSBREG_BLAS_INTEGER_BITS=$(8 * sizeof(BLAS.BlasInt)) -DSBREG_BLAS_SUFFIX=$suffix",
        # Julia may have brought a C++ library that is older than the compiler's
        "LINK_FLAGS=-static-libstdc++ -static-libgcc",
    ]
    source = joinpath(places[place], "src")
    success(pipeline(`make --no-print-directory -j$(Sys.CPU_THREADS) -C $source $settings shared`; stdout = stdout, stderr = stderr)) ||
        refuse("the library does not compile; the reason is above.")
    cp(joinpath(objects, basename(OWN_LIBRARY)), OWN_LIBRARY; force = true)
    println("SparseBregman: made $OWN_LIBRARY")
end

if !isempty(get(ENV, "SPARSEBREGMAN_LIBRARY", "")) || installed()
    println("SparseBregman: a library is installed; none is made")
else
    make_library()
end
