# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Every format holds the same matrix: the same bits go in, the same result comes out."""

import json
import unittest

from support import Case, array, column, coordinate, csv, gz, instance, npy


class Readers(Case):
    def solve(self, A, b="b.mtx"):
        return self.solve_json(A, b, "-s", 3)

    def assert_same(self, result, expected):
        """To rounding: products of a matrix by rows and by columns differ in their last bits, and f, flat where it is
        least, determines x to the square root of that."""
        for key in ("rows", "columns", "sparsity", "support", "loss"):
            self.assertEqual(result[key], expected[key])
        unit = max(map(abs, expected["values"]))
        for value, other in zip(result["values"], expected["values"]):
            self.assertAlmostEqual(value, other, delta=1e-8 * unit)
        self.assertAlmostEqual(result["best_objective"], expected["best_objective"], delta=1e-12 * expected["best_objective"])

    def same(self, A, b, files):
        self.write("b.mtx", array(column(b)))
        expected = self.solve(self.write("A.mtx", array(A)))
        for name, data in files.items():
            with self.subTest(name):
                self.assert_same(self.solve(self.write(name, data)), expected)
        return expected

    def test_dense_formats_agree(self):
        A, b = instance()
        names = [f"name {j}" for j in range(len(A[0]))]
        quoted = [f'"{name}, ""x"""' for name in names]
        result = self.same(A, b, {
            "comma.csv": csv(A), "tab.tsv": csv(A, "\t"), "semicolon.csv": csv(A, ";"), "blank.txt": csv(A, " "),
            "header.csv": csv(A, header=names), "quoted.csv": csv(A, header=quoted), "spaced.csv": csv(A, " , "),
            "crlf.csv": csv(A, header=names, end="\r\n"), "bom.csv": b"\xef\xbb\xbf" + csv(A, header=names).encode(),
            "no_final_newline.csv": csv(A).rstrip(), "blank_lines.csv": "\n# a comment, with a comma\n\n" + csv(A, end="\n\n"),
            "numpy_savetxt.txt": "# a b c\n" + csv(A, " "), "long_comment.csv": "#" + "x" * 70000 + "\n" + csv(A),
            "crlf.mtx": array(A).replace("\n", "\r\n"), "indented.mtx": array(A).replace("\n", "\n  \t"),
            "c.npy": npy(A), "f.npy": npy(A, fortran=True), "v2.npy": npy(A, version=2), "big.npy": npy(A, ">f8"),
            "fortran.mtx": array(A).replace("\n0", "\n+0"),
            "csv.gz": gz(csv(A)), "A.mtx.gz": gz(array(A)), "A.npy.gz": gz(npy(A)),
        })
        self.assertEqual(result["support"], [1, 4, len(A[0]) - 1])

    def test_sparse_formats_agree(self):
        A, b = instance(30, 15)
        A = [[a if abs(a) > 1 else 0.0 for a in row] for row in A]
        general = coordinate(A)
        head, sizes, *entries = general.splitlines()
        shuffled = "\n".join([head, sizes, *reversed(entries)]) + "\n"
        m, n, count = sizes.split()
        first = entries[0].split()
        halves = [f"{first[0]} {first[1]} {float(first[2]) / 2!r}"] * 2  # repeated entries are added
        twice = "\n".join([head, f"{m} {n} {int(count) + 1}", *halves, *entries[1:]]) + "\n"
        self.write("b.mtx", array(column(b)))
        expected = self.solve(self.write("A.mtx", general))
        for name, data in {"shuffled.mtx": shuffled, "twice.mtx": twice, "g.mtx.gz": gz(general)}.items():
            with self.subTest(name):
                self.assert_same(self.solve(self.write(name, data)), expected)
        dense = self.solve(self.write("dense.mtx", array(A)))
        self.assertEqual(dense["support"], expected["support"])
        self.assertAlmostEqual(dense["best_objective"], expected["best_objective"], delta=1e-9)

    def test_integers_patterns_and_symmetries(self):
        draw, b = instance(12, 12, 3)
        whole = [[float(round(3 * a)) for a in row] for row in draw]
        self.same(whole, b, {"i4.npy": npy(whole, "<i4"), "i8.npy": npy(whole, "<i8"), "f4.npy": npy(whole, "<f4"),
                             "integers.csv": csv([[int(a) for a in row] for row in whole])})
        symmetric = [[whole[max(i, j)][min(i, j)] for j in range(12)] for i in range(12)]
        self.same(symmetric, b, {"s.mtx": array(symmetric, "symmetric")})
        skew = [[(whole[i][j] if i > j else -whole[j][i]) if i != j else 0.0 for j in range(12)] for i in range(12)]
        self.same(skew, b, {"skew.mtx": array(skew, "skew-symmetric")})
        sparse = coordinate(symmetric)
        self.write("b.mtx", array(column(b)))
        expected = self.solve(self.write("S.mtx", sparse))
        self.assert_same(self.solve(self.write("T.mtx", coordinate(symmetric, symmetry="symmetric"))), expected)
        ones = [[1.0 if a > 1 or i == j else 0.0 for j, a in enumerate(row)] for i, row in enumerate(whole)]
        expected = self.solve(self.write("O.mtx", coordinate(ones)))
        self.assert_same(self.solve(self.write("P.mtx", coordinate(ones, "pattern"))), expected)

    def test_vectors_in_any_format(self):
        A, b = instance()
        self.write("A.npy", npy(A))
        expected = self.solve("A.npy", self.write("b.mtx", array(column(b))))
        files = {"row.mtx": array([b]), "b.csv": csv(column(b)), "row.csv": csv([b]), "b.npy": npy(column(b)),
                 "sparse.mtx": coordinate(column(b)), "sparse_row.mtx": coordinate([b]), "named.csv": "y\n" + csv(column(b))}
        for name, data in files.items():
            with self.subTest(name):
                self.assert_same(self.solve("A.npy", self.write(name, data)), expected)

    def test_response_is_a_column_of_the_table(self):
        A, b = instance()
        table = [[row[0], value, *row[1:]] for row, value in zip(A, b)]
        names = [f"v{j}" for j in range(len(A[0]))]
        self.write("A.csv", csv(A, header=names))
        self.write("b.csv", csv(column(b)))
        self.write("table.csv", csv(table, header=[names[0], "y", *names[1:]]))
        self.write("table.npy", npy(table, fortran=True))
        expected = self.solve_json("A.csv", "b.csv", "-s", 3)
        by_name = self.solve_json("table.csv", "--response", "y", "-s", 3)
        self.assertEqual(by_name["names"], expected["names"])
        self.assert_same(by_name, expected)
        self.assert_same(self.solve_json("table.npy", "--response", 1, "-s", 3), expected)

    def test_standard_input(self):
        A, b = instance()
        self.write("b.mtx", array(column(b)))
        expected = self.solve(self.write("A.csv", csv(A)))
        with open(self.directory / "A.csv", "rb") as data:
            self.assert_same(self.solve_json("-", "b.mtx", "-s", 3, stdin=data), expected)

    def test_row_names_are_passed(self):
        """A first column without a name, as R and pandas write it, whether names or numbers are in it."""
        A, b = instance(9, 5)
        plain = csv(A, header=["v", "w", "x", "y", "z"])
        self.write("b.csv", csv(column(b), header=["b"]))
        expected = self.solve_json(self.write("plain.csv", plain).name, "b.csv", "-s", 1)
        rows = plain.splitlines()
        for first, name in (('""', '"row {}"'), ("", "{}")):
            text = "\n".join([first + "," + rows[0]] + [name.format(k) + "," + row for k, row in enumerate(rows[1:])])
            self.write("named.csv", text + "\n")
            found = self.solve_json("named.csv", "b.csv", "-s", 1)
            self.assertEqual([found[key] for key in ("names", "support", "values")], [expected[key] for key in ("names", "support", "values")])
        self.write("short.csv", ',x,y\na,1,2\nb,3\n')
        self.fails(3, "solve", "short.csv", "b.csv", "-s", 1, says="short.csv:3:1: the row has 2 fields, the first has 3")

    def test_header_can_be_forced(self):
        self.write("A.csv", "2001,2002,2003\n1,2,3\n4,5,7\n")
        self.write("b.csv", "1\n2\n")
        result = self.run_command("solve", "A.csv", "b.csv", "-s", 1, "--header", "yes", code=3)  # b.csv loses a row too
        self.assertIn(b"b must have 2 numbers", result.stderr)
        self.write("b.csv", "y\n1\n2\n")
        self.assertIn(self.solve_json("A.csv", "b.csv", "-s", 1, "--header", "yes")["names"][0], ("2001", "2002", "2003"))

    def test_names_in_latin_1_become_valid_json(self):
        """Everything that is printed is UTF-8, and a name typed in UTF-8 finds its column."""
        A, b = [row[:3] for row in instance()[0]], instance()[1]
        names = ["größe", "café, crème", "x"]
        self.write("b.csv", csv(column(b)))
        quoted = [f'"{name}"' for name in names]
        for name, encoding in (("latin.csv", "latin-1"), ("utf8.csv", "utf-8"), ("bom.csv", "utf-8-sig")):
            with self.subTest(encoding):
                self.write(name, csv(A, header=quoted).encode(encoding))
                self.assertEqual(self.solve_json(name, "b.csv", "-s", 3)["names"], names)
                path = self.run_command("path", name, "b.csv", "-f", "json").stdout.decode("utf-8")
                self.assertEqual(json.loads(path)["path"][-1]["names"], names)
                self.assertIn("größe", self.run_command("solve", name, "b.csv", "-s", 3).stdout.decode("utf-8"))
                self.assertEqual(self.solve_json(name, "--response", "größe", "-s", 2)["names"], names[1:])
        mixed = ",".join(quoted).encode("latin-1").replace(b"x", b"\xc3\xa9")  # valid in one place only
        self.write("mixed.csv", mixed + b"\n" + csv(A).encode())
        self.assertEqual(self.solve_json("mixed.csv", "b.csv", "-s", 3)["names"][0], "größe")

    def test_a_name_that_two_columns_have_is_not_guessed(self):
        A, b = [row[:4] for row in instance()[0]], instance()[1]
        self.write("A.csv", csv(A, header=["hp", "wt", "hp", '"2"']))
        self.write("b.csv", csv(column(b)))
        says = "columns 0 and 2 are both called 'hp'; name the one you mean by its number, as #0"
        self.fails(3, "solve", "A.csv", "--response", "hp", "-s", 1, says=["A.csv: ", says])
        self.fails(2, "solve", "A.csv", "b.csv", "--kept", "wt,hp", "-s", 1, says=["--kept: ", says])
        self.assertEqual(self.solve_json("A.csv", "--response", "0", "-s", 3)["names"], ["wt", "hp", "2"])
        self.assertEqual(self.solve_json("A.csv", "--response", "2", "-s", 3)["names"], ["hp", "wt", "hp"])  # a name first
        self.assertEqual(self.solve_json("A.csv", "--response", "#2", "-s", 3)["names"], ["hp", "wt", "2"])
        self.assertEqual(len(self.solve_json("A.csv", "b.csv", "-s", 4)["names"]), 4)  # nobody asked for one of them

    def test_a_row_under_names_goes_to_the_columns_that_are_named(self):
        rows = [[i % 7 - 3, (i * 5) % 11 - 5, (i * i) % 13 - 6, 2 * (i % 7 - 3) - ((i * 5) % 11 - 5)] for i in range(20)]
        self.write("T.csv", "u,v,w,y\n" + csv(rows))
        words = ["T.csv", "--response", "y", "-s", "2"]
        for option, ordered in (("--lower", "0,-0.25,0"), ("--upper", "0.5,0,0"), ("--groups", "1,2,2"), ("--start", "1,0,0")):
            self.write("named.csv", "w,u,v\n" + ",".join(ordered.split(",")[k] for k in (2, 0, 1)) + "\n")
            self.write("plain.csv", "\n".join(ordered.split(",")) + "\n")
            found = [self.solve_json(*words, option, file) for file in ("named.csv", "plain.csv")]
            for name in ("support", "values", "iterations"):
                self.assertEqual(found[0][name], found[1][name], option)
        self.write("x.csv", "v,w,u\n-1,0,2\n")
        self.write("plain.csv", "2\n-1\n0\n")
        found = [json.loads(self.run_command("check", *words[:3], file, "--format", "json").stdout) for file in ("x.csv", "plain.csv")]
        self.assertEqual(found[0]["objective"], found[1]["objective"])
        self.assertEqual(found[0]["objective"], 0)
        self.write("other.csv", "w,u,x\n0,0,0\n")
        self.fails(3, "solve", *words, "--lower", "other.csv", says="other.csv: there is no column 'x'; there is: u, v, w")
        self.write("twice.csv", "w,u,u\n0,0,0\n")
        self.fails(3, "solve", *words, "--lower", "twice.csv", says="twice.csv: the column 'u' is named twice")
        self.write("none.csv", "0\n" * 20)
        self.fails(3, "solve", *words, "--weights", "none.csv", says="none.csv: the weights are all zero, so no observation counts")

    def test_kept_names_may_hold_commas_and_quotation_marks(self):
        A, b = [row[:4] for row in instance()[0]], instance()[1]
        self.write("A.csv", csv(A, header=['"a, b"', '"say ""x"""', "c", '5"']))
        self.write("b.csv", csv(column(b)))
        kept = lambda names: self.solve_json("A.csv", "b.csv", "-s", 1, "--kept", names, "--method", "iht")["support"]
        for names, expected in (('"a, b",c', {0, 2}), ('"say ""x"""', {1}), ('"c", "a, b"', {0, 2}), ("c, #3", {2, 3}), ('5"', {3}), ("#1,3", {1, 3})):
            with self.subTest(names):
                self.assertLessEqual(expected, set(kept(names)))
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--kept", '"a, b', says="--kept: a quotation mark is not closed")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--kept", "a, b", says="there is no column 'a'")

    def test_numbers_at_the_edges(self):
        self.write("A.csv", "1e-400,+1,1.5D+1\n2,3,1\n")
        self.write("b.csv", "1\n2\n")
        self.assertEqual(self.solve_json("A.csv", "b.csv", "-s", 1)["columns"], 3)


if __name__ == "__main__":
    unittest.main()
