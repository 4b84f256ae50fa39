# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Benchmarks, C code and names in README and docs are real, and the numbers of the README are those of the pages."""

import csv
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from pages import BUILD, PAGES, SOURCE, blocks, code_spans, name

README = SOURCE / "README.md"
# The surroundings of a snippet that is not a whole program.
SURROUNDINGS = """
#include <stdint.h>
#include <stdlib.h>
#include <sparsebregman.h>
int watch(const sbreg_solver *solver, void *data);
void snippet(sbreg_problem *problem, sbreg_dsm *dsm, sbreg_solver *solver, int64_t s, double *x, void *data);
void snippet(sbreg_problem *problem, sbreg_dsm *dsm, sbreg_solver *solver, int64_t s, double *x, void *data) {
  int64_t state = 0, count = 0;
  double violation = 0, values[20];
  sbreg_path *path = NULL;
  (void)path; (void)count; (void)values; (void)problem; (void)dsm; (void)solver; (void)s; (void)x; (void)data; (void)state; (void)violation;
"""


class Benchmarks(unittest.TestCase):
    def test_every_benchmark_that_is_named_can_be_run(self):
        named = {word for page in PAGES for span in code_spans(page) for word in span.split()[:1]
                 if re.match(r"(tests/bench|scripts)/[\w-]+$", word)}
        self.assertGreater(len(named), 8)
        for word in named:
            with self.subTest(word):
                program = (SOURCE / f"{word}.cpp").exists()  # tests/bench/CMakeLists.txt builds those
                self.assertTrue(os.access(SOURCE / word, os.X_OK) or program)


class Code(unittest.TestCase):
    def test_every_block_of_c_compiles(self):
        count = 0
        for page in PAGES:
            for block in blocks(page, "c"):
                whole = block if "int main" in block else SURROUNDINGS + block + "}\n"
                with self.subTest(page=name(page), block=block), tempfile.TemporaryDirectory() as folder:
                    file = pathlib.Path(folder, "block.c")
                    file.write_text(whole, encoding="utf-8")
                    done = subprocess.run([os.environ.get("SBREG_CC", "cc"), "-std=c99", "-Wall", "-Wextra", "-Werror",
                                           "-fsyntax-only", f"-I{SOURCE / 'include'}", str(file)],
                                          capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    count += 1
        self.assertGreaterEqual(count, 2)

    def test_every_name_of_the_interface_is_in_the_header(self):
        header = (SOURCE / "include/sparsebregman.h").read_text(encoding="utf-8")
        names = set(re.findall(r"\bs?breg_\w+|\bSBREG_\w+", header, re.IGNORECASE))
        for page in (SOURCE / "docs").rglob("*.md"):
            if page.name in ("r.md", "fortran.md", "matlab.md"):  # which have names of their own, and tests that run them
                continue
            for span in code_spans(page):
                for word in re.findall(r"\bsbreg_\w+|\bSBREG_(?!BUILD|SOURCE|VERSION_|0)\w+", span):
                    with self.subTest(page=name(page), word=word):
                        self.assertTrue(word in names or word.endswith("_"), word)


class Readme(unittest.TestCase):
    def rows(self):
        lines = README.read_text(encoding="utf-8").splitlines()
        start = next(k for k, line in enumerate(lines) if "| printed by |" in line)
        for line in lines[start + 2:]:
            if not line.startswith("|"):
                break
            yield [cell.strip() for cell in line.strip("|").split("|")]

    def test_every_number_is_on_the_page_beside_it_and_has_a_command(self):
        rows = list(self.rows())
        self.assertGreaterEqual(len(rows), 5)
        for what, measured, command, link in rows:
            with self.subTest(what):
                page = SOURCE / re.search(r"\(([^)#]+)", link)[1]
                text = page.read_text(encoding="utf-8")
                programs = re.findall(r"`([^`\s]+)[^`]*`", command)
                self.assertTrue(programs)
                for program in programs:
                    self.assertTrue((SOURCE / program).exists() or (BUILD / program).exists(), program)
                    self.assertRegex(text, rf"\b{pathlib.Path(program).name}\b", "the page names the command")
                for number in re.findall(r"\d[\d.]*(?:e-\d+)?(?:/\d+)?", measured):
                    self.assertRegex(text, rf"(?<![\d.]){re.escape(number)}(?![\d])", f"{number} is not in {name(page)}")

    def test_what_is_missed_is_said(self):
        """Cells significantly below the published rates, by Holm's correction at 1 % of the p-values in the file."""
        with open(SOURCE / "docs/figures/recovery.csv", newline="", encoding="utf-8") as file:
            below = sorted(float(row["p_below"]) for row in csv.DictReader(line for line in file if line[0] != "#")
                           if row["p_below"])
        kept = [p > 0.01 / (len(below) - k) for k, p in enumerate(below)]
        count = ("none", "one", "two", "three")[kept.index(True)]
        self.assertIn(f"of {len(below)} published recovery rates {count} is", README.read_text(encoding="utf-8"))
        self.assertIn(f"{count} of the {len(below)} cells", (SOURCE / "docs/reproduction.md").read_text(encoding="utf-8"))

    def test_it_is_short_above_the_fold(self):
        text = README.read_text(encoding="utf-8")
        fold = text.index("## From the shell")
        self.assertLessEqual(text[:fold].count("\n"), 70)


if __name__ == "__main__":
    unittest.main()
