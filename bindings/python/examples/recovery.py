# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Compressed sensing: recover a sparse x from b = Ax with far fewer equations than unknowns.

With matplotlib installed, ``python recovery.py --plot`` draws the objective while the run goes on.
"""

import sys

import numpy as np

import sparsebregman

random = np.random.default_rng(2026)
m, n, s = 64, 256, 16
A = random.standard_normal((m, n))
A /= np.linalg.norm(A, axis=0)
truth = np.zeros(n)
truth[random.choice(n, s, replace=False)] = random.standard_normal(s)

solver = sparsebregman.Solver(sparsebregman.Problem(A, A @ truth), s, history=1)
if "--plot" in sys.argv:
    import matplotlib.pyplot as plt

    (line,) = plt.semilogy([], [])
    plt.xlabel("iteration")
    plt.ylabel("objective")
    for _ in solver:
        objective = solver.history("best_objective")
        line.set_data(range(len(objective)), objective)
        plt.gca().relim()
        plt.gca().autoscale_view()
        plt.pause(0.01)
else:
    solver.run(progress=True)

x = solver.solution
error = np.linalg.norm(x - truth) / np.linalg.norm(truth)
print("  index      truth   estimate")
for j in np.flatnonzero((truth != 0) | (x != 0)):
    print(f"  {j:5d} {truth[j]:10.5f} {x[j]:10.5f}")
print(f"{solver.state} after {solver.iterations} iterations, relative error {error:.2e}: "
      f"{'recovered' if error < 1e-4 else 'NOT recovered'}")
