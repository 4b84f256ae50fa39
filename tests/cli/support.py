# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What the tests of the command share: running it, and writing files in every format without NumPy."""

import gzip
import json
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest

COMMAND = os.environ["SBREG_COMMAND"]
SOURCE = pathlib.Path(os.environ["SBREG_SOURCE"])
GENERATED = pathlib.Path(os.environ["SBREG_GENERATED"])
DOCUMENTED = {0, 1, 2, 3, 4, 5, 6, 130}  # the exit codes of `sparsebregman --help`


class Case(unittest.TestCase):
    """A test in a directory of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)

    def run_command(self, *words, code=0, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        result = subprocess.run([COMMAND, *map(str, words)], cwd=self.directory, timeout=300, check=False, **options)
        if code is not None:
            self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        return result

    def fails(self, code, *words, says=(), **options):
        """One line on standard error, nothing on standard output, and this exit code."""
        result = self.run_command(*words, code=code, **options)
        message = result.stderr.decode()
        self.assertEqual(message.count("\n"), 1, message)
        self.assertTrue(message.startswith("sparsebregman: "), message)
        self.assertFalse(result.stdout, result.stdout)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, message)
        return message

    def solve_json(self, *words, **options):
        return json.loads(self.run_command("solve", *words, "--format", "json", **options).stdout)

    def write(self, name, data):
        path = self.directory / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path


def instance(m=20, n=12, seed=1):
    """A with standard normal entries, b = A x + 0.1 noise, three nonzeros in x."""
    draw = random.Random(seed)
    A = [[draw.gauss(0, 1) for _ in range(n)] for _ in range(m)]
    x = [0.0] * n
    x[1], x[4], x[n - 1] = 2.0, -1.5, 3.0
    b = [sum(a * c for a, c in zip(row, x)) + draw.gauss(0, 0.1) for row in A]
    return A, b


def csv(A, separator=",", header=None, end="\n"):
    rows = [separator.join(header)] if header else []
    return end.join(rows + [separator.join(map(repr, row)) for row in A]) + end


def array(A, symmetry="general"):
    lines = [f"%%MatrixMarket matrix array real {symmetry}", "% a comment", f"{len(A)} {len(A[0])}"]
    for j in range(len(A[0])):
        start = {"general": 0, "symmetric": j, "skew-symmetric": j + 1}[symmetry]
        lines += [repr(A[i][j]) for i in range(start, len(A))]
    return "\n".join(lines) + "\n"


def coordinate(A, field="real", symmetry="general"):
    entries = [(i, j) for i, row in enumerate(A) for j, a in enumerate(row) if a != 0 and (symmetry == "general" or i >= j)]
    lines = [f"%%MatrixMarket matrix coordinate {field} {symmetry}", f"{len(A)} {len(A[0])} {len(entries)}"]
    lines += [f"{i + 1} {j + 1}" + ("" if field == "pattern" else f" {A[i][j]!r}") for i, j in entries]
    return "\n".join(lines) + "\n"


def npy(A, kind="<f8", fortran=False, version=1):
    code = {"f4": "f", "f8": "d", "i4": "i", "i8": "q"}[kind[1:]]
    cells = [a for column in zip(*A) for a in column] if fortran else [a for row in A for a in row]
    header = f"{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': ({len(A)}, {len(A[0])}), }}"
    width = 2 if version == 1 else 4
    header += " " * (-(6 + 2 + width + len(header) + 1) % 64) + "\n"
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    cells = [round(a) if code in "iq" else a for a in cells]
    body = struct.pack(f"{kind[0]}{len(cells)}{code}", *cells)
    return b"\x93NUMPY" + bytes([version, 0]) + length + header.encode() + body


def gz(data):
    return gzip.compress(data if isinstance(data, bytes) else data.encode(), mtime=0)


def column(b):
    return [[value] for value in b]
