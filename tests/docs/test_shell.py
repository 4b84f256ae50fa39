# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Every shell command in README and docs works, page by page, in a copy of the sources and with a home of its own."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from pages import BUILD, FENCE, PAGES, SOURCE, name

PYTHON = "/usr/bin/python3"  # the one of the system, which has NumPy
# What is run in another form: the library is the one that was just built, and goes to a folder of the test; experiments
# of minutes or hours are made small.
INSTEAD = [
    (r"cmake -S \. -B build(?: -DSBREG_BUILD_TESTS=OFF)? && cmake --build build && cmake --install build( && ldconfig)?",
     "cmake --install {build} --prefix {prefix}"),
    (r"/usr/local/lib/", "{libraries}/"),
    (r"build/release/tests/paper/reproduce (table|frameworks|scales|trajectories)",
     r"{build}/tests/paper/reproduce \1 --instances 1 --sparsity 5-5 --out . --log \1.log"),
]
# What is not run here because it runs this, or is run by it.
ELSEWHERE = [
    (r"scripts/test\b", "runs this test"),
    (r"scripts/demo\b", "builds everything once more; docs.demo_table holds its figures against the page"),
    (r"(cmake|ctest) --preset debug", "the presets are checked below; those of the sanitizers are stages of scripts/test"),
]


def commands(page):
    """The lines of the shell blocks, without their comments."""
    for _, kind, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if kind == "sh":
            for line in body.replace("\\\n", " ").splitlines():
                line = re.sub(r"(^|\s)#.*", "", line).strip()
                if line:
                    yield line


class Shell(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(cls.folder.name)
        cls.source = root / "source"
        shutil.copytree(SOURCE, cls.source, ignore=shutil.ignore_patterns("build", ".git"))
        for file in (SOURCE / "examples/data").iterdir():
            shutil.copy(file, cls.source)
        prefix = root / "prefix"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, capture_output=True)
        libraries = next(prefix.rglob("libsparsebregman.so")).parent
        cls.names = {"build": BUILD, "prefix": prefix, "libraries": libraries}
        for folder in ("home", "r", "julia/registries/General"):
            (root / folder).mkdir(parents=True)
        # without a network: Pkg asks the registry for nothing, but it must be there
        (root / "julia/registries/General/Registry.toml").write_text(
            'name = "General"\nuuid = "23338594-aafe-5451-b93e-139f81909106"\nrepo = ""\n\n[packages]\n')
        subprocess.run([PYTHON, "-m", "venv", "--system-site-packages", root / "venv"], check=True)
        cls.environment = dict(
            os.environ, HOME=str(root / "home"), R_LIBS=str(root / "r"), JULIA_DEPOT_PATH=str(root / "julia"),
            JULIA_PKG_OFFLINE="true", JULIA_PKG_SERVER="", PIP_NO_INDEX="1", PIP_NO_DEPS="1", PIP_NO_BUILD_ISOLATION="0",
            PATH=f"{prefix}/bin:{root}/venv/bin:{os.environ['PATH']}", LD_LIBRARY_PATH=str(libraries),
            PKG_CONFIG_PATH=f"{libraries}/pkgconfig",
            SPARSEBREGMAN_LIBRARY="system")  # packages would compile the library once more; tests/install does that
        # programs that pages show before they compile them
        readme = (SOURCE / "README.md").read_text(encoding="utf-8")
        (cls.source / "program.c").write_text(next(body for _, kind, body in FENCE.findall(readme) if kind == "c"))
        fortran = (SOURCE / "docs/fortran.md").read_text(encoding="utf-8")
        (cls.source / "program.f90").write_text(
            next(body for _, kind, body in FENCE.findall(fortran) if kind == "fortran" and "program" in body))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_page(self):
        run = 0
        for page in PAGES:
            lines = [line for line in commands(page) if not any(re.match(what, line) for what, _ in ELSEWHERE)]
            if not lines:
                continue
            for pattern, text in INSTEAD:
                lines = [re.sub(pattern, text.format(**self.names), line) for line in lines]
            with self.subTest(page=name(page)):
                done = subprocess.run(["bash", "-exc", "\n".join(lines)], cwd=self.source, env=self.environment,
                                      capture_output=True, text=True, check=False, timeout=600)
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-4000:])
                run += len(lines)
        self.assertGreater(run, 30)

    def test_the_presets_that_pages_name_exist(self):
        listed = subprocess.run(["cmake", "--list-presets=all"], cwd=SOURCE, capture_output=True, text=True, check=True)
        named = {preset for page in PAGES for line in commands(page) for preset in re.findall(r"--preset (\w+)", line)}
        self.assertTrue(named)
        for preset in named:
            self.assertEqual(listed.stdout.count(f'"{preset}"'), 3, f"{preset}: configure, build and test")


if __name__ == "__main__":
    unittest.main()
