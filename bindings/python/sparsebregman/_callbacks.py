# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Python functions that the library calls.

The library gets one C function per kind of callback, and a number for `user` under which `_alive` holds the Python
object until the library gives it back. So an object lives exactly as long as the library needs it, whichever language
lets go first, and borrowed arrays are held in the same way.

No exception may cross the library. A callback that raises keeps the exception for its thread and reports failure; the
call that is under way then ends, and `calling` raises the exception in the caller. Ctrl-C would be raised on entry to
a callback, before any `try`, so during a call the signal is only noted; the monitor sees the note and stops the run.

Before Python 3.14 the interpreter ends daemon threads by unwinding their stacks when it exits, and the frames of the
library must not be among them: `_leave` stops the runs of other threads first.
"""

from __future__ import annotations

import atexit
import ctypes
import itertools
import threading
import time
from _signal import SIGINT, getsignal, signal  # signal without its enumerations, whose lookups cost microseconds
from collections.abc import Callable
from typing import Any

import numpy as np

from . import _library
from ._errors import DimensionError

_alive: dict[int, Any] = {}
_numbers = itertools.count(1)


class _Thread(threading.local):
    exception: BaseException | None = None
    interrupted = False


_thread = _Thread()
_inside: set[Any] = set()  # calls under way
_leaving = False


@atexit.register
def _leave() -> None:
    global _leaving
    _leaving = True
    deadline = time.monotonic() + 10
    while _inside and time.monotonic() < deadline:
        time.sleep(0.001)


@_library.FREE
def release(user: int) -> None:
    """The library no longer needs what `hold` numbered."""
    _alive.pop(user, None)


class hold:
    """Keeps a thing alive for the library under a number; gives it up at once when the body fails."""

    __slots__ = ("_user",)

    def __init__(self, thing: Any) -> None:
        self._user = next(_numbers)
        _alive[self._user] = thing

    def __enter__(self) -> int:
        return self._user

    def __exit__(self, failure: Any, *_: Any) -> None:
        if failure is not None:
            _alive.pop(self._user, None)


def interrupted() -> bool:
    """Whether the call of this thread is to end: Ctrl-C, a callback that failed, or the end of Python."""
    if _leaving and threading.current_thread() is not threading.main_thread():
        return True
    return _thread.interrupted or _thread.exception is not None


class calling:
    """The body calls the library: afterwards, exceptions of callbacks are raised and a noted Ctrl-C is handled."""

    __slots__ = ("_handler", "_outer", "noted")

    def __enter__(self) -> calling:
        _inside.add(self)
        self.noted: tuple[Any, ...] | None = None
        self._handler: Any = None
        self._outer = _thread.exception, _thread.interrupted
        _thread.exception, _thread.interrupted = None, False
        if threading.current_thread() is threading.main_thread():
            handler = getsignal(SIGINT)
            if callable(handler):
                self._handler = handler
                signal(SIGINT, self._note)
        return self

    def _note(self, *signal_and_frame: Any) -> None:
        self.noted = signal_and_frame
        _thread.interrupted = True

    def __exit__(self, *failure: Any) -> None:
        _inside.discard(self)
        exception = _thread.exception
        _thread.exception, _thread.interrupted = self._outer
        if self._handler is not None:
            signal(SIGINT, self._handler)
        if exception is not None:
            context = exception.__context__
            try:
                raise exception
            finally:
                exception.__context__ = context  # itself, not the status that carried it
                del exception, failure
        if self.noted is not None:
            self._handler(*self.noted)


def guarded(function: Callable[..., None]) -> Callable[..., int]:
    """A callback for the library: looks up the object behind `user`, the last argument, and stops exceptions."""

    def callback(*arguments: Any) -> int:
        try:
            function(_alive[arguments[-1]], *arguments[:-1])
            return 0
        except BaseException as exception:
            if _thread.exception is None:
                _thread.exception = exception
            return 1

    return callback


def _view(address: int, shape: tuple[int, ...], kind: Any = ctypes.c_double) -> np.ndarray:
    """An array by columns on memory of the library, valid during the callback only."""
    return np.frombuffer((kind * int(np.prod(shape))).from_address(address), dtype=kind).reshape(shape, order="F")


def _deliver(result: Any, address: int, shape: tuple[int, ...], what: str) -> None:
    array = np.asarray(result, dtype=np.float64)
    if array.shape != shape:
        raise DimensionError(f"{what} returned an array of shape {array.shape}, expected {shape}")
    _view(address, shape)[...] = array


# Callbacks get copies: an array that a callback keeps must not point into the library.


@_library.APPLY
@guarded
def apply(operator: Any, rows: int, columns: int, k: int, x: int, y: int) -> None:
    _deliver(operator.apply(_view(x, (columns, k)).copy("F")), y, (rows, k), "apply")


@_library.APPLY
@guarded
def apply_transpose(operator: Any, rows: int, columns: int, k: int, x: int, y: int) -> None:
    _deliver(operator.apply_transpose(_view(x, (rows, k)).copy("F")), y, (columns, k), "apply_transpose")


@_library.OBJECTIVE
@guarded
def objective(custom: Any, n: int, x: int, f: int, g: int | None) -> None:
    point = _view(x, (n,)).copy()
    if custom.gradient is True:
        value, gradient = custom.value(point)
    else:
        value = custom.value(point)
        gradient = custom.gradient(point) if g else None
    ctypes.c_double.from_address(f).value = float(value)
    if g:
        _deliver(gradient, g, (n,), "gradient")


@_library.HESSIAN
@guarded
def hessian(custom: Any, n: int, x: int, k: int, support: int, H: int) -> None:
    indices = _view(support, (k,), ctypes.c_int64).copy()
    _deliver(custom.hessian(_view(x, (n,)).copy(), indices), H, (k, k), "hessian")


@_library.CURVATURE
@guarded
def curvature(custom: Any, n: int, k: int, x: int, cx: int) -> None:
    _deliver(custom.curvature(_view(x, (n, k)).copy("F")), cx, (n, k), "curvature")


def _scalar(name: str) -> Any:
    @_library.SCALAR
    @guarded
    def scalar(kernel: Any, i: int, t: float, out: Any) -> None:
        out[0] = float(getattr(kernel, name)(i, t))

    return scalar


kernel_value = _scalar("value")
kernel_derivative = _scalar("derivative")
kernel_inverse_derivative = _scalar("inverse_derivative")


@_library.MONITOR
def watch(handle: int, user: int) -> int:
    """Called after every iteration: nonzero stops the run."""
    try:
        observer = _alive[user].observer
        if observer is not None and observer():
            return 1
    except BaseException as exception:
        if _thread.exception is None:
            _thread.exception = exception
    return interrupted()
