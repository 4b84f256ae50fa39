# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The commands of the README, of docs/command-line.md and of every --help work, and print what is written there."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import COMMAND, SOURCE, Case

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


class Examples(Case):
    def setUp(self):
        super().setUp()
        for file in (SOURCE / "examples/data").iterdir():
            shutil.copy(file, self.directory)
        self.environment = dict(os.environ, PATH=f"{pathlib.Path(COMMAND).parent}:{os.environ['PATH']}")

    def shell(self, script):
        result = subprocess.run(["bash", "-ec", script], cwd=self.directory, env=self.environment, capture_output=True,
                                text=True, check=False, timeout=300)
        self.assertEqual(result.returncode, 0, (script, result.stderr))
        return result.stdout

    def assert_same_text(self, printed, written):
        """The words agree; so do the numbers, to what rounding on another machine may change. Where the method ends and
        after how many iterations is its own affair."""
        printed, written = (re.sub(r"^(method \w+): .*", r"\1", text, flags=re.MULTILINE) for text in (printed, written))
        squeeze = lambda text: re.sub(r"\s+", " ", NUMBER.sub("#", text)).strip()
        self.assertEqual(squeeze(printed), squeeze(written))
        for value, expected in zip(NUMBER.findall(printed), NUMBER.findall(written), strict=True):
            self.assertAlmostEqual(float(value), float(expected), delta=1e-6 * (1 + abs(float(expected))))

    def run_page(self, text):
        blocks = BLOCK.findall(text)
        printed = None
        count = 0
        for kind, body in blocks:
            if kind == "sh" and body.lstrip().startswith("sparsebregman "):
                printed = self.shell(body)
                count += 1
            elif kind == "text" and printed is not None:
                self.assert_same_text(printed, body)
                printed = None
            else:
                printed = None
        return count

    def test_page_of_the_command_line(self):
        self.assertGreaterEqual(self.run_page((SOURCE / "docs/command-line.md").read_text()), 8)

    def test_readme(self):
        self.assertGreaterEqual(self.run_page((SOURCE / "README.md").read_text()), 1)

    def test_examples_of_every_help(self):
        for command in ("solve", "dsm", "check", "path", "bench recovery", "info"):
            shown = self.run_command(*command.split(), "--help").stdout.decode()
            examples = [line.strip() for line in shown.split("Examples:")[1].split("Options")[0].splitlines()
                        if line.strip().startswith("sparsebregman")]
            self.assertGreaterEqual(len(examples), 2, command)
            for example in examples:
                with self.subTest(example):
                    self.shell(example)

    def test_exit_codes_are_those_of_the_page(self):
        shown = self.run_command("--help").stdout.decode().split("Exit status:")[1]
        page = (SOURCE / "docs/command-line.md").read_text()
        self.assertEqual(re.findall(r"^ *(\d+)  ", shown, re.MULTILINE), re.findall(r"^\| (\d+) \|", page, re.MULTILINE))


if __name__ == "__main__":
    unittest.main()
