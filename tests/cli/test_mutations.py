# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Whatever is in a file, the command ends with a documented exit code and says one line; never a signal."""

import random
import unittest

from support import DOCUMENTED, Case, array, column, coordinate, csv, gz, instance, npy

ROUNDS = 40


def mutate(draw, data):
    data = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 5))):
        kind = draw.randrange(5)
        place = draw.randrange(len(data) + 1)
        if kind == 0:
            del data[place:]
        elif kind == 1 and place < len(data):
            data[place] = draw.randrange(256)
        elif kind == 2:
            data[place:place] = draw.choice((b"\n", b",", b"-", b"1e", b'"', b"%", b"\r", b"99999999999999999999", b"\0", b" "))
        elif kind == 3:
            del data[place : place + draw.randrange(1, 40)]
        else:
            other = draw.randrange(len(data) + 1)
            data[place:place] = data[other : other + draw.randrange(1, 60)]
        if not data:
            break
    return bytes(data)


class Mutations(Case):
    def test_mutated_files(self):
        A, b = instance(6, 5)
        sparse = [[a if abs(a) > 0.5 else 0.0 for a in row] for row in A]
        self.write("b.csv", csv(column(b)))
        samples = {
            "a.csv": csv(A, header=["a", '"b"', "c", "d", "e"]), "a.tsv": csv(A, "\t"), "a.mtx": array(A),
            "s.mtx": coordinate(sparse), "a.npy": npy(A), "f.npy": npy(A, fortran=True), "a.csv.gz": gz(csv(A)),
        }
        for name, sample in samples.items():
            sample = sample if isinstance(sample, bytes) else sample.encode()
            draw = random.Random(name)
            for number in range(ROUNDS):
                data = mutate(draw, sample) if number else sample[: len(sample) // 2]
                with self.subTest(name, data=data):
                    self.write(name, data)
                    result = self.run_command("solve", name, "b.csv", "-s", 1, code=None)
                    self.assertIn(result.returncode, DOCUMENTED)
                    self.assertEqual(result.stderr.count(b"\n"), result.returncode not in (0, 6), result.stderr)
                    self.assertEqual(bool(result.stdout), result.returncode in (0, 6))


if __name__ == "__main__":
    unittest.main()
