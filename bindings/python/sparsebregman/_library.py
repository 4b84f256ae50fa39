# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The shared library: finding it, checking its version, and the prototype of every function it exports."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_void_p
from importlib import metadata
from typing import Any

from ._errors import LibraryError, exception_class

_INSTALL = """\
Install this package again without SPARSEBREGMAN_LIBRARY in the environment: it then builds a library of its own. Or install
libsparsebregman (cmake -S . -B build && cmake --build build && cmake --install build) and let the loader find it: run
ldconfig, or put its folder in LD_LIBRARY_PATH, or its file name in the environment variable SPARSEBREGMAN_LIBRARY."""

# Callbacks. Arrays arrive as addresses: building a NumPy array on one is cheaper than on a ctypes pointer.
APPLY = CFUNCTYPE(c_int, c_int64, c_int64, c_int64, c_void_p, c_void_p, c_void_p)
OBJECTIVE = CFUNCTYPE(c_int, c_int64, c_void_p, c_void_p, c_void_p, c_void_p)
HESSIAN = CFUNCTYPE(c_int, c_int64, c_void_p, c_int64, c_void_p, c_void_p, c_void_p)
CURVATURE = CFUNCTYPE(c_int, c_int64, c_int64, c_void_p, c_void_p, c_void_p)
SCALAR = CFUNCTYPE(c_int, c_int64, c_double, POINTER(c_double), c_void_p)
MONITOR = CFUNCTYPE(c_int, c_void_p, c_void_p)
FREE = CFUNCTYPE(None, c_void_p)


def null(callback: Any) -> Any:
    """No function, where one of that kind may be missing."""
    return callback()


_bytes = ctypes.c_char * 0


class _Array:
    """An argument that is a NumPy array or None; passing the array itself keeps it alive during the call."""

    @staticmethod
    def from_param(array: Any) -> Any:
        if array is None:
            return None
        # Half the price of array.ctypes.data, where it is possible.
        return _bytes.from_buffer(array) if array.ndim == 1 and array.flags.writeable else c_void_p(array.ctypes.data)


_out = POINTER(c_void_p)
_real = POINTER(c_double)
_size = POINTER(c_int64)
_text = POINTER(c_char_p)
_array = _Array
_user = (c_void_p, FREE)

# Arguments of the functions that return a status.
_CALLS: dict[str, tuple[Any, ...]] = {
    "solve_least_squares": (c_int64, c_int64, _array, c_int64, c_int32, _array, c_int64, _array, _real),
    "matrix_create_dense": (_out, c_int64, c_int64, _array, c_int64, c_int32, c_int32, *_user),
    "matrix_create_csc": (_out, c_int64, c_int64, _array, _array, c_int32, c_int32, _array, c_int32, *_user),
    "matrix_create_operator": (_out, c_int64, c_int64, APPLY, APPLY, *_user),
    "matrix_check_adjoint": (c_void_p, c_int64, _real),
    "problem_create_linear": (_out, c_void_p, c_char_p, _array),
    "problem_create_quadratic": (_out, c_int64, _array, c_int64, _array),
    "problem_create_custom": (_out, c_int64, OBJECTIVE, HESSIAN, CURVATURE, *_user),
    "problem_create_least_squares_complex": (_out, c_int64, c_int64, _array, c_int64, c_int32, _array),
    "problem_set_weights": (c_void_p, _array),
    "problem_value": (c_void_p, _array, _real),
    "problem_gradient": (c_void_p, _array, _array),
    "problem_intercept": (c_void_p, _array, _real),
    "problem_check_gradient": (c_void_p, _array, c_double, _real, _size),
    "dsm_create": (_out, c_void_p, c_char_p),
    "dsm_create_weights": (_out, c_int64, _array),
    "dsm_set_cost": (c_void_p, _array),
    "dsm_set_start": (c_void_p, c_void_p),
    "dsm_set_monitor": (c_void_p, MONITOR, *_user),
    "dsm_step": (c_void_p, c_int64),
    "dsm_run": (c_void_p,),
    "dsm_get_weights": (c_void_p, _array),
    "dsm_get_extracted_weights": (c_void_p, _array),
    "dsm_margin": (c_void_p, c_void_p, _real),
    "kernel_create": (_out, c_int64, c_char_p),
    "kernel_create_custom": (_out, c_int64, SCALAR, SCALAR, SCALAR, *_user),
    "kernel_set_weights": (c_void_p, _array),
    "solver_create": (_out, c_void_p, c_int64),
    "solver_add_dsm": (c_void_p, c_void_p),
    "solver_set_kernel": (c_void_p, c_void_p),
    "solver_set_groups": (c_void_p, _array),
    "solver_set_bounds": (c_void_p, _array, _array),
    "solver_set_kept": (c_void_p, _array, c_int64),
    "solver_set_start": (c_void_p, _array),
    "solver_set_monitor": (c_void_p, MONITOR, *_user),
    "solver_step": (c_void_p, c_int64),
    "solver_run": (c_void_p,),
    "solver_get_solution": (c_void_p, _array),
    "solver_get_iterate": (c_void_p, _array),
    "solver_get_support": (c_void_p, _array, c_int64, _size),
    "solver_get_history": (c_void_p, c_char_p, _array, c_int64, _size),
    "path_create": (_out, c_void_p),
    "path_set_monitor": (c_void_p, MONITOR, *_user),
    "path_run": (c_void_p,),
    "path_get_coefficients": (c_void_p, c_int64, _array),
    "path_get_series": (c_void_p, c_char_p, _array, c_int64, _size),
    "check_stationarity": (c_void_p, c_void_p, c_int64, _array, _real),
    "check_bregman": (c_void_p, c_void_p, c_double, c_int64, _array, _real),
    "check_coordinatewise": (c_void_p, c_int64, _array, _real, _size, _size),
    "solver_check_stationarity": (c_void_p, c_void_p, _array, _real),
    "solver_check_bregman": (c_void_p, c_void_p, c_double, _array, _real),
    "solver_check_coordinatewise": (c_void_p, _array, _real, _size, _size),
    "witness_stationarity": (c_void_p, c_void_p, c_int64, _array, _real, _array),
    "witness_bregman": (c_void_p, c_void_p, c_double, c_int64, _array, _real, _array),
    "solver_witness_stationarity": (c_void_p, c_void_p, _array, _real, _array),
    "solver_witness_bregman": (c_void_p, c_void_p, c_double, _array, _real, _array),
    "key_count": (c_char_p, _size),
    "key_text": (c_char_p, c_int64, c_char_p, _text),
}
_OBJECTS = ("matrix", "problem", "dsm", "kernel", "solver", "path")
for _type in _OBJECTS:
    _CALLS |= {
        f"{_type}_retain": (c_void_p,),
        f"{_type}_set_int": (c_void_p, c_char_p, c_int64),
        f"{_type}_set_real": (c_void_p, c_char_p, c_double),
        f"{_type}_set_text": (c_void_p, c_char_p, c_char_p),
        f"{_type}_get_int": (c_void_p, c_char_p, _size),
        f"{_type}_get_real": (c_void_p, c_char_p, _real),
        f"{_type}_get_text": (c_void_p, c_char_p, _text),
    }

# Functions that cannot fail: result and arguments.
_PLAIN: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "version": (c_int32, ()),
    "version_string": (c_char_p, ()),
    "status_text": (c_char_p, (c_int32,)),
    "state_text": (c_char_p, (c_int32,)),
    "last_error": (c_char_p, ()),
    **{f"{_type}_destroy": (None, (c_void_p,)) for _type in _OBJECTS},
}

WRAPPED = frozenset(f"sbreg_{name}" for name in (*_CALLS, *_PLAIN))
LEFT_OUT = {
    "sbreg_last_error_copy": "the text of sbreg_last_error is copied into the exception before anything else runs",
    "sbreg_problem_create_least_squares": "Problem(A, b) uses create_dense and create_linear, which need no copy of A",
}


def _candidates() -> list[str]:
    """What SPARSEBREGMAN_LIBRARY names ("system": the loader's own); or the library that came with the package."""
    chosen = os.environ.get("SPARSEBREGMAN_LIBRARY", "")
    if chosen not in ("", "system"):
        return [chosen]
    name = "libsparsebregman.0.dylib" if sys.platform == "darwin" else "libsparsebregman.so.0"
    own = os.path.join(os.path.dirname(__file__), name)
    if not chosen and os.path.exists(own):
        return [own]
    return [name, os.path.join(sys.prefix, "lib", name)]


def _open() -> ctypes.CDLL:
    reasons = []
    for candidate in _candidates():
        try:
            return ctypes.CDLL(candidate)
        except OSError as error:
            reasons.append(str(error))
    raise LibraryError(f"libsparsebregman is not found ({'; '.join(reasons)}).\n{_INSTALL}")


def _check_version(found: str, wanted: str) -> None:
    """Until 1.0 a minor release may break the interface; from 1.0 on only a major one does."""
    have, want = ([int(part) for part in version.split(".")] for version in (found, wanted))
    compatible = have[: 2 if want[0] == 0 else 1]
    if compatible != want[: len(compatible)] or have < want:
        raise LibraryError(f"this package is sparsebregman {wanted}, but libsparsebregman is {found}.\n{_INSTALL}")


class _Library:
    """The functions of the library as attributes, without the prefix; a failing one raises its exception."""

    def __init__(self) -> None:
        self._dll = _open()
        _check_version(self.version_string().decode(), metadata.version("sparsebregman"))

    def __getattr__(self, name: str) -> Any:
        if name not in _CALLS and name not in _PLAIN:
            raise AttributeError(name)
        try:
            function = getattr(self._dll, f"sbreg_{name}")
        except AttributeError:
            version = self.version_string().decode()
            raise LibraryError(f"libsparsebregman {version} has no sbreg_{name}.\n{_INSTALL}") from None
        if name in _PLAIN:
            function.restype, function.argtypes = _PLAIN[name]
        else:
            function.restype, function.argtypes = c_int32, _CALLS[name]
            function.errcheck = self._raise
        setattr(self, name, function)
        return function

    def _raise(self, status: int, function: Any, arguments: Any) -> int:
        if status != 0:
            text = self.last_error() or self.status_text(status)
            raise exception_class(status)(text.decode("utf-8", "replace"), status)
        return status


library = _Library()
