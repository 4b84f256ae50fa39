#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The vector figures of the documents are what the commands beside them draw."""

import csv
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from pages import BUILD, SOURCE, blocks

FIGURES = SOURCE / "docs/figures"
SVG = "{http://www.w3.org/2000/svg}"


def words(path):
    return [text.text for text in xml.etree.ElementTree.parse(path).iter(SVG + "text")]


def points(path):
    return [(circle.get("class"), float(circle.get("cx")), float(circle.get("cy")))
            for circle in xml.etree.ElementTree.parse(path).iter(SVG + "circle")]


class Figures(unittest.TestCase):
    def test_path_is_drawn_by_the_command_above_it(self):
        with tempfile.TemporaryDirectory() as scratch:
            for file in (SOURCE / "examples/data").iterdir():
                shutil.copy(file, scratch)
            command = blocks(SOURCE / "docs/guide/sparsity.md", "sh")[0].split()
            self.assertEqual((command[:2], command[-1]), (["sparsebregman", "path"], "path.svg"))
            subprocess.run([BUILD / "bin/sparsebregman", *command[1:]], cwd=scratch, check=True, capture_output=True)
            drawn = pathlib.Path(scratch) / "path.svg"
            self.assertEqual(words(drawn), words(FIGURES / "path.svg"))
            for ours, theirs in zip(points(drawn), points(FIGURES / "path.svg"), strict=True):
                self.assertEqual(ours[:2], theirs[:2])
                self.assertAlmostEqual(ours[2], theirs[2], delta=0.2)

    def test_demo_shows_the_rates_of_its_table(self):
        with open(FIGURES / "demo.csv", newline="", encoding="utf-8") as file:
            rates = [float(row["percent"]) for row in csv.DictReader(file)]
        heights = [height for _, _, height in points(FIGURES / "demo.svg")]
        ticks = {text.text: float(text.get("y")) - 5 for text in xml.etree.ElementTree.parse(FIGURES / "demo.svg").iter(SVG + "text")
                 if text.text.endswith(" %")}
        for rate, height in zip(rates, heights, strict=True):
            self.assertAlmostEqual(height, ticks["0 %"] + rate / 100 * (ticks["100 %"] - ticks["0 %"]), delta=0.11)


if __name__ == "__main__":
    unittest.main()
