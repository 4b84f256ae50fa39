# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The few calls of the C interface that the benchmarks need, so that ours and its rival run in one process."""
import ctypes
import time

import numpy as np


class Library:
    def __init__(self, path):
        self._lib = ctypes.CDLL(path)
        self._lib.sbreg_last_error.restype = ctypes.c_char_p

    def call(self, name, *arguments):
        if getattr(self._lib, name)(*arguments) != 0:
            raise RuntimeError(f"{name}: {self._lib.sbreg_last_error().decode()}")

    def destroy(self, kind, handle):
        getattr(self._lib, f"sbreg_{kind}_destroy")(handle)

    def problem(self, A, b):
        """A by columns, used in place: keep it alive."""
        m, n = A.shape
        assert A.flags.f_contiguous
        matrix, problem = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("sbreg_matrix_create_dense", ctypes.byref(matrix), ctypes.c_int64(m), ctypes.c_int64(n), pointer(A),
                  ctypes.c_int64(m), ctypes.c_int32(0), ctypes.c_int32(1), None, None)
        self.call("sbreg_problem_create_linear", ctypes.byref(problem), matrix, b"least_squares", pointer(b))
        self.destroy("matrix", matrix)
        return problem

    def dsm(self, problem, model):
        handle = ctypes.c_void_p()
        self.call("sbreg_dsm_create", ctypes.byref(handle), problem, model.encode())
        self.call("sbreg_dsm_run", handle)
        return handle

    def weights(self, dsm, n):
        w = np.empty(n)
        self.call("sbreg_dsm_get_weights", dsm, pointer(w))
        return w

    def solver(self, problem, s, method, dsms=()):
        handle = ctypes.c_void_p()
        self.call("sbreg_solver_create", ctypes.byref(handle), problem, ctypes.c_int64(s))
        self.call("sbreg_solver_set_text", handle, b"method", method.encode())
        for dsm in dsms:
            self.call("sbreg_solver_add_dsm", handle, dsm)
        return handle

    def run(self, solver, clock=time.perf_counter):
        """Seconds that the run took."""
        start = clock()
        self.call("sbreg_solver_run", solver)
        return clock() - start

    def integer(self, solver, name):
        value = ctypes.c_int64()
        self.call("sbreg_solver_get_int", solver, name.encode(), ctypes.byref(value))
        return value.value

    def solution(self, solver, n):
        x = np.empty(n)
        self.call("sbreg_solver_get_solution", solver, pointer(x))
        return x


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
