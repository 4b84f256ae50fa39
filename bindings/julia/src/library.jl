# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Finding the shared library, checking its version, and the macro that declares a function of it.

include("candidates.jl")

const INSTALL = """
    Pkg.build("SparseBregman") makes a library for the package alone. Or install libsparsebregman (cmake -S . -B build &&
    cmake --build build && cmake --install build), then let the loader find it: run ldconfig, or put its folder in
    LD_LIBRARY_PATH, or its file name in the environment variable SPARSEBREGMAN_LIBRARY."""

"Where every function of the library is; filled when the package is loaded."
const ADDRESSES = Dict{Symbol,Base.RefValue{Ptr{Cvoid}}}()

function open_library()
    reasons = String[]
    for candidate in candidates()
        try
            # Not RTLD_DEEPBIND, Julia's default: C++ exceptions must be raised and resumed by one and the same unwinder,
            # and where Julia links with libunwind the C++ runtime, loaded before, uses that of libunwind.
            return dlopen(candidate, RTLD_LAZY)
        catch exception
            push!(reasons, exception isa ErrorException ? exception.msg : sprint(showerror, exception))
        end
    end
    error("libsparsebregman is not found (", join(unique(reasons), "; "), ").\n", INSTALL)
end

function load_library()
    library = open_library()
    for (name, address) in ADDRESSES
        found = dlsym(library, name; throw_error = false)
        address[] = found === nothing ? C_NULL : found
    end
end

@noinline no_function(name) =
    error("libsparsebregman ", unsafe_string(sbreg_version_string()), " has no ", name, ".\n", INSTALL)

function check_version(found::VersionNumber, wanted::VersionNumber)
    fits(found, wanted) ||
        error("this package is SparseBregman.jl ", wanted, ", but libsparsebregman is ", found, ".\n", INSTALL)
end

# While a thread is inside the library, Julia's garbage collector need not wait for it: a thread that waits in the
# library for one whose callback allocates would otherwise wait forever. `unsafe` is the way back, in callbacks.
@inline gc_safe_enter() = ccall(:jl_gc_safe_enter, Int8, ())
@inline gc_safe_leave(state) = ccall(:jl_gc_safe_leave, Cvoid, (Int8,), state)
@inline gc_unsafe_enter() = ccall(:jl_gc_unsafe_enter, Int8, ())
@inline gc_unsafe_leave(state) = ccall(:jl_gc_unsafe_leave, Cvoid, (Int8,), state)

"""
    @api name(argument::Type, ...)::Result

Declares the function `sbreg_name` of the library. Arguments are converted, and kept alive, as by `ccall`.
"""
macro api(signature)
    call, result = signature.args
    symbol = Symbol(:sbreg_, call.args[1])
    names = [argument.args[1] for argument in call.args[2:end]]
    types = [argument.args[2] for argument in call.args[2:end]]
    kept, passed = [gensym(name) for name in names], [gensym(name) for name in names]
    foreign = :(ccall(address, $result, ($(types...),), $(passed...)))
    if result == :Int32 && !isempty(names) # may take long, or call back
        foreign = quote
            state = gc_safe_enter()
            status = $foreign
            gc_safe_leave(state)
            status
        end
    end
    location = Symbol(:address_of_, symbol)
    body = quote
        address = $location[]
        address == C_NULL && no_function($(QuoteNode(symbol)))
        $([:($k = Base.cconvert($type, $name)) for (k, type, name) in zip(kept, types, names)]...)
        GC.@preserve $(kept...) begin
            $([:($p = Base.unsafe_convert($type, $k)) for (p, type, k) in zip(passed, types, kept)]...)
            $foreign
        end
    end
    text = "    $symbol($(join(names, ", ")))\n\nThe function of the C interface, see `sparsebregman.h`."
    return esc(quote
        const $location = get!(() -> Ref{Ptr{Cvoid}}(C_NULL), ADDRESSES, $(QuoteNode(symbol)))
        @doc $text function $symbol($(names...))
            $body
        end
    end)
end
