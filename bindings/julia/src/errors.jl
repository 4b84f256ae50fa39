# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Status codes, states, and the exception that carries a code and a text.

"What a call answers; the numbers are those of the C interface."
@enum Status::Int32 begin
    OK = 0
    E_ARGUMENT = -1
    E_DIMENSION = -2
    E_NOT_FINITE = -3
    E_KEY = -4
    E_STATE = -5
    E_UNSUPPORTED = -6
    E_MEMORY = -10
    E_NUMERIC = -20
    E_CALLBACK = -30
    E_IO = -40
    E_INTERNAL = -99
end

"Why an algorithm stopped, or that it may go on. Printing it gives the library's words."
@enum State::Int32 begin
    RUNNING = 0
    TARGET_REACHED = 1
    STATIONARY = 2
    STALLED = 3
    ITERATION_LIMIT = 4
    TIME_LIMIT = 5
    STOPPED = 6
    SEARCHED = 7
    UNBOUNDED = 8
    INCONSISTENT = 9
end

"The state of that number, also where only a newer library knows it."
state_of(number) = reinterpret(State, Int32(number))

words(state::State) = unsafe_string(sbreg_state_text(reinterpret(Int32, state)))
is_known(state::State) = any(==(state), instances(State))

function Base.print(io::IO, state::State)
    text = words(state)
    print(io, text == words(state_of(-1)) ? "state $(reinterpret(Int32, state))" : text)
end

Base.show(io::IO, state::State) =
    is_known(state) ? print(io, Symbol(state)) : print(io, "State(", reinterpret(Int32, state), ")")
Base.show(io::IO, ::MIME"text/plain", state::State) =
    (show(io, state); print(io, "::State = ", reinterpret(Int32, state)))

"""
    SparseBregmanError

A call that the library refused or could not finish. `code` is the status of the C interface, an `Int` (compare with
`Int(SparseBregman.E_ARGUMENT)` and so on); `text` a sentence that names the argument and the value.
"""
struct SparseBregmanError <: Exception
    code::Int
    text::String
end

refuse(code::Status, text...) = throw(SparseBregmanError(Int(code), string(text...)))

Base.showerror(io::IO, error::SparseBregmanError) =
    print(io, "SparseBregmanError: ", error.text, " (", unsafe_string(sbreg_status_text(Int32(error.code))), ", ", error.code, ")")

"A text of the library with places as Julia counts and writes them; it says so where one, or all before, counts from 0."
from_one(text) = replace(text, r"[\[(]?\d+(, \d+)?[\])]?, counted from 0,?|^.*, all counted from 0" => function (place)
    place = replace(place, r",( all)? counted from 0,?$" => "")
    place = replace(place, r"-?\d+" => number -> string(parse(Int, number) + 1))
    return replace(replace(place, '(' => '['), ')' => ']')
end)

@noinline function failure(status::Int32)
    text = from_one(unsafe_string(sbreg_last_error()))
    return SparseBregmanError(status, isempty(text) ? unsafe_string(sbreg_status_text(status)) : text)
end

"Throws unless the status is OK. The text is that of this thread, so nothing may run between the call and this."
@inline check(status::Int32) = status == 0 ? nothing : throw(failure(status))
