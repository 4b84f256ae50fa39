# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""A line of progress on a terminal and none elsewhere; Ctrl-C prints the best point so far."""

import os
import pty
import signal
import subprocess
import time
import unittest

from support import COMMAND, Case, array, column, instance

ENDLESS = ["--method", "iht", "--stationarity-tolerance", "0", "--residual-tolerance", "0", "--max-iterations", "1000000000000"]


class Terminal(Case):
    def setUp(self):
        super().setUp()
        A, b = instance(60, 80)
        self.write("A.mtx", array(A))
        self.write("b.mtx", array(column(b)))

    def start(self, *words, **options):
        return subprocess.Popen([COMMAND, *words], cwd=self.directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **options)

    def interrupt(self, process, seconds=0.5):
        """Once the command has taken charge of the signal, and some time after that."""
        def caught():
            with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
                mask = next(line for line in status if line.startswith("SigCgt"))
            return int(mask.split()[1], 16) >> (signal.SIGINT - 1) & 1

        while process.poll() is None and not caught():
            time.sleep(0.01)
        time.sleep(seconds)
        self.assertIsNone(process.poll(), "the run ended by itself")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        return output.decode(), errors

    def test_interrupt_prints_the_best_point(self):
        output, errors = self.interrupt(self.start("solve", "A.mtx", "b.mtx", "-s", "5", *ENDLESS, stderr=subprocess.PIPE))
        self.assertIn("objective", output)
        self.assertIn("method iht: interrupted after", output)
        self.assertEqual(len(output.split("value\n")[1].splitlines()), 5)
        self.assertEqual(errors, b"")

    def test_interrupt_of_a_path_prints_what_is_done(self):
        words = ["path", "A.mtx", "b.mtx", "-s", "1:30", "--folds", "50", "--max-iterations", "20000"]
        output, _ = self.interrupt(self.start(*words, *ENDLESS[:-2], stderr=subprocess.PIPE), 2)
        self.assertGreater(len(output.splitlines()), 1)
        self.assertNotIn("chosen", output)

    def test_interrupt_of_a_benchmark(self):
        words = ["bench", "recovery", "--rows", "iht-lsr", "--instances", "1000000", "--residual-tolerance", "0"]
        output, _ = self.interrupt(self.start(*words, stderr=subprocess.PIPE))
        self.assertIn("% recovered", output)

    def test_interrupt_while_reading(self):
        reading, writing = os.pipe()
        process = subprocess.Popen([COMMAND, "solve", "-", "b.mtx", "-s", "5"], cwd=self.directory, stdin=reading,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.close(reading)
        os.write(writing, b"1,2\n")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        os.close(writing)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)

    def test_progress_on_a_terminal_only(self):
        for words, shows in ((["solve", "A.mtx", "b.mtx", "-s", "5", *ENDLESS], b"iteration"),
                             (["bench", "recovery", "--rows", "iht-lsr", "--instances", "100000"], b"left")):
            main, terminal = pty.openpty()
            process = self.start(*words, stderr=terminal)
            os.close(terminal)
            seen = b""
            while shows not in seen:
                seen += os.read(main, 4096)
            self.interrupt(process, 0)
            os.close(main)
            main, terminal = pty.openpty()
            self.interrupt(self.start(*words, "--quiet", stderr=terminal))
            os.set_blocking(main, False)
            with self.assertRaises(BlockingIOError):
                os.read(main, 1)
            os.close(terminal)
            os.close(main)


if __name__ == "__main__":
    unittest.main()
