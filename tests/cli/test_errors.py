# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What is wrong is said in one line that names the file, the line and the column; nothing is printed as a result."""

import os
import resource
import subprocess
import unittest

from support import COMMAND, Case, array, column, coordinate, csv, gz, instance, npy


class Errors(Case):
    def setUp(self):
        super().setUp()
        self.A, self.b = instance()
        self.write("A.csv", csv(self.A))
        self.write("b.csv", csv(column(self.b)))

    def bad(self, name, data, says):
        return self.fails(3, "solve", self.write(name, data).name, "b.csv", "-s", 1, says=says)

    def test_files_that_are_not_there_or_empty(self):
        self.fails(3, "solve", "none.mtx", "b.csv", "-s", 1, says="none.mtx: No such file or directory")
        self.fails(3, "solve", ".", "b.csv", "-s", 1, says="Is a directory")
        for name in ("empty.csv", "empty.mtx", "empty.npy", "empty.csv.gz"):
            self.bad(name, b"", f"{name}: the file is empty")
        self.bad("empty2.csv.gz", gz(b""), "the file is empty")
        self.bad("names.csv", "a,b\n", "names but no numbers")
        self.bad("comments.csv", "# nothing\n\n", "no numbers")

    def test_a_message_that_quotes_a_file_is_one_line_without_commands_for_the_terminal(self):
        self.bad("escape.npy", npy(self.A).replace(b"'<f8'", b"'\x1b\n8'"), "numbers of type '??8' are not read")

    def test_structure_that_does_not_fit(self):
        solve = ["solve", "A.csv", "b.csv", "-s", 2]
        self.fails(2, *solve, "--kept", "1,12", says="--kept: there is no column '12'; they are numbered from 0 to 11")
        self.fails(2, *solve, "--kept", "", says="there is no column ''")
        self.fails(2, *solve, "--kept", "1st", says="there is no column '1st'")
        self.fails(3, *solve, "--lower", "0.5", says="lower[0], counted from 0, is 0.5; bounds must satisfy lower <= 0 <= upper")
        self.fails(3, *solve, "--upper", "none.csv", says="none.csv: No such file")
        self.fails(3, *solve, "--groups", "b.csv", says="b.csv: the groups must have 12 numbers, the file holds 20")
        self.write("g.csv", csv([[0.5] * 12]))
        self.fails(3, *solve, "--groups", "g.csv", says="g.csv: groups are whole numbers, not 0.5")
        self.write("g.csv", csv([[1] * 12]))
        self.fails(2, *solve, "--groups", "g.csv", says="--sparsity wants an integer from 0 to 1, not '2'")
        self.write("named.csv", csv(self.A, header=[f"c{j}" for j in range(12)]))
        self.fails(2, "solve", "named.csv", "b.csv", "-s", 1, "--kept", "c3,d", says="there is no column 'd'; there is: c0, c1,")
        self.write("x.csv", csv([[-1] + [0] * 11]))
        self.fails(3, "check", "A.csv", "b.csv", "x.csv", "--lower", 0, says="x[0], counted from 0, is -1, outside its bounds 0 .. inf")

    def test_text_errors_name_line_and_column(self):
        self.bad("word.csv", "1,2\n3,four\n", "word.csv:2:3: 'four' is not a number")
        self.bad("missing.csv", "1,2\n3,\n", "missing.csv:2:3: a number is missing")
        self.bad("nan.csv", "1,2\nnan,4\n", "nan.csv:2:1: 'nan' is not finite")
        self.bad("inf.csv", "1,-inf\n3,4\n", "inf.csv:1:3: '-inf' is not finite")
        self.bad("huge.csv", "1,1e999\n", "huge.csv:1:3: '1e999' is not finite")
        self.bad("ragged.csv", "1,2\n3,4,5\n", "ragged.csv:2:1: the row has 3 fields, the first has 2")
        self.bad("mixed.csv", "1,x\n3,4\n", "mixed.csv:1:3: 'x' among numbers")
        self.bad("quote.csv", 'a,"b\n1,2\n', "quote.csv:1:3: the quotation mark is not closed")
        self.bad("comma.csv", "1;2\n3;4,5\n", "comma.csv:2:3: '4,5' is not a number; the decimal point must be a point")
        self.bad("long.csv", "1," + "9" * 5000 + "\n", "more than 4096 characters")
        self.bad("old_mac.csv", "1,2\r3,4\r", "carriage return")

    def test_matrix_market_errors(self):
        head = "%%MatrixMarket matrix coordinate real general\n"
        self.bad("banner.mtx", "1 2\n", "banner.mtx:1:1: a Matrix Market file begins with")
        self.bad("complex.mtx", "%%MatrixMarket matrix array complex general\n1 1\n", "complex.mtx:1:29: the field 'complex'")
        self.bad("row.mtx", head + "2 2 1\n3 1 5\n", "row.mtx:3:1: row 3 is not in 1..2")
        self.bad("column.mtx", head + "2 2 1\n1 0 5\n", "column.mtx:3:3: column 0 is not in 1..2")
        self.bad("few.mtx", head + "2 2 2\n1 1 5\n", "few.mtx:4:1: the file ends after 1 of 2 entries")
        self.bad("many.mtx", head + "2 2 1\n1 1 5\n2 2 5\n", "many.mtx:4:1: more entries than the sizes say")
        self.bad("half.mtx", array(self.A)[: len(array(self.A)) // 2 // 8 * 8], "half.mtx:")
        self.bad("nan.mtx", "%%MatrixMarket matrix array real general\n1 2\n1\nNaN\n", "nan.mtx:4:1: 'NaN' is not finite")
        self.bad("upper.mtx", head.replace("general", "symmetric") + "2 2 1\n1 2 5\n", "upper.mtx:3:5: an entry above the diagonal")
        self.bad("flat.mtx", head.replace("general", "symmetric") + "2 3 1\n1 1 5\n", "must be square")
        self.bad("sizes.mtx", head + "2 x 1\n", "sizes.mtx:2:3: 'x' is not an integer")
        self.bad("zero.mtx", head + "0 2 0\n", "zero.mtx:2:1: the number of rows cannot be 0")

    def test_numpy_errors(self):
        data = npy(self.A)
        self.bad("magic.npy", b"something else", "begins with")
        self.bad("short.npy", data[:-1], "short.npy: the file ends early")
        self.bad("header.npy", data[:20], "header.npy: the file ends early")
        self.bad("long.npy", data + b"x", "longer than its header says")
        self.bad("text.npy", data.replace(b"<f8", b"<U8"), "'<U8' are not read")
        self.bad("cube.npy", data.replace(b"(20, 12), ", b"(5,4, 12),"), "one or two dimensions")
        self.bad("version.npy", data[:6] + b"\x09" + data[7:], "version 9")
        self.A[3][5] = float("nan")
        self.bad("nan.npy", npy(self.A), "nan.npy: the entry in row 4, column 6 is not finite")
        self.bad("nan_f.npy", npy(self.A, fortran=True), "row 4, column 6")

    def test_binary_and_damaged_files(self):
        self.bad("program.csv", b"\x7fELF\x02\x01\x01\x00" * 100, "program.csv:1:1: byte 0x7f is not text")
        self.bad("inside.csv", b"1,2\n3,\x00\n", "inside.csv:2:3: byte 0x00 is not text")
        packed = gz(csv(self.A))
        self.bad("cut.csv.gz", packed[: len(packed) // 2], "truncated")
        self.bad("damaged.csv.gz", packed[:60] + bytes(40) + packed[100:], "damaged.csv.gz")

    def test_announced_sizes_take_no_memory(self):
        head = "%%MatrixMarket matrix {} real general\n"
        for name, data in {
            "array.mtx": head.format("array") + "1000000000 1000000000\n1\n",
            "entries.mtx": head.format("coordinate") + "10 10 100000000000000\n1 1 1\n",
            "columns.mtx": head.format("coordinate") + "10 100000000000000 1\n1 1 1\n",
            "huge.npy": npy([[1.0]]).replace(b"(1, 1), }", b"(99999999, 99999999)}"),
            "symmetric.mtx": "%%MatrixMarket matrix array real symmetric\n100000000 100000000\n1\n",
        }.items():
            with self.subTest(name):
                self.write(name, data)
                result = self.run_command("solve", name, "b.csv", "-s", 1, code=None)
                self.assertIn(result.returncode, (3, 5))
                self.assertEqual(result.stderr.count(b"\n"), 1)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 400 * 1024)

    def test_a_gigabyte_is_not_held(self):
        for name, start in (("big.csv", b""), ("big.mtx", b"%%MatrixMarket matrix array real general\n5 5\n"), ("big.npy", b"")):
            with self.subTest(name):
                path = self.write(name, start)
                os.truncate(path, 1 << 30)
                self.fails(3, "solve", name, "b.csv", "-s", 1, says=name)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 400 * 1024)

    def test_sizes_that_do_not_fit(self):
        self.write("short.csv", "1\n2\n")
        self.fails(3, "solve", "A.csv", "short.csv", "-s", 1, says="short.csv: b must have 20 numbers, the file holds 2")
        self.fails(3, "solve", "A.csv", "A.csv", "-s", 1, says="A.csv: b must be one column or one row")
        self.fails(3, "solve", "A.csv", "b.csv", "-s", 1, "--weights", "short.csv", says="the weights must have 20")
        self.fails(3, "check", "A.csv", "b.csv", "b.csv", says="x must have 12 numbers")
        self.fails(3, "solve", "A.csv", "b.csv", "-s", 1, "--start", "short.csv", says="the start must have 12")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 13, says="from 0 to 12")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", -1, says="from 0 to 12")
        self.write("labels.csv", "\n".join(["2"] * 20) + "\n")
        self.fails(3, "solve", "A.csv", "labels.csv", "-s", 1, "--loss", "logistic")

    def test_command_lines_that_are_wrong(self):
        self.fails(2, says="--help")
        self.fails(2, "slove", says="did you mean solve?")
        self.fails(2, "-V", says="--help")
        self.fails(2, "path", "A.csv", "b.csv", "--plot", "p.pdf", says=".png, not 'p.pdf'")
        self.fails(2, "solve", says="what to read as A is missing")
        self.fails(2, "solve", "A.csv", says="b is missing")
        self.fails(2, "solve", "A.csv", "b.csv", says="--sparsity")
        self.fails(2, "solve", "A.csv", "b.csv", "c.csv", "-s", 1, says="unexpected 'c.csv'")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", "two", says="not 'two'")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--max-iteration=x", says="wants an integer, not 'x'")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--max-itterations", 5, says="did you mean --max-iterations?")
        for foreign, here in (("--tol", "--stationarity-tolerance"), ("--random-state", "--seed"), ("--x0", "--start"),
                              ("--fit-intercept", "--intercept"), ("--alpha", "--ridge"), ("--target", "--response")):
            self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, foreign, 1, says=f"there is no option {foreign}; it is called {here}")
        self.fails(2, "path", "A.csv", "b.csv", "--cv", 5, says="there is no option --cv; it is called --folds")
        self.write("named.csv", "x,y\n1,2\n3,4\n5,7\n")
        self.fails(2, "solve", "named.csv", "y", "-s", 1, says="there is no file 'y'; --response y takes b from that column")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--method", "newtn", says="newton")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--loss", "logistik", says="logistic")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--line-search-factor", 2, says="line_search_factor")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--format", "xml", says="xml")
        self.fails(2, "solve", "A.csv", "b.csv", "-s", says="needs a value")
        self.fails(2, "path", "A.csv", "b.csv", "--sparsities", "3:1", says="3:1")
        self.fails(2, "path", "A.csv", "b.csv", "--folds", "1", says="folds")
        self.fails(2, "path", "A.csv", "b.csv", "--criterion", "cv", says="needs folds")
        self.fails(2, "path", "A.csv", "b.csv", "--criterion", "aic", "--loss", "huber", says="likelihood")
        self.fails(2, "bench", says="recovery")
        self.fails(2, "bench", "recovery", "--rows", "newton/D1/x", says="newton/D1/x")
        self.fails(2, "bench", "recovery", "--rows", "nothing", "--instances", 1, says="nothing")
        self.fails(3, "solve", "A.csv", "--response", "mpg", "-s", 1, says="there is no column 'mpg'")

    def test_results_that_cannot_be_written(self):
        words = ("solve", "A.csv", "b.csv", "-s", 1)
        self.fails(4, *words, "-o", "none/x", says="cannot write to none/x: No such file or directory")
        self.fails(4, *words, "-o", ".", says="Is a directory")
        self.fails(4, *words, "-o", "/dev/full", says="/dev/full: No space left on device")
        self.fails(4, "path", "A.csv", "b.csv", "--plot", "/dev/full", says="No space left on device")
        self.fails(4, "path", "A.csv", "b.csv", "--plot", "none/p.png", says="No such file or directory")
        self.fails(4, "path", "A.csv", "b.csv", "--plot", "p.png", env={**os.environ, "PATH": "none"}, says="rsvg-convert")
        self.assertFalse((self.directory / "p.png").exists())
        with open("/dev/full", "wb") as full:
            result = self.run_command(*words, code=4, stdout=full)
            self.assertIn(b"standard output: No space left on device", result.stderr)

    def test_a_closed_pipe(self):
        for words in (("solve", "A.csv", "b.csv", "-s", 1), ("--help",), ("info",)):
            reading, writing = os.pipe()
            os.close(reading)
            result = self.run_command(*words, code=4, stdout=writing)
            os.close(writing)
            self.assertEqual(result.stderr, b"sparsebregman: cannot write to standard output: Broken pipe\n")

    def test_no_permission(self):
        locked = self.directory / "locked"
        locked.mkdir(mode=0o555)
        secret = self.write("secret.csv", "1\n")
        secret.chmod(0)
        self.directory.chmod(0o755)
        someone = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        try:
            subprocess.run([COMMAND, "--version"], check=True, capture_output=True, cwd=self.directory, **someone)
        except (PermissionError, subprocess.CalledProcessError):
            self.skipTest("another user cannot run the command here")
        self.fails(4, "solve", "A.csv", "b.csv", "-s", 1, "-o", "locked/x", says="Permission denied", **someone)
        self.fails(3, "solve", "secret.csv", "b.csv", "-s", 1, says="secret.csv: Permission denied", **someone)


if __name__ == "__main__":
    unittest.main()
