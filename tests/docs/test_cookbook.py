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

TIME = re.compile(r"(\d+(?:\.\d+)?(?:e[-+]?\d+)?) s\b")
TIMES = 10  # a slower or busier machine
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
        """The words agree, and so does every digit of the numbers. Times agree within a factor of TIMES."""
        squeeze = lambda text: re.sub(r"\s+", " ", TIME.sub("# s", text)).strip()
        self.assertEqual(squeeze(printed), squeeze(written))
        for value, expected in zip(TIME.findall(printed), TIME.findall(written), strict=True):
            self.assertLessEqual(float(value), TIMES * float(expected))
            self.assertGreaterEqual(float(value), float(expected) / TIMES)

    def test_a_digit_that_differs_is_seen_and_a_time_may_vary(self):
        self.assert_same_text("4  0.965  in 0.2 s", "4 0.965 in 1.5 s\n")
        for printed in ("4 0.967 in 1.5 s", "4 0.965 in 100 s", "5 0.965 in 1.5 s", "4 0.9650 in 1.5 s"):
            with self.assertRaises(AssertionError):
                self.assert_same_text(printed, "4 0.965 in 1.5 s")

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
