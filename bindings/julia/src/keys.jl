# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Options and results by name, read from the library's own table.

"A row of the library's table of options and results."
struct Key
    name::Symbol
    kind::Symbol # :option or :result
    type::Symbol # :int, :real or :text
    default::String
    minimum::String
    maximum::String
    choices::String
    doc::String
end

const TABLES = Dict{Symbol,Vector{Key}}()
const POSITIONS = Dict{Symbol,Dict{Symbol,Int}}()

function read_tables()
    count, text = Ref{Int64}(), Ref{Ptr{UInt8}}()
    for (_, kind) in KINDS
        check(sbreg_key_count(String(kind), count))
        TABLES[kind] = map(1:count[]) do i
            Key(map(fieldnames(Key), fieldtypes(Key)) do field, type
                check(sbreg_key_text(String(kind), i - 1, String(field), text))
                type(unsafe_string(text[]))
            end...)
        end
        POSITIONS[kind] = Dict(key.name => i for (i, key) in enumerate(TABLES[kind]))
    end
end

"""
    keytable(kind)

The options and results of `:matrix`, `:problem`, `:dsm`, `:kernel`, `:solver` or `:path`, as the library lists them: a
vector of rows with the fields `name`, `kind`, `type`, `default`, `minimum`, `maximum`, `choices` and `doc`.
"""
function keytable(kind::Union{Symbol,AbstractString})
    haskey(TABLES, Symbol(kind)) && return copy(TABLES[Symbol(kind)])
    refuse(E_KEY, "there is no kind of object called \"", kind, "\"; there are ", join(last.(KINDS), ", "))
end

function Base.show(io::IO, ::MIME"text/plain", key::Key)
    print(io, key.name, " (", key.kind, ", ", key.type)
    isempty(key.default) || print(io, ", ", key.default)
    isempty(key.choices) || print(io, ", one of ", key.choices)
    isempty(key.minimum) || print(io, ", from ", key.minimum, " to ", key.maximum)
    print(io, "): ", key.doc)
end

haskind(T::Type, name::Symbol, wanted::Symbol) =
    (i = get(POSITIONS[kind(T)], name, 0); i > 0 && TABLES[kind(T)][i].kind == wanted)

"The type of a key; an unknown name is an :int, which the library refuses with the nearest one."
function keytype(object::Handle, name::Symbol)
    i = get(POSITIONS[kind(typeof(object))], name, 0)
    return i == 0 ? :int : TABLES[kind(typeof(object))][i].type
end

function read_key(object::Handle, name::Symbol)
    type = keytype(object, name)
    if type == :real
        real = Ref{Float64}()
        check(get_key(object, name, real))
        return real[]
    elseif type == :text
        text = Ref{Ptr{UInt8}}()
        GC.@preserve object begin
            check(get_key(object, name, text))
            return unsafe_string(text[])
        end
    end
    int = Ref{Int64}()
    check(get_key(object, name, int))
    name === :state && return state_of(int[])
    return name === :active_dsm ? int[] + 1 : int[] # an index
end

function write_key(object::Handle, name::Symbol, value)
    type = keytype(object, name)
    haskey(POSITIONS[kind(typeof(object))], name) || (value = 0)
    check(set_key(object, name, converted(type, name, value)))
end

function converted(type::Symbol, name::Symbol, value)
    type == :int && value isa Real && isinteger(value) && return Int64(value)
    type == :real && value isa Real && return Float64(value)
    type == :text && value isa Union{AbstractString,Symbol} && return String(value)
    expected = type == :int ? "a whole number" : type == :real ? "a number" : "text"
    refuse(E_ARGUMENT, name, " must be ", expected, ", got ", repr(value))
end

"""
    set!(object; options...)

Sets options, in the order of the library's table: a method before its ingredients. Returns the object.
"""
function set!(object::Handle; options...)
    positions = POSITIONS[kind(typeof(object))]
    for name in sort!(collect(keys(options)); by = name -> get(positions, name, 0))
        write_key(object, name, options[name])
    end
    return object
end

"""
    options(object)

The present values of all options, by name.
"""
options(object::Handle) =
    Dict(key.name => read_key(object, key.name) for key in keytable(kind(typeof(object))) if key.kind == :option)

names_of(T::Type) = [key.name for key in TABLES[kind(T)]]
Base.propertynames(object::Handle, private::Bool = false) = (names_of(typeof(object))..., special(typeof(object))...)
special(::Type{<:Handle}) = ()
Base.getproperty(object::Handle, name::Symbol) = read_key(object, name)
Base.setproperty!(object::Handle, name::Symbol, value) = (write_key(object, name, value); value)
