# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""solve.py LIBRARY: the installed package solves with the library of that name, beside NumPy with another BLAS."""

import os
import sys

import numpy as np
import sparsebregman

library = os.path.realpath(sys.argv[1])
random = np.random.default_rng(0)
A = random.standard_normal((300, 600))
truth = np.zeros(600)
truth[[3, 70, 200]] = [1.0, -2.0, 0.5]
b = A @ truth
assert np.allclose(sparsebregman.solve(A, b, s=3).x, truth)

# The same product by both, large enough for threads: each by its own BLAS.
problem = sparsebregman.Problem(A, b)
x = random.standard_normal(600)
assert np.allclose(problem.gradient(x), A.T @ (A @ x - b))
dsm = sparsebregman.DSM(problem, "quadratic")
dsm.run()
smallest = np.linalg.eigvalsh(np.diag(dsm.weights) - A.T @ A)[0]
assert smallest > 0 and dsm.margin(problem) <= smallest * (1 + 1e-9)

with open("/proc/self/maps", encoding="utf-8") as maps:
    loaded = {line.split()[-1] for line in maps if "/" in line}
ours = {path for path in loaded if "libsparsebregman" in path}
assert ours == {library}, ours
assert any("blas" in os.path.basename(path) for path in loaded), "NumPy has no BLAS of its own"
print("solved with", library, "beside", sorted(path for path in loaded if "blas" in os.path.basename(path)))
