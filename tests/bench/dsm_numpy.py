#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""dsm_numpy.py n m [iterations]: the linear scaling model as a script would compute it.

The paper's block-coordinate maximisation with all rows at once (algorithm bcm_L), the diagonal of C kept as in the
published experiments, a fixed number of iterations (500) on the n x n matrix C = A'A, rank ceil(sqrt(2n)), then the
weights of the appendix, w_i = Z_i' Z C_i / |Z_i|^2, computed without forming Z. One product and one normalisation per
iteration, in place. A has independent standard normal entries. Prints, tab-separated: numpy, n, m, wall and CPU
seconds with C, the CPU seconds when every product goes through A instead (which the paper does not do), and the
smallest eigenvalue of Diag(w) - C relative to the mean of w when n <= 2000.
"""
import sys
import time

import numpy as np


def iterate(product, B, iterations):
    G = np.empty_like(B)
    for _ in range(iterations):
        product(B, G)
        G /= np.sqrt(np.einsum("ij,ij->i", G, G))[:, None]
        B, G = G, B
    return B


def weights(B, CB):
    M = B.T @ B
    BM = B @ M
    return np.einsum("ij,ij->i", BM, CB) / np.einsum("ij,ij->i", BM, B)


def main():
    n, m = int(sys.argv[1]), int(sys.argv[2])
    iterations = int(sys.argv[3]) if len(sys.argv) > 3 else 500
    rng = np.random.default_rng(3)
    A = rng.standard_normal((m, n))
    rank = int(np.ceil(np.sqrt(2 * n)))
    start = rng.standard_normal((n, rank))
    start /= np.linalg.norm(start, axis=1)[:, None]

    begin, begin_cpu = time.perf_counter(), time.process_time()
    C = A.T @ A
    B = iterate(lambda B, G: np.matmul(C, B, out=G), start.copy(), iterations)
    w = weights(B, C @ B)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu

    begin = time.process_time()
    V = np.empty((m, rank))
    B = iterate(lambda B, G: np.matmul(A.T, np.matmul(A, B, out=V), out=G), start.copy(), iterations)
    weights(B, A.T @ (A @ B))
    through_A = time.process_time() - begin

    least = np.linalg.eigvalsh(np.diag(w) - C)[0] / w.mean() if n <= 2000 else float("nan")
    print(f"numpy\t{n}\t{m}\t{seconds:.5g}\t{cpu:.5g}\t{through_A:.5g}\t{least:.3g}", flush=True)


main()
