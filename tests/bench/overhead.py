# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What the solve of overhead.c costs from Python: the best time in microseconds."""
import sys
import time

import numpy as np

import sparsebregman

data = np.fromfile(sys.argv[1])
A, b = data[: 64 * 256].reshape(64, 256, order="F"), data[64 * 256 :]
best = np.inf
for _ in range(300):
    start = time.perf_counter()
    x = sparsebregman.solve(A, b, 16).x
    best = min(best, time.perf_counter() - start)
print(f"{1e6 * best:.1f}")
