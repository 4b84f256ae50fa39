#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""search_figure.py SEARCH.csv REPRODUCTION.csv PUBLISHED.csv OUT.png: recovery by sparsity, ours and the paper's."""
import csv
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


figure, axes = plt.subplots(figsize=(7.2, 4.4))
published = rows(sys.argv[3])
for k, name in enumerate(list(published[0])[1:]):
    axes.plot([int(r["sparsity"]) for r in published], [float(r[name]) for r in published], color="0.75", linewidth=1,
              label="the 11 published variants" if k == 0 else None)
union = [r for r in rows(sys.argv[2]) if r["algorithm"] == "union"]
axes.plot([int(r["sparsity"]) for r in union], [float(r["percent"]) for r in union], color="black", linestyle="--",
          label="union of our reruns of them (11 units at s = 32)")
search = rows(sys.argv[1])
for units, colour in ((1, "#9ecae1"), (5, "#4292c6"), (11, "#2171b5"), (40, "#08306b")):
    own = [r for r in search if int(r["units"]) == units]
    axes.plot([int(r["sparsity"]) for r in own], [float(r["percent"]) for r in own], color=colour, marker="o",
              markersize=4, label=f"auto, {units} unit{'s' if units > 1 else ''}")
axes.set_xlim(18, 39)
axes.set_xticks(range(18, 40, 2))
axes.set_ylim(0, 101)
axes.set_xlabel("nonzeros s of the signal (64 equations, 256 unknowns)")
axes.set_ylabel("recovered, %")
axes.grid(alpha=0.3)
axes.legend(loc="lower left", fontsize=8)
figure.tight_layout()
figure.savefig(sys.argv[4], dpi=110)
