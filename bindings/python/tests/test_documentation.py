# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The examples in the manual page, in the docstrings and in the example program run as they are printed."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import SOURCE

import sparsebregman

PAGE = SOURCE / "docs" / "python.md"


def test_the_page_runs_from_top_to_bottom(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 6
    names = {}
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), names)
    assert "iteration" in capsys.readouterr().err


@pytest.mark.parametrize("module", [m.name for m in pkgutil.iter_modules(sparsebregman.__path__, "sparsebregman.")])
def test_docstring_examples(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_package_docstring():
    assert doctest.testmod(sparsebregman).failed == 0


def test_every_public_name_is_documented():
    for name in sparsebregman.__all__:
        thing = getattr(sparsebregman, name)
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                assert value.__doc__, f"{name}.{member}"


def test_the_example_program():
    program = SOURCE / "bindings" / "python" / "examples" / "recovery.py"
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "recovered" in done.stdout


def test_the_lines_of_the_readme():
    block = re.search(r"```python\n(.*?)```", (SOURCE / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    A = np.random.default_rng(0).standard_normal((40, 60))
    names = {"A": A, "b": A[:, :20].sum(axis=1)}
    exec(compile(block, "README.md", "exec"), names)
    assert np.flatnonzero(names["x"]).tolist() == list(range(20))


def test_the_programs_of_the_cookbook_print_what_their_pages_say():
    done = subprocess.run(
        [sys.executable, str(SOURCE / "tests" / "docs" / "test_cookbook.py")], capture_output=True, text=True, timeout=300,
        env=dict(os.environ, SBREG_SOURCE=str(SOURCE), SBREG_BUILD=str(SOURCE), SBREG_LANGUAGES=".py",
                 SBREG_INTERPRETER=sys.executable, PYTHONDONTWRITEBYTECODE="1"))
    assert done.returncode == 0, done.stderr
