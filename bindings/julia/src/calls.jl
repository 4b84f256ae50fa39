# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Calls of the library that may call back.
#
# No exception may cross the library. A callback that throws keeps the exception for its task and reports failure; the
# call that is under way ends, and `calling` throws it. Ctrl-C is held back while the library runs and let through
# inside callbacks, where it is an exception like any other: the watch of a solver or dsm runs after every iteration.

"What a callback of the call under way has thrown."
mutable struct Call
    exception::Any
end

"Calls `f`, which returns a status, keeping the objects alive even when a callback closes them."
function calling(f, objects::Handle...)
    storage = task_local_storage()
    outer = get(storage, :SparseBregman, nothing)
    call = storage[:SparseBregman] = Call(nothing)
    task = current_task()
    sticky, task.sticky = task.sticky, true # a callback that waits must not continue on another thread
    held = map(hold, objects)
    status, problem = Int32(0), nothing
    try
        GC.@preserve objects disable_sigint() do
            status = f()::Int32
            status == 0 || call.exception !== nothing || (problem = failure(status))
        end
    finally
        foreach(release, held)
        task.sticky = sticky
        storage[:SparseBregman] = outer
    end
    call.exception === nothing || throw(call.exception)
    problem === nothing || throw(problem)
    return nothing
end

function hold(object::Handle)
    pointer = Base.unsafe_convert(Ptr{Cvoid}, object)
    check(retain(object))
    return typeof(object), pointer
end
release((type, pointer)) = destroy(type, pointer)

"Makes an object: `f(out)` creates it, `roots` is what it needs."
function create(f, ::Type{T}, roots, more...) where {T<:Handle}
    out = Ref{Ptr{Cvoid}}(C_NULL)
    try
        GC.@preserve roots calling(() -> f(out))
    catch # an interrupt may come after the creation
        destroy(T, out[])
        rethrow()
    end
    return finalizer(close, T(out[], roots, more...))
end

"Runs the body of a callback on the object behind `user`; `true` stops a run. Nothing gets out of here."
@noinline function guarded(f::F, user::Ptr{Cvoid}, arguments::Vararg{Any,N})::Cint where {F,N}
    try
        stop = reenable_sigint(() -> f(unsafe_pointer_to_objref(user), arguments...))
        return stop === true
    catch exception
        call = task_local_storage(:SparseBregman)::Call
        if call.exception === nothing
            call.exception = exception
            @debug "thrown in a function called by libsparsebregman" exception = (exception, catch_backtrace())
        end
        return 1
    end
end

"Declares a function for the library: `@callback f(a::A, ...)` is a C function that calls `f(object, a, ...)`."
macro callback(signature)
    name = signature.args[1]
    arguments = [argument.args[1] for argument in signature.args[2:end]]
    types = [argument.args[2] for argument in signature.args[2:end]]
    entry = Symbol(name, :_entry)
    return esc(quote
        function $entry($(signature.args[2:end]...), user::Ptr{Cvoid})::Cint
            state = gc_unsafe_enter()
            result = guarded($name, user, $(arguments...))
            gc_unsafe_leave(state)
            return result
        end
        $(Symbol(name, :_pointer))() = @cfunction($entry, Cint, ($(types...), Ptr{Cvoid}))
    end)
end

watch(watch::Watch, handle) = watch.observer === nothing ? (GC.safepoint(); false) : watch.observer() === true
@callback watch(handle::Ptr{Cvoid})
