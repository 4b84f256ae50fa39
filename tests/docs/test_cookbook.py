# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Every program of the cookbook is on a page, and prints what the page says. The programs themselves fail when they do not
find what they look for."""

import os
import pathlib
import re
import subprocess
import unittest

from pages import BUILD, SOURCE, blocks, name

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
PAGES = sorted((SOURCE / "docs/cookbook").glob("*.md"))


def program(page):
    """The last line of a page links to its program; the site shows the program there."""
    linked = re.findall(r"^The program: \[examples/(\S+)\]\(\.\./\.\./examples/\1\)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return linked[0] if linked else None


def command(file):
    """How to run a program. The tests of a binding, which install it, ask for its language; R's do the same by themselves."""
    run = {".c": [str(BUILD / "examples" / pathlib.Path(file).stem)],
           ".py": [os.environ.get("SBREG_INTERPRETER", ""), str(SOURCE / "examples" / file)]}
    return run[pathlib.Path(file).suffix]


class Cookbook(unittest.TestCase):
    def assert_same_text(self, printed, written):
        """The words agree; so do the numbers, to what rounding on another machine may change."""
        squeeze = lambda text: re.sub(r"\s+", " ", NUMBER.sub("#", text)).strip()
        self.assertEqual(squeeze(printed), squeeze(written))
        for value, expected in zip(NUMBER.findall(printed), NUMBER.findall(written), strict=True):
            self.assertAlmostEqual(float(value), float(expected), delta=2e-3 * (1 + abs(float(expected))))

    def test_every_program_is_on_a_page(self):
        files = {file.name for file in (SOURCE / "examples").iterdir() if file.suffix in (".c", ".py", ".R")}
        self.assertEqual(files - {"demo.c"}, {program(page) for page in PAGES if program(page)})

    def test_every_program_prints_what_its_page_says(self):
        wanted = os.environ["SBREG_LANGUAGES"].split()
        count = 0
        for page in PAGES:
            file = program(page)
            if file is None or pathlib.Path(file).suffix not in wanted:
                continue
            with self.subTest(page=name(page)):
                done = subprocess.run(command(file), capture_output=True, text=True, check=False, timeout=300)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assert_same_text(done.stdout, blocks(page, "text")[0])
                count += 1
        self.assertGreaterEqual(count, 1)


if __name__ == "__main__":
    unittest.main()
