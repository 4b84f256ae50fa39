# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Where the shared library may be, and which versions fit: for the module, and for deps/build.jl, which makes one.

const PROJECT = normpath(joinpath(@__DIR__, "..", "Project.toml"))
include_dependency(PROJECT)
const PACKAGE_VERSION = VersionNumber(match(r"^version *= *\"(.*)\"$"m, read(PROJECT, String))[1])

library_name() = Sys.isapple() ? "libsparsebregman.$(PACKAGE_VERSION.major).dylib" : "libsparsebregman.so.$(PACKAGE_VERSION.major)"

"What deps/build.jl makes when no other library is found."
const OWN_LIBRARY = normpath(joinpath(@__DIR__, "..", "deps", library_name()))

system_candidates() = [library_name(), joinpath("/usr/local/lib", library_name())]

"What SPARSEBREGMAN_LIBRARY names (\"system\": what is installed), or the package's own library, or what is installed."
function candidates()
    chosen = get(ENV, "SPARSEBREGMAN_LIBRARY", "")
    chosen in ("", "system") || return [chosen]
    return isempty(chosen) && isfile(OWN_LIBRARY) ? [OWN_LIBRARY] : system_candidates()
end

"Until 1.0 a minor release may break the interface; from 1.0 on only a major one does."
function fits(found::VersionNumber, wanted::VersionNumber)
    same = found.major == wanted.major && (wanted.major > 0 || found.minor == wanted.minor)
    return same && found >= wanted
end
