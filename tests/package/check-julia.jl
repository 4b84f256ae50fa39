# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# check-julia.jl RECIPE: the recipe runs to its call of build_tarballs, with what BinaryBuilder expects, and its script
# is one that bash understands. BinaryBuilder itself needs a network and containers; here is what the recipe uses of it.
module BinaryBuilder
export GitSource, LibraryProduct, Dependency, build_tarballs, supported_platforms
struct GitSource
    url::String
    commit::String
end
struct LibraryProduct
    libname::String
    variable::Symbol
end
struct Dependency
    name::String
end
struct Platform
    system::Symbol
end
Base.Sys.islinux(p::Platform) = p.system == :linux
Base.Sys.isfreebsd(p::Platform) = p.system == :freebsd
supported_platforms() = Platform.([:linux, :freebsd, :macos, :windows])
const CALLS = Any[]
build_tarballs(arguments...; options...) = push!(CALLS, (arguments, options))
end

recipe = ARGS[1]
text = replace(read(recipe, String), "using BinaryBuilder, Pkg" => "using .BinaryBuilder")
text == read(recipe, String) && error("the recipe does not begin with using BinaryBuilder, Pkg")
empty!(ARGS)
ENV["SPARSEBREGMAN_COMMIT"] = "0123456789"^4
include_string(Main, text, recipe)
length(BinaryBuilder.CALLS) == 1 || error("build_tarballs is not called once")
(arguments, options) = BinaryBuilder.CALLS[1]
(_, name, version, sources, script, platforms, products, dependencies) = arguments
name == "sparsebregman" && version isa VersionNumber || error("name or version")
length(sources) == 1 && occursin(r"^[0-9a-f]{40}$", sources[1].commit) || error("a source is named by its commit")
[p.system for p in platforms] == [:linux, :freebsd] || error("platforms")
[p.libname for p in products] == ["libsparsebregman"] || error("products")
all(d -> endswith(d.name, "_jll"), dependencies) || error("dependencies")
haskey(options, :julia_compat) || error("julia_compat")
run(pipeline(`bash -n`, stdin = IOBuffer(script)))
println("the recipe of ", name, " ", version, " is well-formed")
