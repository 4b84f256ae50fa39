# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""A few bytes never take much memory: what a file asks for is counted first, and the message names size, limit and
option. SIGINT and SIGTERM are answered wherever the command is."""

import fcntl
import gzip
import os
import signal
import subprocess
import time
import unittest

from support import COMMAND, Case, array, column, coordinate, csv, gz, instance, npy

COORDINATE = "%%MatrixMarket matrix coordinate real general\n"


class Memory(Case):
    def setUp(self):
        super().setUp()
        self.write("b.csv", "1\n")

    def refused(self, *words, code=5, says=("--memory raises it",)):
        """One line with these parts, this exit code, and at most 80 MB at any time (the system counts those of this
        process, from which it begins, so nothing large may be held here)."""
        with open(self.directory / "message", "w+b") as message:
            process = subprocess.Popen([COMMAND, *map(str, words)], cwd=self.directory, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=message)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            message.seek(0)
            text = message.read().decode()
        self.assertEqual(process.returncode, code, text)
        self.assertEqual(text.count("\n"), 1, text)
        for part in says:
            self.assertIn(part, text)
        self.assertLess(usage.ru_maxrss / 1024, 80)

    def test_announced_columns_count_what_the_library_will_take(self):
        """About 200 bytes a column, whatever the file itself holds."""
        self.write("wide.mtx", COORDINATE + "1 500000000 1\n1 1 1\n")
        x = self.write("x.mtx", COORDINATE + "500000000 1 1\n1 1 1\n").name
        for command in (["solve", "wide.mtx", "b.csv", "-s", 1], ["dsm", "wide.mtx"], ["path", "wide.mtx", "b.csv"],
                        ["check", "wide.mtx", "b.csv", x]):
            with self.subTest(command[0]):
                self.refused(*command, "--memory", "20G", says=["--memory raises it", "wide.mtx: 1 row and 500000000 columns", "125 GB", "the limit is 20 GB"])
        self.write("small.mtx", COORDINATE + "1 100000 1\n1 1 1\n")
        self.refused("solve", "small.mtx", "b.csv", "-s", 1, "--memory", "10M", says=["25 MB", "10 MB"])
        self.run_command("solve", "small.mtx", "b.csv", "-s", 1, "--memory", "50M")

    def test_announced_entries_and_cells_are_counted(self):
        self.write("entries.mtx", COORDINATE + "9 9 100000000000000\n1 1 1\n")
        self.write("cells.mtx", "%%MatrixMarket matrix array real general\n100000 100000\n1\n")
        self.write("symmetric.mtx", "%%MatrixMarket matrix array real symmetric\n100000 100000\n1\n")
        self.write("cells.npy", npy([[1.0]]).replace(b"(1, 1), }", b"(99999, 99999), }"))
        for name in ("entries.mtx", "cells.mtx", "symmetric.mtx", "cells.npy"):
            with self.subTest(name):
                self.refused("solve", name, "b.csv", "-s", 1, "--memory", "1G", says=[name, "the limit is 1 GB"])

    def test_a_vector_of_another_length_is_refused_by_its_size_line(self):
        self.write("A.csv", "1,2\n3,4\n")
        self.write("long.mtx", COORDINATE + "1 900000000 1\n1 1 1\n")
        self.refused("solve", "A.csv", "long.mtx", "-s", 1, code=3, says=["b must have 2 numbers, the file holds 900000000"])

    def test_columns_of_a_header_are_counted_while_they_are_read(self):
        self.write("names.csv", ",".join(f"c{j}" for j in range(300000)) + "\n")
        self.write("numbers.csv", ",".join(["1"] * 300000) + "\n")
        for name in ("names.csv", "numbers.csv"):
            self.refused("solve", name, "b.csv", "-s", 1, "--memory", "30M", says=[name, "columns", "30 MB"])

    def test_rows_of_a_table_are_counted_while_they_are_read(self):
        self.write("tall.csv", "1,2\n" * 300000)
        self.refused("solve", "tall.csv", "b.csv", "-s", 1, "--memory", "5M", says=["tall.csv", "5 MB"])

    def test_fits_of_a_path_are_counted(self):
        self.write("wide.mtx", COORDINATE + "1 100000 1\n1 1 1\n")
        self.refused("path", "wide.mtx", "b.csv", "--memory", "40M", says=["wide.mtx", "40 MB"])
        self.refused("path", "wide.mtx", "b.csv", "--threads", "9", "--memory", "200M", says=["200 MB"])

    def test_sizes_are_read_with_their_units(self):
        self.write("A.csv", "1,2\n3,4\n")
        self.write("b.csv", "1\n2\n")
        for size in ("1e8", "100000k", "100M", "0.1G", "100 MB"):
            self.run_command("solve", "A.csv", "b.csv", "-s", 1, "--memory", size)
        for size in ("", "much", "-1G", "0", "5X"):
            self.fails(2, "solve", "A.csv", "b.csv", "-s", 1, "--memory", size, says="--memory wants a size such as")
        self.fails(5, "solve", "A.csv", "b.csv", "-s", 1, "--memory", "0.3k", says="the limit is 0.3 kB")

    def test_a_small_file_does_not_unpack_without_end(self):
        header = npy([[1.0]]).replace(b"(1, 1), }", b"(5000, 999)}")
        bombs = {"comment.csv.gz": (b"#", b" "), "row.csv.gz": (b"0", b",0"), "zeros.npy.gz": (header, b"\0")}
        for name, (first, again) in bombs.items():
            with self.subTest(name):
                with gzip.open(self.directory / name, "wb", compresslevel=6) as file:
                    file.write(first)
                    for _ in range(38):
                        file.write(again * (1_000_000 // len(again)))
                self.fails(5, "solve", name, "b.csv", "-s", 1, says=[name, "unpack to more than 16", "200 times", "--expansion raises it"])
                self.fails(2, "solve", name, "b.csv", "-s", 1, "--expansion", "0.5", says="--expansion")
        self.fails(3, "solve", "comment.csv.gz", "b.csv", "-s", 1, "--expansion", "2000", says="no numbers")

    def test_what_is_within_the_limits_gives_the_same_result(self):
        A, b = instance(30, 15)
        A = [[a if abs(a) > 1 else 0.0 for a in row] for row in A]
        self.write("b.mtx", array(column(b)))
        for name, data in {"A.mtx": coordinate(A), "A.csv": csv(A), "A.npy": npy(A), "A.csv.gz": gz(csv(A))}.items():
            self.write(name, data)
            result = self.solve_json(name, "b.mtx", "-s", 3, "--memory", "1M", "--expansion", "1.5")
            self.assertEqual(result["columns"], 15)


class Signals(Case):
    """SIGTERM and SIGINT end the command soon, wherever it is."""

    def caught(self, process):
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            mask = int(next(line for line in status if line.startswith("SigCgt")).split()[1], 16)
        return mask >> (signal.SIGTERM - 1) & 1

    def stops(self, process, number, seconds=0.2):
        """The answer comes within half a second of processor time that is ours; a loaded machine gets ten."""
        while process.poll() is None and not self.caught(process):
            time.sleep(0.005)
        time.sleep(seconds)
        self.assertIsNone(process.poll(), "the command ended by itself")
        process.send_signal(number)
        process.wait(timeout=10)
        self.assertEqual(process.returncode, 130)

    def start(self, *words, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen([COMMAND, *map(str, words)], cwd=self.directory, **options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_while_waiting_for_input(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            reading, writing = os.pipe()
            process = self.start("solve", "-", "b.csv", "-s", 1, stdin=reading)
            os.close(reading)
            self.stops(process, number)
            os.close(writing)

    def test_while_the_result_is_written_to_a_pipe_that_nobody_reads(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            reading, writing = os.pipe()
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
            process = self.start("info", "--options", "-f", "json", stdout=writing)
            os.close(writing)
            self.stops(process, number, 0.5)
            os.close(reading)

    def test_while_the_library_prepares_a_large_matrix(self):
        """Nothing asks there whether to stop: the timer does."""
        self.write("wide.mtx", COORDINATE + "1 4000000 1\n1 1 1\n")
        self.write("b.csv", "1\n")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("path", "wide.mtx", "b.csv")
            self.stops(process, number)

    def test_during_a_run_the_best_point_is_printed(self):
        A, b = instance(60, 80)
        self.write("A.mtx", array(A))
        self.write("b.mtx", array(column(b)))
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("solve", "A.mtx", "b.mtx", "-s", 5, "--method", "iht", "--stationarity-tolerance", 0,
                                 "--residual-tolerance", 0, "--max-iterations", 10**12)
            self.stops(process, number, 0.5)
            self.assertIn(b"method iht: interrupted after", process.stdout.read())


if __name__ == "__main__":
    unittest.main()
