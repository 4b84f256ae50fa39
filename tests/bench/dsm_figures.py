#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""dsm_figures.py FILE FOLDER: draws the figures of docs/algorithms/dsm.md from the lines that `dsm BUILD --all FILE` wrote."""
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1], encoding="utf-8")]
folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
plt.rcParams.update({"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "legend.fontsize": 8, "svg.hashsalt": "dsm"})
COLOURS = {"auto": "C0", "bcm-sequential": "C2", "bcm-parallel": "C1"}
MODELS = ("linear", "quadratic")


def save(figure, name):
    figure.tight_layout()
    figure.savefig(folder / name, dpi=130)
    plt.close(figure)


def points(rows, x, y):
    best = {}
    for row in rows:
        best[float(row[x])] = min(float(row[y]), best.get(float(row[x]), float("inf")))
    return zip(*sorted(best.items()))


# Time over n: wall (left) and CPU (right) for each model.
figure, axes = plt.subplots(2, 2, figsize=(9, 7), sharex=True, sharey=True)
for line, model in zip(axes, MODELS):
    for axis, column, what in zip(line, (6, 7), ("wall", "CPU")):
        for algorithm, tolerance, style in (("auto", "0.001", "o-"), ("auto", "1e-06", "o--"),
                                            ("bcm-sequential", "0.001", "s-"), ("bcm-parallel", "0.001", "^-")):
            chosen = [r for r in rows if r[0] == "solve" and r[3:6] == [model, algorithm, tolerance] and int(r[1]) <= 5000
                      and int(r[2]) * 8 == int(r[1]) // 8 * 8 and float(r[11]) <= 1.001 * float(tolerance)]
            if chosen:
                label = f"{algorithm}, proven gap {float(tolerance):.0e}"
                axis.loglog(*points(chosen, 1, column), style, color=COLOURS[algorithm], label=label, markersize=4)
        if model == "linear":
            script = [r for r in rows if r[0] == "numpy"]
            axis.loglog(*points(script, 1, 3 if what == "wall" else 4), "x-", color="C3",
                        label="NumPy, 500 iterations, no proof", markersize=4)
            interior = [r for r in rows if r[0] == "dsdp"]
            if what == "CPU" and interior:
                axis.loglog(*points(interior, 1, 4), "d-", color="C4", label="DSDP, gap 1e-3", markersize=4)
        axis.set_title(f"{model} model, {what} time")
        axis.set_ylabel("seconds")
for axis in axes[1]:
    axis.set_xlabel("n  (m = n/8)")
axes[1][0].legend(*axes[0][1].get_legend_handles_labels(), loc="upper left")
save(figure, "dsm_time.png")

# Relative error of the extracted w and of Z against time.
sizes = (500, 1000, 2000)
for model in MODELS:
    figure, axes = plt.subplots(2, 3, figsize=(10, 6), sharey="row")
    for column, n in enumerate(sizes):
        for algorithm, colour in COLOURS.items():
            chosen = [r for r in rows if r[0] == "trace" and r[1:4] == [str(n), model, algorithm]]
            seconds = [float(r[5]) for r in chosen]
            axes[0][column].loglog(seconds, [max(float(r[7]), 1e-12) for r in chosen], "-", color=colour, label=algorithm)
            # |Z - Z*|^2 comes as a difference of squares: below 1e-7 it is rounding
            shown = [r for r in chosen if float(r[8]) > 1e-7]
            axes[1][column].loglog([float(r[5]) for r in shown], [float(r[8]) for r in shown], "-", color=colour)
        axes[0][column].set_title(f"{model} model, n = {n}")
        axes[1][column].set_xlabel("CPU seconds")
    axes[0][0].set_ylabel("relative error of w")
    axes[1][0].set_ylabel("relative error of Z")
    axes[0][0].legend()
    save(figure, f"dsm_error_{model}.png")

# Certified gap against time.
figure, axes = plt.subplots(2, 3, figsize=(10, 6), sharey=True)
for line, model in zip(axes, MODELS):
    for axis, n in zip(line, sizes):
        for algorithm, colour in COLOURS.items():
            chosen = [r for r in rows if r[0] == "trace" and r[1:4] == [str(n), model, algorithm]]
            axis.loglog([float(r[5]) for r in chosen], [max(float(r[6]), 1e-12) for r in chosen], "-", color=colour,
                        label=algorithm)
        axis.set_title(f"{model} model, n = {n}")
    line[0].set_ylabel("proven gap")
for axis in axes[1]:
    axis.set_xlabel("CPU seconds")
axes[0][0].legend()
save(figure, "dsm_gap.png")
