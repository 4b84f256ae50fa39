#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""report.py [DIRECTORY]: draws the figures and fills the tables of docs/reproduction.md from the CSV files that
`reproduce` wrote into DIRECTORY (docs/figures). Files that are missing are passed over."""
import csv
import itertools
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "figures"
PAGE = ROOT / "docs" / "reproduction.md"
ROWS = ["L", "DL", "DQ", "D1_P1", "D1_P10", "D2_P1", "D2_P10", "D3_P1", "D3_P10", "D4_P1", "D4_P10"]
METHODS = ["IHT", "CIWHT", "IHT+LSR", "CIWHT+LSR", "Newton+L", "Newton+D1", "MFISTA"]
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bb5500"]
MARKERS = ["o", "s", "^", "v", "D", "P", "X"]

# An opaque light ground, so that the figures read the same on light and dark pages.
plt.rcParams.update({
    "figure.facecolor": "#fdfdfc", "axes.facecolor": "#fdfdfc", "savefig.facecolor": "#fdfdfc", "font.size": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#dddddd",
    "legend.frameon": False, "svg.hashsalt": "sparsebregman", "lines.linewidth": 1.5, "lines.markersize": 4,
})


def label(row):
    """D1_P10 -> D1, P = 10; DL -> D_L"""
    match = re.fullmatch(r"(D\d)_P(\d+)", row)
    if match:
        return rf"$\mathcal{{D}}_{match[1][1]}$, $P={match[2]}$"
    return {"L": "$L$", "DL": "$D_L$", "DQ": "$D_Q$"}.get(row, row)


def read(name):
    path = FIGURES / name
    if not path.exists():
        return []
    with path.open() as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def series(cells, algorithm, column):
    chosen = [c for c in cells if c["algorithm"] == algorithm]
    return [int(c["sparsity"]) for c in chosen], [float(c[column]) for c in chosen]


def save(figure, name):
    figure.savefig(FIGURES / name, dpi=130, bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)
    print("wrote", FIGURES / name)


def draw_choice(cells):
    """Recovery by choice of matrices, and the union of all."""
    figure, axes = plt.subplots(figsize=(9, 5))
    for k, row in enumerate(ROWS):
        colour = COLOURS[k if k < 3 else 3 + (k - 3) // 2]
        dashed = row.endswith("P10")
        axes.plot(*series(cells, row, "percent"), color=colour, linestyle="--" if dashed else "-",
                  marker=MARKERS[k % 7], markerfacecolor="none" if dashed else colour, label=f"Newton + {label(row)}")
    axes.plot(*series(cells, "union", "percent"), color="black", linewidth=2.5, label="union of all")
    axes.set(xlabel="sparsity $s$", ylabel="recovered, %", ylim=(-2, 102),
             title=f"Choice of scaling matrices, {cells[0]['instances']} instances per point")
    axes.legend(fontsize=8.5, loc="lower left")
    save(figure, "choice.png")


def draw_beside_published(cells):
    """Every row beside the published one, with 95 % intervals."""
    figure, grid = plt.subplots(3, 4, figsize=(13, 8.5), sharex=True, sharey=True)
    for row, axes in zip(ROWS, grid.flat):
        mine = [c for c in cells if c["algorithm"] == row and c["published"]]
        s = [int(c["sparsity"]) for c in mine]
        ours = [float(c["percent"]) for c in mine]
        axes.errorbar(s, ours, yerr=[[max(0, o - float(c["low"])) for o, c in zip(ours, mine)],
                                     [max(0, float(c["high"]) - o) for o, c in zip(ours, mine)]],
                      color=COLOURS[0], marker="o", linewidth=1, capsize=2, label="ours, 95 % interval")
        axes.plot(s, [float(c["published"]) for c in mine], color=COLOURS[1], linestyle="none", marker="x", markersize=6,
                  label="published")
        axes.set_title(f"Newton + {label(row)}")
    last = grid.flat[-1]
    s, values = series(cells, "union", "percent")
    last.plot(s, values, color="black", marker="o", label="ours")
    last.set_title("union of all")
    grid.flat[0].legend(loc="lower left")
    for axes in grid[-1]:
        axes.set_xlabel("sparsity $s$")
    for axes in grid[:, 0]:
        axes.set_ylabel("recovered, %")
    grid.flat[0].set_xlim(14.5, 35.5)
    figure.tight_layout()
    save(figure, "published.png")


def draw_times(cells, names, text, name, title):
    figure, grid = plt.subplots(1, 2, figsize=(11, 4.4), sharey=True)
    for axes, column, what in zip(grid, ("cpu_ms", "wall_ms"), ("processor time", "wall time")):
        for k, algorithm in enumerate(names):
            colour = COLOURS[k % 7] if len(names) <= 7 else COLOURS[k if k < 3 else 3 + (k - 3) // 2]
            axes.plot(*series(cells, algorithm, column), color=colour, label=text(algorithm),
                      linestyle="--" if algorithm.endswith("P10") else "-", marker=MARKERS[k % 7])
            if any(c["algorithm"] == f"{algorithm} printed" for c in cells):
                axes.plot(*series(cells, f"{algorithm} printed", column), color=colour, linestyle=":")
        axes.set(yscale="log", xlabel="sparsity $s$", title=f"{title}: {what}")
    grid[0].set_ylabel("mean per solve, ms")
    handles = grid[0].get_legend_handles_labels()[0]
    if any(c["algorithm"].endswith(" printed") for c in cells):
        handles.append(Line2D([], [], color="grey", linestyle=":", label="as printed"))
    grid[0].legend(handles=handles, fontsize=8)
    figure.tight_layout()
    save(figure, name)


def draw_frameworks(cells):
    figure, grid = plt.subplots(1, 2, figsize=(12, 4.8), sharey=True)
    for axes, suffix, title in zip(grid, ("", " printed"), ("as in the published experiments (growing, adaptive)",
                                                            "as printed in Algorithms 5 and 6 (paper, gamma)")):
        for k, method in enumerate(METHODS):
            name = method + suffix if any(c["algorithm"] == method + suffix for c in cells) else method
            axes.plot(*series(cells, name, "percent"), color=COLOURS[k], marker=MARKERS[k], label=method)
        axes.set(xlabel="sparsity $s$", title=title, ylim=(-2, 102))
    grid[0].set_ylabel("recovered, %")
    grid[0].legend(fontsize=9)
    figure.suptitle(f"Line search, restart, matrices, Newton and momentum; {cells[0]['instances']} instances per point")
    figure.tight_layout()
    save(figure, "frameworks.png")


def draw_trajectories():
    paths = sorted(FIGURES.glob("trajectory_*.csv"))
    if not paths:
        return
    panels = (("", 0, ""), (", first iterations", 60, ""), (", first iterations, as printed", 60, " printed"))
    figure, grid = plt.subplots(len(panels), len(paths), figsize=(5 * len(paths), 4 * len(panels)), squeeze=False)
    for column, path in enumerate(paths):
        with path.open() as file:
            lines = list(csv.reader(line for line in file if not line.startswith("#")))
        header, body = lines[0], lines[1:]
        for axes, (title, last, suffix) in zip(grid[:, column], panels):
            for k, method in enumerate(METHODS):
                at = header.index(method + suffix if method + suffix in header else method)
                points = [(int(row[0]), float(row[at]), row[at + 1]) for row in body[: last or None] if row[at]]
                points = [p for p in points if p[1] > 0]
                if not last:  # the whole run: the lowest value so far, and faintly what it is the lowest of
                    lowest = list(itertools.accumulate((p[1] for p in points), min))
                    axes.plot([p[0] for p in points], [p[1] for p in points], color=COLOURS[k], linewidth=0.6, alpha=0.18)
                    axes.plot([p[0] for p in points], lowest, color=COLOURS[k], linewidth=1.8, label=method)
                    continue
                axes.plot([p[0] for p in points], [p[1] for p in points], color=COLOURS[k], linewidth=1, label=method)
                changed = [p for p in points if "c" in p[2]]
                axes.plot([p[0] for p in changed], [p[1] for p in changed], color=COLOURS[k], linestyle="none",
                          marker="o", markersize=3)
                restarted = [p for p in points if "r" in p[2]]
                axes.plot([p[0] for p in restarted], [p[1] for p in restarted], color=COLOURS[k], linestyle="none",
                          marker="^", markersize=7, markeredgecolor="black", markeredgewidth=0.4)
            axes.set(yscale="log", xlabel="iteration $k$", ylim=(1e-8 if last else 1e-24, 1e4))
            axes.set_title(f"$s = {path.stem.split('_')[1]}$" + title)
    grid[0, 0].set_ylabel("lowest $f$ so far; faint: $f(x_k)$")
    for axes in grid[1:, 0]:
        axes.set_ylabel("$f(x_k)$")
    handles, labels = grid[0, 0].get_legend_handles_labels()
    handles += [Line2D([], [], color="grey", marker="o", linestyle="none", markersize=4),
                Line2D([], [], color="grey", marker="^", linestyle="none", markeredgecolor="black")]
    figure.legend(handles, labels + ["pattern changed (below)", "restart (below)"], ncol=5, loc="lower center")
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    save(figure, "trajectories.png")


def recovery_table(cells):
    by = {(c["algorithm"], int(c["sparsity"])): c for c in cells}
    sparsities = sorted({s for _, s in by})
    text = []
    for rows in (ROWS[:5], ROWS[5:]):
        text.append("| s | " + " | ".join(r.replace("_P", ", P = ") for r in rows)
                    + (" | union |" if rows[-1] == ROWS[-1] else " |"))
        text.append("|---|" + "---|" * (len(rows) + (rows[-1] == ROWS[-1])))
        for s in sparsities:
            entries = []
            for row in rows:
                c = by[row, s]
                half = (float(c["high"]) - float(c["low"])) / 2
                entries.append(f"{float(c['percent']):.1f} ± {half:.1f} / {float(c['published']):.1f}")
            if rows[-1] == ROWS[-1]:
                entries.append(f"{float(by['union', s]['percent']):.1f}")
            text.append(f"| {s} | " + " | ".join(entries) + " |")
        text.append("")
    return "\n".join(text).rstrip()


def framework_table(cells):
    by = {(c["algorithm"], int(c["sparsity"])): c for c in cells}
    sparsities = [s for s in sorted({s for _, s in by}) if s % 5 == 0 or s in (16, 24, 28, 32)]
    names = list(dict.fromkeys(c["algorithm"] for c in cells))
    text = ["| algorithm | " + " | ".join(f"s = {s}" for s in sparsities) + " |", "|---|" + "---|" * len(sparsities)]
    for name in names:
        entries = [f"{float(by[name, s]['percent']):.0f} % ({float(by[name, s]['cpu_ms']):.3g} ms)" for s in sparsities]
        text.append(f"| {name} | " + " | ".join(entries) + " |")
    return "\n".join(text)


def scale_table(cells, published):
    """Recovery by scale of the first trial, with the published rates below."""
    by = {(c["algorithm"], int(c["sparsity"])): c for c in cells}
    theirs = {(c["algorithm"], int(c["sparsity"])): c["published"] for c in published}
    sparsities = sorted({s for _, s in by})
    text = ["| first trial | " + " | ".join(f"s = {s}" for s in sparsities) + " |", "|---|" + "---|" * len(sparsities)]
    for row in ("L", "D1_P1"):
        for name in dict.fromkeys(c["algorithm"] for c in cells):
            if name.split()[0] == row:
                entries = [f"{float(by[name, s]['percent']):.1f}" for s in sparsities]
                text.append(f"| {name.replace('_P', ', P = ').replace(' 0.', ': 0.')} | " + " | ".join(entries) + " |")
        text.append(f"| {row.replace('_P', ', P = ')}: published | " + " | ".join(theirs[row, s] for s in sparsities) + " |")
    return "\n".join(text)


def fill(name, text):
    """Replaces what stands between the marks `<!-- name -->` and `<!-- end -->` of the page."""
    page = PAGE.read_text()
    filled, count = re.subn(rf"(<!-- {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + "\n" + m[2], page,
                            flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{PAGE} has no marks for {name}")
    PAGE.write_text(filled)


def main():
    table, frameworks = read("recovery.csv"), read("frameworks.csv")
    if table:
        draw_choice(table)
        draw_beside_published(table)
        draw_times(table, ROWS, lambda r: f"Newton + {label(r)}", "choice_time.png", "Choice of matrices")
        if FIGURES == ROOT / "docs" / "figures":
            fill("recovery", recovery_table(table))
    scales = read("scales.csv")
    if table and scales and FIGURES == ROOT / "docs" / "figures":
        fill("scales", scale_table(scales, table))
    if frameworks:
        draw_frameworks(frameworks)
        draw_times(frameworks, METHODS, str, "frameworks_time.png", "Frameworks")
        if FIGURES == ROOT / "docs" / "figures":
            fill("frameworks", framework_table(frameworks))
    draw_trajectories()


main()
