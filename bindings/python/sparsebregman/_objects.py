# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What all objects share: a handle that is destroyed with its owner, and options and results by name."""

from __future__ import annotations

import ctypes
import inspect
import sys
import time
from collections.abc import Callable
from enum import IntEnum
from functools import lru_cache
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from ._callbacks import calling, hold, release, watch
from ._errors import StateError
from ._library import FREE, MONITOR, library, null
from ._spelling import hint
from ._values import real, refuse_unknown, whole

Self = TypeVar("Self", bound="Object")


class State(IntEnum):
    """Why an algorithm stopped, or that it may go on."""

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

    @classmethod
    def _missing_(cls, value: object) -> State | None:
        """A member for a number that only a newer library knows."""
        if not isinstance(value, int):
            return None
        state = int.__new__(cls, value)
        state._name_, state._value_ = f"STATE_{value}", value
        return state

    def __reduce_ex__(self, protocol: Any) -> Any:
        return State, (self.value,)  # by the number, which need not have a name

    def __str__(self) -> str:
        """The library's words, or the number where it has none."""
        text = library.state_text(self)
        return f"state {self.value}" if text == library.state_text(-1) else text.decode()


class Key(NamedTuple):
    """A row of the library's table of options and results."""

    name: str
    kind: str  #: "option" or "result"
    type: str  #: "int", "real" or "text"
    default: str
    minimum: str
    maximum: str
    choices: str
    doc: str


@lru_cache(maxsize=None)
def keys(kind: str) -> dict[str, Key]:
    """The options and results of a kind of object, as the library lists them.

    Parameters
    ----------
    kind : str
        "matrix", "problem", "dsm", "kernel", "solver" or "path".

    Returns
    -------
    dict
        From the name to a :class:`Key`, in the library's order.
    """
    count = ctypes.c_int64()
    library.key_count(kind.encode(), count)
    text = ctypes.c_char_p()
    table = {}
    for i in range(count.value):
        fields = []
        for field in Key._fields:
            library.key_text(kind.encode(), i, field.encode(), text)
            fields.append((text.value or b"").decode())
        table[fields[0]] = Key(*fields)
    return table


_TYPES = {"int": ctypes.c_int64, "real": ctypes.c_double, "text": ctypes.c_char_p}


def _reader(kind: str, name: str, key_type: str) -> Callable[[Object], Any]:
    """A function that reads one key of an object: short, because every solve reads several."""
    function, value_type, key = getattr(library, f"{kind}_get_{key_type}"), _TYPES[key_type], name.encode()

    def read(self: Object) -> Any:
        value = value_type()
        function(self._pointer, key, value)
        return value.value

    if name == "state":
        return lambda self: State(read(self))
    return (lambda self: read(self).decode()) if key_type == "text" else read


@lru_cache(maxsize=None)
def _readers(kind: str) -> dict[str, Callable[[Object], Any]]:
    return {key.name: _reader(kind, key.name, key.type) for key in keys(kind).values()}


def _property(kind: str, key: Key) -> property:
    def write(self: Object, value: Any) -> None:
        self.set(**{key.name: value})

    return property(_readers(kind)[key.name], write if key.kind == "option" else None, doc=key.doc)


class Object:
    """A handle of the library. Its options and results are attributes; :func:`keys` lists them.

    It is destroyed when Python collects it. ``close`` does so at once, and leaving a ``with`` block too; an object
    that others of the library use lives on inside them.
    """

    __slots__ = ("__weakref__", "_calls_back", "_handle")

    kind: str
    _methods: tuple[str, ...] = ()  # options with the name of a method: set by keyword, read by `get`
    _calls_back: bool  # whether functions in Python are behind it
    _handle: int | None
    _destroy: Any

    def __getattr__(self, name: str) -> Any:
        """Only called where there is no such attribute; options and results are properties."""
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{self._hint(name)}")

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            super().__setattr__(name, value)
        except AttributeError:
            if hasattr(type(self), name):  # which may only be read
                raise
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{self._hint(name)}") from None

    def _hint(self, name: str) -> str:
        return "" if name.startswith("_") else hint(name, keys(self.kind))

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "kind"):
            return
        cls._destroy = getattr(library, f"{cls.kind}_destroy")
        for key in keys(cls.kind).values():
            if key.name in cls._methods:
                continue
            if hasattr(cls, key.name):
                raise TypeError(f"the key {key.name} of {cls.kind} has the name of an attribute")
            setattr(cls, key.name, _property(cls.kind, key))

    def _create(self, calls_back: bool, function: Callable[..., Any], *arguments: Any) -> None:
        self._handle = None
        handle = ctypes.c_void_p()
        if calls_back:
            with calling():
                function(handle, *arguments)
        else:
            function(handle, *arguments)
        self._calls_back = calls_back
        self._handle = handle.value

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        handle = getattr(self, "_handle", None)
        if handle is not None and not is_finalizing():  # what is left when Python ends, the system frees
            self._destroy(handle)

    @property
    def _pointer(self) -> int:
        """The handle, for the library."""
        if self._handle is None:
            raise StateError(f"this {type(self).__name__} is closed")
        return self._handle

    def _call(self, name: str, *arguments: Any) -> bool:
        """Calls a function that may call back; the handle stays valid meanwhile, even when it is closed.

        The answer is whether a Ctrl-C was handled without an exception.
        """
        pointer = self._pointer
        getattr(library, f"{self.kind}_retain")(pointer)
        try:
            with calling() as call:
                getattr(library, f"{self.kind}_{name}")(pointer, *arguments)
            return call.noted is not None
        finally:
            self._destroy(pointer)

    def close(self) -> None:
        """Gives the handle back to the library. Any later use raises :class:`StateError`."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._destroy(handle)

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._handle is None

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} lives in this process only and cannot be pickled")

    def get(self, name: str) -> int | float | str:
        """Reads an option or a result."""
        read = _readers(self.kind).get(name) or _reader(self.kind, name, "int")  # the library refuses the name
        return read(self)

    def set(self: Self, **options: int | float | str) -> Self:
        """Sets options by name, in the order of the library's table: a method before its ingredients."""
        if not options:
            return self
        pointer = self._pointer
        table = keys(self.kind)
        if any(name not in table or table[name].kind != "option" for name in options):
            refuse_unknown(options, self._arguments() | {key.name for key in table.values() if key.kind == "option"})
        order = {name: i for i, name in enumerate(table)}
        for name in sorted(options, key=lambda name: order.get(name, -1)):
            value: Any = options[name]
            kind = table[name].type if name in table else "int"
            if name not in table:
                value = 0  # let the library refuse the name, with the nearest one
            elif kind == "int":
                value = whole(value, name)
            elif kind == "real":
                value = real(value, name)
            else:
                value = str(value).encode()
            getattr(library, f"{self.kind}_set_{kind}")(pointer, name.encode(), value)
        return self

    @classmethod
    def _arguments(cls) -> set[str]:
        """The names of what the constructor takes besides options."""
        return set(inspect.signature(cls.__init__).parameters) - {"self", "options"}

    def options(self) -> dict[str, int | float | str]:
        """The present values of all options."""
        return {key.name: self.get(key.name) for key in keys(self.kind).values() if key.kind == "option"}


class Progress:
    """One line on standard error, rewritten at most ten times a second, for objects that describe their progress."""

    def __init__(self, stream: Any = None) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._next = 0.0

    def __call__(self, thing: Iterative) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + 0.1
            self._show(thing)

    def _show(self, thing: Iterative) -> None:
        self._stream.write(f"\r{thing._progress()}   {thing.elapsed_seconds:6.1f} s")
        self._stream.flush()

    def finish(self, thing: Iterative) -> None:
        self._show(thing)
        self._stream.write(f"   {thing.state}\n")
        self._stream.flush()


class _Observed:
    """What the library holds for the monitor of an object: not the object, which could then never be collected."""

    observer: Callable[[], Any] | None = None


class Iterative(Object):
    """An object with a computation that is stepped, run, watched and stopped."""

    __slots__ = ("_monitor", "_observed")

    _monitor: Callable[[Any], Any] | None
    _observed: _Observed | None

    def _create(self, calls_back: bool, function: Callable[..., Any], *arguments: Any) -> None:
        super()._create(calls_back, function, *arguments)
        self._monitor = self._observed = None

    def _watch(self) -> _Observed:
        """Installs the function that the library calls after every iteration."""
        if self._observed is None:
            observed = _Observed()
            with hold(observed) as user:
                getattr(library, f"{self.kind}_set_monitor")(self._pointer, watch, user, release)
            self._observed = observed
        return self._observed

    def _unwatch(self) -> None:
        if self._observed is not None:
            getattr(library, f"{self.kind}_set_monitor")(self._pointer, null(MONITOR), None, null(FREE))
            self._observed = None

    @property
    def monitor(self) -> Callable[[Any], Any] | None:
        """Called with the object after every iteration; a true result stops, and the next call resumes.

        An exception stops too, and is raised by the call that was running.
        """
        return self._monitor

    @monitor.setter
    def monitor(self, function: Callable[[Any], Any] | None) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"a monitor must be callable, not {type(function).__name__}")
        self._monitor = function

    def _progress(self) -> str:
        """How far the run is, on one line."""
        raise NotImplementedError

    def _run_with_progress(self) -> State:
        display = Progress()
        try:
            return self._advance(None, display)
        finally:
            if not self.closed:
                display.finish(self)

    def _advance(self, count: int | None, extra: Callable[[Any], Any] | None = None) -> State:
        """Does up to `count` iterations, or all, watched by the monitor and `extra`."""
        watchers = [function for function in (self._monitor, extra) if function is not None]
        observed = self._watch()
        outer = observed.observer
        observed.observer = (lambda: any([function(self) for function in watchers])) if watchers else None
        try:
            if count is None:
                while self._call("run"):  # stopped by a Ctrl-C whose handler let it pass
                    pass
            else:
                self._call("step", whole(count, "count"))
        finally:
            observed.observer = outer
        return self.state if not self.closed else State.STOPPED
