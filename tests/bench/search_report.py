#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""search_report.py LOG CSV: the recovery table of bench_search, as Markdown, and as one line per row in CSV."""
import sys
from collections import defaultdict
from math import comb

FLOOR = {1: (80, 66, 46, 20), 5: (93, 84, 62, 36), 11: (95, 88, 68, 46), 40: (98, 94, 83, 59)}
ROWS = (28, 30, 32, 34)


def tail(successes, trials, rate):
    """The probability of at most this many successes."""
    return sum(comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(successes + 1))


units = defaultdict(list)
with open(sys.argv[1]) as log:
    for line in log:
        s, _, spent, _ = line.split(",")
        units[int(s)].append(float(spent))
with open(sys.argv[2], "w") as csv:
    csv.write("# SPDX-License-Identifier: BSD-3-Clause\nsparsity,units,instances,recovered,percent\n")
    for s in sorted(units):
        for budget in FLOOR:
            good = sum(0 <= u <= budget for u in units[s])
            csv.write(f"{s},{budget},{len(units[s])},{good},{100 * good / len(units[s]):.1f}\n")
print("| units | " + " | ".join(f"s = {s}" for s in ROWS) + " |\n|---" * 1 + "|---" * len(ROWS) + "|")
for budget, floor in FLOOR.items():
    cells = []
    for s, rate in zip(ROWS, floor):
        good = sum(0 <= u <= budget for u in units[s])
        p = tail(good, len(units[s]), rate / 100)
        cells.append(f"{100 * good / len(units[s]):.1f} ({rate}{', p = %.3f' % p if p < 0.05 else ''})")
    print(f"| {budget} | " + " | ".join(cells) + " |")
print("instances per column:", ", ".join(str(len(units[s])) for s in ROWS))
