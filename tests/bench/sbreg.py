# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The few functions of the library that the measurements call, through ctypes and nothing else."""

import ctypes
import ctypes.util
import os
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = os.environ.get("SBREG_LIBRARY", HERE.parent.parent / "build/release/libsparsebregman.so")
lib = ctypes.CDLL(str(LIBRARY))
lib.sbreg_last_error.restype = ctypes.c_char_p
COL_MAJOR, COPY, BORROW = 0, 0, 1
Int, Real, Pointer = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p


def call(name, *arguments):
    """Calls sbreg_<name>; a failure raises the library's own sentence."""
    if getattr(lib, "sbreg_" + name)(*arguments) != 0:
        raise RuntimeError(f"{name}: {lib.sbreg_last_error().decode()}")


class Handle:
    def __init__(self, kind, create, *arguments):
        self.kind = kind
        self.pointer = Pointer()
        call(create, ctypes.byref(self.pointer), *arguments)

    def __del__(self):
        getattr(lib, f"sbreg_{self.kind}_destroy")(self.pointer)

    def set(self, name, value):
        if isinstance(value, str):
            call(f"{self.kind}_set_text", self.pointer, name.encode(), value.encode())
        elif isinstance(value, int):
            call(f"{self.kind}_set_int", self.pointer, name.encode(), Int(value))
        else:
            call(f"{self.kind}_set_real", self.pointer, name.encode(), Real(value))

    def int(self, name):
        value = Int()
        call(f"{self.kind}_get_int", self.pointer, name.encode(), ctypes.byref(value))
        return value.value

    def real(self, name):
        value = Real()
        call(f"{self.kind}_get_real", self.pointer, name.encode(), ctypes.byref(value))
        return value.value


def reals(values):
    """A C array of the numbers in a sequence."""
    return (Real * len(values))(*values)


def dense(m, n, address):
    return Handle("matrix", "matrix_create_dense", Int(m), Int(n), Pointer(address), Int(m), COL_MAJOR, BORROW, None, None)


def linear(matrix, loss, b):
    return Handle("problem", "problem_create_linear", matrix.pointer, loss.encode(), b)


def solver(problem, s, method):
    handle = Handle("solver", "solver_create", problem.pointer, Int(s))
    handle.set("method", method)
    return handle


def run(handle):
    call("solver_run", handle.pointer)


def solution(handle):
    x = (Real * handle.int("columns"))()
    call("solver_get_solution", handle.pointer, x)
    return x
