# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Newton + dictionary for min ||Ax-b||^2/2, ||x||_0 <= s, in NumPy: the rivals of our own loop.

`written` is the loop as one writes it down: each line of the method a few operations on whole vectors, products by BLAS,
selection by argpartition. `tuned` does the same with half the work: the support's columns are gathered once per trial as
rows of A' and only these multiplied, what does not change is computed before the loop, and stalls are counted instead of
measured over a window. Both make the same decisions as the library, so that all three take the same path.
"""
import math

import numpy as np


class Result:
    def __init__(self, x, iterations):
        self.x, self.iterations = x, iterations


def stall_window(n, s):
    if 20 * s <= n:
        return math.ceil(50 * math.log2(2 + s))
    if n <= 500:
        return math.ceil(750 * math.log2(2 + s))
    return 500 if n <= 1000 else 100


def gradient_unit(g, b, s, curvature):
    """Of the gradient g at 0."""
    return min(math.sqrt(np.mean(np.sort(g**2)[g.size - s:])), np.linalg.norm(b) * math.sqrt(curvature / s))


def written(A, b, s, dictionary, period=1, max_iterations=15000, tolerance=1e-10):
    n = A.shape[1]
    curvature = np.mean(np.sum(A**2, axis=0))
    x = best = np.zeros(n)
    r = A @ x - b
    f = best_f = 0.5 * (r @ r)
    unit = gradient_unit(A.T @ r, b, s, curvature)
    length = unit / np.sqrt(curvature)
    target = tolerance * np.linalg.norm(b)
    window = stall_window(n, s)
    values, best_values = np.empty(max_iterations), np.empty(max_iterations)
    for k in range(max_iterations):
        g = A.T @ r
        T = np.flatnonzero(x)
        D = dictionary[(k // period) % len(dictionary)]
        trials = 1 if k == 0 else 8
        if T.size and np.linalg.norm(g[T]) < 1e-7 * unit and np.linalg.norm(g) > 0.1 * unit:  # restart
            ratio = np.max(np.abs(g)) / (curvature * np.min(np.abs(x[T])))
            trials = min(max(math.ceil(ratio) - 1, 1), 8)
        for j in range(trials):  # line search
            d = 0.155**2 * 2.0**j * D
            z = x - g / d
            kept = np.argpartition(d * z**2, n - s)[n - s:]
            y = np.zeros(n)
            y[kept] = z[kept]
            r_y = A @ y - b
            f_y = 0.5 * (r_y @ r_y)
            if f_y <= f - 5e-5 * curvature * np.sum((y - x) ** 2):
                break
        stepped = False
        T_y = np.flatnonzero(y)
        if k == 0 or np.array_equal(T_y, T) or np.linalg.norm(g) <= 1e-2 * unit:  # Newton on the support
            A_T = A[:, T_y]
            v = np.zeros(n)
            v[T_y] = np.linalg.solve(A_T.T @ A_T, A_T.T @ b)
            r_v = A @ v - b
            f_v = 0.5 * (r_v @ r_v)
            if f_v <= f_y - 5e-5 * curvature * np.sum((v - y) ** 2):
                y, r_y, f_y, stepped = v, r_v, f_v, True
        x, r, f = y, r_y, f_y
        if f < best_f:
            best, best_f = x, f
        values[k], best_values[k] = np.sqrt(2 * f), np.sqrt(2 * best_f)
        if values[k] <= target:
            break
        if k >= window and np.std(best_values[k - window:k + 1]) < 1e-10 * length:
            break
        if k >= 4 and np.std(values[k - 4:k + 1], ddof=1) < (1e-10 if stepped else 1e-4) * (length + values[k]):
            break
    return Result(best, k + 1)


def tuned(A, b, s, dictionary, period=1, max_iterations=15000, tolerance=1e-10):
    m, n = A.shape
    rows = np.ascontiguousarray(A.T)  # row j is column j of A
    inverse = [1 / d for d in dictionary]
    root = [np.sqrt(d) for d in dictionary]
    curvature = np.einsum("ij,ij->", rows, rows) / n
    sigma = 5e-5 * curvature
    steps = [1 / (0.024025 * 2.0**j) for j in range(8)]
    target = tolerance * np.linalg.norm(b)

    x = np.zeros(n)
    T = np.empty(0, dtype=np.intp)
    r = -b
    f = best_f = 0.5 * (r @ r)
    best = x
    g = rows @ r
    unit = gradient_unit(g, b, s, curvature)
    length = unit / math.sqrt(curvature)
    window, since, reference, recent = stall_window(n, s), 0, None, []
    for k in range(max_iterations):
        g = rows @ r  # gradient
        gg = g @ g
        entry = (k // period) % len(dictionary)
        trials = 1 if k == 0 else 8
        if T.size:
            g_T = g[T]
            if g_T @ g_T < (1e-7 * unit) ** 2 and gg > (0.1 * unit) ** 2:  # restart: a shortened search
                trials = math.ceil(np.abs(g).max() / (curvature * np.abs(x[T]).min())) - 1
                trials = min(max(trials, 1), 8)
        scaled = g * inverse[entry]
        for j in range(trials):  # line search
            z = x - steps[j] * scaled
            T_next = np.argpartition(root[entry] * np.abs(z), n - s)[n - s:]
            T_next.sort()
            u = z[T_next]
            support = rows[T_next]
            r_next = u @ support - b
            f_next = 0.5 * (r_next @ r_next)
            move = x.copy()
            move[T_next] -= u
            if f_next <= f - sigma * (move @ move):
                break
        stepped = False
        if k == 0 or np.array_equal(T_next, T) or gg <= (1e-2 * unit) ** 2:  # Newton on the support
            try:
                step = np.linalg.solve(support @ support.T, support @ r_next)
                r_newton = r_next - step @ support
                f_newton = 0.5 * (r_newton @ r_newton)
                if f_newton <= f_next - sigma * (step @ step):
                    u, r_next, f_next, stepped = u - step, r_newton, f_newton, True
            except np.linalg.LinAlgError:
                pass
        x = np.zeros(n)
        x[T_next] = u
        T, r, f = T_next, r_next, f_next
        if f < best_f:
            best, best_f = x, f
        value = math.sqrt(2 * f)
        if value <= target:
            return Result(best, k + 1)
        best_value = math.sqrt(2 * best_f)
        if reference is None or best_value < reference - 1e-10 * length:
            reference, since = best_value, 0
        else:
            since += 1
        recent = recent[-4:] + [value]
        if since >= window:
            return Result(best, k + 1)
        if len(recent) == 5:
            mean = sum(recent) / 5
            spread = math.sqrt(sum((v - mean) ** 2 for v in recent) / 4)
            if spread < (1e-10 if stepped else 1e-4) * (length + value):
                return Result(best, k + 1)
    return Result(best, max_iterations)
