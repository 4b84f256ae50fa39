# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What the command prints is what the library computes: certified, the same for the same input, in every format."""

import itertools
import json
import os
import random
import re
import resource
import struct
import subprocess
import unittest
import xml.etree.ElementTree

from support import COMMAND, GENERATED, SOURCE, Case, array, column, coordinate, csv, instance, npy


class Results(Case):
    def setUp(self):
        super().setUp()
        self.A, self.b = instance()
        self.write("A.mtx", array(self.A))
        self.write("b.mtx", array(column(self.b)))

    def test_best_subset_of_all(self):
        """With few columns, all pairs can be tried."""
        best = min(self.fit(pair) for pair in itertools.combinations(range(len(self.A[0])), 2))
        result = self.solve_json("A.mtx", "b.mtx", "-s", 2)
        self.assertAlmostEqual(result["best_objective"], best, delta=1e-9 * best)
        self.assertEqual(len(result["support"]), 2)
        self.assertEqual(result["proved"], 1)
        self.assertIn("proved", self.run_command("solve", "A.mtx", "b.mtx", "-s", 2).stdout.decode())

    def test_an_intercept_is_told_in_every_format(self):
        words = ["A.mtx", "b.mtx", "-s", 2, "--intercept", 1]
        value = self.solve_json(*words)["intercept"]
        for form in ("table", "mtx"):
            printed = self.run_command("solve", *words, "-f", form).stdout.decode()
            self.assertAlmostEqual(float(re.search(r"intercept (\S+)", printed)[1]), value, delta=1e-9 * (1 + abs(value)))
        self.assertNotIn("intercept", self.run_command("solve", "A.mtx", "b.mtx", "-s", 2).stdout.decode())

    def test_structure_against_all_choices(self):
        """s counts groups, does not count what is kept, and bounds hold: each against all columns or pairs tried in turn."""
        n = len(self.A[0])
        self.write("groups.csv", csv([[j // 2 - 1 for j in range(n)]]))
        pairs = {(j, j + 1): self.fit((j, j + 1)) for j in range(0, n, 2)}
        grouped = self.solve_json("A.mtx", "b.mtx", "-s", 1, "--groups", "groups.csv")
        self.assertEqual(tuple(grouped["support"]), min(pairs, key=pairs.get))
        self.assertAlmostEqual(grouped["best_objective"], min(pairs.values()), delta=1e-9 * min(pairs.values()))
        others = {j: self.fit((7, j)) for j in range(n) if j != 7}
        kept = self.solve_json("A.mtx", "b.mtx", "-s", 1, "--kept", "7")
        self.assertEqual(kept["support"], sorted([7, min(others, key=others.get)]))
        self.assertAlmostEqual(kept["best_objective"], min(others.values()), delta=1e-9 * min(others.values()))
        self.write("upper.csv", csv([[0.5] * n]))
        dot = lambda u, v: sum(a * b for a, b in zip(u, v))
        columns = list(zip(*self.A))
        best = {j: min(max(dot(a, self.b) / dot(a, a), -0.25), 0.5) for j, a in enumerate(columns)}
        value = lambda j: sum((best[j] * a - b) ** 2 for a, b in zip(columns[j], self.b)) / 2
        bounded = self.solve_json("A.mtx", "b.mtx", "-s", 1, "--lower", "-0.25", "--upper", "upper.csv")
        self.assertAlmostEqual(bounded["best_objective"], min(map(value, best)), delta=1e-9 * bounded["best_objective"])
        self.assertAlmostEqual(bounded["values"][0], best[bounded["support"][0]], delta=1e-9)

    def test_structure_in_words_certificates_and_paths(self):
        self.write("groups.csv", csv([[j // 3 for j in range(12)]]))
        structure = ["--groups", "groups.csv", "--kept", "0", "--lower", "0"]
        words = self.run_command("solve", "A.mtx", "b.mtx", "-s", 2, *structure).stdout.decode()
        self.assertIn("at most 2 groups besides the kept columns\n", words)
        self.run_command("solve", "A.mtx", "b.mtx", "-s", 2, *structure, "-f", "mtx", "-o", "x.mtx")
        checked = self.run_command("check", "A.mtx", "b.mtx", "x.mtx", *structure).stdout.decode()
        self.assertIn("no exchange of one group for another", checked)
        self.assertIn("at most 2 groups besides the kept columns are allowed", checked)
        self.run_command("check", "A.mtx", "b.mtx", "x.mtx", code=1)  # without the structure there is something to gain
        path = json.loads(self.run_command("path", "A.mtx", "b.mtx", *structure, "-f", "json", "--plot", "p.svg").stdout)["path"]
        self.assertIn("groups allowed, s", (self.directory / "p.svg").read_text())
        self.assertEqual([row["s"] for row in path], [0, 1, 2, 3, 4])
        kept = self.run_command("path", "A.mtx", "b.mtx", "--kept", "0,1,2,3,4,5,6,7,8,9", "-f", "json")
        self.assertEqual([row["s"] for row in json.loads(kept.stdout)["path"]], [0, 1, 2])  # what is kept is not counted
        for row in path:
            self.assertLessEqual(len({j // 3 for j in row["support"]} - {0}), row["s"])
            self.assertTrue(all(value >= 0 for value in row["values"]))

    def fit(self, pair):
        p, q = ([row[j] for row in self.A] for j in pair)
        dot = lambda u, v: sum(a * b for a, b in zip(u, v))
        det = dot(p, p) * dot(q, q) - dot(p, q) ** 2
        x = (dot(q, q) * dot(p, self.b) - dot(p, q) * dot(q, self.b)) / det
        y = (dot(p, p) * dot(q, self.b) - dot(p, q) * dot(p, self.b)) / det
        return sum((x * a + y * c - b) ** 2 for a, c, b in zip(p, q, self.b)) / 2

    def test_same_input_same_bytes(self):
        for words in (["solve", "A.mtx", "b.mtx", "-s", "3"], ["dsm", "A.mtx"], ["path", "A.mtx", "b.mtx"],
                      ["solve", "A.mtx", "b.mtx", "-s", "3", "-f", "mtx"]):
            self.assertEqual(self.run_command(*words).stdout, self.run_command(*words).stdout)

    def test_the_locale_changes_nothing(self):
        expected = self.run_command("solve", "A.mtx", "b.mtx", "-s", 3).stdout
        for locale in ("de_DE.UTF-8", "fr_FR", "C"):
            environment = dict(os.environ, LC_ALL=locale, LANG=locale)
            self.assertEqual(self.run_command("solve", "A.mtx", "b.mtx", "-s", 3, env=environment).stdout, expected)

    def test_solve_passes_check_and_a_worse_point_does_not(self):
        self.run_command("solve", "A.mtx", "b.mtx", "-s", 3, "-f", "mtx", "-o", "x.mtx")
        words = self.run_command("check", "A.mtx", "b.mtx", "x.mtx").stdout.decode()
        self.assertEqual(words.count("holds  "), 4)
        self.write("worse.csv", csv([[1.0 if j == 3 else 0.0 for j in range(12)]]))
        result = self.run_command("check", "A.mtx", "b.mtx", "worse.csv", "-f", "json", code=1)
        verdict = json.loads(result.stdout)
        self.assertFalse(verdict["all_hold"])
        self.assertGreater(verdict["certificates"]["coordinatewise"]["violation"], 0)
        self.write("none.csv", csv([[0.0] * 12]))
        self.run_command("check", "A.mtx", "b.mtx", "none.csv", code=1)

    def test_check_names_the_columns_that_a_step_would_change(self):
        """The identity: a step leads to the s largest entries of b."""
        n, b = 6, [5.0, -4.0, 3.0, 2.0, 1.0, 0.5]
        names = ["a", "b", "c", "d", "e", "f"]
        self.write("I.csv", csv([[float(i == j) for j in range(n)] for i in range(n)], header=names))
        self.write("b.csv", csv(column(b)))
        models = ["stationary_" + model for model in ("lipschitz", "linear", "quadratic", "kernel")]

        def check(x, *options):
            self.write("x.csv", csv([x]))
            words = ["check", "I.csv", "b.csv", "x.csv", "--kernel", "quadratic", "--smoothness", "1", *options]
            text = self.run_command(*words, code=None).stdout.decode()
            return text, json.loads(self.run_command(*words, "-f", "json", code=None).stdout)["certificates"]

        text, found = check([5.0, 0, 0, 2.0, 0, 0])
        self.assertEqual(text.count(": it takes in column 1 (b), drops column 3 (d)\n"), 4, text)
        self.assertIn("column 1 (b) in place of column 3 (d) lowers f by 6\n", text)
        for name in (*models, "coordinatewise"):
            self.assertEqual((found[name]["enters"], found[name]["leaves"], found[name]["moves"]), ([1], [3], []), name)
            self.assertAlmostEqual(found[name]["violation"], 6, delta=0.02)
        text, found = check([0.0] * n, "-s", "5")
        self.assertEqual(text.count(": it takes in columns 0 (a), 1 (b), 2 (c) and 2 more\n"), 4, text)
        self.assertIn("adding column 0 (a) lowers f by 12.5\n", text)
        for name in models:
            self.assertEqual(found[name]["enters"], [0, 1, 2, 3, 4])
        self.assertEqual(found["coordinatewise"]["enters"], [0])
        text, found = check([5.0, -3.0, 2.5, 0, 0, 0])
        self.assertEqual(text.count(": it moves column 1 (b) most\n"), 4, text)
        for name in models:
            self.assertEqual((found[name]["enters"], found[name]["leaves"], found[name]["moves"]), ([], [], [1, 2]), name)
        self.assertEqual(found["coordinatewise"]["moves"], [1])
        text, found = check([5.0, -4.0, 0, 0, 0, 0])
        self.assertEqual(text.count("holds  "), 5, text)
        for certificate in found.values():
            self.assertEqual([certificate["enters"], certificate["leaves"], certificate["moves"]], [[], [], []])

    def test_a_start_at_the_solution_stays_there(self):
        self.run_command("solve", "A.mtx", "b.mtx", "-s", 3, "-f", "mtx", "-o", "x.mtx")
        once = self.solve_json("A.mtx", "b.mtx", "-s", 3)
        again = self.solve_json("A.mtx", "b.mtx", "-s", 3, "--start", "x.mtx")
        self.assertEqual(once["support"], again["support"])
        self.assertLessEqual(again["best_objective"], once["best_objective"] * (1 + 1e-12))

    def test_the_path_never_rises(self):
        path = json.loads(self.run_command("path", "A.mtx", "b.mtx", "-s", "1:12", "-f", "json").stdout)["path"]
        values = [step["objective"] for step in path]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertEqual([step["s"] for step in path], list(range(1, 13)))
        table = self.run_command("path", "A.mtx", "b.mtx", "--plot", "p.svg", "-f", "csv").stdout.decode().splitlines()
        self.assertEqual(len(table), 12)
        points = xml.etree.ElementTree.parse(self.directory / "p.svg").iter("{http://www.w3.org/2000/svg}circle")
        heights = [float(point.get("cy")) for point in points]
        self.assertEqual(heights, sorted(heights))
        self.assertEqual(len(heights), 11)

    def test_pictures_as_png(self):
        self.run_command("path", "A.mtx", "b.mtx", "--plot", "p.png")
        self.run_command("bench", "recovery", "--sparsities", "2,4", "--instances", 2, "--rows", "omp", "--figure", "r.png")
        for name in ("p.png", "r.png"):
            picture = (self.directory / name).read_bytes()
            self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">II", picture[16:24]), (1600, 1000))
            self.assertEqual(picture[-8:-4], b"IEND")

    def test_the_path_chooses_by_what_it_shows(self):
        path = lambda *words: json.loads(self.run_command("path", "A.mtx", "b.mtx", "-f", "json", *words).stdout)
        for criterion in ("aic", "bic", "ebic", "gic"):
            found = path("--criterion", criterion)
            scores = [row[criterion] for row in found["path"]]
            self.assertEqual((found["chosen"], found["criterion"]), (scores.index(min(scores)), criterion))
            self.assertIsNone(found["path"][0]["cv_mean"])
        found = path("--folds", "4", "--intercept", "1", "--standardize", "1")
        rows = found["path"]
        best = min(rows, key=lambda row: row["cv_mean"])
        within = [row["s"] for row in rows if row["cv_mean"] <= best["cv_mean"] + best["cv_error"]]
        self.assertEqual((found["chosen"], found["rule"]), (within[0], "one-standard-error"))
        self.assertTrue(all(row["intercept"] != 0 for row in rows))
        self.assertEqual(path("--folds", "4", "--intercept", "1", "--standardize", "1", "--rule", "best")["chosen"], best["s"])
        self.assertEqual(rows, path("--folds", "4", "--intercept", "1", "--standardize", "1", "--threads", "3")["path"])
        self.assertNotEqual(rows, path("--folds", "4", "--intercept", "1", "--standardize", "1", "--seed", "9")["path"])

    def test_no_variable_at_all_is_a_choice(self):
        random.seed(3)
        self.write("N.csv", csv([[random.gauss(0, 1) for _ in range(6)] for _ in range(40)]))
        self.write("n.csv", csv([[5 + random.gauss(0, 1)] for _ in range(40)]))
        words = ["N.csv", "n.csv", "--intercept", "1"]
        found = json.loads(self.run_command("path", *words, "--folds", "5", "-f", "json").stdout)
        self.assertEqual((found["chosen"], found["path"][0]["s"], found["path"][0]["support"]), (0, 0, []))
        self.assertIn("chosen: s = 0 (ebic)", self.run_command("path", *words, "--plot", "p.svg").stdout.decode())
        self.assertIn("chosen: s = 0 (ebic)", (self.directory / "p.svg").read_text())
        only = json.loads(self.run_command("path", *words, "-s", "0", "-f", "json").stdout)["path"]
        self.assertEqual([row["s"] for row in only], [0])
        self.assertEqual(json.loads(self.run_command("path", *words, "--loss", "huber", "-f", "json").stdout)["chosen"], -1)
        none = self.solve_json(*words, "-s", 0)
        self.assertEqual((none["support"], none["proved"]), ([], 1))
        self.assertAlmostEqual(none["intercept"], found["path"][0]["intercept"], delta=1e-12)

    def test_columns_that_depend_on_others_are_told_on_standard_error(self):
        rows = [[i - 9.5, 2 * (i - 9.5), (i * 7) % 20, (i * i) % 13] for i in range(20)]
        self.write("T.csv", "wt,wt2,hp,y\n" + csv(rows))
        words = ["T.csv", "--response", "y", "--intercept", "1"]
        together = self.run_command("solve", *words, "-s", "3", "--method", "iht").stderr.decode()
        self.assertIn("the 3 chosen columns depend on each other (their rank is 2), so other coefficients fit as well", together)
        unused = re.compile(r"note: column [01] \(wt2?\) is not used: the chosen columns determine it, or it has no effect besides theirs")
        self.assertRegex(self.run_command("solve", *words, "-s", "3").stderr.decode(), unused)
        self.assertRegex(self.run_command("path", *words).stderr.decode(), unused)
        self.assertEqual(self.run_command("solve", *words, "-s", "2").stderr, b"")
        self.assertEqual(self.run_command("path", *words, "-s", "0:2").stderr, b"")
        self.assertNotIn(b"not used", self.run_command("solve", *words, "-s", "3", "--lower", "0").stderr)

    def test_separated_classes_are_told_once_on_standard_error(self):
        self.write("S.csv", csv([[i - 9.5, (i * 7) % 20] for i in range(20)]))
        self.write("s.csv", csv([[int(i > 9)] for i in range(20)]))
        words = ["S.csv", "s.csv", "--loss", "logistic"]
        told = self.run_command("solve", *words, "-s", "1").stderr.decode()
        self.assertEqual(told.count("the classes are separated"), 1)
        self.assertIn("at s = 1, 2: the objective has no minimiser", self.run_command("path", *words).stderr.decode())
        self.assertEqual(self.run_command("solve", *words, "-s", "1", "--ridge", "0.1").stderr, b"")
        self.write("f.csv", csv([[int(i == 9 or i > 10)] for i in range(20)]))  # separated without one of two rows
        folds = ["path", "S.csv", "f.csv", "--loss", "logistic", "-s", "0:1", "--folds", "20"]
        self.assertIn("the classes are separated in some folds at s = 1: the objective", self.run_command(*folds, "--intercept", "1").stderr.decode())

    def test_the_chosen_row_is_marked_everywhere(self):
        words = ["path", "A.mtx", "b.mtx", "--folds", "4"]
        chosen = json.loads(self.run_command(*words, "-f", "json").stdout)["chosen"]
        table = self.run_command(*words).stdout.decode()
        self.assertEqual([line.split()[0] for line in table.splitlines() if "  *  " in line], [str(chosen)])
        self.assertIn(f"chosen: s = {chosen} (cv, one-standard-error)", table)
        rows = [line.split(",") for line in self.run_command(*words, "-f", "csv", "--plot", "p.svg").stdout.decode().splitlines()]
        self.assertEqual([row[0] for row in rows if row[-1] == "1"], [str(chosen)])
        self.assertIn(f"chosen: s = {chosen} (cv", (self.directory / "p.svg").read_text())
        # A list with gaps shows its rows and the chosen one, which are those of the whole range.
        some = [line.split(",") for line in self.run_command(*words, "-f", "csv", "-s", "1,10").stdout.decode().splitlines()]
        self.assertEqual([row[0] for row in some[1:]], sorted({"1", str(chosen), "10"}, key=int))
        for row in some:
            self.assertIn(row, rows)

    def test_weights_lie_above_the_hessian(self):
        for model in ("linear", "quadratic", "lipschitz"):
            result = json.loads(self.run_command("dsm", "A.mtx", "--model", model, "-f", "json").stdout)
            self.assertGreaterEqual(result["margin"], -1e-9 * max(result["weights"]))
            self.assertEqual(result["certificate"], "proven")
            self.assertLessEqual(result["gap"], 1e-3)
            self.assertEqual(len(result["weights"]), 12)

    def test_losses(self):
        header = (SOURCE / "include/sparsebregman.h").read_text()
        comment = header[header.index("@param loss"):].split("SBREG_API")[0]
        losses = re.findall(r'^ \*\s+- "(\w+)": ', comment, re.MULTILINE)
        self.assertGreaterEqual(len(losses), 6)
        self.write("labels.csv", csv([[int(b > 0)] for b in self.b]))
        help_text = self.run_command("solve", "--help").stdout.decode()
        for loss in losses:
            with self.subTest(loss):
                self.assertIn(loss, help_text)
                b = "labels.csv" if loss in ("logistic", "poisson") else "b.mtx"
                result = self.solve_json("A.mtx", b, "-s", 2, "--loss", loss, "--ridge", 0.1)
                self.assertEqual(len(result["support"]), 2)

    def test_quadratic_is_least_squares_up_to_a_constant(self):
        columns = list(zip(*self.A))
        Q = [[sum(a * c for a, c in zip(p, q)) for p in columns] for q in columns]
        Q = [[Q[max(i, j)][min(i, j)] for j in range(12)] for i in range(12)]
        self.write("Q.npy", npy(Q))
        self.write("q.csv", csv([[sum(a * c for a, c in zip(p, self.b)) for p in columns]]))
        quadratic = self.solve_json("Q.npy", "q.csv", "-s", 3, "--loss", "quadratic")
        direct = self.solve_json("A.mtx", "b.mtx", "-s", 3)
        self.assertEqual(quadratic["support"], direct["support"])
        half = sum(b * b for b in self.b) / 2
        self.assertAlmostEqual(quadratic["best_objective"] + half, direct["best_objective"], delta=1e-9 * half)

    def test_a_kernel(self):
        result = self.solve_json("A.mtx", "b.mtx", "-s", 2, "--loss", "quartic", "--method", "bpg", "--kernel", "quartic",
                                 code=None)
        self.assertEqual(len(result["support"]), 2)

    def test_limits_have_an_exit_code(self):
        result = self.run_command("solve", "A.mtx", "b.mtx", "-s", 3, "--method", "iht", "--max-iterations", 2, code=6)
        self.assertIn(b"column", result.stdout)

    def test_bench_is_the_same_on_any_number_of_threads(self):
        def table(jobs, **options):
            self.run_command("bench", "recovery", "--instances", 3, "--sparsities", "1,6,12", "--jobs", jobs, "--rows",
                             "auto,newton/D1/10,iht,omp", "--csv", "t.csv", "--figure", "t.svg", "-m", 32, "-n", 64, **options)
            xml.etree.ElementTree.parse(self.directory / "t.svg")
            rows = [line.rsplit(",", 1)[0] for line in (self.directory / "t.csv").read_text().splitlines()]
            return rows

        rows = table(1)
        self.assertEqual(rows, table(2))
        stacks = (1 << 46, resource.getrlimit(resource.RLIMIT_STACK)[1])  # no address space holds one: EAGAIN
        self.assertEqual(rows, table(2, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, stacks)))
        self.assertEqual(len(rows), 13)
        one = [row.split(",") for row in rows if row.split(",")[1] == "1"]
        for row in one:  # with one nonzero the right column has correlation 1 with b: no method may miss it
            self.assertEqual(row[3], "3", row)


class Notes(Case):
    """What the user should know besides the numbers is one line on standard error, and none with --quiet."""

    def setUp(self):
        super().setUp()
        self.A, self.b = instance(30, 6)
        self.write("A.csv", csv(self.A))

    def notes(self, *words):
        result = self.run_command(*words)
        self.assertEqual(self.run_command(*words, "--quiet").stderr, b"")
        return result.stderr.decode()

    def test_a_missing_intercept(self):
        self.write("far.csv", csv(column([b + 20 for b in self.b])))
        self.write("near.csv", csv(column(self.b)))
        self.write("constant.csv", csv([[*row, 3] for row in self.A]))
        self.write("constant.mtx", coordinate([[*row, 3.0] for row in self.A]))
        for command in ("solve", "path"):
            words = ["-s", "2"]
            says = "and the model has no intercept: --intercept 1 adds one, --intercept 0 says that none is wanted\n"
            message = self.notes(command, "A.csv", "far.csv", *words)
            self.assertRegex(message, "^sparsebregman: note: b has mean [12][0-9.]+, " + says)
            for loss in ("huber", "quartic"):
                self.assertEqual(self.notes(command, "A.csv", "far.csv", *words, "--loss", loss), message)
            for more in (["A.csv", "near.csv"], ["A.csv", "far.csv", "--intercept", "1"], ["A.csv", "far.csv", "--intercept", "0"],
                         ["constant.csv", "far.csv"], ["constant.mtx", "far.csv"]):
                self.assertEqual(self.notes(command, *more, *words), "", more)


class Options(Case):
    def test_every_option_of_the_library_is_an_option_here(self):
        table = json.loads(self.run_command("info", "--options", "-f", "json").stdout)
        places = {"solver": ("solve", "path", "bench recovery"), "problem": ("solve", "dsm", "check", "path"), "dsm": ("dsm", "check"),
                  "path": ("path",), "kernel": ("solve", "check", "path")}
        completion = (GENERATED / "sparsebregman").read_text()
        for thing, commands in places.items():
            names = ["--" + key["name"].replace("_", "-") for key in table[thing]
                     if key["kind"] == "option" and key["name"] != "callbacks_thread_safe"]
            self.assertGreater(len(names), 2)
            for command in commands:
                shown = self.run_command(*command.split(), "--help").stdout.decode()
                page = (GENERATED / f"sparsebregman-{command.replace(' ', '-')}.1").read_text().replace("\\-", "-")
                for name in names:
                    if command == "bench recovery" and name in ("--method", "--dictionary", "--dsm-period"):
                        continue
                    if thing == "path" and name in ("--first", "--last"):  # --sparsities says them
                        continue
                    self.assertRegex(shown, re.escape(name) + r"\b|--" + thing + re.escape(name[1:]))
                    self.assertIn(name, page)
                    self.assertIn(name, completion)

    def test_every_default_is_accepted_and_underscores_too(self):
        A, b = instance()
        self.write("A.mtx", array(A))
        self.write("b.mtx", array(column(b)))
        table = json.loads(self.run_command("info", "--options", "-f", "json").stdout)
        for key in table["solver"] + table["problem"]:
            if key["kind"] != "option" or key["name"] == "callbacks_thread_safe":
                continue
            with self.subTest(key["name"]):
                self.run_command("solve", "A.mtx", "b.mtx", "-s", 2, f"--{key['name']}={key['default']}")

    def test_manual_pages_have_no_warnings(self):
        pages = sorted(GENERATED.glob("*.1"))
        self.assertEqual(len(pages), 7)
        for page in pages:
            try:
                result = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", page], capture_output=True, check=False)
            except FileNotFoundError:
                self.skipTest("groff is not installed")
            self.assertEqual(result.stderr, b"", page)

    def test_completion(self):
        def complete(*words):
            line = f"""source {GENERATED}/sparsebregman; COMP_WORDS=({' '.join(words)} ''); COMP_CWORD={len(words)}
                       _sparsebregman; printf '%s\\n' "${{COMPREPLY[@]}}" """
            return subprocess.run(["bash", "-c", line], capture_output=True, check=True, text=True).stdout.split()

        self.assertIn("solve", complete("sparsebregman"))
        self.assertIn("recovery", complete("sparsebregman", "bench"))
        self.assertIn("--sparsity", complete("sparsebregman", "solve"))
        self.assertIn("ciwht-lsr", complete("sparsebregman", "solve", "--method"))
        self.assertEqual(complete("sparsebregman", "dsm", "-f"), ["table", "json", "mtx"])

    def test_info(self):
        facts = json.loads(self.run_command("info", "-f", "json").stdout)
        self.assertRegex(facts["blas"], "blas")
        self.assertEqual(self.run_command("--version").stdout.decode().split()[1], facts["version"])
        self.assertEqual(subprocess.run([COMMAND, "-h"], capture_output=True, check=True).stderr, b"")


if __name__ == "__main__":
    unittest.main()
