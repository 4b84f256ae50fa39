#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""demo_table.py [--check]: writes the recovery rates of docs/figures/demo.csv, which scripts/demo makes, into the page that
shows them; with --check it only says whether they are there."""

import csv
import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PAGE = SOURCE / "docs/guide/methods.md"


def table():
    with open(SOURCE / "docs/figures/demo.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sparsities = sorted({int(row["s"]) for row in rows})
    lines = ["| row | " + " | ".join(f"s = {s}" for s in sparsities) + " |", "|---" * (1 + len(sparsities)) + "|"]
    for name in dict.fromkeys(row["row"] for row in rows):
        rates = {int(row["s"]): float(row["percent"]) for row in rows if row["row"] == name}
        lines.append(f"| `{name}` | " + " | ".join(f"{rates[s]:.0f}" for s in sparsities) + " |")
    return "\n".join(lines)


def main():
    text = PAGE.read_text(encoding="utf-8")
    wanted = re.sub(r"(<!-- demo -->\n).*(\n<!-- end -->)", lambda m: m[1] + table() + m[2], text, flags=re.DOTALL)
    if "--check" in sys.argv:
        return 0 if wanted == text else f"{PAGE} does not have the rates of docs/figures/demo.csv: run {__file__}"
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
